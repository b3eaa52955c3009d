import type { LocalError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import type { Discussion } from "../forge/discussion.ts";
import type { Forge } from "../forge/forge.ts";
import type { TextTemplates } from "../report/template/text-templates.ts";
import type { Workspace, WorkspaceOptions } from "../workspace/open-workspace.ts";
import type { CommitSource } from "./commits.ts";

/**
 * Port: what a job stands on, whoever heard of its event: a runner with a checkout, or a server with a clone of nothing but
 * objects.
 */
export interface JobContext {
  /** `owner/name` */
  readonly repository: string;
  readonly forge: Discussion["kind"];
  /** Without a slash at its end. */
  readonly serverUrl: string;
  /** Page that shows this run to people. */
  readonly runUrl?: string;
  /** Repository path of the mapping. */
  readonly mappingPath: string;
  readonly dryRun: boolean;
  readonly allowRemovals: boolean;
  /** Looks at everything, whatever an earlier run proved. */
  readonly full?: boolean;
  /** Components that a run is restricted to; all of the mapping's without it. */
  readonly components?: readonly string[];
  /** Percentage that a review's gate asks for, above the mapping's word. */
  readonly failBelow?: number;
  readonly templates?: TextTemplates;
  /** Reading a pull request cost more than it may: it is not read again, and told so. */
  readonly tooLarge?: LocalError;
  readonly logger: Logger;
  /** Without one, {@link discussion} and {@link forgeFor} are not to be asked for. */
  readonly hasForgeToken: boolean;
  /** Name → commit of the repository's branches, where the clone was brought up to date a moment ago; left out where it was not. */
  branches?(): Promise<ReadonlyMap<string, string>>;
  /** The clone, and how commits come into it that it lacks. */
  source(): Promise<CommitSource>;
  /** @throws {UserError} where there is no token for the forge */
  discussion(): Promise<Discussion>;
  /** @throws {UserError} where there is no token for the forge, or none of the keys that the mapping wants commits signed with */
  forgeFor(workspace: Workspace): Promise<Forge>;
  /** @throws as `openWorkspace` of workspace/ does */
  openWorkspace(options: JobWorkspaceOptions): Promise<Workspace>;
}

export type JobWorkspaceOptions = Pick<WorkspaceOptions, "anonymous" | "mappingCommit" | "files" | "commit">;
