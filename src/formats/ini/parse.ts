import { RIGHTS_NOTICE } from "../text/rights-notice.ts";
import { errorAt } from "../text/source-text.ts";

interface PartBase {
  /** Offsets in the file's text: first character, end, and where the next part begins (behind the line break). */
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

export interface PlainLine extends PartBase {
  readonly kind: "blank" | "comment" | "other";
}

export interface SectionLine extends PartBase {
  readonly kind: "section";
  readonly name: string;
}

/** A name with its text, over as many lines as it has. */
export interface Entry extends PartBase {
  readonly kind: "entry";
  readonly section: string | undefined;
  readonly key: string;
  readonly value: string;
  readonly line: number;
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly valueStart: number;
  /** What stands behind it is a comment. */
  readonly valueEnd: number;
  /** Those right above. */
  readonly comments: readonly PlainLine[];
}

export type Part = PlainLine | SectionLine | Entry;

export interface IniFile {
  readonly text: string;
  readonly parts: readonly Part[];
}

/** What sets the dialects of ini files apart. */
export interface IniSyntax {
  readonly id: string;
  /** Signs between name and text. */
  readonly separators: string;
  /** Signs that begin a comment; the first one is what new comments have. */
  readonly commentSigns: string;
  /** Sections are part of a unit's key. */
  readonly hasSections: boolean;
  /** Texts go on in lines that are indented deeper. */
  readonly continues: boolean;
  /** A line without a separator is damage, and not something to leave alone. */
  readonly isStrict: boolean;
  /** What texts it cannot hold, for errors. */
  readonly limits: string;
  /**
   * @param raw what stands behind the separator and its blanks, up to the end of the line
   * @returns the text and the length of what stands for it; undefined for an open quote
   */
  decode(raw: string): { readonly value: string; readonly length: number } | undefined;
  /** @param before as it stands in the file @returns undefined where the dialect has no way to write it */
  encode(value: string, before: string | undefined, style: { readonly quote: string }): string | undefined;
}

export const BYTE_ORDER_MARK = "\uFEFF";

/** @throws {FormatError} with line and column */
export function parse(text: string, syntax: IniSyntax, path?: string): IniFile {
  return new Parser(text, syntax, path).parse();
}

const LINE_BREAK = /\r?\n/g;
const SECTION = /^\[([^\]]+)\][ \t]*(?:[;#].*)?$/s;
export const isBlank = (character: string | undefined): boolean => character === " " || character === "\t";

interface Line {
  readonly start: number;
  /** First character that is no blank. */
  readonly first: number;
  /** Behind the last character that is no blank. */
  readonly last: number;
  readonly end: number;
  readonly next: number;
}

class Parser {
  readonly #text: string;
  readonly #syntax: IniSyntax;
  readonly #path: string | undefined;
  readonly #parts: Part[] = [];
  #comments: PlainLine[] = [];
  #section: string | undefined;
  #line = 1;

  constructor(text: string, syntax: IniSyntax, path: string | undefined) {
    this.#text = text;
    this.#syntax = syntax;
    this.#path = path;
  }

  parse(): IniFile {
    const text = this.#text;
    for (let at = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0; at < text.length;) {
      const part = this.#part(this.#lineAt(at));
      this.#parts.push(part);
      if (part.kind === "comment") this.#comments.push(part);
      else this.#comments = [];
      at = part.next;
    }
    return { text, parts: this.#parts };
  }

  #part(line: Line): Part {
    const { start, end, next, first } = line;
    const number = this.#line;
    this.#line += 1;
    if (first === end) return { kind: "blank", start, end, next };
    const sign = this.#text[first] ?? "";
    if (this.#syntax.commentSigns.includes(sign)) return { kind: "comment", start, end, next };
    if (sign === "[") return this.#sectionLine(line);
    return this.#entry(line, number);
  }

  #sectionLine({ start, end, next, first, last }: Line): SectionLine | PlainLine {
    const name = SECTION.exec(this.#text.slice(first, last))?.[1];
    if (name === undefined) return this.#foreign({ start, end, next }, first, "a section reads [name]");
    this.#section = name;
    return { kind: "section", name, start, end, next };
  }

  #foreign(place: PartBase, offset: number, message: string): PlainLine {
    if (this.#syntax.isStrict) throw errorAt(this.#text, offset, message, this.#path);
    return { kind: "other", ...place };
  }

  #entry(line: Line, number: number): Entry | PlainLine {
    const { start, end, next, first, last } = line;
    const { separators, continues, hasSections } = this.#syntax;
    let at = first;
    while (at < last && !separators.includes(this.#text[at] ?? "")) at += 1;
    if (at === last || at === first) {
      return this.#foreign({ start, end, next }, first, `expected a name, "=" and a text`);
    }
    const nameEnd = this.#withoutBlanks(first, at);
    let valueStart = at + 1;
    while (valueStart < last && isBlank(this.#text[valueStart])) valueStart += 1;
    const read = this.#syntax.decode(this.#text.slice(valueStart, last));
    if (read === undefined) {
      throw errorAt(this.#text, valueStart, 'the text is not closed: a " is missing at its end', this.#path);
    }
    const whole = continues ? this.#continued(line, read.value) : { value: read.value, end, next };
    const name = this.#text.slice(first, nameEnd);
    return {
      kind: "entry",
      start,
      end: whole.end,
      next: whole.next,
      section: this.#section,
      key: hasSections ? keyOf(this.#section, name) : name,
      value: whole.value,
      line: number,
      nameStart: first,
      nameEnd,
      valueStart,
      valueEnd: whole.next === next ? valueStart + read.length : whole.end,
      comments: this.#isHeader() ? [] : this.#comments,
    };
  }

  /** Lines that are indented deeper go on with the text; blank ones among them are part of it. */
  #continued(line: Line, firstLine: string): { value: string; end: number; next: number } {
    const lines = [firstLine];
    const indent = line.first - line.start;
    let { end, next } = line;
    let blanks = 0;
    for (let at = next; at < this.#text.length;) {
      const below = this.#lineAt(at);
      const isEmpty = below.first === below.end;
      if (!isEmpty && below.first - below.start <= indent) break;
      at = below.next;
      if (isEmpty) {
        blanks += 1;
        continue;
      }
      for (; blanks > 0; blanks -= 1) lines.push("");
      lines.push(this.#text.slice(below.first, below.last));
      ({ end, next } = below);
    }
    this.#line += countLineBreaks(this.#text, line.next, next);
    return { value: lines.join("\n"), end, next };
  }

  /** A notice about rights at the top of a file is the file's. */
  #isHeader(): boolean {
    const [first] = this.#comments;
    return (
      first !== undefined &&
      first === this.#parts[0] &&
      RIGHTS_NOTICE.test(this.#text.slice(first.start, this.#comments.at(-1)?.end))
    );
  }

  #lineAt(start: number): Line {
    LINE_BREAK.lastIndex = start;
    const lineBreak = LINE_BREAK.exec(this.#text);
    const end = lineBreak?.index ?? this.#text.length;
    let first = start;
    while (first < end && isBlank(this.#text[first])) first += 1;
    return { start, first, last: this.#withoutBlanks(first, end), end, next: end + (lineBreak?.[0].length ?? 0) };
  }

  #withoutBlanks(start: number, end: number): number {
    let at = end;
    while (at > start && isBlank(this.#text[at - 1])) at -= 1;
    return at;
  }
}

function countLineBreaks(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

export function keyOf(section: string | undefined, name: string): string {
  return section === undefined ? name : `[${section}]${name}`;
}

export function isEntry(part: Part): part is Entry {
  return part.kind === "entry";
}

/** Of a key that is there twice the last one counts. */
export function entriesByKey({ parts }: IniFile): ReadonlyMap<string, Entry> {
  return new Map(parts.filter(isEntry).map((entry) => [entry.key, entry]));
}

/** A comment's lines without the signs they begin with. */
export function noteOf({ text }: IniFile, { comments }: Entry): string {
  return comments
    .map(({ start, end }) =>
      text
        .slice(start, end)
        .trim()
        .replace(/^[;#%]+ ?/, ""),
    )
    .join("\n");
}
