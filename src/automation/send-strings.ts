import type { Proposal } from "../forge/forge.ts";
import { exitCodeOf, type RunResult } from "../sync/index.ts";
import type { Workspace } from "../workspace/open-workspace.ts";
import {
  openBranch,
  runAndPropose,
  runOnly,
  runOptions,
  runPorts,
  targetOf,
  type Finished,
  type OpenedBranch,
} from "./engine-run.ts";
import type { JobContext } from "./job-context.ts";
import { unlessRefused } from "./refusal.ts";

/** Translations that waited longer were to be brought home by a run that somebody dropped: one on schedule comes every night. */
const OVERDUE_MILLISECONDS = 24 * 60 * 60 * 1_000;
/** Pushes that may come while strings are sent, one after the other. */
const MOST_ROUNDS = 4;

/** A branch that a run is for, and the repository as it has it. */
export interface Subject {
  readonly workspace: Workspace;
  readonly base: Proposal["base"];
}

/**
 * The branch as it is now, where that is not what the event stood on: a run that waited for others would send strings that are
 * older than those of its successors. Undefined where it is, or nobody tells.
 */
export async function movedOn(
  context: JobContext,
  { branch, commit }: Proposal["base"],
  anonymous = false,
): Promise<OpenedBranch | undefined> {
  if (!context.hasForgeToken) return undefined;
  const tip = await unlessRefused((await context.discussion()).branchTip(branch), () => undefined);
  return tip === undefined || tip === commit ? undefined : openBranch(context, branch, anonymous);
}

/** Sends what the branch says, and again where somebody pushed to it meanwhile. */
export async function sendStrings(context: JobContext, { workspace, base }: Subject): Promise<Finished> {
  return sendWhatCame(context, base, await send(context, workspace, base.branch));
}

/**
 * Sends what was pushed while a run sent something: of two runs at once, the one that had seen less may have written last.
 * @returns what failed, or what was done before
 */
export async function sendWhatCame(context: JobContext, base: Subject["base"], done: Finished): Promise<Finished> {
  let last = { finished: done, commit: base.commit };
  for (let round = 1; round < MOST_ROUNDS && hasSent(last.finished); round += 1) {
    await using moved = await movedOn(context, { ...base, commit: last.commit });
    if (moved === undefined) break;
    context.logger.info(`${base.branch} moved on to ${moved.base.commit.slice(0, 12)}: sending what is new there.`);
    last = { finished: await send(context, moved.workspace, base.branch), commit: moved.base.commit };
  }
  return exitCodeOf(last.finished.result) === 0 ? done : last.finished;
}

function send(context: JobContext, workspace: Workspace, branch: string): Promise<Finished> {
  return runOnly(runPorts(context, workspace, branch), runOptions(context, workspace, "push"));
}

/** Nothing of git goes to the service by them. */
const QUIET: ReadonlySet<string> = new Set<RunResult["steps"][number]["step"]["kind"]>(["commit", "download", "prune"]);

function hasSent({ result }: Finished): boolean {
  return !result.dryRun && result.steps.some(({ step, outcome }) => outcome === "done" && !QUIET.has(step.kind));
}

/** The same, and brings translations home where a run that was to do it must have been lost. */
export async function sendAndCatchUp(context: JobContext, subject: Subject): Promise<Finished> {
  const sent = await sendStrings(context, subject);
  const { waitingSince, result } = sent;
  if (waitingSince === undefined || result.dryRun || !context.hasForgeToken || exitCodeOf(result) !== 0) return sent;
  if (Date.now() - Date.parse(waitingSince) < OVERDUE_MILLISECONDS) return sent;
  const { workspace, base } = subject;
  const { logger } = context;
  logger.info(
    `Translations have waited since ${waitingSince}: a run on schedule was lost, so this one brings them home.`,
  );
  const ports = runPorts(context, workspace, base.branch);
  const brought = runAndPropose(
    ports,
    await targetOf(context, workspace, base),
    runOptions(context, workspace, "sync"),
  );
  return (
    (await unlessRefused(brought, (message) => {
      logger.notice(`Translations have waited since ${waitingSince}, and this run may not bring them home: ${message}`);
    })) ?? sent
  );
}
