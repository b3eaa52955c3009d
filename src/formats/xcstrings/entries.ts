import { unitStates } from "../../catalog/unit.ts";
import { pluralCategories } from "../../catalog/plural-categories.ts";
import type { EntryDetails, JsonEntry } from "../json/entry.ts";
import type { JsonContext } from "../json/json-format.ts";
import {
  isLiteral,
  memberNamed,
  membersOf,
  objectNamed,
  textNamed,
  type JsonContainer,
  type JsonFile,
  type JsonMember,
} from "../json/tree.ts";
import { errorAt } from "../text/source-text.ts";
import { languageIn, localizationIn, sourceLanguageOf } from "./languages.ts";
import { stateOf } from "./states.ts";
import { variantsOf, type Variant, type VariantForm } from "./variants.ts";

/** A key of the program, with all its languages. */
export interface CatalogString {
  readonly key: string;
  readonly member: JsonMember;
}

export interface CatalogEntry extends JsonEntry {
  readonly string: CatalogString;
  readonly path: string;
  /** Undefined where the language has no such text yet. */
  readonly variant: Variant | undefined;
}

/** Xcode's own separator between a key and what varies, in the files it exports. */
const SEPARATOR = "|==|";

export function keyOf(key: string, path: string): string {
  return path === "" ? key : key + SEPARATOR + path;
}

export function splitKey(key: string): { readonly key: string; readonly path: string } {
  const at = key.lastIndexOf(SEPARATOR);
  const path = at === -1 ? "" : key.slice(at + SEPARATOR.length);
  return /^(?:device|substitutions)\../.test(path) ? { key: key.slice(0, at), path } : { key, path: "" };
}

/** Texts of one language, in file order; those it lacks as the source language has them. */
export function entriesOf(file: JsonFile, { path, language: wanted }: JsonContext): readonly CatalogEntry[] {
  const source = sourceLanguageOf(file);
  const language = languageIn(file, wanted);
  if (source === undefined || language === undefined) {
    throw errorAt(file.text, file.root.start, 'expected the language of the program: "sourceLanguage" : "en"', path);
  }
  const strings = memberNamed(file.root, "strings");
  if (strings?.value.kind !== "object") {
    throw errorAt(file.text, strings?.start ?? file.root.start, 'expected "strings" : { "key" : { … } }', path);
  }
  const reader = new StringReader(file, source, language);
  const entries: CatalogEntry[] = [];
  for (const member of membersOf(strings.value)) {
    if (member.value.kind !== "object") {
      throw errorAt(file.text, member.start, 'expected { "localizations" : { … } }', path);
    }
    for (const entry of reader.read(member, member.value)) entries.push(entry);
  }
  return entries;
}

class StringReader {
  readonly #file: JsonFile;
  readonly #source: string;
  readonly #language: string;

  constructor(file: JsonFile, source: string, language: string) {
    this.#file = file;
    this.#source = source;
    this.#language = language;
  }

  read(member: JsonMember, object: JsonContainer): readonly CatalogEntry[] {
    const { name: key = "" } = member;
    const sources = variantsIn(object, this.#source);
    const isSource = this.#language === this.#source;
    const own = isSource ? sources : variantsIn(object, this.#language);
    const missing = isSource ? [] : sources.filter((variant) => isMissing(variant, own));
    const string: CatalogString = { key, member };
    const note = textNamed(object, "comment") ?? "";
    const flags = isLiteral(this.#file, memberNamed(object, "shouldTranslate"), "false") ? "read-only" : "";
    const about = (path: string): EntryDetails => ({
      note,
      flags,
      ...(isSource ? {} : { source: textsAt(sources, path) ?? textsAt(sources, "") ?? [key] }),
    });
    const entries = own.map((variant) => entryOf(string, variant.path, variant, about(variant.path)));
    for (const { path, isPlural } of missing) {
      const implied = isPlural ? pluralCategories(this.#language, []).map(() => "") : [""];
      entries.push(entryOf(string, path, undefined, { ...about(path), implied }));
    }
    if (entries.length > 0) return entries;
    // Without a text of its own, a key is the program's text.
    const implied = isSource ? { implied: [key], state: unitStates.translated } : { implied: [""] };
    return [entryOf(string, "", undefined, { ...about(""), ...(key === "" ? { implied: [""] } : implied) })];
  }
}

function variantsIn(object: JsonContainer, language: string): readonly Variant[] {
  const localization = localizationIn(object, language);
  return localization === undefined ? [] : variantsOf(localization, language);
}

/** A text for every device does not lack those for some; what a text substitutes it needs. */
function isMissing({ path }: Variant, own: readonly Variant[]): boolean {
  if (own.some((variant) => variant.path === path)) return false;
  const group = groupOf(path);
  // What a text substitutes is no text yet.
  const texts = own.filter((variant) => groupOf(variant.path) !== "substitutions");
  return texts.length === 0 || group === "substitutions" || texts.some((variant) => groupOf(variant.path) === group);
}

/** `device`, `substitutions`; "" for the localization itself. */
function groupOf(path: string): string {
  return path.split(".", 1)[0] ?? "";
}

function textsAt(variants: readonly Variant[], path: string): readonly string[] | undefined {
  return variants.find((variant) => variant.path === path)?.forms.map(textOf);
}

function textOf({ unit }: VariantForm): string {
  return unit === undefined ? "" : (textNamed(unit, "value") ?? "");
}

export function entryOf(
  string: CatalogString,
  path: string,
  variant: Variant | undefined,
  about: EntryDetails,
): CatalogEntry {
  const forms = variant === undefined ? [undefined] : variant.forms.map(({ unit }) => valueOf(unit));
  const state = variant === undefined ? {} : { state: stateOf(variant.forms) };
  const line = variant?.member.line ?? 0;
  return {
    key: keyOf(string.key, path),
    line: line === 0 ? string.member.line : line,
    forms,
    members: [string.member],
    about: { ...about, ...state },
    string,
    path,
    variant,
  };
}

function valueOf(unit: JsonContainer | undefined): JsonMember | undefined {
  return unit === undefined ? undefined : memberNamed(unit, "value");
}

/** The object of a key. */
export function objectOf({ member }: CatalogString): JsonContainer {
  if (member.value.kind !== "object") throw new RangeError(`"${member.name ?? ""}" is no object`);
  return member.value;
}

export function stringsIn(file: JsonFile): JsonContainer | undefined {
  return objectNamed(file.root, "strings");
}
