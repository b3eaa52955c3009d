import { quietly, type Ending } from "../../automation/ending.ts";
import type { JobToDo, ReviewJob, RunJob } from "../../automation/job.ts";
import { performEventJob } from "../../automation/perform-event-job.ts";
import { rememberPush } from "../../automation/remember-push.ts";
import { runAndPropose, runOnly } from "../../automation/run-command.ts";
import { missingOf, openAt, openIfMapped, runOptions, runPorts, targetOf, type Stage } from "../../automation/stage.ts";
import { RemoteError } from "../../core/errors.ts";
import { ruleFor } from "../../mapping/branch-components.ts";
import { isProposalBranch } from "../../report/proposal-branch.ts";
import type { BotStand } from "./bot-stand.ts";

/** Commands of the engine that the bot runs; one run of several jobs is a workflow's matter. */
type BotCommand = Exclude<RunJob["command"], "collect" | "propose">;

/** Not taken, without a permission, or of a repository that is not there: a new token may have what this one lacks. */
const TOKEN_TROUBLE: ReadonlySet<string> = new Set(["IL-F01", "IL-F02", "IL-F03"]);

/**
 * Does what an event asks for, on a clone without files.
 * @throws {InterlinearError} for everything that a person or the next try can mend
 */
export async function performForBot(stand: BotStand, job: JobToDo): Promise<Ending> {
  try {
    return await perform(stand, job);
  } catch (error) {
    if (error instanceof RemoteError && TOKEN_TROUBLE.has(error.code)) stand.forgetToken();
    throw error;
  }
}

async function perform(stand: BotStand, job: JobToDo): Promise<Ending> {
  switch (job.kind) {
    case "run":
      return performRun(stand, job);
    case "review":
      return performEventJob(stand, await asItIsNow(stand, job));
    default:
      return performEventJob(stand, job);
  }
}

/** Webhooks come in any order: what the pull request is like now counts, and not what the last of them said. */
async function asItIsNow(stand: BotStand, job: ReviewJob): Promise<ReviewJob> {
  const { number } = job.pullRequest;
  const { base, head } = (await stand.discussion().pullRequest(number)) ?? job.pullRequest;
  return { ...job, pullRequest: { ...job.pullRequest, base, head } };
}

/**
 * Stands on the branch as it is now, whatever commit the event named: a later event finds nothing left to do. A workflow says
 * which branches it runs for; here, strings of a branch go to components of its own or nowhere.
 */
async function performRun(stand: BotStand, job: RunJob): Promise<Ending> {
  const { branch } = stand;
  const command = botCommand(job.command);
  const isDefault = branch === stand.defaultBranch;
  const unfollowed = quietly(`No component follows the branch ${branch}: nothing to do.`);
  if (!isDefault && !(await isFollowed(stand, branch))) return unfollowed;
  let opened: Stage;
  try {
    opened = await openAt(stand, branch, command === "stats");
  } catch (error) {
    const missing = missingOf(error);
    if (missing === undefined) throw error;
    return missing === "branch"
      ? quietly(`The branch ${branch} is not there any more: nothing to do.`)
      : {
          ...quietly(`${branch} has no mapping ${stand.mappingPath}: nothing to do.`),
          ...(isDefault ? { isUnmapped: true } : {}),
        };
  }
  await using stage = opened;
  const { workspace, base } = stage;
  if (isProposalBranch(workspace.mapping.pullRequest, branch)) {
    return quietly(`${branch} is the branch of our own pull request: nothing to do.`);
  }
  // An older mapping, without the rule, would send the branch's strings to the default branch's components.
  if (!isDefault && ruleFor(workspace.mapping, branch) === undefined) return unfollowed;
  const ports = runPorts(stand, workspace, branch);
  const options = runOptions(stand, workspace, command);
  const finished =
    command === "sync" || command === "pull"
      ? await runAndPropose(ports, targetOf(stand, workspace, base), options)
      : await runOnly(ports, options);
  if (job.before !== undefined && !options.dryRun) await rememberPush(stand, workspace, job.before);
  return { kind: "finished", ...finished };
}

/**
 * Whether the default branch's mapping has a rule for the branch: on any other one strings are still to be reviewed, and would
 * replace those that translators work on.
 */
async function isFollowed(stand: BotStand, branch: string): Promise<boolean> {
  await using stage = await openIfMapped(stand, stand.defaultBranch);
  return stage !== undefined && ruleFor(stage.workspace.mapping, branch) !== undefined;
}

function botCommand(command: RunJob["command"]): BotCommand {
  return command === "collect" || command === "propose" ? "sync" : command;
}
