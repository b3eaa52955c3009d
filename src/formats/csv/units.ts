import { bilingualKey, unitStates, type Unit, type UnitState } from "../../catalog/unit.ts";
import { unescapeFormula } from "./cells.ts";
import { errorAt } from "../text/source-text.ts";
import {
  isKeyColumn,
  namedColumns,
  saysFuzzy,
  simpleColumns,
  usualColumns,
  type Column,
  type ColumnOrder,
} from "./columns.ts";
import { isRow, parseTable, type Row, type Table } from "./rows.ts";

/** How the tables of a format are read. */
export interface CsvKind {
  readonly id: string;
  /** Two columns, source and target, unless the first row says otherwise. */
  readonly isSimple: boolean;
  /** Rows of one string are its forms. */
  readonly isMulti: boolean;
}

/** A table and what its columns are. */
export interface CsvFile {
  readonly table: Table;
  readonly order: ColumnOrder;
  /** The first row, where it names the columns. */
  readonly header: Row | undefined;
  /** Those that may hold a string. */
  readonly rows: readonly Row[];
}

/** @throws {FormatError} with line and column */
export function readFile(text: string, kind: CsvKind, path?: string): CsvFile {
  const table = parseTable(text, path);
  const rows = table.lines.filter(isRow);
  const [first] = rows;
  const named = first === undefined ? undefined : namedColumns(textsOf(first));
  if (first !== undefined && named !== undefined) {
    if (named.some(isKeyColumn)) return { table, order: named, header: first, rows: rows.slice(1) };
    const message = "no column says which string a row is of; name one of them source, context or id";
    throw errorAt(text, first.start, message, path);
  }
  const order = kind.isSimple ? simpleColumns : usualColumns(widthOf(rows));
  return { table, order, header: undefined, rows };
}

function textsOf({ cells }: Row): readonly string[] {
  return cells.map(({ text }) => text);
}

function widthOf(rows: readonly Row[]): number {
  return rows.reduce((width, { cells }) => Math.max(width, cells.findLastIndex(({ text }) => text !== "") + 1), 0);
}

/** Reads what rows say by the names of their columns. */
export class RowReader {
  readonly #places: ReadonlyMap<Column, number>;
  /** Line ends of the file's kind are not shown in a text. */
  readonly #isWindows: boolean;

  constructor({ order, table }: CsvFile) {
    const named = order.flatMap((column, index) => (column === undefined ? [] : [[column, index] as const]));
    this.#places = new Map(named);
    this.#isWindows = table.lineEnd === "\r\n";
  }

  /** Undefined where the table has no such column. */
  text({ cells }: Row, column: Column): string | undefined {
    const place = this.#places.get(column);
    if (place === undefined) return undefined;
    const text = unescapeFormula(cells[place]?.text ?? "");
    return this.#isWindows ? text.replaceAll("\r\n", "\n") : text;
  }

  /** The id, or the source with its context; undefined for a row that has neither. */
  key(row: Row): string | undefined {
    const id = this.text(row, "id") ?? "";
    if (id !== "") return id;
    const context = this.text(row, "context") ?? "";
    const source = this.text(row, "source") ?? "";
    if (source === "") return context === "" ? undefined : context;
    return bilingualKey(context, source);
  }
}

/** @param template gives the source of what has a key only */
export function unitsOf(
  file: CsvFile,
  kind: CsvKind,
  template: ReadonlyMap<string, readonly string[]> | undefined,
): readonly Unit[] {
  const reader = new RowReader(file);
  const isKeyed = !file.order.includes("source") || template !== undefined;
  return Array.from(rowsByKey(file, kind, reader), ([key, rows]): Unit => {
    const [first] = rows;
    const text = (column: Column): string => (first === undefined ? "" : (reader.text(first, column) ?? ""));
    const target = rows.map((row) => reader.text(row, "target") ?? "");
    return {
      key,
      context: isKeyed ? key : text("context"),
      source: isKeyed ? (template?.get(key) ?? []) : [text("source")],
      target,
      state: stateOf(
        target,
        rows.some((row) => saysFuzzy(reader.text(row, "fuzzy") ?? "")),
      ),
      note: [text("translator_comments"), text("developer_comments")].filter((note) => note !== "").join("\n"),
      location: text("location"),
      flags: "",
      previousSource: "",
      line: first?.line ?? 0,
    };
  });
}

/** In file order. Of a string that is there twice the last row counts, where rows are no forms. */
function rowsByKey({ rows }: CsvFile, { isMulti }: CsvKind, reader: RowReader): ReadonlyMap<string, readonly Row[]> {
  const byKey = new Map<string, Row[]>();
  for (const row of rows) {
    const key = reader.key(row);
    if (key === undefined) continue;
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [row]);
    else if (isMulti) known.push(row);
    else known[0] = row;
  }
  return byKey;
}

function stateOf(target: readonly string[], isFuzzy: boolean): UnitState {
  if (target.every((text) => text === "")) return unitStates.untranslated;
  return isFuzzy ? unitStates.needsEditing : unitStates.translated;
}
