import { defined } from "../core/defined.ts";
import { UserError } from "../core/errors.ts";
import { componentName, type Binding, type ResolvedMapping } from "../mapping/binding.ts";
import type { Logger } from "../core/logger.ts";
import { once } from "../core/once.ts";
import { beginMuch, collectNow } from "../core/small-heap.ts";
import type { RepositoryStatus, ServiceChange } from "../service-client/translation-service.ts";
import { AgreementRecord } from "./agreement/agreement.ts";
import { isSettling, settle, type ReadRenames } from "./settle/apply.ts";
import { readUnread, unreadFiles } from "./settle/unread-files.ts";
import { bringHome, isHomeward, waitingSteps } from "./download/bring-home.ts";
import { BegunLists, creditTranslators, type CreditRequest } from "./translators/credit.ts";
import { decide } from "./decide/decide.ts";
import { commitsFirst, withoutUncommitted } from "./settle/commit-first.ts";
import type { finishOwn, FinishedInRun } from "./healing/finish-healing.ts";
import { healBehind, healIfAsked, healLagging } from "./healing/heal-in-run.ts";
import { checkHealth } from "./health/health-check.ts";
import { lockLeft, worstFirst } from "./health/health.ts";
import type { Intent } from "./decide/intent.ts";
import { commitsBehindLocks, componentsToLock, sweepLeftLocks } from "./health/locked-run.ts";
import { settledPairs } from "./agreement/settled-pairs.ts";
import { flawsOfPlanned } from "./observe/flaws.ts";
import { Listings } from "./observe/listings.ts";
import { observe } from "./observe/observe.ts";
import type { Observation } from "./observe/observation.ts";
import { assertAsPlanned } from "./plan-drift.ts";
import { refusedRequests } from "./requested-language.ts";
import type { Conflict, Finding, Plan, RunResult, StepOutcome, Translator } from "./plan.ts";
import { report } from "./run-result.ts";
import type { Run, RunDependencies, RunOptions } from "./run-types.ts";
import { filesToKeep, knownBefore, provedCommits } from "./unmoved/known-before.ts";
import { isEqualById, type Unmoved } from "./unmoved/unmoved.ts";
import { waitingSince } from "./download/waiting-since.ts";
import { holdLocks } from "./health/service-lock.ts";
import { tellTranslators } from "./translators/tell-translators.ts";

/** What a run knows that could not be proved to have nothing to do. */
interface Beginning {
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly branch: string | undefined;
  /** Refs of ours on the remote; undefined: nobody knows. */
  readonly refs: ReadonlyMap<string, string> | undefined;
  /** Where it stands, for later runs; undefined where nothing can be proved. */
  readonly unmoved: Unmoved | undefined;
}

/** With what the record of agreement tells. */
type EngineDependencies = RunDependencies & { readonly record: AgreementRecord; readonly listings: Listings };

const DIRECTIONS: Readonly<Record<RunResult["command"], { readonly push: boolean; readonly pull: boolean }>> = {
  plan: { push: true, pull: true },
  push: { push: true, pull: false },
  pull: { push: false, pull: true },
  sync: { push: true, pull: true },
  stats: { push: false, pull: false },
};

/** Observe → plan → bring the service up to date → observe again if that changed anything → download → reconcile. */
export async function runWhole(
  given: RunDependencies,
  mapping: ResolvedMapping,
  options: RunOptions,
  { start, branch, refs, unmoved }: Beginning,
): Promise<Run> {
  beginMuch();
  const bindings = chosen(mapping.bindings, options);
  const intent = intentOf(options);
  const dryRun = options.dryRun || options.command === "plan";
  const record = await AgreementRecord.open(given.git, options.command === "stats" ? undefined : branch, refs);
  const isUnfinished = !dryRun && record.hasUnfinished;
  const listings = new Listings(given.service);
  const before =
    unmoved === undefined || options.full === true || isUnfinished
      ? undefined
      : await knownBefore({ service: given.service, record, listings }, unmoved, bindings);
  if (before !== undefined) listings.take(before.listings, before.stale);
  const { repositories } = before ?? {};
  const dependencies = { ...given, record, listings, repositories };
  const own = { all: mapping.bindings, own: bindings };
  const finished = isUnfinished ? await finishLeft(dependencies, record, own) : undefined;

  // What nobody commits first is looked at now.
  const isPending = repositories !== undefined && [...repositories.values()].every(({ needsCommit }) => needsCommit);
  if (!isPending) await dependencies.listings.refresh();
  let first = await observe(dependencies, bindings, intent, observed(dependencies.logger));
  for (const language of options.languages ?? []) assertKnown(language, first);
  if (options.command === "stats") {
    return report(dependencies, options, start, { observation: first, plan: emptyPlan });
  }
  let planned = decide(first, intent);
  if (dependencies.listings.isStale && !isOnlyCommitted(planned, first)) {
    await dependencies.listings.refresh();
    first = await observe(dependencies, bindings, intent, observed(dependencies.logger));
    planned = decide(first, intent);
  }
  const doubled = await doubledIn(dependencies, first);
  if (options.planned !== undefined) assertAsPlanned(options.planned, planned.steps);
  if (dryRun) {
    const waiting = await waitingSteps(dependencies, planned.steps.filter(isHomeward));
    const outcomeOf = new Map<unknown, StepOutcome>(waiting.map((each) => [each.step, each]));
    const outcomes = planned.steps.map((each) => outcomeOf.get(each) ?? onlyPlanned(each));
    const healing = await healIfAsked(dependencies, mapping, { first, outcomes: [], dryRun });
    const health = healing.without(await checkHealth(dependencies, { observation: first, outcomes: [] }));
    const flaws = await flawsOfPlanned(dependencies.git, planned.steps, first);
    const plan = { ...planned, findings: [...planned.findings, ...doubled, ...flaws] };
    return report(dependencies, options, start, { observation: first, plan, outcomes, health });
  }

  const waiting = commitsFirst(planned, first);
  const early = await settle(dependencies, waiting, first);
  if (waiting.length > 0) {
    await forgetSettled(dependencies, waiting, unmoved);
    first = await observe(dependencies, bindings, intent, observed(dependencies.logger));
    planned = withoutUncommitted(decide(first, intent), early, first);
  }
  planned = { ...planned, findings: [...planned.findings, ...doubled] };
  const isLocking = mapping.withLock && intent.pull;
  const swept = isLocking ? await sweepLeftLocks(dependencies, bindings) : [];
  const unlocked = planned.steps.filter(isSettling).filter((step) => step.kind !== "commit");
  // Uploads come before the lock, which refuses them.
  const renamed: ReadRenames = new Map();
  let outcomes = await settle(dependencies, unlocked, first, renamed);
  const healing = await healIfAsked(dependencies, mapping, { first, outcomes });
  const again = healing.toRepeat(outcomes, first);
  outcomes = [
    ...outcomes.filter(({ step }) => !again.some((each) => each === step)).map(healing.mended),
    ...(await settle(dependencies, again, first, renamed)),
  ];
  const read = isLocking ? componentsToLock(planned, first) : [];
  await using locks = await holdLocks(dependencies.service, read, dependencies.onLocked);
  const commits = commitsBehindLocks(
    planned.steps.filter((step) => step.kind === "commit"),
    read,
  );
  outcomes = [...early, ...outcomes, ...(await settle(dependencies, commits, first))];
  const settling = [...waiting, ...unlocked, ...commits];
  const isSettled = unlocked.length + commits.length > 0 || healing.hasMoved;
  if (healing.hasMoved) dependencies.listings.forget();
  else if (isSettled) await forgetSettled(dependencies, settling, unmoved);
  const afresh = () => lookAgain(dependencies, bindings, intent, { plan: planned, settling, outcomes });
  let { observation, plan } = isSettled
    ? await afresh()
    : { observation: first, plan: { ...planned, steps: [...waiting, ...planned.steps] } };
  const unread = unreadFiles(first, observation, outcomes);
  if (unread.length > 0) {
    outcomes = [...(await readUnread(dependencies.service, observation, unread, outcomes))];
    dependencies.listings.forget();
    ({ observation, plan } = await afresh());
  }

  const lag = await healLagging(dependencies, mapping, { observation, outcomes, findings: plan.findings });
  if (lag.hasReset) {
    dependencies.listings.forget();
    ({ observation, plan } = await afresh());
  }
  const lists = new BegunLists(given.service);
  const onFetch = mapping.pullRequest.creditTranslators === "off" ? {} : { onFetch: lists.begin.bind(lists) };
  const home = await bringHome(
    { ...dependencies, ...onFetch },
    plan.steps.filter(isHomeward),
    observation,
    options.allowRemovals,
  );
  const left = await locks.release();
  const { reconciled } = home;
  const late = await healBehind(dependencies, mapping, {
    observation,
    outcomes,
    behind: reconciled.behindGit,
  });
  if (mapping.tellTranslators) await tellTranslators(dependencies, reconciled.broken, observation);
  const translators = await credit(dependencies, mapping, reconciled.credits, { recent: before?.entries, lists });
  const proved = provedCommits(before, first, observation, outcomes);
  const seen = await checkHealth(dependencies, { observation: first, outcomes, proved });
  const told = late.without(lag.without(healing.without(seen)));
  const health = finished?.without(told) ?? told;
  collectNow();
  const reported = report(dependencies, options, start, {
    observation,
    plan: { ...plan, findings: [...plan.findings, ...reconciled.findings] },
    outcomes: [...outcomes, ...home.outcomes],
    reconciled: {
      ...reconciled,
      conflicts: onceEach([
        ...(finished?.conflicts ?? []),
        ...healing.conflicts,
        ...lag.conflicts,
        ...reconciled.conflicts,
        ...late.conflicts,
      ]),
    },
    translators,
    health: worstFirst([...(finished?.health ?? []), ...health, ...left.map(lockLeft), ...swept]),
  });
  const healings = [...(finished === undefined ? [] : [finished]), healing, lag, late];
  const notUploaded = new Set(healings.flatMap((each) => each.kept));
  const since = intent.pull ? undefined : await waitingSince(observation, intent, record);
  return {
    ...reported,
    ...defined({ waitingSince: since }),
    healed: [...new Set(healings.flatMap(({ open }) => open))].filter((name) => !notUploaded.has(name)),
    delivered: home.delivered,
    agreed: [...(await settledPairs(observation, outcomes, record)), ...reconciled.agreed],
    record,
    ...(unmoved !== undefined && {
      toKeep: once(() =>
        filesToKeep(given.service, unmoved, before, {
          listings: dependencies.listings,
          repositories: repositoriesAfter(first, outcomes, proved),
        }),
      ),
    }),
    ...(unmoved === undefined || isUnfinished || healings.some(({ open }) => open.length > 0)
      ? {}
      : { keepUnmoved: () => unmoved.keep(reported.result, isEqualById(observation), record.commit) }),
  };
}

/** Readers of files are loaded where something differs. */
async function doubledIn({ git }: EngineDependencies, observation: Observation): Promise<readonly Finding[]> {
  const differs = observation.components.some(
    ({ source, translations }) =>
      source.blob !== source.translation?.revision || translations.some(({ versions }) => versions !== undefined),
  );
  if (!differs) return [];
  const { doubledKeys } = await import("./observe/doubled-keys.ts");
  return doubledKeys(git, observation);
}

/**
 * Whether a commit comes first and nothing else is done to the service: what its list of changes names is looked at after that, and
 * what was listed before is good enough until then.
 */
function isOnlyCommitted({ steps }: Plan, { projects }: Observation): boolean {
  const committed = new Set(steps.flatMap((step) => (step.kind === "commit" && step.whole ? [step.component] : [])));
  return (
    steps.every(({ kind }) => kind === "commit" || kind === "download") &&
    projects.every(({ slug }) => committed.has(slug))
  );
}

/** What is known of projects' repositories at the end of a run, without asking again. */
function repositoriesAfter(
  { projects, components }: Observation,
  outcomes: readonly StepOutcome[],
  proved: ReadonlySet<string>,
): ReadonlyMap<string, RepositoryStatus> {
  return new Map(
    projects.flatMap(({ slug, repository }): readonly (readonly [string, RepositoryStatus])[] => {
      if (typeof repository !== "object") return [];
      if (proved.has(slug)) return [[slug, { ...repository, needsCommit: false }]];
      const names = new Set([slug]);
      for (const { name, binding } of components) if (binding.component.project === slug) names.add(name);
      return outcomes.some(({ step }) => names.has(step.component)) ? [] : [[slug, repository]];
    }),
  );
}

async function finishLeft(
  dependencies: RunDependencies,
  record: AgreementRecord,
  bindings: Parameters<typeof finishOwn>[2],
): Promise<FinishedInRun> {
  return (await import("./healing/finish-healing.ts")).finishOwn(dependencies, record, bindings);
}

interface Settled {
  readonly plan: Plan;
  readonly settling: readonly Plan["steps"][number][];
  readonly outcomes: readonly StepOutcome[];
}

/** Whoever writes out what is pending moves no component but those that its entries name; all else moves more than it tells. */
async function forgetSettled(
  { listings }: Pick<EngineDependencies, "listings">,
  steps: Plan["steps"],
  unmoved: Unmoved | undefined,
): Promise<void> {
  // What somebody saves while the run goes on has an entry that the next run reads.
  if (listings.isStale && steps.every((step) => step.kind === "commit" && step.whole)) await listings.refresh();
  else if (unmoved === undefined || !steps.every(({ kind }) => kind === "commit")) listings.forget();
  else await listings.forgetMoved(unmoved.feeds);
}

/** What was settled moves revisions: only then is known what there is to download. */
async function lookAgain(
  dependencies: EngineDependencies,
  bindings: readonly Binding[],
  intent: Intent,
  { plan, settling, outcomes }: Settled,
): Promise<{ readonly observation: Observation; readonly plan: Plan }> {
  const settled: Intent = { ...intent, settled: true, sent: sentTranslations(outcomes) };
  const observation = await observe(dependencies, bindings, settled, observed(dependencies.logger));
  const after = decide(observation, settled);
  const told = new Set(plan.findings.filter(isLasting).map(subjectOf));
  const failed = failedUploads(outcomes);
  return {
    observation,
    plan: {
      steps: [...settling, ...after.steps],
      findings: [
        ...plan.findings.filter(isLasting),
        ...refusedRequests(outcomes),
        ...after.findings.filter((finding) => !told.has(subjectOf(finding)) && !failed.has(subjectOf(finding))),
      ],
      inStep: after.inStep,
    },
  };
}

/** Whoever compares a file again sees a string that was decided before. */
function onceEach(conflicts: readonly Conflict[]): readonly Conflict[] {
  return [...new Map(conflicts.toReversed().map((each) => [`${each.path}\n${each.key}`, each])).values()].toReversed();
}

/** Suggestions change no file: somebody decides on them there. */
function sentTranslations(outcomes: readonly StepOutcome[]): ReadonlySet<string> {
  return new Set(
    outcomes.flatMap(({ step, outcome }) =>
      step.kind === "upload" && step.method !== "suggest" && outcome !== "failed"
        ? [`${step.component} ${step.path}`]
        : [],
    ),
  );
}

function intentOf({ command, allowRemovals, components, frozen, standings }: RunOptions): Intent {
  return {
    ...DIRECTIONS[command],
    settled: false,
    allowRemovals,
    ...defined({ frozen }),
    ...(standings === undefined ? (components === undefined ? {} : { isPartial: true }) : { standings }),
  };
}

/** A filter that names nothing would end as a run in which all is well. */
function assertKnown(language: string, { components }: Observation): void {
  const isKnown = components.some(
    ({ source, translations, unserved }) =>
      source.translation?.language === language ||
      translations.some(({ translation }) => translation.language === language) ||
      unserved.some((file) => file.language === language),
  );
  if (isKnown) return;
  throw new UserError(`no component of this run has the language "${language}", on the service or in git`, {
    code: "IL-P07",
    hint: "Use the service's code, as `interlinear stats` shows it, and look at `languages` in the mapping.",
  });
}

function observed(logger: Logger): (done: number, total: number) => void {
  return (done, total) => {
    logger.progress("observe", done, total);
  };
}

const emptyPlan: Plan = { steps: [], findings: [], inStep: 0 };

function onlyPlanned(step: Plan["steps"][number]): StepOutcome {
  return { step, outcome: "planned", detail: "", bytes: 0, milliseconds: 0 };
}

/** Findings about the push survive the second look, which judges downloads anew. */
function isLasting(finding: Finding): boolean {
  return finding.kind === "refused" || finding.kind === "unmatched" || finding.kind === "flawed";
}

/** What a finding is about: two of one subject say the same. */
function subjectOf({ kind, component, path }: Pick<Finding, "kind" | "component" | "path">): string {
  return JSON.stringify([kind, component, path]);
}

/** A file that could not be sent still differs, which blocks it: the failed step says why. */
function failedUploads(outcomes: readonly StepOutcome[]): ReadonlySet<string> {
  return new Set(
    outcomes.flatMap(({ step, outcome }) =>
      outcome === "failed" && step.kind === "upload" ? subjectOf({ ...step, kind: "blocked" }) : [],
    ),
  );
}

function chosen(bindings: readonly Binding[], { components, languages }: RunOptions): readonly Binding[] {
  const wanted = bindings.filter(
    ({ component }) =>
      components === undefined ||
      components.some((name) => name === componentName(component) || name === component.component),
  );
  if (languages === undefined) return wanted;
  return wanted.map((binding) => ({
    ...binding,
    languages: {
      ...binding.languages,
      only: languages.filter((code) => binding.languages.only === undefined || binding.languages.only.includes(code)),
    },
  }));
}

async function credit(
  { service }: RunDependencies,
  { pullRequest }: ResolvedMapping,
  requests: readonly CreditRequest[],
  known: { readonly recent: ReadonlyMap<string, readonly ServiceChange[]> | undefined; readonly lists: BegunLists },
): Promise<readonly Translator[]> {
  if (pullRequest.creditTranslators === "off" || requests.length === 0) return [];
  return creditTranslators(service, requests, pullRequest.creditTranslators, known.recent, known.lists);
}
