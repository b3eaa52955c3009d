import type { PlainChange } from "../../catalog/unit-change.ts";
import { CONTEXT_SEPARATOR, type Unit } from "../../catalog/unit.ts";
import { refuseForms } from "../plural-changes.ts";
import { applyEdits, errorAt, type Edit } from "../text/source-text.ts";
import { attributeEdit, indentationOf, removalEdit } from "../xml/edit.ts";
import { blocksOf, newUnits, SectionedUnits, type Section } from "../xml/sectioned-units.ts";
import { isXmlText } from "../xml/write.ts";
import {
  FILE_SEPARATOR,
  keyWithoutFile,
  parse,
  type Entry,
  type FileElement,
  type XliffFrame,
  type XliffVersion,
} from "./parse.ts";
import { gapBefore, StyleLearner, type XliffStyle } from "./style.ts";
import { unitEdits } from "./unit-edits.ts";
import { writeUnit, type UnitPlace } from "./write.ts";

/** A `<file>` of the document, or a new one. */
interface Parent {
  readonly file: FileElement | undefined;
  readonly name: string;
}

/** Where a unit stands, and all of it where a change names it: most units of a file are only passed by. */
interface Place {
  readonly start: number;
  readonly end: number;
  /** Where the tag begins of the element that the unit is, or is in. */
  readonly tagStart: number;
  readonly entry: Entry | undefined;
}

type FileSection = Section<Place, Parent>;

export interface PatchOptions {
  readonly version: XliffVersion;
  readonly path?: string | undefined;
  /** Attributes of new units, where no unit of the file says them. */
  readonly attributes?: XliffStyle["attributes"];
}

/**
 * Applies changes to a file's text; everything that no change names keeps its bytes.
 *
 * @throws {FormatError} with line and column
 */
export function patch(text: string, changes: readonly PlainChange[], options: PatchOptions): string {
  return applyEdits(text, patchEdits(text, changes, options));
}

/** The edits that {@link patch} applies. */
export function patchEdits(text: string, changes: readonly PlainChange[], options: PatchOptions): readonly Edit[] {
  return new Patch(text, changes, options).edits(changes);
}

class Patch {
  readonly #file: XliffFrame;
  readonly #style: XliffStyle;
  readonly #units = new SectionedUnits<Place, Parent>();

  constructor(text: string, changes: readonly PlainChange[], { version, path, attributes }: PatchOptions) {
    const learner = new StyleLearner(version);
    const named = new Set(changes.map((change) => (change.kind === "add" ? change.unit.key : change.key)));
    // Where no unit comes or goes, the others are nobody's neighbours.
    const isNamedAlone = changes.every(({ kind }) => kind === "set");
    const places = new Map<FileElement, (Place & { readonly key: string })[]>();
    this.#file = parse(text, version, path, (entry) => {
      learner.see(entry);
      const { key, start, end, element, file } = entry;
      const isNamed = named.has(key) || (file.name !== "" && named.has(keyWithoutFile(key, file.name)));
      if (isNamedAlone && !isNamed) return;
      const place = { key, start, end, tagStart: element.tag.start, entry: isNamed ? entry : undefined };
      const list = places.get(file);
      if (list === undefined) places.set(file, [place]);
      else list.push(place);
    });
    const style = learner.learn(this.#file);
    this.#style = attributes === undefined ? style : { ...style, attributes };
    for (const file of this.#file.files) {
      const section = this.#units.addSection({ file, name: file.name }, this.#lastSection());
      for (const place of places.get(file) ?? []) {
        this.#units.append(section, place, keyOf(place.key, file, this.#file));
      }
    }
  }

  edits(changes: readonly PlainChange[]): readonly Edit[] {
    this.#units.apply(changes, (unit, after) => this.#sectionFor(unit.key, after));
    return this.#units.sections.flatMap((section) => {
      const { file } = section.parent;
      return file === undefined ? this.#newFile(section) : this.#sectionEdits(section, file);
    });
  }

  #lastSection(): FileSection | undefined {
    return this.#units.sections.at(-1);
  }

  /** The file that a key names; a new one where there is none of that name. */
  #sectionFor(key: string, after: FileSection | undefined): FileSection {
    const { sections } = this.#units;
    const named = sections.filter(({ parent }) => parent.name !== "" && key.startsWith(parent.name + FILE_SEPARATOR));
    const [longest] = named.toSorted((one, other) => other.parent.name.length - one.parent.name.length);
    if (longest !== undefined) return longest;
    const at = key.indexOf(FILE_SEPARATOR);
    const isNew = this.#file.version === 1 && at > 0;
    const usual = sections.find(({ parent }) => parent.name === "") ?? after ?? sections[0];
    if (usual !== undefined && !isNew) return usual;
    return this.#units.addSection({ file: undefined, name: isNew ? key.slice(0, at) : "" }, this.#lastSection());
  }

  #sectionEdits(section: FileSection, file: FileElement): readonly Edit[] {
    const edits: Edit[] = [];
    const living = livingElements(section);
    let above: Place | undefined;
    for (const { entry: place, unit, override, removed } of blocksOf(section)) {
      if (place === undefined) {
        if (unit !== undefined && !removed) edits.push(this.#insertion(section, file, unit, above));
        continue;
      }
      const { entry } = place;
      if (removed) edits.push(...this.#removal(place, living, above));
      else if (override !== undefined && entry !== undefined) {
        this.#check(override.target, place.tagStart);
        if (!entry.isPlural) this.#refuseForms(entry.key, override.target, place.tagStart);
        for (const edit of unitEdits(this.#file, entry, override, this.#style)) edits.push(edit);
      }
      above = place;
    }
    return this.#withEnd(file, edits);
  }

  /** The whole unit, once; or of a unit that keeps others its segment alone. */
  #removal({ entry, start, end, tagStart }: Place, living: ReadonlySet<number>, above: Place | undefined): Edit[] {
    const { text } = this.#file;
    if (living.has(tagStart)) {
      return (entry?.forms ?? []).map(({ element }) => removalEdit(text, element.tag.start, element.end));
    }
    return above?.tagStart === tagStart ? [] : [removalEdit(text, start, end)];
  }

  #insertion({ parent }: FileSection, file: FileElement, unit: Unit, above: Place | undefined): Edit {
    const place = above?.end ?? file.container?.place;
    if (place === undefined || file.container === undefined) {
      throw errorAt(this.#file.text, file.tag.start, "no <body> to put a unit into", this.#file.path);
    }
    const { preserves } = file.container.scope;
    return { start: place, end: place, text: this.#written(parent, unit, { ...this.#place(above), preserves }) };
  }

  #place(above: Place | undefined): Omit<UnitPlace, "preserves"> {
    const { text, version } = this.#file;
    const style = this.#style;
    const gap = above === undefined ? style.gap : gapBefore(text, above.start, style.lineEnd);
    return { version, style, gap };
  }

  #written({ name }: Parent, unit: Unit, place: UnitPlace): string {
    // Of a unit that was not read from such a file, the context is the id.
    const [key = ""] = unit.key.split(CONTEXT_SEPARATOR, 1);
    const prefix = name + FILE_SEPARATOR;
    const id = name !== "" && key.startsWith(prefix) ? key.slice(prefix.length) : key;
    this.#check([id, unit.context, ...unit.source, ...unit.target], this.#file.root.start);
    return place.gap + writeUnit(unit, id, place);
  }

  #check(texts: readonly string[], offset: number): void {
    const wrong = texts.find((text) => !isXmlText(text));
    if (wrong === undefined) return;
    const message = `${JSON.stringify(wrong)} has a character that XML cannot hold`;
    throw errorAt(this.#file.text, offset, message, this.#file.path);
  }

  #refuseForms(key: string, target: readonly string[], offset: number): void {
    const { text, path } = this.#file;
    refuseForms(key, target, { text, offset, path, place: "its unit" });
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
  #newFile(section: FileSection): Edit {
    const { name } = section.parent;
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
    const units = newUnits(section).map((one) => this.#written(section.parent, one, place));
    const written = `${gap ?? ""}${applyEdits(tag, rename === undefined ? [] : [rename])}${body ?? ""}<body>${units.join("")}${body ?? ""}</body>${gap ?? ""}</file>`;
    return { start: model.end, end: model.end, text: units.length === 0 ? "" : written };
  }
}

/** The key as the service shows it. */
function keyOf(key: string, file: FileElement, { version, files }: XliffFrame): string {
  return version === 2 && files.length === 1 ? keyWithoutFile(key, file.name) : key;
}

/** The elements that keep a unit: of several segments in one some may go. */
function livingElements(section: FileSection): ReadonlySet<number> {
  const living = new Set<number>();
  for (const { entry, removed } of blocksOf(section)) if (!removed && entry !== undefined) living.add(entry.tagStart);
  return living;
}
