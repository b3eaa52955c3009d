import { pluralCategories, type PluralCategory } from "../../catalog/plural-categories.ts";
import { unitStates, type Catalogue, type Unit } from "../../catalog/unit.ts";
import { additionsOf, type PlainChange } from "../../catalog/unit-change.ts";
import { charsetOf, type Charset } from "../text/charset.ts";
import { defineFormat } from "../define-format.ts";
import type { Format } from "../format.ts";
import { becomesPlural, type FormsChange } from "../plural-changes.ts";
import { keyedUnits } from "../keyed-unit.ts";
import { encodeProperties } from "./encode.ts";
import { propertiesLayout } from "./layout.ts";
import { entriesByKey, noteOf, parse, type Entry, type PropertiesFile } from "./parse.ts";
import { patch } from "./patch.ts";
import { styleOf, type PropertiesStyle } from "./style.ts";

const ID = "gwt";

/** GWT's messages: Java's properties in UTF-8, with the forms of a plural as `key[one]` and two apostrophes for one. */
export const gwt: Format = defineFormat({
  id: ID,
  kind: "monolingual",
  extensions: ["properties"],
  mediaType: "text/x-java-properties",
  // Without plurals such a file looks like any other of Java's: it has to be named.
  detect: () => false,

  read(bytes, { path, charset, template, language = languageOfPath(path) } = {}) {
    return catalogueOf(parse(charsetOf(bytes, charset).decode(bytes, path), path), template, language);
  },

  patch(bytes, changes, { path, charset: named, language = languageOfPath(path) } = {}) {
    if (changes.length === 0) return bytes.slice();
    const charset = charsetOf(bytes, named);
    const file = parse(charset.decode(bytes, path), path);
    const entryChanges = new EntryChanges(file, language).of(changes);
    return encodeProperties(patch(file, entryChanges, styleIn(file, charset)), charset);
  },

  create(catalogue, { language }, like = new Uint8Array()) {
    const charset = charsetOf(like);
    const style = styleIn(parse(charset.decode(like, undefined)), charset);
    const empty = parse("");
    const changes = new EntryChanges(empty, language).of(additionsOf(catalogue.units));
    return encodeProperties(changes.length === 0 ? style.byteOrderMark : patch(empty, changes, style), charset);
  },

  layout: (bytes, { path, charset }) =>
    propertiesLayout(bytes, charsetOf(bytes, charset), path, (name) => formOf(name).key),
});

/** `Messages_pt_BR.properties` */
function languageOfPath(path: string | undefined): string | undefined {
  return /_([a-z]{2,3}(?:_[A-Z]\w{1,3})*)\.properties$/.exec(path ?? "")?.[1];
}

function styleIn(file: PropertiesFile, charset: Charset): PropertiesStyle {
  return styleOf(file, { ...charset, isUnicode: true });
}

/** What stands in brackets behind the key; the form for all other numbers has none. */
const signs = { zero: "none", one: "one", two: "two", few: "few", many: "many", other: "" } as const satisfies Readonly<
  Record<PluralCategory, string>
>;
const categories = new Map<string, PluralCategory>([
  ["none", "zero"],
  ["one", "one"],
  ["two", "two"],
  ["few", "few"],
  ["many", "many"],
]);
const FORM = /^([^]*)\[([a-z]+)\]$/;

function formOf(name: string): { key: string; category: PluralCategory } {
  const [, key, sign = ""] = FORM.exec(name) ?? [];
  const category = categories.get(sign);
  return key === undefined || category === undefined ? { key: name, category: "other" } : { key, category };
}

function nameOf(key: string, category: PluralCategory): string {
  return category === "other" ? key : `${key}[${signs[category]}]`;
}

function decode(value: string): string {
  return value.replaceAll("''", "'");
}

function encode(text: string): string {
  return text.replaceAll("'", "''");
}

/** The entries of every unit by their categories, in file order. */
function entriesByUnit(file: PropertiesFile): ReadonlyMap<string, ReadonlyMap<PluralCategory, Entry>> {
  const units = new Map<string, Map<PluralCategory, Entry>>();
  for (const entry of entriesByKey(file).values()) {
    const { key, category } = formOf(entry.key);
    const unit = units.get(key);
    if (unit === undefined) units.set(key, new Map([[category, entry]]));
    else unit.set(category, entry);
  }
  return units;
}

function isPlural(forms: ReadonlyMap<PluralCategory, unknown>): boolean {
  return forms.size > 1 || !forms.has("other");
}

function catalogueOf(file: PropertiesFile, template: Catalogue | undefined, language: string | undefined): Catalogue {
  const texts = Array.from(entriesByUnit(file), ([key, entries]) => {
    const wanted = isPlural(entries) ? pluralCategories(language, [...entries.keys()]) : (["other"] as const);
    const target = wanted.map((category) => decode(entries.get(category)?.value ?? ""));
    const [first] = entries.values();
    return { key, target, note: first === undefined ? "" : noteOf(file.text, first), line: first?.line ?? 0 };
  });
  return { format: ID, units: keyedUnits(texts, template) };
}

/** Changes of units as those of the entries they consist of. */
class EntryChanges {
  readonly #language: string | undefined;
  /** Texts by unit and category, as they will be. */
  readonly #units = new Map<string, Map<PluralCategory, string>>();
  /** The entry that another unit would follow, also of a removed one. */
  readonly #lastNames = new Map<string, string>();
  readonly #changes: PlainChange[] = [];

  constructor(file: PropertiesFile, language: string | undefined) {
    this.#language = language;
    for (const [key, entries] of entriesByUnit(file)) {
      this.#units.set(key, new Map(Array.from(entries, ([category, { value }]) => [category, decode(value)])));
      this.#lastNames.set(key, nameOf(key, [...entries.keys()].at(-1) ?? "other"));
    }
  }

  of(changes: readonly PlainChange[]): readonly PlainChange[] {
    for (const change of changes) {
      if (change.kind === "set") this.#set(change.key, change);
      else if (change.kind === "add") this.#add(change.unit, change.after);
      else this.#remove(change.key);
    }
    return this.#changes;
  }

  #set(key: string, change: FormsChange): void {
    const forms = this.#units.get(key);
    if (forms === undefined) throw new RangeError(`no unit "${key}" in the file`);
    const { target } = change;
    const isMany = becomesPlural(change, isPlural(forms), this.#language);
    const wanted = isMany ? pluralCategories(this.#language, [...forms.keys()], target.length) : (["other"] as const);
    for (const [index, category] of wanted.entries()) this.#write(key, forms, category, target[index] ?? "");
    if (isMany) return;
    for (const category of forms.keys()) if (category !== "other") this.#removeForm(key, forms, category);
  }

  #removeForm(key: string, forms: Map<PluralCategory, string>, category: PluralCategory): void {
    this.#changes.push({ kind: "remove", key: nameOf(key, category) });
    forms.delete(category);
  }

  /** A form that the file does not have is added once it says something. */
  #write(key: string, forms: Map<PluralCategory, string>, category: PluralCategory, text: string): void {
    const before = forms.get(category);
    const name = nameOf(key, category);
    if (before === text || (before === undefined && text === "")) return;
    if (before === undefined) this.#addEntry(name, text, this.#lastNames.get(key));
    else this.#changes.push({ kind: "set", key: name, target: [encode(text)] });
    if (before === undefined) this.#lastNames.set(key, name);
    forms.set(category, text);
  }

  #addEntry(key: string, text: string, after: string | undefined, note = ""): void {
    const unit = { ...blank, key, context: key, target: [encode(text)], note };
    this.#changes.push({ kind: "add", unit, ...(after !== undefined && { after }) });
  }

  #add({ key, source, target, note }: Unit, after: string | undefined): void {
    const isMany = source.length > 1 || target.length > 1;
    if (this.#units.has(key)) return this.#set(key, { target, ...(isMany && { isPlural: true }) });
    const wanted = isMany ? pluralCategories(this.#language, [], target.length) : (["other"] as const);
    const texts = new Map(wanted.map((category, index) => [category, target[index] ?? ""]));
    // The form that stands without a sign comes first, as people write it.
    const inOrder = [...texts].toSorted(([one], [other]) => Number(other === "other") - Number(one === "other"));
    let place = after === undefined ? undefined : (this.#lastNames.get(after) ?? after);
    for (const [index, [category, text]] of inOrder.entries()) {
      const name = nameOf(key, category);
      this.#addEntry(name, text, place, index === 0 ? note : "");
      place = name;
    }
    this.#units.set(key, new Map(inOrder));
    if (place !== undefined) this.#lastNames.set(key, place);
  }

  #remove(key: string): void {
    for (const category of this.#units.get(key)?.keys() ?? []) {
      this.#changes.push({ kind: "remove", key: nameOf(key, category) });
    }
    this.#units.delete(key);
  }
}

const blank: Omit<Unit, "key" | "context" | "target" | "note"> = {
  source: [],
  state: unitStates.translated,
  location: "",
  flags: "",
  previousSource: "",
  line: 0,
};
