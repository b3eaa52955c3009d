import { appNumber } from "./checks.ts";
import { headGit, headSha } from "./pull-head.ts";
import { rulesOn } from "./rules.ts";
import type { RequiredCheck } from "./records.ts";
import type { PullRequest, Settings, World } from "./world.ts";

const PASSING: ReadonlySet<string> = new Set(["success", "neutral", "skipped"]);

/** Checks that a ruleset or a classic protection of the branch asks for. */
export function requiredChecks({ settings }: Pick<World, "settings">, branch: string): readonly RequiredCheck[] {
  const ofRules = rulesOn(settings, branch, "required_status_checks").flatMap(({ parameters = {} }) => {
    const { required_status_checks: wanted } = parameters;
    const named: readonly { readonly context?: unknown; readonly integration_id?: number }[] = Array.isArray(wanted)
      ? wanted
      : [];
    return named.map(({ context, integration_id: app }) => ({ name: String(context), app }));
  });
  const classic = settings.protections.find((one) => one.branch === branch && one.enforcement !== "off");
  return [...ofRules, ...(classic?.checks ?? [])];
}

/** Whether the newest check run or status of the name has passed on the commit: what never came has not. */
export function hasPassed(world: World, commit: string, { name, app }: RequiredCheck): boolean {
  const run = world.checkRuns.findLast(
    (one) => one.commit === commit && one.name === name && (app === undefined || appNumber(world.app, one.app) === app),
  );
  // Of a status nobody but an App's own account is known as its App.
  const status = app === undefined && world.statuses.findLast((one) => one.commit === commit && one.context === name);
  return PASSING.has(run?.conclusion ?? "") || (status && status.state === "success") === true;
}

/** `mergeable_state` of an open pull request, as rules, checks and both sides make it. */
export async function mergeStateOf(world: World, pull: PullRequest): Promise<NonNullable<Settings["mergeState"]>> {
  const { settings, git, checkRuns } = world;
  if (settings.mergeState !== undefined) return settings.mergeState;
  const [head = "", base = ""] = await Promise.all([headSha(world, pull), git.ref(`refs/heads/${pull.base}`)]);
  const source = headGit(world, pull);
  const isKnown = head !== "" && base !== "" && (await source.type(head)) === "commit";
  if (isKnown && (await source.mergedTree(base, head)) === undefined) return "dirty";
  if (!requiredChecks(world, pull.base).every((check) => hasPassed(world, head, check))) return "blocked";
  return checkRuns.some(({ commit, conclusion }) => commit === head && conclusion === "failure") ? "unstable" : "clean";
}
