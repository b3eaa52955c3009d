import { LineScan } from "../text/line-scan.ts";
import { keyOf, type TomlCollection, type TomlEntry, type TomlFile, type TomlTable } from "./node.ts";
import { ValueReader, type Key } from "./value.ts";

/** @throws {FormatError} with line and column */
export function parse(text: string, path?: string): TomlFile {
  return new FileReader(text, path).read();
}

const BLANKS_AND_COMMENTS = /(?:[ \t\r\n\uFEFF]|#[^\n]*)*/y;

/** A table while it is read. */
interface OpenTable extends Omit<TomlTable, "collection"> {
  readonly entries: TomlEntry[];
}

class FileReader {
  readonly #text: string;
  readonly #lines: LineScan;
  readonly #reader: ValueReader;
  readonly #tables: OpenTable[] = [];
  /** Number of elements of each array of tables. */
  readonly #arrays = new Map<string, number>();
  /** What every key in the file is, so that nothing is there twice. */
  readonly #defined = new Map<string, "pair" | "table">();
  /** End of the entry or header before. */
  #floor = 0;

  constructor(text: string, path: string | undefined) {
    this.#text = text;
    this.#lines = new LineScan(text);
    this.#reader = new ValueReader(text, path, (offset) => this.#lines.lineAt(offset));
  }

  read(): TomlFile {
    const top = this.#text.startsWith("\uFEFF") ? 1 : 0;
    let table: OpenTable = {
      names: [],
      path: undefined,
      array: undefined,
      start: top,
      headerEnd: top,
      line: 1,
      note: "",
      entries: [],
    };
    this.#tables.push(table);
    for (;;) {
      this.#reader.skip(BLANKS_AND_COMMENTS);
      const { at } = this.#reader;
      if (at >= this.#text.length) break;
      if (this.#text[at] === "[") this.#tables.push((table = this.#header(at)));
      else table.entries.push(this.#pair(at, table.path));
    }
    const tables = this.#tables.map(({ entries, ...rest }) => ({ ...rest, collection: collectionOf(rest, entries) }));
    return { text: this.#text, tables };
  }

  #header(start: number): OpenTable {
    const reader = this.#reader;
    const isArray = this.#text.startsWith("[[", start);
    const close = isArray ? "]]" : "]";
    reader.at = start + close.length;
    reader.skip();
    const key = reader.key();
    reader.skip();
    if (!this.#text.startsWith(close, reader.at)) reader.fail(reader.at, `expected "${close}" after the table's name`);
    reader.at += close.length;
    const end = this.#endOfLine(start);
    const line = this.#lines.lineAt(start);
    const ownStart = this.#lines.startWithComments(start, this.#floor);
    const note = this.#lines.note(ownStart, start, reader.at);
    this.#floor = end;
    const place = this.#placeOf(key, isArray);
    return { ...place, names: key.names, start: ownStart, headerEnd: end, line, note, entries: [] };
  }

  /** A header's key counts from the last element of each array of tables that it leads through. */
  #placeOf({ names, start }: Key, isArray: boolean): Pick<TomlTable, "path" | "array"> {
    let path: string | undefined;
    for (const [index, name] of names.entries()) {
      path = keyOf(path, name);
      const count = this.#arrays.get(path);
      if (index === names.length - 1) {
        if (isArray) return this.#element(path, count ?? 0, start);
        if (count !== undefined) this.#reader.fail(start, `"${path}" is a list of tables: [[${path}]]`);
        this.#define(path, "table", start);
      } else if (count !== undefined) path = keyOf(path, count - 1);
    }
    return { path, array: undefined };
  }

  #element(array: string, count: number, start: number): Pick<TomlTable, "path" | "array"> {
    if (count === 0) this.#define(array, "table", start);
    this.#arrays.set(array, count + 1);
    return { path: keyOf(array, count), array };
  }

  #define(path: string, kind: "pair" | "table", start: number): void {
    if (this.#defined.has(path)) this.#reader.fail(start, `"${path}" appears twice`);
    this.#defined.set(path, kind);
  }

  #pair(start: number, path: string | undefined): TomlEntry {
    const reader = this.#reader;
    const line = this.#lines.lineAt(start);
    const key = reader.key();
    const name = key.names.join(".");
    this.#define(keyOf(path, name), "pair", start);
    const node = reader.assigned();
    const ownStart = this.#lines.startWithComments(start, this.#floor);
    const note = this.#lines.note(ownStart, start, node.end);
    const end = this.#endOfLine(start);
    this.#floor = end;
    return { name, keyStart: start, start: ownStart, end, isCompact: false, line, note, node };
  }

  /** Nothing but a comment may follow on the line. */
  #endOfLine(start: number): number {
    const reader = this.#reader;
    reader.skip(LINE_REST);
    const end = this.#text[reader.at] === "\n" ? reader.at + 1 : reader.at;
    if (end === reader.at && end < this.#text.length) {
      const what = this.#text[start] === "[" ? "the table's name" : "the value";
      reader.fail(reader.at, `expected the end of the line after ${what}`);
    }
    reader.at = end;
    return end;
  }
}

const LINE_REST = /[ \t]*(?:#[^\n]*|\r(?=\n))?/y;

function collectionOf(
  { start, headerEnd }: Omit<TomlTable, "collection">,
  entries: readonly TomlEntry[],
): TomlCollection {
  const end = entries.at(-1)?.end ?? headerEnd;
  return { kind: "map", isFlow: false, start, end, anchor: undefined, column: 0, entries };
}
