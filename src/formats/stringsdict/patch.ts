import type { UnitChange } from "../../catalog/unit-change.ts";
import { PLURAL_CATEGORIES, type PluralCategory } from "../../catalog/plural-categories.ts";
import type { Unit } from "../../catalog/unit.ts";
import { errorAt } from "../source-text.ts";
import { isXmlText } from "../xml/write.ts";
import { DictionaryEditor, textOf, type PairLink } from "./dictionary-editor.ts";
import { isForm, wantedForms, type Forms } from "./forms.ts";
import {
  FORMAT_KEY,
  isFormat,
  isVariable,
  partsOf,
  PLURAL_RULE,
  RULE_KEY,
  VALUE_TYPE_KEY,
  type StringsdictFile,
  type UnitPlace,
} from "./parse.ts";
import { styleOf, type StringsdictStyle } from "./style.ts";

export interface PatchOptions {
  readonly path?: string | undefined;
  readonly style?: StringsdictStyle;
  /** `NSStringFormatValueTypeKey` of new variables by their units' keys; without it, their texts tell. */
  readonly valueTypes?: ReadonlyMap<string, string>;
}

/** Applies changes to a file's text; every value that no change names keeps its bytes. */
export function patch(file: StringsdictFile, changes: readonly UnitChange[], options: PatchOptions = {}): string {
  return changes.length === 0 ? file.text : new Patch(file, options).apply(changes);
}

class Patch {
  readonly #file: StringsdictFile;
  readonly #options: PatchOptions;
  readonly #root: DictionaryEditor;
  /** Of every key that is or was there. */
  readonly #places: Map<string, UnitPlace>;

  constructor(file: StringsdictFile, options: PatchOptions) {
    this.#file = file;
    this.#options = options;
    this.#root = new DictionaryEditor(file.text, options.style ?? styleOf(file), 0, file.root);
    this.#places = new Map(partsOf(file).map(({ key, entry, variable }) => [key, { entry, variable }]));
  }

  apply(changes: readonly UnitChange[]): string {
    for (const change of changes) {
      if (change.kind === "set") this.#set(change.key, change.target);
      else if (change.kind === "add") this.#add(change.unit, change.after);
      else this.#remove(change.key);
    }
    const { text, root } = this.#file;
    return text.slice(0, root.element.tag.start) + this.#root.render() + text.slice(root.element.end);
  }

  #set(key: string, target: readonly string[]): void {
    const place = this.#places.get(key);
    const link = place === undefined ? undefined : this.#live(place);
    if (link === undefined) throw new RangeError(`no unit "${key}" in the file`);
    this.#write(key, link, target);
  }

  #write(key: string, link: PairLink, target: readonly string[]): void {
    for (const text of target) this.#checkText(key, text);
    if (link.wanted instanceof DictionaryEditor) this.#writeForms(link.wanted, target);
    else link.wanted = { text: target[0] ?? "" };
  }

  #writeForms(forms: DictionaryEditor, target: readonly string[]): void {
    for (const [category, text] of wantedForms(formsOf(forms), target, this.#file.language)) {
      const link = forms.find(category);
      if (link === undefined) forms.addText(category, text, placeOf(forms, category));
      else link.wanted = { text };
    }
  }

  #add({ key, source, target }: Unit, after: string | undefined): void {
    const place = this.#places.get(key) ?? this.#placeOf(key, source.length > 1 || target.length > 1);
    const live = this.#live(place);
    if (live !== undefined) return this.#write(key, live, target);
    for (const text of [key, ...target]) this.#checkText(key, text);
    this.#places.set(key, place);
    const anchor = after === undefined ? undefined : this.#places.get(after);
    const entry = this.#entry(place.entry, after === undefined ? undefined : (anchor?.entry ?? "end"));
    const before = anchor?.entry === place.entry ? keyIn(anchor) : undefined;
    // Without a neighbour a format begins its entry, a variable ends it.
    const usual = place.variable === undefined ? undefined : "end";
    const anchorLink = (before === undefined ? undefined : entry.all(before).at(-1)) ?? usual;
    if (place.variable === undefined) entry.addText(FORMAT_KEY, target[0] ?? "", anchorLink);
    else this.#writeForms(this.#newVariable(entry, key, place.variable, target, anchorLink), target);
  }

  /** The dictionary of an entry, a new one where there is none. */
  #entry(name: string, after: string | undefined): DictionaryEditor {
    const live = this.#root
      .all(name)
      .findLast(({ isRemoved, wanted }) => !isRemoved && wanted instanceof DictionaryEditor);
    if (live?.wanted instanceof DictionaryEditor) return live.wanted;
    if (after === undefined || after === "end") return this.#root.addDictionary(name, after);
    return this.#root.addDictionary(name, this.#root.all(after).at(-1) ?? "end");
  }

  #newVariable(
    entry: DictionaryEditor,
    key: string,
    name: string,
    target: readonly string[],
    after: PairLink | "end" | undefined,
  ): DictionaryEditor {
    const variable = entry.addDictionary(name, after);
    variable.addText(RULE_KEY, PLURAL_RULE, "end");
    variable.addText(VALUE_TYPE_KEY, this.#options.valueTypes?.get(key) ?? valueTypeOf(target), "end");
    return variable;
  }

  #remove(key: string): void {
    const place = this.#places.get(key);
    if (place === undefined) return;
    for (const entry of this.#root.all(place.entry)) {
      if (entry.isRemoved || !(entry.wanted instanceof DictionaryEditor)) continue;
      for (const link of entry.wanted.all(keyIn(place))) if (isStringLink(link)) link.isRemoved = true;
      entry.isRemoved = entry.wanted.live().next().done === true;
    }
  }

  #live(place: UnitPlace): PairLink | undefined {
    for (const entry of this.#root.all(place.entry).toReversed()) {
      if (entry.isRemoved || !(entry.wanted instanceof DictionaryEditor)) continue;
      const link = entry.wanted.all(keyIn(place)).findLast((inner) => !inner.isRemoved && isStringLink(inner));
      if (link !== undefined) return link;
    }
    return undefined;
  }

  /** `entry:variable`, as the service writes keys: of a plural, of an entry that is there, or where it looks like a name. */
  #placeOf(key: string, isPlural: boolean): UnitPlace {
    const colon = key.lastIndexOf(":");
    const [entry, variable] = [key.slice(0, colon), key.slice(colon + 1)];
    const isOfEntry = colon > 0 && variable !== FORMAT_KEY;
    const isOne = isOfEntry && (isPlural || this.#root.find(entry) !== undefined || NAME.test(variable));
    return isOne ? { entry, variable } : { entry: key, variable: undefined };
  }

  #checkText(key: string, text: string): void {
    if (isXmlText(text)) return;
    const { text: file, root } = this.#file;
    const message = `"${key}" cannot be written: XML does not allow one of its characters`;
    throw errorAt(file, root.element.tag.start, message, this.#options.path);
  }
}

const NAME = /^[A-Za-z_]\w*$/;

function keyIn({ variable }: UnitPlace): string {
  return variable ?? FORMAT_KEY;
}

/** Whether a pair of an entry is a string, and no rule of widths or devices. */
function isStringLink({ pair }: PairLink): boolean {
  return pair === undefined || isFormat(pair) || isVariable(pair);
}

function formsOf(variable: DictionaryEditor): Forms {
  const forms = new Map<PluralCategory, string>();
  for (const link of variable.live()) {
    const text = textOf(link);
    if (isForm(link.key) && text !== undefined) forms.set(link.key, text);
  }
  return forms;
}

/** Behind the category before it, or in front of those after it, which stand behind everything else. */
function placeOf(variable: DictionaryEditor, category: PluralCategory): PairLink | "end" | undefined {
  let before: PairLink | undefined;
  const earlier = new Set<string>(PLURAL_CATEGORIES.slice(0, PLURAL_CATEGORIES.indexOf(category)));
  for (const link of variable.live()) {
    if (isForm(link.key) && !earlier.has(link.key)) return before;
    before = link;
  }
  return "end";
}

const CONVERSION =
  /%(?:\d+\$)?[-+ #0']*(?:\*|\d+)?(?:\.(?:\*|\d+))?((?:hh|h|ll|l|q|L|z|t|j)?[@dDiuUxXoOfFeEgGaAcCsSp])/;

/** The first number that the texts format tells its type. */
function valueTypeOf(texts: readonly string[]): string {
  const types = texts.map((text) => CONVERSION.exec(text.replaceAll("%%", ""))?.[1]);
  return types.findLast((type) => type !== undefined && type !== "@") ?? "d";
}
