import { RemoteError } from "../../core/errors.ts";
import type { ComponentPath } from "../../mapping/binding.ts";
import type { ServiceTranslation, TranslationService } from "../../service-client/translation-service.ts";
import type { AgreementRecord, HealIntent } from "../agreement/agreement.ts";
import { uploadOf, type Upload } from "./heal-files.ts";
import { counted } from "./heal-plan.ts";
import { readerOf } from "../observe/reader-of.ts";
import type { Conflict } from "../plan.ts";
import { newsOfService } from "../reconcile/reconcile.ts";
import { notUploadedAgain, type HealthFinding } from "../health/health.ts";
import { componentPath, releaseLocks } from "../health/service-lock.ts";

export interface Finished {
  readonly conflicts: readonly Conflict[];
  /** `acme/website`: owners of clones. */
  readonly open: readonly string[];
  /** Owners whose strings the service did not take: the record keeps them for the next run. */
  readonly kept: readonly string[];
  readonly health: readonly HealthFinding[];
}

/**
 * Ends what earlier runs began and did not live to end: locks of theirs are taken back, and strings that only the service had
 * before its clone was reset are uploaded, if nobody wrote another text there since. In whatever moment the run died,
 * this does no harm: where nothing was reset, nothing is missing. What the service refuses stays in the record, and is a finding.
 * @param isLate whoever calls ends those that decided something, when people can read of it
 * @returns what these resets decided, and the clones whose healing is still to be ended
 */
export async function finishHealing(
  { service }: { readonly service: TranslationService },
  record: AgreementRecord,
  unfinished: readonly HealIntent[],
  isLate = false,
): Promise<Finished> {
  const conflicts: Conflict[] = [];
  const open: string[] = [];
  const kept: string[] = [];
  const health: HealthFinding[] = [];
  for (const intent of unfinished) {
    await releaseLocks(service, intent.locked);
    const ended = await finishFiles(service, record, intent);
    if (typeof ended !== "string") {
      kept.push(intent.owner);
      health.push(ended);
      continue;
    }
    // Where a merge waits, this run decides all of it anew.
    const decided = ended === "merged" ? (intent.conflicts ?? []) : [];
    conflicts.push(...decided);
    if (isLate && decided.length > 0) open.push(intent.owner);
    else await record.finish(intent.owner);
  }
  return { conflicts, open, kept, health };
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
 * @returns what the service refused of it, or the clone's state where all is there
 */
async function finishFiles(
  service: TranslationService,
  record: AgreementRecord,
  intent: HealIntent,
): Promise<HealthFinding | "merged" | "unmerged" | "gone"> {
  const path = componentPath(intent.owner);
  let missing = intent.files.length;
  let isUploaded = false;
  try {
    const status = await unlessGone(service.componentRepository(path));
    if (status === undefined) return "gone";
    for (const file of intent.files) {
      isUploaded = (await finishFile(service, record, intent, file)) || isUploaded;
      missing -= 1;
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
  record: AgreementRecord,
  intent: HealIntent,
  { component: name, language, path, service: blob, upstream }: HealIntent["files"][number],
): Promise<boolean> {
  const component = await unlessGone(service.component(componentPath(name)));
  if (component === undefined) return false;
  const format = await readerOf(component);
  const served = await record.contentOf(intent, blob);
  const before = upstream === undefined ? undefined : await record.contentOf(intent, upstream);
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
