import type { TimerClock } from "../../core/clock.ts";
import { RemoteError } from "../../core/errors.ts";
import { componentName, type Binding, type ComponentPath } from "../../mapping/binding.ts";
import type { ServiceTranslation, TranslationService } from "../../service-client/translation-service.ts";
import { uploadOf, type Upload } from "./heal-files.ts";
import { counted } from "./heal-plan.ts";
import {
  healingElsewhere,
  HealIntents,
  isOnlyToTell,
  type HealIntent,
  type IntentRecord,
  type LeftOfHealing,
} from "./heal-intents.ts";
import { readerOf } from "../observe/reader-of.ts";
import type { Conflict } from "../plan.ts";
import { newsOfService } from "../reconcile/reconcile.ts";
import { healingLockLeft, notUploadedAgain, TOLD_BY_HEALING, type HealthFinding } from "../health/health.ts";
import { componentPath, namesOf, releaseLocks } from "../health/service-lock.ts";

export interface Finished {
  readonly conflicts: readonly Conflict[];
  /** `acme/website`: owners of clones. */
  readonly open: readonly string[];
  /** Owners whose strings the service did not take: the record keeps them for the next run. */
  readonly kept: readonly string[];
  /** Owners whose clones another run is at. */
  readonly elsewhere: readonly string[];
  readonly health: readonly HealthFinding[];
}

export const NOTHING_FINISHED: Finished = { conflicts: [], open: [], kept: [], elsewhere: [], health: [] };

/**
 * Ends what earlier runs began and did not live to end: locks of theirs are taken back, and strings that only the service had
 * before its clone was reset are uploaded, if nobody wrote another text there since. In whatever moment the run died,
 * this does no harm: where nothing was reset, nothing is missing. What the service refuses stays in the record, and is a finding.
 * Whoever may still live is left alone.
 * @param isLate whoever calls ends those that decided something, when people can read of it
 * @returns what these resets decided, and the clones whose healing is still to be ended
 */
export async function finishHealing(
  { service, clock }: { readonly service: TranslationService; readonly clock: TimerClock },
  intents: HealIntents,
  unfinished: readonly HealIntent[],
  isLate = false,
): Promise<Finished> {
  const conflicts: Conflict[] = [];
  const open: string[] = [];
  const kept: string[] = [];
  const elsewhere: string[] = [];
  const health: HealthFinding[] = [];
  for (const begun of unfinished) {
    const { owner } = begun;
    const now = clock.now();
    const told = isOnlyToTell(begun) ? intents.turnOfOthers(begun, now) : undefined;
    // The run that decided it tells it at its end.
    if (told !== undefined) continue;
    const { others, before: intent, isWritten } = await intents.takeTurn(owner, [], now, (there) => there);
    if (others !== undefined) {
      elsewhere.push(owner);
      health.push(healingElsewhere(owner, others));
      continue;
    }
    // Another run has ended it by now.
    if (intent === undefined && isWritten) continue;
    using _turn = intents.keepTurn(owner, clock);
    const ended = await finishOne(service, intents, intent ?? begun, isLate);
    conflicts.push(...ended.conflicts);
    health.push(...ended.health);
    if (ended.isKept) kept.push(owner);
    else if (ended.isToldByUs) open.push(owner);
  }
  return { conflicts, open, kept, elsewhere, health };
}

interface FinishedOne {
  readonly conflicts: readonly Conflict[];
  readonly isToldByUs: boolean;
  /** The service did not take its strings. */
  readonly isKept: boolean;
  readonly health: readonly HealthFinding[];
}

async function finishOne(
  service: TranslationService,
  intents: HealIntents,
  intent: HealIntent,
  isLate: boolean,
): Promise<FinishedOne> {
  let left: LeftOfHealing = intent;
  let isToldByUs = false;
  try {
    const failures = await releaseLocks(service, intent.locked);
    const locked = namesOf(failures);
    const health = failures.map(healingLockLeft);
    left = { ...intent, locked };
    const ended = await finishFiles(service, intents, intent, (files) => {
      left = { ...left, files };
    });
    if (typeof ended !== "string") return { conflicts: [], isToldByUs, isKept: true, health: [...health, ended] };
    // Where a merge waits, this run decides all of it anew.
    const conflicts = ended === "merged" ? (intent.conflicts ?? []) : [];
    isToldByUs = isLate && conflicts.length > 0;
    left = { locked, files: [], ...(isToldByUs && { conflicts }) };
    return { conflicts, isToldByUs, isKept: false, health };
  } finally {
    await intents.finish(intent.owner, left, isToldByUs);
  }
}

/**
 * The same in a run of some components. What belongs to others is left to their runs; of a clone whose owner the mapping does not name, it is
 * a matter of whoever is bound to a part of it.
 * @param bindings of the mapping, and those of the run
 */
export async function finishOwn(
  dependencies: Parameters<typeof finishHealing>[0],
  record: IntentRecord,
  bindings: { readonly all: readonly Binding[]; readonly own: readonly Binding[] },
): Promise<FinishedInRun> {
  const intents = new HealIntents(record);
  const [all, chosen] = [bindings.all, bindings.own].map(
    (bound) => new Set(bound.map(({ component }) => componentName(component))),
  );
  const isOwn = ({ owner, locked, files }: HealIntent): boolean =>
    bindings.all.length === bindings.own.length ||
    chosen?.has(owner) === true ||
    (all?.has(owner) !== true &&
      [...locked, ...files.map(({ component }) => component)].some((name) => chosen?.has(name)));
  const own = (await intents.unfinished()).filter(isOwn);
  const finished = await finishHealing(dependencies, intents, own, true);
  const elsewhere = new Set(finished.elsewhere);
  return {
    ...finished,
    without: (findings) =>
      findings.filter(({ component, kind }) => !(elsewhere.has(component) && TOLD_BY_HEALING.has(kind))),
  };
}

export interface FinishedInRun extends Finished {
  /** The findings of health without what the run that is at a clone mends. */
  readonly without: (findings: readonly HealthFinding[]) => readonly HealthFinding[];
}

/** What the service has no more: its strings went with it. */
async function unlessGone<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RemoteError && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * A merge that waits says nothing of the reset: the repository may have moved on after it.
 * @param onLeft told what is still to be uploaded: what was is not uploaded again, whatever people write there since
 * @returns what the service refused of it, or the clone's state where all is there
 */
async function finishFiles(
  service: TranslationService,
  intents: HealIntents,
  intent: HealIntent,
  onLeft: (files: HealIntent["files"]) => void,
): Promise<HealthFinding | "merged" | "unmerged" | "gone"> {
  // Locks alone: nothing depends on how the clone stands.
  if (intent.files.length + (intent.conflicts ?? []).length === 0) return "merged";
  const path = componentPath(intent.owner);
  let missing = intent.files.length;
  let isUploaded = false;
  try {
    const status = await unlessGone(service.componentRepository(path));
    if (status === undefined) return "gone";
    for (const [at, file] of intent.files.entries()) {
      isUploaded = (await finishFile(service, intents, intent, file)) || isUploaded;
      missing -= 1;
      onLeft(intent.files.slice(at + 1));
    }
    if (isUploaded) await service.operateComponent(path, "commit");
    return status.needsMerge ? "unmerged" : "merged";
  } catch (error) {
    if (!(error instanceof RemoteError) || error.status === undefined) throw error;
    // Hidden now, and nothing is to be uploaded to it.
    if (intent.files.length === 0 && error.status === 403) return "gone";
    return notUploadedAgain({ path }, "", missing === 0 ? undefined : counted(missing, "file"), reasonsOf(error));
  }
}

export function reasonsOf({ message, hint }: RemoteError): readonly string[] {
  return hint === undefined ? [message] : [message, hint];
}

/** @returns whether strings were missing, and are uploaded */
async function finishFile(
  service: TranslationService,
  intents: HealIntents,
  intent: HealIntent,
  { component: name, language, path, service: blob, upstream }: HealIntent["files"][number],
): Promise<boolean> {
  const component = await unlessGone(service.component(componentPath(name)));
  if (component === undefined) return false;
  const format = await readerOf(component);
  const served = await intents.contentOf(intent, blob);
  const before = upstream === undefined ? undefined : await intents.contentOf(intent, upstream);
  if (format === undefined || served === undefined) return false;
  const translation = (await service.translations(component.path)).find((each) => each.language === language);
  const now = translation === undefined ? undefined : await service.download(translation);
  // Whatever was saved since the reset wins.
  const news = newsOfService(format, {
    path,
    language,
    service: served,
    repository: now,
    base: before === undefined ? { kind: "history", contents: [] } : { kind: "agreed", content: before },
    sourceLanguage: component.sourceLanguage,
    policy: "repository",
  });
  if (typeof news === "string" || (news.units.length === 0 && translation !== undefined)) return false;
  const upload = uploadOf(format, news.units, language, now ?? served);
  await uploadAgain(service, component.path, translation ?? language, upload, translation === undefined);
  return true;
}

/** @param isNew the reset took the language away: it is added first */
export async function uploadAgain(
  service: TranslationService,
  path: ComponentPath,
  translation: ServiceTranslation | string,
  { content, strings, needsEditing }: Upload,
  isNew: boolean,
): Promise<void> {
  const language = typeof translation === "string" ? translation : translation.language;
  const place = isNew ? await languageOn(service, path, language) : translation;
  if (typeof place === "string" || strings === 0) return;
  await service.upload(place, {
    method: "translate",
    conflicts: "replace-translated",
    ...(needsEditing ? { fuzzy: "process" as const } : {}),
    fileName: place.filename.slice(place.filename.lastIndexOf("/") + 1),
    content,
  });
  await service.settled(path);
}

async function languageOn(
  service: TranslationService,
  path: ComponentPath,
  language: string,
): Promise<ServiceTranslation> {
  const there = (await service.translations(path)).find((each) => each.language === language);
  if (there !== undefined) return there;
  const added = await service.addLanguage(path, language);
  await service.settled(path);
  return added;
}
