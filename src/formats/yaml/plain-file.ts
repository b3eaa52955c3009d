import { LineScan } from "../text/line-scan.ts";
import type { ScalarStyle, YamlCollection, YamlEntry, YamlFile, YamlNode } from "./node.ts";

/** `key:`, or `key: text` with a text that begins with a letter, a number or a quote. */
const ENTRY = /( *)([A-Za-z_][\w.-]{0,500}):(?: ("[^"\\\n]*"|'[^'\n]*'|[\p{L}\p{N}(][^\n]*))?(?:\n|$)/uy;
const BLANK_OR_COMMENT = / *(?:#[^\n]*)?(?:\n|$)/y;
/** What may stand in other files only: other line ends, tabs, controls, marks. */
const UNUSUAL = /[^\n -\u007E\u00A0-\u2027\u202A-\uD7FF\uE000-\uFEFE\uFF00-\uFFFD]/;
const MARKER = "---\n";
/** In a text without quotes these end it, or make something else of it. */
const NO_PLAIN = /: |:$| #| $/;
const MAXIMUM_DEPTH = 100;

/** A line with a key. */
interface Line {
  readonly indent: number;
  readonly name: string;
  readonly keyStart: number;
  readonly valueStart: number;
  /** Undefined for the head of a group. */
  readonly value: string | undefined;
  readonly style: ScalarStyle;
}

/**
 * A file of nothing but keys with texts on one line, and groups of such: what the reader of the whole language makes of it, in
 * a tenth of the time. Undefined for any other file, right or wrong.
 *
 * @param isText whether a text without quotes is one, and no number or other value
 */
export function readPlainFile(text: string, isText: (plain: string) => boolean): YamlFile | undefined {
  return UNUSUAL.test(text) ? undefined : new PlainReader(text, isText).read();
}

class PlainReader {
  readonly #text: string;
  readonly #isText: (plain: string) => boolean;
  readonly #lines: LineScan;
  #at: number;
  #next: Line | undefined;
  #isPlain = true;

  constructor(text: string, isText: (plain: string) => boolean) {
    this.#text = text;
    this.#isText = isText;
    this.#lines = new LineScan(text);
    this.#at = text.startsWith(MARKER) ? MARKER.length : 0;
  }

  read(): YamlFile | undefined {
    this.#advance();
    const first = this.#next;
    if (first?.indent !== 0) return undefined;
    const root = this.#map(first, 1);
    return this.#isPlain && this.#next === undefined ? { text: this.#text, root, aliases: new Map() } : undefined;
  }

  /** Goes to the next line with a key; one that is not so plain ends everything. */
  #advance(): void {
    const text = this.#text;
    this.#next = undefined;
    while (this.#isPlain && this.#at < text.length) {
      ENTRY.lastIndex = this.#at;
      const match = ENTRY.exec(text);
      if (match !== null) {
        this.#next = this.#lineOf(match);
        this.#at = ENTRY.lastIndex;
        return;
      }
      BLANK_OR_COMMENT.lastIndex = this.#at;
      if (BLANK_OR_COMMENT.test(text)) this.#at = BLANK_OR_COMMENT.lastIndex;
      else this.#isPlain = false;
    }
  }

  #lineOf({ index, 1: blanks = "", 2: name = "", 3: value }: RegExpExecArray): Line {
    const keyStart = index + blanks.length;
    const valueStart = keyStart + name.length + 2;
    const quote = value?.[0];
    const style = quote === '"' ? "double" : quote === "'" ? "single" : "plain";
    if (style === "plain" && value !== undefined && (NO_PLAIN.test(value) || !this.#isText(value)))
      this.#isPlain = false;
    return { indent: blanks.length, name, keyStart, valueStart, value, style };
  }

  /** The keys that stand below each other from a line on. */
  #map(first: Line, depth: number): YamlCollection {
    const entries: YamlEntry[] = [];
    let line: Line | undefined = first;
    while (line !== undefined && line.indent === first.indent && this.#isPlain) {
      entries.push(this.#entry(line, entries.at(-1)?.end ?? 0, depth));
      line = this.#next;
    }
    // Between two levels, nothing can stand.
    if (line !== undefined && line.indent > first.indent) this.#isPlain = false;
    return {
      kind: "map",
      isFlow: false,
      start: first.keyStart,
      end: entries.at(-1)?.node.end ?? first.keyStart,
      anchor: undefined,
      column: first.indent,
      entries,
    };
  }

  #entry(line: Line, floor: number, depth: number): YamlEntry {
    const { keyStart, indent, name } = line;
    const lines = this.#lines;
    const number = lines.lineAt(keyStart);
    const start = lines.startWithComments(keyStart, floor);
    this.#advance();
    const node = this.#node(line, depth);
    const isGroup = node.kind === "map";
    const lineEnd = lines.afterLine(node.end);
    const end = isGroup ? lines.afterDeeperComments(lineEnd, indent) : lineEnd;
    const note = lines.note(start, keyStart, isGroup ? undefined : node.end);
    return { name, keyStart, start, end, isCompact: false, line: number, note, node };
  }

  #node({ indent, valueStart, value, style }: Line, depth: number): YamlNode {
    const below = this.#next;
    const isDeeper = below !== undefined && below.indent > indent;
    if (value === undefined && isDeeper && depth < MAXIMUM_DEPTH) return this.#map(below, depth + 1);
    // A group without keys is none, and what follows a text on a deeper line belongs to it.
    if (value === undefined || isDeeper) this.#isPlain = false;
    const said = value ?? "";
    const content = style === "plain" ? said : said.slice(1, -1);
    return { kind: "text", start: valueStart, end: valueStart + said.length, anchor: undefined, value: content, style };
  }
}
