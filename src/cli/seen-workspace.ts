import { viewWorkingTree } from "../git/working-tree-view.ts";
import { languageOfPath } from "../mapping/language-paths.ts";
import type { Workspace } from "../workspace/open-workspace.ts";
import type { OptionValues } from "./options.ts";

/** The workspace with the files as they lie on disk, where somebody wants that. */
export function seenWorkspace(workspace: Workspace, options: OptionValues): Workspace {
  if (!options.flag("working-tree")) return workspace;
  const { bindings } = workspace.mapping;
  const isBound = (path: string): boolean =>
    bindings.some((binding) => path === binding.source || languageOfPath(binding, path) !== undefined);
  return { ...workspace, git: viewWorkingTree(workspace.git, isBound) };
}
