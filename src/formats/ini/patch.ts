import type { PlainChange } from "../../catalog/unit-change.ts";
import type { Unit } from "../../catalog/unit.ts";
import {
  ChainEdge,
  insertAfter,
  KeyedLinks,
  newLink,
  putIn,
  standing,
  takeOut,
  unlink,
  type Link,
} from "../text/line-chain.ts";
import { errorAt } from "../text/source-text.ts";
import { BYTE_ORDER_MARK, isBlank, type Entry, type IniFile, type IniSyntax, type Part } from "./parse.ts";
import type { IniStyle } from "./style.ts";

interface EntryLink extends Link {
  readonly kind: "entry";
  readonly key: string;
  value: string;
  /** Blanks and name. */
  lead: string;
  separator: string;
  /** The text as it is written. */
  raw: string;
  /** A comment behind the text. */
  tail: string;
  /** In the file. */
  readonly offset: number;
  readonly comments: readonly Link[];
  readonly section: Section;
}

/** A section of the file, or what stands above the first one. */
interface Section {
  /** Its line, with the comments above it; undefined for the top of the file. */
  readonly header: Link | undefined;
  readonly headerComments: readonly Link[];
  /** What the section's first entry follows. */
  top: Link;
  /** The last entry there ever was; a removed one still tells the place. */
  last: Link;
  count: number;
  isTouched: boolean;
  /** Among those of the file; a new one has the place of the one it follows. */
  readonly place: number;
}

/** Applies changes to a file's text; every value that no change names keeps its bytes. */
export function patch(
  file: IniFile,
  changes: readonly PlainChange[],
  { syntax, style, path }: { readonly syntax: IniSyntax; readonly style: IniStyle; readonly path?: string | undefined },
): string {
  return changes.length === 0 ? file.text : new Patch(file, syntax, style, path).apply(changes);
}

const KEY = /^(?:\[([^\]\r\n]+)\])?([^\r\n]*)$/;

class Patch {
  readonly #file: IniFile;
  readonly #syntax: IniSyntax;
  readonly #style: IniStyle;
  readonly #path: string | undefined;
  readonly #edge: Link = new ChainEdge();
  readonly #entries = new KeyedLinks<EntryLink>();
  /** By name; of one that is there twice the last. */
  readonly #sections = new Map<string | undefined, Section>();
  readonly #allSections: Section[] = [];

  constructor(file: IniFile, syntax: IniSyntax, style: IniStyle, path: string | undefined) {
    this.#file = file;
    this.#syntax = syntax;
    this.#style = style;
    this.#path = path;
    const links = new Map<Part, Link>();
    let comments: Link[] = [];
    let section = this.#addSection(undefined, undefined, []);
    for (const part of file.parts) {
      const link = this.#linkOf(part, links, section);
      links.set(part, link);
      insertAfter(this.#edge.previous, link);
      if (part.kind === "section")
        section = this.#addSection(this.#syntax.hasSections ? part.name : undefined, link, comments);
      else if (isEntry(link)) this.#register(link, true);
      else if (section.count === 0) section.top = section.last = this.#topOf(section, link);
      if (part.kind === "comment") comments.push(link);
      else comments = [];
    }
  }

  apply(changes: readonly PlainChange[]): string {
    for (const change of changes) {
      if (change.kind === "set") this.#set(change.key, change.target);
      else if (change.kind === "add") this.#add(change.unit, change.after);
      else this.#remove(change.key);
    }
    for (const section of this.#allSections) this.#dropIfEmptied(section);
    return this.#render();
  }

  #addSection(
    name: string | undefined,
    header: Link | undefined,
    headerComments: readonly Link[],
    place = this.#allSections.length,
  ): Section {
    const top = header ?? this.#edge;
    const section: Section = { header, headerComments, top, last: top, count: 0, isTouched: false, place };
    this.#sections.set(name, section);
    this.#allSections.push(section);
    return section;
  }

  /** Without entries: above everything in a section, but behind the comments a file begins with. */
  #topOf({ header, top }: Section, link: Link): Link {
    return header === undefined && link.kind === "comment" ? link : top;
  }

  #linkOf(part: Part, links: ReadonlyMap<Part, Link>, section: Section): Link {
    const { text } = this.#file;
    const lineBreak = text.slice(part.end, part.next);
    if (part.kind !== "entry") return newLink(part.kind, text.slice(part.start, part.end), lineBreak);
    return { ...newLink("entry", text.slice(part.start, part.end), lineBreak), ...this.#entryOf(part, links, section) };
  }

  #entryOf(part: Entry, links: ReadonlyMap<Part, Link>, section: Section): Omit<EntryLink, keyof Link> {
    const { text } = this.#file;
    return {
      key: part.key,
      value: part.value,
      lead: text.slice(part.start, part.nameEnd),
      separator: text.slice(part.nameEnd, part.valueStart),
      raw: text.slice(part.valueStart, part.valueEnd),
      tail: text.slice(part.valueEnd, part.end),
      offset: part.valueStart,
      comments: part.comments.flatMap((comment) => links.get(comment) ?? []),
      section,
    };
  }

  #register(entry: EntryLink, isOriginal: boolean): void {
    const { section } = entry;
    if (isOriginal && section.count === 0 && section.header === undefined)
      section.top = (entry.comments[0] ?? entry).previous;
    section.count += 1;
    if (isOriginal) section.last = entry;
    this.#entries.add(entry);
  }

  #set(key: string, [value = ""]: readonly string[]): void {
    const entry = this.#entries.live(key);
    if (entry === undefined) throw new RangeError(`no unit "${key}" in the file`);
    this.#write(entry, value);
  }

  #write(entry: EntryLink, value: string): void {
    if (entry.value === value) return;
    const written = this.#encode(value, entry.key, entry.raw, entry.offset);
    const encoded = entry.raw.includes("\n") ? written : indented(written, indentOf(entry.lead));
    entry.separator = separatorFor(encoded, this.#filledSeparator(entry));
    if (entry.tail.trim() !== "" && (encoded === "" || encoded.includes("\n"))) this.#liftComment(entry);
    entry.value = value;
    entry.raw = encoded;
    entry.body = entry.lead + entry.separator + encoded + entry.tail;
  }

  /** Behind no text, or below its first line, a comment would be read as part of the text. */
  #liftComment(entry: EntryLink): void {
    entry.lead = indentOf(entry.lead) + entry.tail.trim() + this.#style.lineEnd + entry.lead;
    entry.tail = "";
  }

  /** As the entry has it, or would have it with a text on its line. */
  #filledSeparator({ raw, separator }: EntryLink): string {
    if (!endsLine(raw) || separator !== separator.trimEnd()) return separator;
    const usual = this.#style.separator;
    if (usual.trimEnd() === separator) return usual;
    return isBlank(separator.charAt(0)) ? `${separator} ` : separator;
  }

  #encode(value: string, key: string, raw: string | undefined, offset: number): string {
    const encoded = this.#syntax.encode(value, raw, this.#style);
    if (encoded !== undefined) return encoded.replaceAll("\n", this.#style.lineEnd);
    const message = `${this.#syntax.id} cannot hold the text of "${key}": ${this.#syntax.limits}`;
    throw errorAt(this.#file.text, offset, message, this.#path);
  }

  #remove(key: string): void {
    for (const entry of this.#entries.all(key)) {
      takeOut(entry, entry.comments);
      entry.section.count -= 1;
      entry.section.isTouched = true;
    }
  }

  #add({ key, target: [value = ""], note }: Unit, after: string | undefined): void {
    const live = this.#entries.live(key);
    if (live !== undefined) return this.#write(live, value);
    const { section: name, name: entryName } = this.#splitKey(key);
    const known = after === undefined ? undefined : this.#entries.last(after);
    const near = this.#syntax.hasSections ? undefined : known?.section;
    const above = after === undefined ? this.#allSections[0] : known?.section;
    const section = near ?? this.#sections.get(name) ?? this.#newSection(name, above);
    const anchor = this.#anchorIn(section, known, after);
    const entry = this.#newEntry(section, key, entryName, value, note);
    putIn(standing(anchor), entry, entry.comments, this.#style.isSpaced && section.count > 0);
    this.#register(entry, false);
    if (anchor === section.last) section.last = entry;
  }

  /** Below a unit of a section further up it is the first one. */
  #anchorIn(section: Section, known: EntryLink | undefined, after: string | undefined): Link {
    if (known?.section === section) return known;
    if (after === undefined && !this.#syntax.hasSections)
      return (this.#allSections.find(({ count }) => count > 0) ?? section).top;
    const isFirst = after === undefined || (known !== undefined && known.section.place <= section.place);
    return isFirst ? section.top : section.last;
  }

  #splitKey(key: string): { section: string | undefined; name: string } {
    const { separators, commentSigns, hasSections } = this.#syntax;
    const [, section, rest] = (hasSections ? KEY.exec(key) : /^()([^\r\n]*)$/.exec(key)) ?? [];
    const name = rest ?? "";
    const isName =
      name !== "" &&
      name.trim() === name &&
      !name.startsWith("[") &&
      !commentSigns.includes(name.charAt(0)) &&
      !separators.split("").some((sign) => name.includes(sign));
    if (isName) return { section: section === "" ? undefined : section, name };
    const message = `no name for a text: "${key}" has one of ${separators} in it, or begins like a comment or section`;
    throw errorAt(this.#file.text, this.#file.text.length, message, this.#path);
  }

  /** Below another one; at the end of the file where there is none. */
  #newSection(name: string | undefined, above: Section | undefined): Section {
    const header = newLink("section", `[${name ?? ""}]`);
    const below = above === undefined ? this.#edge : this.#behind(above);
    const { previous } = below;
    const isSpaced = below.kind === "edge" ? previous.kind !== "blank" : previous.kind === "blank";
    insertAfter(previous, header);
    if (below.kind !== "edge" && isSpaced) insertAfter(header, newLink("blank", ""));
    else if (previous.kind !== "edge" && isSpaced) insertAfter(previous, newLink("blank", ""));
    return this.#addSection(name, header, [], above?.place);
  }

  /** The line of the section that follows, or the first of the comments right above it. */
  #behind({ last }: Section): Link {
    let below = standing(last).next;
    while (below.kind !== "section" && below.kind !== "edge") below = below.next;
    if (below.kind === "edge") return below;
    let first = below;
    while (first.previous.kind === "comment") first = first.previous;
    // Comments at the top are the file's.
    return first.previous.kind === "edge" ? below : first;
  }

  #newEntry(section: Section, key: string, name: string, value: string, note: string): EntryLink {
    const { indent } = this.#style;
    const sign = this.#style.commentSign;
    const lines = note === "" ? [] : note.split(/\r\n?|\n/);
    const encoded = this.#encode(value, key, undefined, this.#file.text.length);
    const separator = separatorFor(encoded, this.#style.separator);
    const raw = indented(encoded, indent);
    return {
      ...newLink("entry", indent + name + separator + raw),
      key,
      value,
      lead: indent + name,
      separator,
      raw,
      tail: "",
      offset: this.#file.text.length,
      comments: lines.map((line) => newLink("comment", `${indent}${sign} ${line}`.trimEnd())),
      section,
    };
  }

  /** The line of a section goes with its last text. */
  #dropIfEmptied({ header, headerComments, count, isTouched }: Section): void {
    if (header === undefined || count > 0 || !isTouched || !this.#syntax.hasSections) return;
    let last = header.next;
    while (last.kind === "blank") last = last.next;
    if (last.kind !== "section" && last.kind !== "edge") return;
    takeOut(header, headerComments);
    if (last.kind === "edge") for (let at = last.previous; at.kind === "blank"; at = at.previous) unlink(at);
  }

  #render(): string {
    const { lineEnd, hasFinalBreak, hasByteOrderMark } = this.#style;
    const pieces = [hasByteOrderMark ? BYTE_ORDER_MARK : ""];
    for (let link = this.#edge.next; link !== this.#edge; link = link.next) {
      pieces.push(link.body);
      if (link.next === this.#edge && !hasFinalBreak) break;
      pieces.push(link.lineBreak === "" ? lineEnd : link.lineBreak);
    }
    return pieces.join("");
  }
}

function isEntry(link: Link): link is EntryLink {
  return link.kind === "entry";
}

/** Nothing of the text stands on the line of its name. */
function endsLine(raw: string): boolean {
  return /^(?:$|[\r\n])/.test(raw);
}

/** No blank is left at the end of a line. */
function separatorFor(raw: string, separator: string): string {
  return endsLine(raw) ? separator.trimEnd() : separator;
}

function indentOf(lead: string): string {
  return lead.slice(0, lead.length - lead.trimStart().length);
}

/** Lines that go on with a text stand deeper than its name. */
function indented(encoded: string, indent: string): string {
  return encoded.replaceAll("\n    ", `\n${indent}    `);
}
