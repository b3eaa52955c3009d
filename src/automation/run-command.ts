import type { Discussion } from "../forge/discussion.ts";
import type { Delivery, Withdrawal } from "../forge/forge.ts";
import type { ResolvedMapping } from "../mapping/binding.ts";
import { run, type Run, type RunOptions, type RunResult } from "../sync/index.ts";
import type { ShardFailure } from "../workspace/collect-shards.ts";
import type { Matrix } from "../workspace/matrix.ts";
import { runDependencies, type Workspace } from "../workspace/open-workspace.ts";
import { proposeRun } from "../workspace/propose-run.ts";
import { runEngine } from "../workspace/synchronise.ts";
import type { Target } from "../workspace/target.ts";
import { frozenReason } from "./freeze.ts";
import { sayWhatWasLeftAlone } from "./left-alone.ts";
import { workflowsOf } from "./started-workflows.ts";

export interface RunPorts {
  readonly workspace: Workspace;
  /** Left out: there is no token for the forge, which runs that propose nothing can do without. */
  readonly discussion?: Discussion;
  readonly serverUrl: string;
  /** Branch that the files are of; undefined for tags. */
  readonly branch: string | undefined;
  readonly repositoryUrls: () => Promise<readonly string[]>;
  /** Hears what the token lacks for what is said beside the work. */
  readonly refused: (message: string) => void;
}

export interface Finished {
  readonly result: RunResult;
  /** One for each pull request. */
  readonly deliveries: readonly Delivery[];
  readonly withdrawals: readonly Withdrawal[];
  /** Over which jobs the plan's work is spread. */
  readonly matrix?: Matrix;
  /** One of several jobs, whose work the last one proposes. */
  readonly isPart?: true;
  /** Jobs whose work is not there. */
  readonly failures?: readonly ShardFailure[];
  /** What it was bound to; left out where it stood for a part alone, or for a clean-up. */
  readonly bound?: { readonly mapping: ResolvedMapping; readonly branch: string | undefined };
}

/** One run whose findings are all there is: nothing is proposed. */
export async function runOnly(ports: RunPorts, options: RunOptions): Promise<Finished> {
  const { workspace, repositoryUrls } = ports;
  const { result } = await run(
    runDependencies(workspace, repositoryUrls),
    workspace.mapping,
    await withFreeze(ports, options),
  );
  return { result, deliveries: [], withdrawals: [], bound: boundOf(ports) };
}

/**
 * One run whose files go into pull requests, with a word on those that people committed to.
 * @throws {UserError} `IL-W05` before anything moves
 */
export async function runAndPropose(ports: RunPorts, target: Target, options: RunOptions): Promise<Finished> {
  const { workspace, discussion, refused } = ports;
  const finished = await runEngine(workspace, target, await withFreeze(ports, options));
  const isComplete = options.components === undefined && options.languages === undefined;
  const informed = await withWorkflows(ports, target, finished);
  const { deliveries, withdrawals } = await proposeRun(workspace, informed, finished, { isComplete });
  if (discussion !== undefined) await sayWhatWasLeftAlone(discussion, deliveries, refused);
  return { result: finished.result, deliveries, withdrawals, bound: boundOf(ports) };
}

function boundOf({ workspace: { mapping }, branch }: RunPorts): Required<Finished>["bound"] {
  return { mapping, branch };
}

/** Whose token it is, is asked only where something is proposed anew. */
async function withWorkflows({ discussion, serverUrl }: RunPorts, target: Target, { files }: Run): Promise<Target> {
  if (files.length === 0 || discussion === undefined) return target;
  const workflows = await workflowsOf(discussion, serverUrl);
  return workflows === undefined ? target : { ...target, context: { ...target.context, workflows } };
}

/** Sources stay here while strings are frozen; reading is never frozen. */
export async function withFreeze(
  { workspace, discussion, branch }: RunPorts,
  options: RunOptions,
): Promise<RunOptions> {
  if (options.command === "stats" || options.command === "pull") return options;
  const { mapping, logger } = workspace;
  const frozen = await frozenReason(mapping.freeze, branch, discussion, (message) => {
    logger.warning(`Strings count as not frozen, since the label cannot be looked for: ${message}`);
  });
  return frozen === undefined ? options : { ...options, frozen };
}
