import type { KeyRename } from "../../catalog/renames.ts";
import { isEmpty } from "../../catalog/texts.ts";
import { unitStates, type Unit } from "../../catalog/unit.ts";
import { RemoteError, UserError } from "../../core/errors.ts";
import type { Format } from "../../formats/format.ts";
import type { ServiceTranslation, TranslationService } from "../../service-client/translation-service.ts";
import { readerOf } from "../observe/reader-of.ts";
import type { ComponentObservation } from "../observe/observation.ts";

/** The translations of one language that belong to renamed keys, under their new names. */
export interface RenamedTexts {
  readonly translation: ServiceTranslation;
  readonly units: readonly Unit[];
  /** The upload that brings them. */
  readonly content: Uint8Array;
}

/** What the service did with the texts, in numbers. */
export interface Carried {
  readonly strings: number;
  readonly languages: number;
  readonly bytes: number;
}

/**
 * Reads from the service what is translated under keys that are about to get another name, in all of its languages: also
 * in those that the mapping leaves out, for they would lose their texts as well.
 */
export async function readRenamedTexts(
  service: TranslationService,
  component: ComponentObservation,
  renames: readonly KeyRename[],
): Promise<readonly RenamedTexts[]> {
  const format = await readerOf(component.facts?.component);
  if (format === undefined) return [];
  const translations = await service.translations(component.binding.component);
  const texts = await Promise.all(
    translations
      .filter(({ isSource, counters }) => !isSource && counters.translated + counters.fuzzy > 0)
      .map((translation) => readOne(service, format, translation, renames)),
  );
  return texts.filter(({ units }) => units.length > 0);
}

async function readOne(
  service: TranslationService,
  format: Format,
  translation: ServiceTranslation,
  renames: readonly KeyRename[],
): Promise<RenamedTexts> {
  const bytes = await service.download(translation);
  const { filename: path, language } = translation;
  const catalogue = format.read(bytes, { path, language });
  const units = underNewKeys(catalogue.units, renames);
  const content = units.length === 0 ? new Uint8Array() : format.create({ ...catalogue, units }, { language }, bytes);
  return { translation, units, content };
}

/** Of what is translated, the units that get another key: with it. */
function underNewKeys(units: readonly Unit[], renames: readonly KeyRename[]): readonly Unit[] {
  const newKeys = new Map(renames.map(({ from, to }) => [from, to]));
  return units.flatMap((unit) => {
    const to = newKeys.get(unit.key);
    return to === undefined || isEmpty(unit.target) ? [] : [{ ...unit, key: to, context: to }];
  });
}

/**
 * Gives the service the texts under their new keys. Only what is untranslated there is filled: a text that somebody wrote
 * meanwhile stays.
 * @throws {RemoteError} where the service did not take one of them
 */
export async function writeRenamedTexts(service: TranslationService, texts: readonly RenamedTexts[]): Promise<Carried> {
  for (const { translation, units, content } of texts) {
    const isMarked = units.some(({ state }) => state === unitStates.needsEditing);
    const { accepted, skipped } = await service.upload(translation, {
      method: "translate",
      ...(isMarked ? { fuzzy: "process" as const } : {}),
      fileName: translation.filename.slice(translation.filename.lastIndexOf("/") + 1),
      content,
    });
    if (accepted + skipped >= units.length) continue;
    throw new RemoteError(
      `of ${String(units.length)} translations of renamed keys in ${translation.language} the service took ${String(accepted)}`,
      { code: "IL-P08", hint: "Run it again; nothing was removed. If it stays, look at the component's alerts there." },
    );
  }
  return {
    strings: texts.reduce((sum, { units }) => sum + units.length, 0),
    languages: texts.length,
    bytes: texts.reduce((sum, { content }) => sum + content.length, 0),
  };
}

/** The upload would remove translations that were not carried over to their new keys. */
export function notCarriedOver(): UserError {
  return new UserError("not sent: the translations of the renamed keys are not under their new keys yet", {
    code: "IL-P08",
    hint: "The failed rename above says why; the next run tries both again.",
  });
}
