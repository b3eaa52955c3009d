import type { PlainChange } from "../../catalog/unit-change.ts";
import type { Unit } from "../../catalog/unit.ts";
import { applyEdits, errorAt, type Edit } from "../text/source-text.ts";
import {
  elementKey,
  parseEach,
  pluralTexts,
  presentQuantities,
  type AndroidFile,
  type Entry,
  type EntryKind,
  type Item,
} from "./parse.ts";
import { becomesPlural, refuseForms, type FormsChange } from "../plural-changes.ts";
import { pluralCategories, type PluralCategory } from "../../catalog/plural-categories.ts";
import { contentEdit, EntryGaps } from "../xml/edit.ts";
import type { PlacedElement } from "../xml/placed-element.ts";
import { StyleModels, styleOf, type AndroidStyle } from "./style.ts";
import type { AndroidDialect } from "./dialect.ts";
import type { AndroidText } from "./markup.ts";

/** An entry of the file, or a new one, with what is to become of it. Removed ones stay as anchors for additions. */
interface Block {
  /** Another one than its entry's where a string became a plural, or a plural a string. */
  kind: EntryKind | undefined;
  readonly name: string;
  readonly entry: Entry | undefined;
  /** What stands between the entry above and this one; undefined for a new one. */
  readonly gap: string | undefined;
  /** Wanted texts: of the string, of the plural's forms, of the list's elements (undefined: removed). */
  texts: (string | undefined)[];
  removed: boolean;
  next: Block | undefined;
}

/** Where a key has its text. */
interface Place {
  readonly block: Block;
  /** Of a list's element. */
  readonly index: number | undefined;
}

export interface PatchOptions {
  readonly path?: string | undefined;
  readonly style?: AndroidStyle;
}

/** Applies changes to a file's text; every value that no change names keeps its bytes. */
export function patch(file: AndroidFile, changes: readonly PlainChange[], options: PatchOptions = {}): string {
  return changes.length === 0 ? file.text : new Patch(file, options).apply(changes);
}

/**
 * The edits of a file where no entry comes or goes: nothing but those that change has to be held. Undefined for other changes.
 *
 * @throws {FormatError} with line and column
 */
export function textEdits(
  text: string,
  dialect: AndroidDialect,
  changes: readonly PlainChange[],
  { path, language }: { readonly path: string | undefined; readonly language: string | undefined },
): readonly Edit[] | undefined {
  if (!changes.every(({ kind }) => kind === "set")) return undefined;
  const wanted = new Set(changes.map((change) => (change.kind === "add" ? change.unit.key : change.key)));
  const entries: Entry[] = [];
  const models = new StyleModels();
  const frame = parseEach(text, dialect, { path, language }, (entry) => {
    models.see(entry);
    if (keysOf(entry).some((key) => wanted.has(key))) entries.push(entry);
  });
  const style = styleOf({ ...frame, entries: models.all() });
  return new Patch({ ...frame, entries }, { path, style }).edits(changes);
}

function keysOf({ kind, name, items }: Entry): readonly string[] {
  return kind === "string-array" ? items.map((_, index) => elementKey(name, index)) : [name];
}

/** Prefixes people write without thinking of their declaration. */
const namespaces: Readonly<Record<string, string>> = {
  xliff: "urn:oasis:names:tc:xliff:document:1.2",
  tools: "http://schemas.android.com/tools",
};

function declarationsOf(prefixes: readonly string[]): string {
  return prefixes.map((prefix) => ` xmlns:${prefix}="${namespaces[prefix] ?? ""}"`).join("");
}

/** A file's text whose root declares those of the prefixes that everybody knows. */
export function withDeclarations(text: string, prefixes: readonly string[]): string {
  const known = prefixes.filter((prefix) => Object.hasOwn(namespaces, prefix));
  return text.replace(/<resources\b[^>]*?(?=\s*\/?>)/, (tag) => tag + declarationsOf(known));
}

class Patch {
  readonly #file: AndroidFile;
  readonly #path: string | undefined;
  readonly #style: AndroidStyle;
  /** Stands before the first entry. */
  readonly #top: Block = newBlock(undefined, "", undefined, []);
  #last: Block = this.#top;
  /** More than one where the file has a key twice; the last one counts. */
  readonly #places = new Map<string, Place[]>();
  readonly #lists = new Map<string, Block>();
  /** Prefixes that need a declaration. */
  readonly #undeclared = new Set<string>();

  constructor(file: AndroidFile, { path, style }: PatchOptions) {
    this.#file = file;
    this.#path = path;
    this.#style = style ?? styleOf(file);
    let from = file.root.contentStart;
    for (const entry of file.entries) {
      this.#append(entry, file.text.slice(from, entry.start));
      from = entry.end;
    }
  }

  apply(changes: readonly PlainChange[]): string {
    for (const change of changes) {
      if (change.kind === "set") this.#set(change.key, change);
      else if (change.kind === "add") this.#add(change.unit, change.after);
      else this.#remove(change.key);
    }
    return this.#render();
  }

  edits(changes: readonly PlainChange[]): readonly Edit[] {
    for (const change of changes) if (change.kind === "set") this.#set(change.key, change);
    const edits: Edit[] = [];
    for (let block = this.#top.next; block !== undefined; block = block.next) {
      if (block.entry !== undefined) edits.push(...this.#entryEdits(block.entry, block));
    }
    const { start, end } = this.#file.root.tag;
    return this.#undeclared.size === 0 ? edits : [{ start, end, text: this.#rootTag() }, ...edits];
  }

  #append(entry: Entry, gap: string): void {
    const { kind, name } = entry;
    const texts =
      kind === "plurals"
        ? pluralTexts(entry, pluralCategories(this.#file.language, presentQuantities(entry)))
        : entry.items.map(({ value }) => value);
    const block = newBlock(kind, name, entry, texts, gap);
    this.#last.next = block;
    this.#last = block;
    this.#register(block);
  }

  #register(block: Block): void {
    if (block.kind === undefined) return;
    if (block.kind !== "string-array") return this.#registerKey(block.name, { block, index: undefined });
    this.#lists.set(block.name, block);
    block.texts.forEach((_, index) => {
      this.#registerKey(elementKey(block.name, index), { block, index });
    });
  }

  #registerKey(key: string, place: Place): void {
    const places = this.#places.get(key);
    if (places === undefined) this.#places.set(key, [place]);
    else places.push(place);
  }

  #live(key: string): Place | undefined {
    return this.#places.get(key)?.findLast(isLive);
  }

  #set(key: string, change: FormsChange): void {
    const place = this.#live(key);
    if (place === undefined) throw new RangeError(`no unit "${key}" in the file`);
    const { block, index } = place;
    const { target } = change;
    const [text = ""] = target;
    if (index !== undefined) {
      const { text: file, root } = this.#file;
      refuseForms(key, target, { text: file, offset: root.tag.start, path: this.#path, place: "an element of a list" });
      block.texts[index] = text;
      return;
    }
    const isPlural = becomesPlural(change, block.kind === "plurals", this.#file.language);
    block.kind = isPlural ? "plurals" : "string";
    block.texts = isPlural ? [...target] : [text];
  }

  #add({ key, source, target }: Unit, after: string | undefined): void {
    const isPlural = source.length > 1 || target.length > 1;
    if (this.#live(key) !== undefined) return this.#set(key, { target, ...(isPlural && { isPlural }) });
    const element = ELEMENT.exec(key);
    if (element !== null && !isPlural) return this.#addElement(element, target[0] ?? "", after);
    const anchor = this.#anchor(after);
    this.#remove(key);
    this.#insert(
      newBlock(isPlural ? "plurals" : "string", key, undefined, isPlural ? target : [target[0] ?? ""]),
      anchor,
    );
  }

  #addElement([key, name = "", digits]: RegExpExecArray, text: string, after: string | undefined): void {
    const index = Number(digits);
    let list = this.#lists.get(name);
    if (list === undefined) {
      list = newBlock("string-array", name, undefined, []);
      this.#insert(list, this.#anchor(after));
    }
    // The elements before it have to be there, or it would get another's key.
    while (list.texts.length < index) list.texts.push(undefined);
    list.texts[index] = text;
    if (this.#places.get(key)?.some((place) => place.block === list) === true) return;
    this.#registerKey(key, { block: list, index });
  }

  #insert(block: Block, anchor: Block): void {
    block.next = anchor.next;
    anchor.next = block;
    if (anchor === this.#last) this.#last = block;
    this.#register(block);
  }

  #anchor(after: string | undefined): Block {
    if (after === undefined) return this.#top;
    return this.#places.get(after)?.at(-1)?.block ?? this.#last;
  }

  #remove(key: string): void {
    for (const { block, index } of this.#places.get(key) ?? []) {
      if (index === undefined) block.removed = true;
      else block.texts[index] = undefined;
    }
  }

  #render(): string {
    const { text, root } = this.#file;
    const body = this.#body();
    const open = this.#rootTag();
    if (!root.tag.selfClosing) return text.slice(0, root.tag.start) + open + body + text.slice(root.contentEnd);
    if (body === "") return text;
    return `${text.slice(0, root.tag.start)}${open}${body}</${root.tag.name}>${text.slice(root.end)}`;
  }

  #body(): string {
    const { text, root, entries } = this.#file;
    const pieces: string[] = [];
    const gaps = new EntryGaps();
    for (let block = this.#top.next; block !== undefined; block = block.next) {
      const { gap = this.#style.gap } = block;
      if (isGone(block)) pieces.push(gaps.removed(gap));
      else pieces.push(gaps.live(gap), this.#text(block));
    }
    const tail = text.slice(entries.at(-1)?.end ?? root.contentStart, root.contentEnd);
    const written = pieces.join("");
    const needsLineEnd = entries.length === 0 && tail === "" && written !== "" && this.#style.gap.includes("\n");
    return written + (needsLineEnd ? this.#style.lineEnd : tail);
  }

  /** `<resources …>`, with the declarations that new texts need. Rendered last. */
  #rootTag(): string {
    const { text, root } = this.#file;
    const { tag } = root;
    const source = text.slice(tag.start, tag.end);
    const inner = source.slice(0, tag.selfClosing ? -2 : -1);
    if (this.#undeclared.size === 0) return tag.selfClosing ? `${inner.trimEnd()}>` : source;
    return `${inner.trimEnd()}${declarationsOf([...this.#undeclared])}>`;
  }

  #text(block: Block): string {
    const { entry } = block;
    if (entry === undefined) return this.#newElement(block);
    const original = this.#file.text.slice(entry.start, entry.end);
    return applyEdits(
      original,
      this.#entryEdits(entry, block).map((edit) => ({
        ...edit,
        start: edit.start - entry.start,
        end: edit.end - entry.start,
      })),
    );
  }

  #entryEdits(entry: Entry, block: Block): Edit[] {
    const { texts } = block;
    if (entry.kind === undefined) return [];
    const { tag, end } = entry.element;
    if (entry.kind !== block.kind) return [{ start: tag.start, end, text: this.#newElement(block) }];
    return entry.kind === "plurals" ? this.#pluralEdits(entry, texts) : this.#itemEdits(entry, texts);
  }

  /** A string's only text, or the elements of a list: emptied inside, taken away at the end. */
  #itemEdits({ element, items }: Entry, wanted: readonly (string | undefined)[]): Edit[] {
    const length = wanted.findLastIndex((text) => text !== undefined) + 1;
    const edits = items.slice(0, length).flatMap((item, index) => this.#valueEdit(item, wanted[index] ?? ""));
    const former = items[length - 1]?.element.end;
    const last = items.at(-1)?.element.end;
    if (former !== undefined && last !== undefined && length < items.length) {
      edits.push({ start: former, end: last, text: "" });
    }
    const added = wanted.slice(items.length, length).map((text) => this.#item(text ?? "", undefined));
    return added.length === 0 ? edits : [...edits, this.#insertion(element, last, added)];
  }

  #pluralEdits(entry: Entry, wanted: readonly (string | undefined)[]): Edit[] {
    const { element, items } = entry;
    const present = presentQuantities(entry);
    const former = pluralTexts(entry, pluralCategories(this.#file.language, present));
    const quantities = pluralCategories(this.#file.language, present, wanted.length);
    const forms = quantities.map((quantity, index) => ({
      quantity,
      text: wanted[index] ?? "",
      item: items.findLast((item) => item.quantity === quantity),
      isSame: wanted.length === former.length && wanted[index] === former[index],
    }));
    const changed = forms.filter(({ isSame }) => !isSame);
    const missing = changed.filter(({ item, text }) => item === undefined && text !== "");
    const edits = changed.flatMap(({ item, text }) => (item === undefined ? [] : this.#valueEdit(item, text)));
    if (items.length === 0) {
      const added = missing.map(({ text, quantity }) => this.#item(text, quantity));
      return added.length === 0 ? edits : [...edits, this.#insertion(element, element.children.at(-1)?.end, added)];
    }
    for (const { text, quantity } of missing) {
      const before = forms.slice(0, quantities.indexOf(quantity)).findLast(({ item }) => item !== undefined);
      const place = before?.item?.element.end ?? element.contentStart;
      edits.push(this.#insertion(element, place, [this.#item(text, quantity)]));
    }
    // Forms beyond the language's own ("other" in Polish) say what its last one says.
    const copies = items.filter(
      ({ quantity, value }) => quantity !== undefined && !quantities.includes(quantity) && value === former.at(-1),
    );
    return [...edits, ...copies.flatMap((item) => this.#valueEdit(item, wanted.at(-1) ?? ""))];
  }

  #valueEdit({ element, raw, value }: Item, wanted: string): Edit[] {
    if (value === wanted) return [];
    return [contentEdit(this.#file.text, element, this.#encode(wanted, { raw, value }))];
  }

  /** Items behind another one, or the first ones of an element without any. */
  #insertion(element: PlacedElement, after: number | undefined, items: readonly string[]): Edit {
    const { itemGap, closeGap } = this.#style;
    const text = items.map((item) => itemGap + item).join("");
    if (after !== undefined) return { start: after, end: after, text };
    if (element.tag.selfClosing) return contentEdit(this.#file.text, element, text + closeGap);
    const content = this.#file.text.slice(element.contentStart, element.contentEnd);
    const end = element.contentStart + content.trimEnd().length;
    return { start: end, end: element.contentEnd, text: text + closeGap };
  }

  /** What stands in another one's place has its attributes. */
  #newElement({ kind = "string", name, texts, entry }: Block): string {
    const tag = kind === "plurals" ? this.#style.pluralTag : kind;
    const attributes = entry === undefined ? ` name="${this.#attribute(name)}"` : this.#attributesOf(entry);
    const start = `<${tag}${attributes}`;
    const close = `</${tag}>`;
    if (kind === "string") {
      const [text = ""] = texts;
      const formatted = this.#file.dialect.isCompiled && isUnformatted(text) ? ' formatted="false"' : "";
      return `${start}${formatted}>${this.#encode(text, undefined)}${close}`;
    }
    const open = `${start}>`;
    const length = texts.findLastIndex((text) => text !== undefined) + 1;
    const wanted = texts.slice(0, length).map((text) => text ?? "");
    const items = kind === "plurals" ? this.#newForms(wanted) : wanted.map((text) => this.#item(text, undefined));
    const { itemGap, closeGap } = this.#style;
    return open + items.map((item) => itemGap + item).join("") + closeGap + close;
  }

  /** As they are written there, but for what is said of a string's own placeholders. */
  #attributesOf({ element: { tag } }: Entry): string {
    const { start, end, name, selfClosing } = tag;
    const inner = this.#file.text.slice(start + 1 + name.length, end - (selfClosing ? 2 : 1));
    return inner.trimEnd().replace(FORMATTED, "");
  }

  /** Android asks for "other" in every language: where it is none of the language's forms, it says what the last one says. */
  #newForms(texts: readonly string[]): string[] {
    const quantities = pluralCategories(this.#file.language, [], texts.length);
    const forms = quantities.map((quantity, index) => ({ quantity, text: texts[index] ?? "" }));
    if (!quantities.includes("other")) forms.push({ quantity: "other", text: texts.at(-1) ?? "" });
    // An empty form would be shown; one that is not there is not.
    return forms.filter(({ text }) => text !== "").map(({ quantity, text }) => this.#item(text, quantity));
  }

  #item(text: string, quantity: PluralCategory | undefined): string {
    const attribute = quantity === undefined ? "" : ` quantity="${quantity}"`;
    return `<item${attribute}>${this.#encode(text, undefined)}</item>`;
  }

  #encode(text: string, former: AndroidText | undefined): string {
    return this.#file.dialect.encode(text, {
      lineEnd: this.#style.lineEnd,
      former,
      accepts: (prefixes) => this.#accepts(prefixes, former),
    });
  }

  #accepts(prefixes: ReadonlySet<string>, former: AndroidText | undefined): boolean {
    const missing = [...prefixes].filter(
      (prefix) => !this.#file.prefixes.has(prefix) && former?.raw.includes(`${prefix}:`) !== true,
    );
    if (!missing.every((prefix) => Object.hasOwn(namespaces, prefix))) return false;
    for (const prefix of missing) this.#undeclared.add(prefix);
    return true;
  }

  #attribute(name: string): string {
    if (FORBIDDEN_IN_NAME.test(name)) {
      const message = `"${name}" cannot be the name of a string: XML does not allow one of its characters`;
      throw errorAt(this.#file.text, this.#file.root.tag.start, message, this.#path);
    }
    return name.replace(/[&<"\t\n\r]/g, (character) =>
      character in attributeEntities ? (attributeEntities[character] ?? "") : `&#${String(character.charCodeAt(0))};`,
    );
  }
}

/** Placeholders as Android's compiler counts them; `%%` and `%n` stand for no argument. */
const PLACEHOLDERS = /%(?:[%n]|(\d+\$)?[-#+ ,(\d.]*[A-Za-z])/g;

/** More than one argument without its place: the compiler refuses such a string unless it is told not to look. */
function isUnformatted(text: string): boolean {
  const places = Array.from(text.matchAll(PLACEHOLDERS)).filter(([placeholder]) => !/^%[%n]$/.test(placeholder));
  return places.length > 1 && places.some(([, place]) => place === undefined);
}

const FORMATTED = /\sformatted\s*=\s*(?:"[^"]*"|'[^']*')/;
const ELEMENT = /^(.+)\[(0|[1-9]\d{0,3})\]$/s;
const FORBIDDEN_IN_NAME = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDFFF]/u;
const attributeEntities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };

function newBlock(
  kind: EntryKind | undefined,
  name: string,
  entry: Entry | undefined,
  texts: readonly (string | undefined)[],
  gap?: string,
): Block {
  return { kind, name, entry, gap, texts: [...texts], removed: false, next: undefined };
}

function isLive({ block, index }: Place): boolean {
  return index === undefined ? !block.removed : block.texts[index] !== undefined;
}

/** A list whose elements were all removed goes too; one that was empty before stays. */
function isGone({ kind, texts, removed }: Block): boolean {
  return removed || (kind === "string-array" && texts.length > 0 && texts.every((text) => text === undefined));
}
