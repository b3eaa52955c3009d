import type { UnitChange } from "../../catalog/unit-change.ts";
import { unitStates, type Unit } from "../../catalog/unit.ts";
import { applyEdits, errorAt, type Edit } from "../source-text.ts";
import { attributeEdit, indentationOf, removalEdit } from "../xml/edit.ts";
import { isXmlText } from "../xml/write.ts";
import { FILE_SEPARATOR, type Entry, type FileElement, type XliffFile } from "./parse.ts";
import { gapBefore, styleOf, type XliffStyle } from "./style.ts";
import { unitEdits, type Override } from "./unit-edits.ts";
import { writeUnit, type UnitPlace } from "./write.ts";

/** A unit of the file, or a new one, with what is to become of it. Removed ones stay as anchors for additions. */
interface Block {
  /** Undefined for what stands before a section's first unit. */
  readonly section: Section | undefined;
  readonly entry: Entry | undefined;
  unit: Unit | undefined;
  override: Override | undefined;
  removed: boolean;
  next: Block | undefined;
  /** The one before it in the file that has the same key. */
  readonly twin: Block | undefined;
}

/** A `<file>` with its units. */
interface Section {
  /** Undefined for a new one. */
  readonly file: FileElement | undefined;
  readonly name: string;
  /** Stands before the first unit. */
  readonly top: Block;
  last: Block;
}

/** Applies changes to a file's text; everything that no change names keeps its bytes. */
export function patch(file: XliffFile, changes: readonly UnitChange[], style?: XliffStyle): string {
  return changes.length === 0 ? file.text : new Patch(file, style ?? styleOf(file)).apply(changes);
}

class Patch {
  readonly #file: XliffFile;
  readonly #style: XliffStyle;
  readonly #sections: Section[] = [];
  readonly #byKey = new Map<string, Block>();

  constructor(file: XliffFile, style: XliffStyle) {
    this.#file = file;
    this.#style = style;
    const sections = new Map<FileElement, Section>();
    for (const element of file.files) sections.set(element, this.#addSection(element, element.name));
    for (const entry of file.entries) {
      const section = sections.get(entry.file);
      if (section !== undefined) this.#insert(section, section.last, entry, undefined);
    }
  }

  apply(changes: readonly UnitChange[]): string {
    for (const change of changes) {
      if (change.kind === "set") this.#set(change.key, change);
      else if (change.kind === "add") this.#add(change.unit, change.after);
      else this.#remove(change.key);
    }
    return applyEdits(this.#file.text, this.#edits());
  }

  #addSection(file: FileElement | undefined, name: string): Section {
    const top = newBlock(undefined, undefined, undefined, undefined);
    const section = { file, name, top, last: top };
    this.#sections.push(section);
    return section;
  }

  #insert(section: Section, anchor: Block, entry: Entry | undefined, unit: Unit | undefined): void {
    const key = entry?.key ?? unit?.key ?? "";
    const block = newBlock(section, entry, unit, this.#byKey.get(key));
    block.next = anchor.next;
    anchor.next = block;
    if (anchor === section.last) section.last = block;
    this.#byKey.set(key, block);
  }

  #live(key: string): Block | undefined {
    let block = this.#byKey.get(key);
    while (block?.removed === true) block = block.twin;
    return block;
  }

  #set(key: string, { target, state }: Omit<Override, "state"> & Partial<Override>): void {
    const block = this.#live(key);
    if (block === undefined) throw new RangeError(`no unit "${key}" in the file`);
    if (block.unit === undefined) block.override = { target, state };
    else block.unit = { ...block.unit, target, state: state ?? unitStates.translated };
  }

  #add(unit: Unit, after: string | undefined): void {
    const live = this.#live(unit.key);
    if (live !== undefined) return this.#set(unit.key, unit);
    const anchor = after === undefined ? undefined : this.#byKey.get(after);
    const section = this.#sectionOf(unit.key, anchor);
    if (anchor?.section === section) return this.#insert(section, anchor, undefined, unit);
    this.#insert(section, after === undefined ? section.top : section.last, undefined, unit);
  }

  /** The file that a key names; a new one where there is none of that name. */
  #sectionOf(key: string, anchor: Block | undefined): Section {
    const named = this.#sections.filter(({ name }) => name !== "" && key.startsWith(name + FILE_SEPARATOR));
    const [longest] = named.toSorted((one, other) => other.name.length - one.name.length);
    if (longest !== undefined) return longest;
    const at = key.indexOf(FILE_SEPARATOR);
    const isNew = this.#file.version === 1 && at > 0;
    const usual = anchor?.section ?? this.#sections.find(({ name }) => name === "") ?? this.#sections[0];
    if (usual === undefined || isNew) return this.#addSection(undefined, isNew ? key.slice(0, at) : "");
    return this.#sections.find(({ name }) => name === "") ?? usual;
  }

  #remove(key: string): void {
    for (let block = this.#byKey.get(key); block !== undefined; block = block.twin) block.removed = true;
  }

  #edits(): readonly Edit[] {
    const edits: Edit[] = [];
    for (const section of this.#sections) {
      if (section.file === undefined) edits.push(this.#newFile(section));
      else edits.push(...this.#sectionEdits(section, section.file));
    }
    return edits;
  }

  #sectionEdits(section: Section, file: FileElement): readonly Edit[] {
    const edits: Edit[] = [];
    const segments = livingSegments(section);
    let above: Entry | undefined;
    for (let block = section.top.next; block !== undefined; block = block.next) {
      const { entry, unit, override, removed } = block;
      if (entry === undefined) {
        if (unit !== undefined && !removed) edits.push(...this.#insertion(section, file, unit, above));
        continue;
      }
      if (removed) edits.push(...this.#removal(entry, segments, above));
      else if (override !== undefined) {
        this.#check(override.target, entry.element.tag.start);
        edits.push(...unitEdits(this.#file, entry, override, this.#style));
      }
      above = entry;
    }
    return this.#withEnd(file, edits);
  }

  /** The whole unit, once; or of a unit that keeps others its segment alone. */
  #removal(entry: Entry, living: ReadonlySet<unknown>, above: Entry | undefined): readonly Edit[] {
    const { text } = this.#file;
    if (!living.has(entry.element)) {
      return above?.element === entry.element ? [] : [removalEdit(text, entry.start, entry.end)];
    }
    return entry.forms.map(({ element }) => removalEdit(text, element.tag.start, element.end));
  }

  #insertion(section: Section, file: FileElement, unit: Unit, above: Entry | undefined): readonly Edit[] {
    const place = above?.end ?? file.container?.place;
    if (place === undefined || file.container === undefined) {
      throw errorAt(this.#file.text, file.tag.start, "no <body> to put a unit into", this.#file.path);
    }
    const { preserves } = file.container.scope;
    return [{ start: place, end: place, text: this.#written(section, unit, { ...this.#place(above), preserves }) }];
  }

  #place(above: Entry | undefined): Omit<UnitPlace, "preserves"> {
    const { text, version } = this.#file;
    const style = this.#style;
    const gap = above === undefined ? style.gap : gapBefore(text, above.start, style.lineEnd);
    return { version, style, gap };
  }

  #written(section: Section, unit: Unit, place: UnitPlace): string {
    const prefix = section.name + FILE_SEPARATOR;
    const id = section.name !== "" && unit.key.startsWith(prefix) ? unit.key.slice(prefix.length) : unit.key;
    this.#check([id, unit.context, ...unit.source, ...unit.target], this.#file.root.start);
    return place.gap + writeUnit(unit, id, place);
  }

  #check(texts: readonly string[], offset: number): void {
    const wrong = texts.find((text) => !isXmlText(text));
    if (wrong === undefined) return;
    const message = `${JSON.stringify(wrong)} has a character that XML cannot hold`;
    throw errorAt(this.#file.text, offset, message, this.#file.path);
  }

  /** Units that are the first ones need an end tag on a line of its own. */
  #withEnd({ container }: FileElement, edits: readonly Edit[]): readonly Edit[] {
    const { text } = this.#file;
    const [first] = edits;
    if (container === undefined || first === undefined) return edits;
    const { tag, place, end } = container;
    const isEmpty = text.slice(place, end).trim() === "" && first.start === place;
    if (!isEmpty || text.slice(place, end).includes("\n") || this.#style.indent === undefined) return edits;
    const written = edits.map((edit) => edit.text).join("") + this.#style.lineEnd + this.#indentation(tag.start);
    if (!tag.selfClosing) return [{ start: place, end: place, text: written }];
    const open = text.slice(tag.start, tag.end - 2).trimEnd();
    return [{ start: tag.start + open.length, end: tag.end, text: `>${written}</${tag.name}>` }];
  }

  #indentation(offset: number): string {
    const { text } = this.#file;
    return indentationOf(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset));
  }

  /** A `<file>` of another name, otherwise as the last one is. */
  #newFile({ name, top }: Section): Edit {
    const { text, files, path, root } = this.#file;
    const model = files.at(-1);
    if (model === undefined) throw errorAt(text, root.start, "no <file> to put a unit into", path);
    this.#check([name], model.tag.start);
    const { lineEnd, indent } = this.#style;
    const [gap, body, unit] = [0, 1, 2].map((level) =>
      indent === undefined ? "" : lineEnd + this.#indentation(model.tag.start) + indent.repeat(level),
    );
    const tag = text.slice(model.tag.start, model.tag.end).replace(/\s*\/?>$/, ">");
    const rename = attributeEdit(
      tag,
      { ...model.tag, start: 0, end: tag.length, selfClosing: false },
      "original",
      name,
    );
    const place = { version: this.#file.version, style: this.#style, gap: unit ?? "", preserves: false };
    const section = { file: undefined, name, top, last: top };
    const units: string[] = [];
    for (let block = top.next; block !== undefined; block = block.next) {
      if (!block.removed && block.unit !== undefined) units.push(this.#written(section, block.unit, place));
    }
    const written = `${gap ?? ""}${applyEdits(tag, rename === undefined ? [] : [rename])}${body ?? ""}<body>${units.join("")}${body ?? ""}</body>${gap ?? ""}</file>`;
    return { start: model.end, end: model.end, text: units.length === 0 ? "" : written };
  }
}

function newBlock(
  section: Section | undefined,
  entry: Entry | undefined,
  unit: Unit | undefined,
  twin: Block | undefined,
): Block {
  return { section, entry, unit, override: undefined, removed: false, next: undefined, twin };
}

/** The elements that keep a unit: of several segments in one some may go. */
function livingSegments(section: Section): ReadonlySet<unknown> {
  const living = new Set<unknown>();
  for (let block = section.top.next; block !== undefined; block = block.next) {
    if (!block.removed && block.entry !== undefined) living.add(block.entry.element);
  }
  return living;
}
