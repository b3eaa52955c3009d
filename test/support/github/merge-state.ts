import { headGit, headSha } from "./pull-head.ts";
import { rulesOn } from "./rules.ts";
import type { PullRequest, Settings, World } from "./world.ts";

const PASSING: ReadonlySet<string> = new Set(["success", "neutral", "skipped"]);

/** Names of the checks that a rule of the branch asks for. */
export function requiredChecks({ settings }: Pick<World, "settings">, branch: string): readonly string[] {
  return rulesOn(settings, branch, "required_status_checks").flatMap(({ parameters = {} }) => {
    const { required_status_checks: wanted } = parameters;
    const named: readonly { readonly context?: unknown }[] = Array.isArray(wanted) ? wanted : [];
    return named.map(({ context }) => String(context));
  });
}

/** Whether the newest check run or status of the name has passed on the commit: what never came has not. */
export function hasPassed({ checkRuns, statuses }: World, commit: string, name: string): boolean {
  const run = checkRuns.findLast((one) => one.commit === commit && one.name === name);
  const status = statuses.findLast((one) => one.commit === commit && one.context === name);
  return PASSING.has(run?.conclusion ?? "") || status?.state === "success";
}

/** `mergeable_state` of an open pull request, as rules, checks and both sides make it. */
export async function mergeStateOf(world: World, pull: PullRequest): Promise<NonNullable<Settings["mergeState"]>> {
  const { settings, git, checkRuns } = world;
  if (settings.mergeState !== undefined) return settings.mergeState;
  const [head = "", base = ""] = await Promise.all([headSha(world, pull), git.ref(`refs/heads/${pull.base}`)]);
  const source = headGit(world, pull);
  const isKnown = head !== "" && base !== "" && (await source.type(head)) === "commit";
  if (isKnown && (await source.mergedTree(base, head)) === undefined) return "dirty";
  if (!requiredChecks(world, pull.base).every((name) => hasPassed(world, head, name))) return "blocked";
  return checkRuns.some(({ commit, conclusion }) => commit === head && conclusion === "failure") ? "unstable" : "clean";
}
