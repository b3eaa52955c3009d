import { defined } from "../core/defined.ts";
import { InterlinearError, UserError } from "../core/errors.ts";
import type { FileChange } from "../forge/forge.ts";
import { componentName, type Binding, type ResolvedMapping } from "../mapping/binding.ts";
import type { Logger } from "../core/logger.ts";
import { once } from "../core/once.ts";
import { collectNow } from "../core/small-heap.ts";
import type { RepositoryStatus, ServiceChange } from "../service-client/translation-service.ts";
import { AgreementRecord, recordCommit, type Agreed, type HealIntent, type KeptFiles } from "./agreement/agreement.ts";
import { isSettling, settle, type ReadRenames } from "./settle/apply.ts";
import { readUnread, unreadFiles } from "./settle/unread-files.ts";
import {
  bringHome,
  isHomeward,
  type HomeDependencies,
  type ReconciledFiles,
  type WaitingBranch,
  waitingSteps,
} from "./download/bring-home.ts";
import { BegunLists, creditTranslators, type CreditRequest } from "./translators/credit.ts";
import { decide } from "./decide/decide.ts";
import { commitsFirst, withoutUncommitted } from "./settle/commit-first.ts";
import type { Finished } from "./healing/finish-healing.ts";
import { healBehind, healIfAsked, healLagging } from "./healing/heal-in-run.ts";
import { checkHealth } from "./health/health-check.ts";
import { lockLeft, worstFirst, type HealthFinding } from "./health/health.ts";
import type { Intent } from "./decide/intent.ts";
import { commitsBehindLocks, componentsToLock, sweepLeftLocks } from "./health/locked-run.ts";
import { settledPairs } from "./agreement/settled-pairs.ts";
import { flawsOfPlanned } from "./observe/flaws.ts";
import { Listings } from "./observe/listings.ts";
import { observe, type ObserveDependencies } from "./observe/observe.ts";
import type { ComponentObservation, Observation } from "./observe/observation.ts";
import { assertAsPlanned, type KeptSteps } from "./plan-drift.ts";
import { refusedRequests } from "./requested-language.ts";
import type { Standings } from "./decide/standing.ts";
import type { Conflict, Finding, LanguageStatistics, Plan, RunResult, StepOutcome, Translator } from "./plan.ts";
import { resultOf } from "./empty-result.ts";
import type { KeptLook } from "./unmoved/kept-look.ts";
import { filesToKeep, knownBefore, provedCommits } from "./unmoved/known-before.ts";
import { isEqualById, Unmoved } from "./unmoved/unmoved.ts";
import { waitingSince } from "./download/waiting-since.ts";
import { holdLocks } from "./health/service-lock.ts";
import { tellTranslators } from "./translators/tell-translators.ts";

export interface RunDependencies extends Omit<ObserveDependencies & HomeDependencies, "record"> {
  /** The branch that the run is for, where none may be checked out. */
  readonly base?: { readonly branch: string; readonly commit: string };
  /**
   * With `with-lock`: told the names (`acme/website`) right before the components are locked, so that `releaseLocks` can
   * give them back should this process not live to do it.
   */
  readonly onLocked?: (names: readonly string[]) => void | Promise<void>;
}

export interface RunOptions {
  readonly command: RunResult["command"];
  readonly dryRun: boolean;
  readonly allowRemovals: boolean;
  /** `project/component` names, or component slugs; all without it. */
  readonly components?: readonly string[];
  /** Service codes; all without it. */
  readonly languages?: readonly string[];
  /** Why strings are frozen (`isFrozen`): no source goes to the service, translations come as ever. */
  readonly frozen?: string;
  /** Looks at everything, whatever an earlier run proved. */
  readonly full?: boolean;
  /** The only steps that may be taken: of a plan that somebody looked at. */
  readonly planned?: KeptSteps;
  /** How far languages are over whole projects, where `components` names a part of them only: from the plan of all. */
  readonly standings?: Standings;
}

export interface Run {
  readonly result: RunResult;
  /** What the repository should hold now, ready for a forge or the working tree; empty in a dry run. */
  readonly files: readonly FileChange[];
  /** Trailers for the commit that brings the files. */
  readonly trailers: readonly { readonly name: string; readonly value: string }[];
  /** Open pull requests that hold all of theirs already, in this very version; nothing of it was downloaded. */
  readonly delivered: readonly WaitingBranch[];
  /** What both sides agree on, and what they will once the files are where they belong; empty in a dry run. */
  readonly agreed: readonly Agreed[];
  /** Of a run that only sends: since when translations have waited that no run has proposed yet (ISO 8601). */
  readonly waitingSince?: string;
  /** Owners of clones whose healing is ended when this run is written down. */
  readonly healed?: readonly string[];
  /** The record as the run read it; a run that comes out of a file has none. */
  readonly record?: AgreementRecord;
  /** What later runs need not ask for, asked once, to be written down with what is agreed; undefined where something may be under way. */
  readonly toKeep?: () => Promise<KeptFiles | undefined>;
  /** Writes down that a run on the same state has nothing to do, where this one had nothing; after all else is written. */
  readonly keepUnmoved?: () => Promise<void>;
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

/**
 * One run of the engine: observe → plan → bring the service up to date → observe again if that changed anything →
 * download → reconcile. Nothing in the repository is written here: the caller hands the files to a forge or the working tree.
 */
export async function runComponents(
  given: RunDependencies,
  mapping: ResolvedMapping,
  options: RunOptions,
): Promise<Run> {
  const start = given.clock.now().getTime();
  const bindings = chosen(mapping.bindings, options);
  const intent = intentOf(options);
  const dryRun = options.dryRun || options.command === "plan";
  const branch = given.base?.branch ?? (await given.git.branch());
  const asked = options.command === "stats" ? undefined : ownRefs(given.git);
  // Where the service fails first, nobody waits for it any more.
  asked?.catch(() => undefined);
  const unmoved =
    branch === undefined || asked === undefined
      ? undefined
      : await Unmoved.stand(given, mapping, options, { branch, refs: asked });
  const refs = await asked;
  const known = options.full === true ? undefined : await unmoved?.seen(recordCommit(refs, branch));
  if (known !== undefined) return unmovedRun(given, options, start, known);
  const record = await AgreementRecord.open(given.git, options.command === "stats" ? undefined : branch, refs);
  const unfinished = dryRun ? [] : await record.unfinished();
  const before =
    unmoved === undefined || options.full === true || unfinished.length > 0
      ? undefined
      : await knownBefore({ service: given.service, record }, unmoved, bindings);
  const { listings: kept, stale, repositories } = before ?? {};
  const dependencies = { ...given, record, listings: new Listings(given.service, kept, stale), repositories };
  const finished = unfinished.length === 0 ? NOTHING_FINISHED : await finishLeft(dependencies, record, unfinished);

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
    const outcomes = planned.steps.map((each) => waiting.find(({ step }) => step === each) ?? onlyPlanned(each));
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
  const health = late.without(lag.without(healing.without(seen)));
  collectNow();
  const reported = report(dependencies, options, start, {
    observation,
    plan: { ...plan, findings: [...plan.findings, ...reconciled.findings] },
    outcomes: [...outcomes, ...home.outcomes],
    reconciled: {
      ...reconciled,
      conflicts: onceEach([
        ...finished.conflicts,
        ...healing.conflicts,
        ...lag.conflicts,
        ...reconciled.conflicts,
        ...late.conflicts,
      ]),
    },
    translators,
    health: worstFirst([...finished.health, ...health, ...left.map(lockLeft), ...swept]),
  });
  const notUploaded = new Set([finished, healing, lag, late].flatMap((each) => each.kept));
  const since = intent.pull ? undefined : await waitingSince(observation, intent, record);
  return {
    ...reported,
    ...defined({ waitingSince: since }),
    healed: [...new Set([finished, healing, lag, late].flatMap(({ open }) => open))].filter(
      (name) => !notUploaded.has(name),
    ),
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
    ...(unmoved === undefined ||
    [unfinished, finished.open, healing.open, lag.open, late.open].some(({ length }) => length > 0)
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

/** The record says itself why it cannot be read. */
async function ownRefs(git: RunDependencies["git"]): Promise<ReadonlyMap<string, string> | undefined> {
  return git.ownRefs().catch((error: unknown) => {
    if (error instanceof InterlinearError) return undefined;
    throw error;
  });
}

/** What a full look found, while nothing has moved since. */
function unmovedRun(
  { service, clock }: RunDependencies,
  { command }: RunOptions,
  start: number,
  { inStep, findings, statistics }: KeptLook,
): Run {
  const traffic = { ...service.traffic(), milliseconds: clock.now().getTime() - start };
  const plan = { steps: [], findings, inStep };
  return {
    result: resultOf({ command, service: service.url, plan, statistics, traffic, isUnmoved: true }),
    files: [],
    trailers: [],
    delivered: [],
    agreed: [],
  };
}

const NOTHING_FINISHED: Finished = { conflicts: [], open: [], kept: [], health: [] };

async function finishLeft(
  dependencies: RunDependencies,
  record: AgreementRecord,
  unfinished: readonly HealIntent[],
): Promise<Finished> {
  const { finishHealing } = await import("./healing/finish-healing.ts");
  return finishHealing(dependencies, record, unfinished, true);
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
  return {
    observation,
    plan: {
      steps: [...settling, ...after.steps],
      findings: [
        ...plan.findings.filter(isLasting),
        ...refusedRequests(outcomes),
        ...after.findings.filter((finding) => !isRepeated(finding, plan) && !isExplained(finding, outcomes)),
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

function isRepeated(finding: Finding, plan: Plan): boolean {
  return plan.findings.some(
    (known) =>
      isLasting(known) &&
      known.kind === finding.kind &&
      known.component === finding.component &&
      known.path === finding.path,
  );
}

/** A file that could not be sent still differs: the failed step says why. */
function isExplained({ kind, component, path }: Finding, outcomes: readonly StepOutcome[]): boolean {
  return (
    kind === "blocked" &&
    outcomes.some(
      ({ step, outcome }) =>
        outcome === "failed" && step.kind === "upload" && step.component === component && step.path === path,
    )
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

interface Findings {
  readonly observation: Observation;
  readonly plan: Plan;
  readonly outcomes?: readonly StepOutcome[];
  readonly reconciled?: ReconciledFiles;
  readonly translators?: readonly Translator[];
  readonly health?: readonly HealthFinding[];
}

function report(
  { service, clock }: RunDependencies,
  options: RunOptions,
  start: number,
  { observation, plan, outcomes = [], reconciled, translators = [], health = [] }: Findings,
): Run {
  const traffic = service.traffic();
  return {
    result: {
      command: options.command,
      dryRun: options.dryRun || options.command === "plan",
      service: service.url,
      ...limitsOf(options, observation),
      plan,
      steps: outcomes,
      files: reconciled?.outcomes ?? [],
      conflicts: reconciled?.conflicts ?? [],
      broken: reconciled?.broken ?? [],
      health,
      statistics: observation.components.flatMap(componentStatistics),
      translators,
      traffic: { ...traffic, milliseconds: clock.now().getTime() - start },
    },
    files: reconciled?.files ?? [],
    trailers: reconciled?.trailers ?? [],
    delivered: [],
    agreed: [],
  };
}

function limitsOf({ components, languages }: RunOptions, observation: Observation): Pick<RunResult, "limits"> {
  if (components === undefined && languages === undefined) return {};
  const names = components && observation.components.map(({ name }) => name);
  return { limits: defined({ components: names, languages }) };
}

function componentStatistics({ name, source, translations }: ComponentObservation): readonly LanguageStatistics[] {
  const rows = [
    ...(source.translation === undefined ? [] : [{ translation: source.translation, path: source.path }]),
    ...translations,
  ];
  return rows.map(({ translation: { language, languageName, webUrl, counters, isSource }, path }) => {
    const { total, translated, translatedPercent, fuzzy, failingChecks, totalWords, translatedWords } = counters;
    return {
      component: name,
      language,
      languageName,
      path,
      url: webUrl,
      total,
      translated,
      translatedPercent,
      fuzzy,
      failingChecks,
      totalWords,
      translatedWords,
      isSource,
    };
  });
}
