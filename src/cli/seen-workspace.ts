import { viewWorkingTree } from "../git/working-tree-view.ts";
import { boundTo } from "../mapping/bound-paths.ts";
import type { Workspace } from "../workspace/open-workspace.ts";
import type { OptionValues } from "./options.ts";

/** The workspace with the files as they lie on disk, where somebody wants that. */
export function seenWorkspace(workspace: Workspace, options: OptionValues): Workspace {
  if (!options.flag("working-tree")) return workspace;
  return { ...workspace, git: viewWorkingTree(workspace.git, boundTo(workspace.mapping.bindings)) };
}
