import { RemoteError } from "../../core/errors.ts";
import type { ComponentPath } from "../../mapping/binding.ts";
import type { ServiceTranslation, TranslationService } from "../../service-client/translation-service.ts";
import type { AgreementRecord, HealIntent } from "../agreement/agreement.ts";
import { uploadOf, type Upload } from "./heal-files.ts";
import { readerOf } from "../observe/reader-of.ts";
import type { Conflict } from "../plan.ts";
import { newsOfService } from "../reconcile/reconcile.ts";
import { componentPath, releaseLocks } from "../health/service-lock.ts";

export interface Finished {
  readonly conflicts: readonly Conflict[];
  /** `acme/website`: owners of clones. */
  readonly open: readonly string[];
}

/**
 * Ends what earlier runs began and did not live to end: locks of theirs are taken back, and strings that only the service had
 * before its clone was reset are uploaded, if nobody wrote another text there since. In whatever moment the run died,
 * this does no harm: where nothing was reset, nothing is missing.
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
  for (const intent of unfinished) {
    await releaseLocks(service, intent.locked);
    const isUnmerged = await needsMerge(service, intent.owner);
    // It was not reset: this run does all of it anew.
    if (!isUnmerged) {
      for (const file of intent.files) await finishFile(service, record, intent, file);
      for (const conflict of intent.conflicts ?? []) conflicts.push(conflict);
    }
    const isTold = isLate && !isUnmerged && (intent.conflicts ?? []).length > 0;
    if (isTold) open.push(intent.owner);
    else await record.finish(intent.owner);
  }
  return { conflicts, open };
}

async function needsMerge(service: TranslationService, owner: string): Promise<boolean> {
  try {
    return (await service.componentRepository(componentPath(owner))).needsMerge;
  } catch (error) {
    // The component is gone, or hidden: its strings went with it.
    if (error instanceof RemoteError && (error.status === 403 || error.status === 404)) return true;
    throw error;
  }
}

async function finishFile(
  service: TranslationService,
  record: AgreementRecord,
  intent: HealIntent,
  { component: name, language, path, service: blob, upstream }: HealIntent["files"][number],
): Promise<void> {
  const component = await service.component(componentPath(name));
  const format = await readerOf(component);
  const served = await record.contentOf(intent, blob);
  const before = upstream === undefined ? undefined : await record.contentOf(intent, upstream);
  if (format === undefined || served === undefined) return;
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
  if (typeof news === "string" || (news.units.length === 0 && translation !== undefined)) return;
  const upload = uploadOf(format, news.units, language, now ?? served);
  await uploadAgain(service, component.path, translation ?? language, upload, translation === undefined);
  await service.operateComponent(component.path, "commit");
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
