import type { Delivery } from "../../forge/forge.ts";
import { componentName, type ResolvedMapping } from "../../mapping/binding.ts";
import { boundFileStates, type BoundFileState, type NewBoundFile } from "../../records/repositories/bound-files.ts";
import { groupKey } from "../../report/pull-request/grouping.ts";
import { proposalBranch } from "../../report/pull-request/proposal-branch.ts";
import { counted } from "../../report/words/words.ts";
import type { Finding, LanguageStatistics, RunResult, StepOutcome } from "../../sync/plan.ts";

/** What a run leaves to be known of the files of a branch. */
export interface SeenFiles {
  readonly files: readonly NewBoundFile[];
  /** Components that are bound and that the run saw nothing of: what was known of them stays. */
  readonly unseen: readonly string[];
}

export interface FinishedRun {
  readonly result: RunResult;
  readonly deliveries: readonly Delivery[];
  readonly mapping: Pick<ResolvedMapping, "bindings" | "pullRequest">;
  readonly branch: string;
}

type Standing = Pick<NewBoundFile, "state" | "reason">;
type Known = Pick<NewBoundFile, "component" | "language" | "path" | "state" | "reason" | "pullRequest">;

/** The same as the run alone sees it: plain data. */
export interface FilesOfRun {
  /** `isBlind`: the run found nothing out about it, and what was known before stays true. */
  readonly files: readonly (NewBoundFile & { readonly isBlind?: true })[];
  readonly unseen: readonly string[];
}

/** How every bound file stands after a run. */
export function filesOfRun(run: FinishedRun): FilesOfRun {
  const { result, mapping } = run;
  const seen = new Set(result.statistics.map(({ component }) => component));
  const bound = new Set(mapping.bindings.map(({ component }) => componentName(component)));
  const files = result.statistics.flatMap((row): FilesOfRun["files"] => {
    const { component, language, path, isSource, url, translatedPercent } = row;
    if (path === undefined) return [];
    const file = { component, language, path, isSource };
    const found = { ...standingOf(run, file), pullRequest: waitingIn(run, file)?.pullRequest?.url ?? "" };
    const isBlind = isBlindFor(result, file, found);
    return [{ component, language, path, isSource, url, translatedPercent, ...found, ...(isBlind && { isBlind }) }];
  });
  return { files, unseen: [...bound].filter((component) => !seen.has(component)) };
}

/** @param known from runs before: one that only sends sources does not see whether the service is ahead */
export function withEarlier({ files, unseen }: FilesOfRun, known: readonly Known[]): SeenFiles {
  const earlier = new Map(known.map((file) => [keyOf(file), file]));
  return {
    files: files.map(({ isBlind, ...file }) => {
      const before = isBlind === true ? earlier.get(keyOf(file)) : undefined;
      if (before === undefined) return file;
      const { state, reason, pullRequest } = before;
      return { ...file, state, reason, pullRequest };
    }),
    unseen,
  };
}

type BoundLanguage = Pick<LanguageStatistics, "component" | "language" | "isSource"> & { readonly path: string };

function keyOf({ component, language, path }: Pick<NewBoundFile, "component" | "language" | "path">): string {
  return JSON.stringify([component, language, path]);
}

/** Nothing was found out about a translation by a run that does not look for what the service has. */
function isBlindFor({ command }: RunResult, { isSource }: BoundLanguage, { state }: Standing): boolean {
  return command === "push" && !isSource && state === "in-step";
}

const IN_STEP: Standing = { state: "in-step", reason: "" };

/** The worst of what the run tells of it. */
function standingOf(run: FinishedRun, file: BoundLanguage): Standing {
  const told = [
    ...conflicts(run, file),
    ...heldBack(run, file),
    ...run.result.steps.flatMap((step) => (isAbout(step.step, file) ? stepStanding(step) : [])),
    ...run.result.plan.findings.flatMap((finding) => (isAbout(finding, file) ? findingStanding(finding, file) : [])),
    ...waiting(run, file),
  ];
  return told.reduce(
    (worst, each) => (severity(each.state) > severity(worst.state) ? each : worst),
    told[0] ?? IN_STEP,
  );
}

function severity(state: BoundFileState): number {
  return boundFileStates.indexOf(state);
}

/** A step or finding on a whole component, or a whole project, is about all of its files. */
function isAbout(
  about: { readonly component: string; readonly language?: string; readonly path?: string },
  { component, language, path }: BoundLanguage,
): boolean {
  if (about.path !== undefined) return about.path === path && about.component === component;
  if (about.component !== component && !component.startsWith(`${about.component}/`)) return false;
  return about.language === undefined || about.language === language;
}

function conflicts({ result }: FinishedRun, file: BoundLanguage): readonly Standing[] {
  const open = result.conflicts.filter((conflict) => conflict.taken === "none" && isAbout(conflict, file));
  if (open.length === 0) return [];
  return [{ state: "conflict", reason: `git and the service both changed ${keysText(open)}` }];
}

function heldBack({ result }: FinishedRun, file: BoundLanguage): readonly Standing[] {
  const held = result.broken.filter((text) => text.isHeldBack && isAbout(text, file));
  if (held.length === 0) return [];
  return [{ state: "blocked", reason: `held back, since it would break the app: ${keysText(held)}` }];
}

function keysText([first, ...others]: readonly { readonly key: string }[]): string {
  const more = others.length === 0 ? "" : ` and ${counted(others.length, "more text")}`;
  return `“${first?.key ?? ""}”${more}`;
}

function stepStanding({ step, outcome, detail }: StepOutcome): readonly Standing[] {
  if (outcome === "failed") return [{ state: "blocked", reason: detail }];
  if (outcome !== "planned") return [];
  if (step.kind === "upload") return [{ state: "ahead", reason: step.reason }];
  return step.kind === "download" || step.kind === "prune" ? [{ state: "behind", reason: step.reason }] : [];
}

function findingStanding({ kind, message }: Finding, { isSource }: BoundLanguage): readonly Standing[] {
  switch (kind) {
    case "refused":
    case "blocked":
    case "unmatched":
      return [{ state: "blocked", reason: message }];
    case "flawed":
      return [];
    case "ahead":
      return [{ state: "ahead", reason: message }];
    case "skipped":
      // The mapping wants it so: a source waits here, a translation there.
      return [{ state: isSource ? "ahead" : "in-step", reason: message }];
  }
}

/** What came home, or was there already, is in a pull request and not yet in the branch. */
function waiting(run: FinishedRun, file: BoundLanguage): readonly Standing[] {
  const { result } = run;
  const isChanged = result.files.some((each) => isAbout(each, file));
  const isThere = result.steps.some(
    ({ step, outcome }) =>
      (step.kind === "download" || step.kind === "prune") && outcome === "not-needed" && isAbout(step, file),
  );
  if (!isChanged && !isThere) return [];
  const delivery = deliveryOf(run, file);
  return [{ state: "behind", reason: delivery === undefined ? "not proposed yet" : waitingWords(delivery) }];
}

function waitingWords({ outcome, branch, pullRequest }: Delivery): string {
  if (outcome === "left-alone") return `people committed to the branch ${branch}, which is left alone`;
  const number = pullRequest?.number;
  return number === undefined ? `waits on the branch ${branch}` : `waits in pull request #${String(number)}`;
}

function waitingIn(run: FinishedRun, file: BoundLanguage): Delivery | undefined {
  return waiting(run, file).length === 0 ? undefined : deliveryOf(run, file);
}

function deliveryOf({ deliveries, mapping, branch }: FinishedRun, file: BoundLanguage): Delivery | undefined {
  const { pullRequest } = mapping;
  const own = proposalBranch(pullRequest, branch, groupKey(pullRequest.groupBy, file));
  return deliveries.find((delivery) => delivery.branch === own);
}
