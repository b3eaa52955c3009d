import { findLanguage, pluralForms } from "../catalog/languages.ts";
import { equalTexts, isEmpty } from "../catalog/texts.ts";
import type { UnitChange } from "../catalog/unit-change.ts";
import type { Unit } from "../catalog/unit.ts";
import { defined } from "../core/defined.ts";
import { poMono } from "./po-mono/index.ts";
import { xcstrings } from "./xcstrings/index.ts";

/** What a service has of a catalogue, which it cannot read: strings with keys, plural forms, notes and states. */
export const languageFormat = poMono;

/**
 * One language of a catalogue as a file of its own; the same bytes for the same texts. What nobody is to translate is not in it.
 * @param language undefined: the program's own
 * @param path of the catalogue, for errors
 * @throws {FormatError}
 */
export function languageFileOf(catalogue: Uint8Array, language: string | undefined, path?: string): Uint8Array {
  const { units, language: own = "" } = xcstrings.read(catalogue, { ...defined({ language, path }) });
  const code = own.replaceAll("-", "_");
  const plurals = pluralForms(findLanguage(code)?.plural ?? UNKNOWN);
  return languageFormat.create(
    { format: languageFormat.id, units: units.filter(isTranslatable) },
    { language: code, plurals },
  );
}

/** Of a language that nobody knows, as its forms are read then: one, and all others. */
const UNKNOWN = { number: 2, formula: "n != 1" };

/**
 * A catalogue in which one language has the texts of such a file. What the file does not know, and all other languages, keep their
 * bytes; without a file the language goes.
 * @throws {FormatError}
 */
export function withLanguageFile(
  catalogue: Uint8Array,
  language: string | undefined,
  file: Uint8Array | undefined,
): Uint8Array {
  const before = languageFormat.read(languageFileOf(catalogue, language)).units;
  const after = new Map(file === undefined ? [] : languageFormat.read(file).units.map((unit) => [unit.key, unit]));
  const changes = before.flatMap((unit): readonly UnitChange[] => {
    const now = after.get(unit.key);
    if (now !== undefined && equalTexts(now.target, unit.target) && now.state === unit.state) return [];
    if (now === undefined || isEmpty(now.target))
      return isEmpty(unit.target) ? [] : [{ kind: "remove", key: unit.key }];
    return [{ kind: "set", key: unit.key, target: now.target, state: now.state }];
  });
  return xcstrings.patch(catalogue, changes, { ...defined({ language }) });
}

/** An entry without a key is the header of such a file. */
function isTranslatable({ key, flags }: Unit): boolean {
  return key !== "" && flags !== "read-only";
}
