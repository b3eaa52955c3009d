import { equalTexts } from "../../catalog/texts.ts";
import { CONTEXT_SEPARATOR } from "../../catalog/unit.ts";
import { defined } from "../../core/defined.ts";
import type { Delivered, FileChange } from "../../forge/forge.ts";
import { MERGED_TRAILER, SERVICE_TRAILER } from "../../forge/forge.ts";
import type { Git } from "../../git/git.ts";
import { componentName } from "../../mapping/binding.ts";
import type { ServiceComponent } from "../../service-client/translation-service.ts";
import type { Agreed, AgreementRecord } from "../agreement/agreement.ts";
import { readerOfFile } from "../observe/reader-of.ts";
import type { ApplyDependencies } from "../settle/apply.ts";
import { componentsOf } from "../observe/component-facts.ts";
import type { Listings } from "../observe/listings.ts";
import { flawFindings } from "../observe/flaws.ts";
import { olderSources } from "../observe/older-sources.ts";
import { download, type Arrived } from "./download.ts";
import type { CreditRequest } from "../translators/credit.ts";
import {
  componentNamed,
  type ComponentObservation,
  type Observation,
  type TranslationObservation,
} from "../observe/observation.ts";
import type {
  BrokenText,
  Conflict,
  Differences,
  DownloadStep,
  FileOutcome,
  Finding,
  PruneStep,
  Step,
  StepOutcome,
} from "../plan.ts";
import { pruned, prunedFiles } from "./pruned-files.ts";
import { blobsOf, readBase } from "../reconcile/read-base.ts";
import type { Reconciled, ReconcileInput, UnwritableText } from "../reconcile/reconcile.ts";
import { servedChanges } from "./served-changes.ts";
import { unitAddress } from "../translators/unit-address.ts";
import { translationRefusals } from "../refusals.ts";

export interface HomeDependencies extends ApplyDependencies {
  /** What is remembered of earlier agreements. */
  readonly record?: AgreementRecord;
  /** What was listed and described already, in this run or before. */
  readonly listings?: Listings;
  /** What the open pull requests bring already; not given where this run makes none. */
  readonly delivered?: () => Promise<readonly Waiting[]>;
  /** Told what is about to be fetched. */
  readonly onFetch?: (steps: readonly DownloadStep[]) => void;
}

/** An open pull request and the commit at its branch's tip. */
export type WaitingBranch = Omit<Delivered, "files" | "isFinished"> & { readonly branch: string };

/** What waits in one open pull request. */
export interface Waiting extends WaitingBranch {
  readonly files: Delivered["files"];
  /** Whether a translation belongs on this branch, and on no other. */
  readonly owns: (translation: { readonly component: string; readonly language: string }) => boolean;
}

/** What changes a file of the repository. */
type HomeStep = DownloadStep | PruneStep;

/** What git alone has newer there goes to the service with the next run. */
function sendsLater({ binding, facts }: ComponentObservation): boolean {
  return binding.push.translations === "changed" && facts?.readsThisRepository === false;
}

/** The same, beside texts of the service that git does not take yet: what is merely suggested would keep those from being looked at. */
function sendsBeside({ binding, facts }: ComponentObservation): boolean {
  return binding.push.as !== "suggest" && facts?.isAddressHidden !== true;
}

function unsentBy({ isSent }: DownloadStep): { readonly unsent?: true } {
  return isSent === true ? {} : { unsent: true };
}

/** An earlier run saw just these versions; since then git's texts may have been sent. */
function isKnown({ base, from, to }: DownloadStep): boolean {
  return base.kind === "history" && base.apart?.blob === from && base.apart?.service === to;
}

export function isHomeward(step: Step): step is HomeStep {
  return step.kind === "download" || step.kind === "prune";
}

export interface Home {
  readonly reconciled: ReconciledFiles;
  readonly outcomes: readonly StepOutcome[];
  /** The branches that hold all of this already, in this very version; nothing of theirs was downloaded. */
  readonly delivered: readonly WaitingBranch[];
}

/** Downloads and reconciles, and lets go of files; what waits unchanged in an open pull request is fetched only if its branch has to be made anew. */
export async function bringHome(
  dependencies: HomeDependencies,
  steps: readonly HomeStep[],
  observation: Observation,
  allowRemovals: boolean,
): Promise<Home> {
  const open = steps.length === 0 ? [] : ((await dependencies.delivered?.()) ?? []);
  const spared = open.filter((branch) => isSpared(branch, steps));
  const isWaiting = (step: HomeStep): boolean => spared.some((branch) => isInside(branch, step));
  const fresh = steps.filter((step) => !isWaiting(step));
  // Merge and checks are read while the service packs.
  if (fresh.some(isDownload)) loadReconcile().catch(() => undefined);
  dependencies.onFetch?.(fresh.filter(isDownload));
  const first = await download(dependencies, fresh.filter(isDownload), observation);
  const reconciled = await withPruned(
    dependencies.git,
    await reconcileAll(dependencies, first.arrived, observation, allowRemovals),
    fresh.filter(isPrune),
    observation,
  );
  const firstOutcomes = [...first.outcomes, ...fresh.filter(isPrune).map(pruned)];
  const quiet = spared.filter((branch) => isQuiet(branch, reconciled, firstOutcomes));
  const there = steps.filter((step) => quiet.some((branch) => isInside(branch, step))).map(notNeeded);
  if (quiet.length === spared.length) {
    return { reconciled, outcomes: [...firstOutcomes, ...there], delivered: quiet.map(plain) };
  }
  const missing = steps.filter((step) => isWaiting(step) && !quiet.some((branch) => isInside(branch, step)));
  const rest = await download(dependencies, missing.filter(isDownload), observation);
  const all = await reconcileAll(dependencies, [...first.arrived, ...rest.arrived], observation, allowRemovals);
  return {
    reconciled: await withPruned(dependencies.git, all, [...fresh, ...missing].filter(isPrune), observation),
    outcomes: [...firstOutcomes, ...rest.outcomes, ...missing.filter(isPrune).map(pruned), ...there],
    delivered: quiet.map(plain),
  };
}

/** Of the steps that bring something home, those whose outcome waits in an open pull request already, as a dry run can tell. */
export async function waitingSteps(
  { delivered }: Pick<HomeDependencies, "delivered">,
  steps: readonly HomeStep[],
): Promise<readonly StepOutcome[]> {
  const open = steps.length === 0 ? [] : ((await delivered?.()) ?? []);
  const spared = open.filter((branch) => isSpared(branch, steps));
  return steps.filter((step) => spared.some((branch) => isInside(branch, step))).map(notNeeded);
}

function isDownload(step: HomeStep): step is DownloadStep {
  return step.kind === "download";
}

function isPrune(step: HomeStep): step is PruneStep {
  return step.kind === "prune";
}

async function withPruned(
  git: Git,
  reconciled: ReconciledFiles,
  steps: readonly PruneStep[],
  observation: Observation,
): Promise<ReconciledFiles> {
  if (steps.length === 0) return reconciled;
  const { files, outcomes } = await prunedFiles(git, steps, observation);
  return {
    ...reconciled,
    files: [...reconciled.files, ...files],
    outcomes: [...reconciled.outcomes, ...outcomes],
  };
}

function plain({ branch, commit, pullRequest }: Waiting): WaitingBranch {
  return { branch, commit, pullRequest };
}

/** A file that waits on the branch in the announced version, or removed, made on what git has now. */
function isInside({ files, owns }: Waiting, step: HomeStep): boolean {
  if (step.kind === "download" && step.hasNewNames === true) return false;
  const file = files.get(step.path);
  const { service, from } =
    step.kind === "prune" ? { service: "", from: step.blob } : { service: step.to, from: step.from };
  return owns(step) && file !== undefined && file.service === service && file.from === from;
}

/** A branch that holds anything besides has to be made anew, and then all of its files are needed. */
function isSpared(branch: Waiting, steps: readonly HomeStep[]): boolean {
  const inside = steps.filter((step) => isInside(branch, step));
  return inside.length > 0 && inside.length === branch.files.size;
}

function notNeeded(step: HomeStep): StepOutcome {
  return { step, outcome: "not-needed", detail: "the open pull request has it", bytes: 0, milliseconds: 0 };
}

/** Nothing new for the branch came of the files that were fetched: what differs in them is metadata. */
function isQuiet({ owns }: Waiting, reconciled: ReconciledFiles, outcomes: readonly StepOutcome[]): boolean {
  const { outcomes: files, conflicts, broken, findings } = reconciled;
  const isOwned = ({ component, language }: { readonly component: string; readonly language?: string }): boolean =>
    language === undefined || owns({ component, language });
  return (
    ![...files, ...conflicts, ...broken, ...findings].some(isOwned) &&
    !outcomes.some(({ step, outcome }) => outcome === "failed" && isOwned(step))
  );
}

export interface ReconciledFiles {
  readonly files: readonly FileChange[];
  readonly outcomes: readonly FileOutcome[];
  readonly conflicts: readonly Conflict[];
  readonly broken: readonly BrokenText[];
  readonly findings: readonly Finding[];
  readonly trailers: readonly { readonly name: string; readonly value: string }[];
  readonly credits: readonly CreditRequest[];
  /** What both sides agree on, as it turned out. */
  readonly agreed: readonly Agreed[];
  /** Components that have less than git in some file, and nothing that git lacks there. */
  readonly behindGit: ReadonlySet<string>;
}

const NOTHING_HOME: ReconciledFiles = {
  files: [],
  outcomes: [],
  conflicts: [],
  broken: [],
  findings: [],
  trailers: [],
  credits: [],
  agreed: [],
  behindGit: new Set(),
};

/** What the components of these files are: the observation asked only where their sources differ. */
async function describe(
  { service, listings }: HomeDependencies,
  arrived: readonly Arrived[],
  observation: Observation,
): Promise<ReadonlyMap<string, ServiceComponent>> {
  const components = new Set(arrived.map(({ step }) => locate(observation, step).component));
  const unknown = [...components].filter(({ facts }) => facts === undefined);
  const asked = await (listings?.described(unknown.map(({ binding }) => binding.component)) ??
    componentsOf(service, unknown));
  const byName = new Map(asked.map((component) => [componentName(component.path), component]));
  for (const { name, facts } of components) if (facts !== undefined) byName.set(name, facts.component);
  return byName;
}

/** Merge and checks of texts: a run that finds both sides in step has no use for them. */
const loadReconcile = () => import("../reconcile/reconcile.ts");

async function reconcileAll(
  dependencies: HomeDependencies,
  arrived: readonly Arrived[],
  observation: Observation,
  allowRemovals: boolean,
): Promise<ReconciledFiles> {
  if (arrived.length === 0) return NOTHING_HOME;
  const { mayBeMistaken, reconcile } = await loadReconcile();
  const { readWaiting, waitingFinding } = await import("./waiting-texts.ts");
  const { git } = dependencies;
  const described = await describe(dependencies, arrived, observation);
  const files: FileChange[] = [];
  const outcomes: FileOutcome[] = [];
  const conflicts: Conflict[] = [];
  const broken: BrokenText[] = [];
  const findings: Finding[] = [];
  const trailers: { name: string; value: string }[] = [];
  const credits: CreditRequest[] = [];
  const agreed: Agreed[] = [];
  const behindGit = new Set<string>();
  const sources = new Set(arrived.map(({ step }) => locate(observation, step).component.source.blob));
  await git.prefetch([...arrived.flatMap(({ step }) => blobsOf(step.base)), ...sources]);
  const templates = new Map(
    await Promise.all(Array.from(sources, async (blob) => [blob, await readIfThere(git, blob)] as const)),
  );
  const former = new Map<ComponentObservation, Promise<readonly Uint8Array[]>>();
  const formerSources = (component: ComponentObservation): Promise<readonly Uint8Array[]> => {
    const known = former.get(component) ?? olderSources(git, component.source);
    former.set(component, known);
    return known;
  };
  const reviewed = arrived
    .map((file) => ({ ...file, ...locate(observation, file.step) }))
    .filter(({ component }) => component.binding.pull.approvedOnly === true);
  const waiting = await readWaiting(dependencies.service, reviewed);
  const withGit = async (file: Arrived) => ({
    ...file,
    repository: file.step.from === undefined ? undefined : await git.read(file.step.from),
    base: await readBase(dependencies, file.step.component, file.step.base),
  });
  for await (const { step, content, repository, base } of readAhead(arrived, withGit)) {
    const { component, translation } = locate(observation, step);
    const review = waiting.get(step.path);
    if (review !== undefined && "finding" in review) {
      findings.push(review.finding);
      continue;
    }
    const facts = described.get(component.name);
    const input: ReconcileInput = {
      component: step.component,
      language: step.language,
      path: step.path,
      format: await readerOfFile(facts, step.path, content),
      service: content,
      repository,
      base,
      template: templates.get(component.source.blob),
      sourceLanguage: facts?.sourceLanguage ?? component.source.translation?.language ?? "en",
      checks: component.binding.checks,
      policy: component.binding.conflicts,
      removalLimit: component.binding.removalLimit,
      allowRemovals,
      ...(review !== undefined && { waiting: review.texts }),
    };
    const first = reconcile(input);
    const doubts = mayBeMistaken(first);
    const reconciled =
      doubts.served || doubts.formerTemplates
        ? reconcile({
            ...input,
            ...(doubts.served ? { served: await servedChanges(dependencies.service, translation.translation) } : {}),
            ...(doubts.formerTemplates ? { formerTemplates: await formerSources(component) } : {}),
          })
        : first;
    if (reconciled.kind === "held-back") {
      findings.push(heldBack(step, reconciled));
      continue;
    }
    for (const finding of flawFindings(aboutFile(step), reconciled.flaws)) findings.push(finding);
    if (reconciled.unwritable !== undefined) findings.push(unwritableFinding(step, reconciled.unwritable));
    if (reconciled.plurals !== undefined) {
      // Hardly any file needs its words.
      const { pluralsFinding } = await import("./held-plurals.ts");
      findings.push(pluralsFinding(step, reconciled.plurals));
    }
    if (reconciled.waiting !== undefined) findings.push(waitingFinding(step, reconciled.waiting));
    for (const conflict of reconciled.conflicts) conflicts.push(conflict);
    for (const text of reconciled.broken) {
      broken.push({ ...text, url: unitAddress(translation.translation.translateUrl, text) });
    }
    if (reconciled.kind === "same") {
      if (reconciled.isRepositoryNewer === true && reconciled.isOpen !== true) behindGit.add(component.name);
      if (step.from !== undefined && reconciled.isEqual === true) {
        const pair = { blob: step.from, service: step.to, merged: false };
        agreed.push({ component: component.name, path: step.path, pair, standing: "settled" });
      }
      if (step.from !== undefined && reconciled.isRepositoryNewer === true && sendsLater(component)) {
        const { isOpen: open, agreed: known } = reconciled;
        const pair = { blob: step.from, service: step.to, merged: true, ...unsentBy(step), ...defined({ open }) };
        if (open === true && (known === undefined || !sendsBeside(component))) {
          findings.push({ kind: "ahead", ...aboutFile(step), ...translationRefusals.notSentYet() });
        } else if (open !== true || step.isSent === true || !isKnown(step)) {
          const about = { component: component.name, path: step.path, pair, standing: "settled" as const };
          agreed.push({ ...about, ...defined({ content: known }) });
        }
      }
      continue;
    }
    files.push({ path: step.path, content: reconciled.content, mode: fileMode(translation.mode) });
    outcomes.push({
      component: step.component,
      language: step.language,
      languageName: translation.translation.languageName,
      path: step.path,
      translateUrl: translation.translation.translateUrl,
      created: step.from === undefined,
      differences: reconciled.differences,
      bytes: reconciled.content.length,
    });
    const arrivedBlob = git.hash(content);
    const blob = reconciled.content === content ? arrivedBlob : git.hash(reconciled.content);
    if (!isOpen(reconciled)) {
      const merged = reconciled.keptTexts;
      const unsent = merged ? { unsent: true as const } : {};
      const pair = { blob, service: arrivedBlob, merged, ...unsent };
      const about = { component: component.name, path: step.path, pair, standing: "proposed" as const };
      agreed.push({ ...about, ...defined({ content: reconciled.agreed }) });
    }
    if (blob !== arrivedBlob && !step.path.includes("\n")) {
      trailers.push({
        name: reconciled.keptTexts ? MERGED_TRAILER : SERVICE_TRAILER,
        value: `${isOpen(reconciled) ? UNSETTLED : arrivedBlob} ${step.path}`,
      });
    }
    credits.push({
      project: component.binding.component.project,
      path: step.path,
      translation: translation.translation,
      differences: newWork(reconciled.differences),
      hasMoved: arrivedBlob !== step.to,
    });
  }
  return { files, outcomes, conflicts, broken, findings, trailers, credits, agreed, behindGit };
}

/** Git answers many questions at once in the time of one. */
const READ_AT_ONCE = 32;

async function* readAhead<File, Read>(
  files: readonly File[],
  read: (file: File) => Promise<Read>,
): AsyncGenerator<Read> {
  for (let start = 0; start < files.length; start += READ_AT_ONCE) {
    yield* await Promise.all(files.slice(start, start + READ_AT_ONCE).map(read));
  }
}

/** In the place of the service's blob id where the two were not brought together: every later run looks again. */
const UNSETTLED = "0".repeat(40);

/**
 * `conflicts: fail` took neither text, so what the commit brings settles nothing, neither while it waits nor once merged.
 * Nor does it where texts wait for a review: their approval changes no file of the service;
 * nor where a text found no place: it comes as soon as git's file can hold it.
 */
function isOpen({ conflicts, waiting, unwritable }: Extract<Reconciled, { kind: "write" }>): boolean {
  return waiting !== undefined || unwritable !== undefined || conflicts.some((conflict) => conflict.taken === "none");
}

/** A text that only has another key now is nobody's new work. */
function newWork(differences: Differences): Differences {
  if (differences.areNew === true) return differences;
  return [...differences].filter(
    ({ kind, before, after }) => kind !== "renamed" || !equalTexts(before ?? [], after ?? []),
  );
}

/** The index may name no source: then there is nothing to compare with. */
async function readIfThere(git: Git, blob: string): Promise<Uint8Array | undefined> {
  return blob === "" ? undefined : git.read(blob);
}

function aboutFile({ component, language, path }: DownloadStep): Pick<Finding, "component" | "language" | "path"> {
  return { component, language, path };
}

/** More of one file are counted. */
const MOST_NAMED = 3;

/** All other texts of the file come home. */
function unwritableFinding(step: DownloadStep, texts: readonly UnwritableText[]): Finding {
  const named = texts
    .slice(0, MOST_NAMED)
    .map(({ key, reason }) => `${JSON.stringify(key.replaceAll(CONTEXT_SEPARATOR, ": "))}: ${reason}`);
  const more = texts.length > MOST_NAMED ? [`${String(texts.length - MOST_NAMED)} more`] : [];
  const many = texts.length === 1 ? "a text" : `${String(texts.length)} texts`;
  return {
    kind: "refused",
    ...aboutFile(step),
    isWrongInput: true,
    ...translationRefusals.cannotStand(many, [...named, ...more].join("; ")),
  };
}

function heldBack(step: DownloadStep, reconciled: Extract<Reconciled, { kind: "held-back" }>): Finding {
  return {
    kind: "refused",
    ...aboutFile(step),
    message: reconciled.message,
    remedy: reconciled.remedy,
    ...defined({ isWrongInput: reconciled.isWrongInput, keys: reconciled.keys }),
  };
}

function fileMode(mode: string | undefined): FileChange["mode"] {
  return mode === "100755" || mode === "120000" ? mode : "100644";
}

function locate(
  observation: Observation,
  step: DownloadStep,
): { readonly component: ComponentObservation; readonly translation: TranslationObservation } {
  const component = componentNamed(observation, step.component);
  const translation = component?.translations.find((candidate) => candidate.path === step.path);
  if (component === undefined || translation === undefined)
    throw new Error(`a step names ${step.path}, which was not observed`);
  return { component, translation };
}
