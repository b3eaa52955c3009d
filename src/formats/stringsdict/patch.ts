import type { PlainChange } from "../../catalog/unit-change.ts";
import { PLURAL_CATEGORIES, type PluralCategory } from "../../catalog/plural-categories.ts";
import type { Unit } from "../../catalog/unit.ts";
import { refuseForms } from "../plural-changes.ts";
import { errorAt } from "../text/source-text.ts";
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
  variableOf,
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
export function patch(file: StringsdictFile, changes: readonly PlainChange[], options: PatchOptions = {}): string {
  return changes.length === 0 ? file.text : new Patch(file, options).apply(changes);
}

class Patch {
  readonly #file: StringsdictFile;
  readonly #options: PatchOptions;
  readonly #root: DictionaryEditor;
  /** Of every key that is or was there. */
  readonly #places: Map<string, UnitPlace>;
  /** Entries that strings came to or went from. */
  readonly #changed = new Set<DictionaryEditor>();

  constructor(file: StringsdictFile, options: PatchOptions) {
    this.#file = file;
    this.#options = options;
    this.#root = new DictionaryEditor(file.text, options.style ?? styleOf(file), 0, file.root);
    this.#places = new Map(partsOf(file).map(({ key, entry, variable }) => [key, { entry, variable }]));
  }

  apply(changes: readonly PlainChange[]): string {
    for (const change of changes) {
      if (change.kind === "set") this.#set(change.key, change.target);
      else if (change.kind === "add") this.#add(change.unit, change.after);
      else this.#remove(change.key);
    }
    for (const entry of this.#changed) completeFormat(entry);
    const { text, root } = this.#file;
    return text.slice(0, root.element.tag.start) + this.#root.render() + text.slice(root.element.end);
  }

  #set(key: string, target: readonly string[]): void {
    const place = this.#places.get(key);
    const link = place === undefined ? undefined : this.#live(place);
    if (link !== undefined) return this.#write(key, link, target);
    // A variable that only its entry's format names.
    const entry = place === undefined ? undefined : this.#liveEntry(place.entry);
    if (place?.variable === undefined || entry === undefined || formatVariable(entry) !== place.variable) {
      throw new RangeError(`no unit "${key}" in the file`);
    }
    for (const text of target) this.#checkText(key, text);
    if (target.some((text) => text !== "")) {
      this.#writeForms(this.#newVariable(entry, key, place.variable, target, "end"), target);
    }
  }

  #write(key: string, link: PairLink, target: readonly string[]): void {
    for (const text of target) this.#checkText(key, text);
    if (link.wanted instanceof DictionaryEditor) return this.#writeForms(link.wanted, target);
    this.#refuseForms(key, target);
    link.wanted = { text: target[0] ?? "" };
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
    if (live !== undefined) {
      // A format that nobody translated does not take away the one that is a variable.
      const isVoid = place.variable === undefined && target.every((text) => text === "");
      if (!isVoid || variableOf(textOf(live) ?? "") === undefined) this.#write(key, live, target);
      return;
    }
    for (const text of [key, ...target]) this.#checkText(key, text);
    if (place.variable === undefined) this.#refuseForms(key, target);
    this.#places.set(key, place);
    const anchor = after === undefined ? undefined : this.#places.get(after);
    const entry = this.#entry(place.entry, after === undefined ? undefined : (anchor?.entry ?? "end"));
    this.#changed.add(entry);
    const before = anchor?.entry === place.entry ? keyIn(anchor) : undefined;
    // Without a neighbour a format begins its entry, a variable ends it.
    const usual = place.variable === undefined ? undefined : "end";
    const anchorLink = (before === undefined ? undefined : entry.all(before).at(-1)) ?? usual;
    if (place.variable === undefined) entry.addText(FORMAT_KEY, target[0] ?? "", anchorLink);
    else this.#writeForms(this.#newVariable(entry, key, place.variable, target, anchorLink), target);
  }

  /** The dictionary of an entry, a new one where there is none. */
  #entry(name: string, after: string | undefined): DictionaryEditor {
    const live = this.#liveEntry(name);
    if (live !== undefined) return live;
    if (after === undefined || after === "end") return this.#root.addDictionary(name, after);
    return this.#root.addDictionary(name, this.#root.all(after).at(-1) ?? "end");
  }

  #liveEntry(name: string): DictionaryEditor | undefined {
    return this.#liveEntries(name).at(-1)?.editor;
  }

  /** More than one where the file has a key twice. */
  #liveEntries(name: string): readonly { link: PairLink; editor: DictionaryEditor }[] {
    return this.#root
      .all(name)
      .flatMap((link) =>
        !link.isRemoved && link.wanted instanceof DictionaryEditor ? [{ link, editor: link.wanted }] : [],
      );
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
    for (const { link, editor } of this.#liveEntries(place.entry)) {
      if (place.variable === undefined) removeFormat(editor);
      else removeVariable(editor, place.variable);
      link.isRemoved = editor.live().next().done === true;
      if (!link.isRemoved) this.#changed.add(editor);
    }
  }

  #live(place: UnitPlace): PairLink | undefined {
    return this.#liveEntries(place.entry)
      .map(({ editor }) => stringLinks(editor, keyIn(place)).at(-1))
      .findLast((link) => link !== undefined);
  }

  /** `entry:variable`, as the service writes keys: of a plural, of an entry that is there, or where it looks like a name. */
  #placeOf(key: string, isPlural: boolean): UnitPlace {
    const colon = key.lastIndexOf(":");
    const [entry, variable] = [key.slice(0, colon), key.slice(colon + 1)];
    const isOfEntry = colon > 0 && variable !== FORMAT_KEY;
    const isOne = isOfEntry && (isPlural || this.#root.find(entry) !== undefined || NAME.test(variable));
    return isOne ? { entry, variable } : { entry: key, variable: undefined };
  }

  #refuseForms(key: string, target: readonly string[]): void {
    const { text, root } = this.#file;
    const place = "a key without a variable (`key:variable`)";
    refuseForms(key, target, { text, offset: root.element.tag.start, path: this.#options.path, place });
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

/** Pairs of an entry that are strings of that key and still there. */
function stringLinks(entry: DictionaryEditor, key: string): readonly PairLink[] {
  return entry.all(key).filter((link) => !link.isRemoved && isStringLink(link));
}

/** The variable that an entry's format consists of. */
function formatVariable(entry: DictionaryEditor): string | undefined {
  const format = stringLinks(entry, FORMAT_KEY).at(-1);
  return format === undefined ? undefined : variableOf(textOf(format) ?? "");
}

/** Without its format, an entry of one variable is what the variable says; it cannot be without any. */
function removeFormat(entry: DictionaryEditor): void {
  const variable = onlyVariable(entry);
  for (const link of stringLinks(entry, FORMAT_KEY)) {
    if (variable === undefined) link.isRemoved = true;
    else link.wanted = { text: formatOf(variable) };
  }
}

function removeVariable(entry: DictionaryEditor, name: string): void {
  const isAlone = formatVariable(entry) === name;
  for (const link of stringLinks(entry, name)) link.isRemoved = true;
  const rest = [...entry.live()].filter(isStringLink);
  // A format that is only this variable goes with it.
  if (isAlone && rest.every(({ key }) => key === FORMAT_KEY)) for (const link of rest) link.isRemoved = true;
}

/** Apple reads no entry without a format. */
function completeFormat(entry: DictionaryEditor): void {
  const variable = onlyVariable(entry);
  if (variable === undefined || stringLinks(entry, FORMAT_KEY).length > 0) return;
  entry.addText(FORMAT_KEY, formatOf(variable), undefined);
}

function onlyVariable(entry: DictionaryEditor): string | undefined {
  const variables = [...entry.live()].filter((link) => link.key !== FORMAT_KEY && isStringLink(link));
  return variables.length === 1 ? variables[0]?.key : undefined;
}

function formatOf(variable: string): string {
  return `%#@${variable}@`;
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
