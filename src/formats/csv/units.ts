import { unitStates, type Unit, type UnitState } from "../../catalog/unit.ts";
import { unescapeFormula } from "./cells.ts";
import { namedColumns, saysFuzzy, simpleColumns, usualColumns, type Column, type ColumnOrder } from "./columns.ts";
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
  if (named !== undefined) return { table, order: named, header: first, rows: rows.slice(1) };
  const order = kind.isSimple ? simpleColumns : usualColumns(rows.map(textsOf));
  return { table, order, header: undefined, rows };
}

function textsOf({ cells }: Row): readonly string[] {
  return cells.map(({ text }) => text);
}

/** A cell's text in a file whose own line ends are those of the cells too. */
export function cellText(row: Row, index: number, lineEnd: string): string {
  const text = unescapeFormula(row.cells[index]?.text ?? "");
  return lineEnd === "\r\n" ? text.replaceAll("\r\n", "\n") : text;
}

/** What a row says; the key is the id, or the source with its context. Undefined where it has neither. */
export interface RowTexts {
  readonly key: string;
  readonly texts: ReadonlyMap<Column, string>;
}

export function textsOfRow(row: Row, order: ColumnOrder, lineEnd: string): RowTexts | undefined {
  const texts = new Map<Column, string>();
  for (const [index, column] of order.entries()) {
    if (column !== undefined) texts.set(column, cellText(row, index, lineEnd));
  }
  const key = keyOf(texts);
  return key === undefined ? undefined : { key, texts };
}

function keyOf(texts: ReadonlyMap<Column, string>): string | undefined {
  const [id = "", context = "", source] = [texts.get("id"), texts.get("context"), texts.get("source")];
  if (id !== "") return id;
  if (source === undefined || (source === "" && context !== "")) return context === "" ? undefined : context;
  if (source === "") return undefined;
  return context === "" ? source : `${context}\u0004${source}`;
}

/** Rows of each key in file order. */
export function rowsByKey(
  { rows, order }: CsvFile,
  lineEnd: string,
): ReadonlyMap<string, readonly (RowTexts & { row: Row })[]> {
  const byKey = new Map<string, (RowTexts & { row: Row })[]>();
  for (const row of rows) {
    const read = textsOfRow(row, order, lineEnd);
    if (read === undefined) continue;
    const known = byKey.get(read.key);
    if (known === undefined) byKey.set(read.key, [{ ...read, row }]);
    else known.push({ ...read, row });
  }
  return byKey;
}

/** @param template gives the source of what has a key only */
export function unitsOf(
  file: CsvFile,
  kind: CsvKind,
  lineEnd: string,
  template: ReadonlyMap<string, readonly string[]> | undefined,
): readonly Unit[] {
  const isKeyed = !file.order.includes("source") || template !== undefined;
  return Array.from(rowsByKey(file, lineEnd), ([key, all]): Unit => {
    // Of a string that is there twice the last row counts, where rows are no forms.
    const rows = kind.isMulti ? all : all.slice(-1);
    const [first] = rows;
    const text = (column: Column): string => first?.texts.get(column) ?? "";
    const target = rows.map(({ texts }) => texts.get("target") ?? "");
    return {
      key,
      context: isKeyed ? key : text("context"),
      source: isKeyed ? (template?.get(key) ?? []) : [text("source")],
      target,
      state: stateOf(
        target,
        rows.some(({ texts }) => saysFuzzy(texts.get("fuzzy") ?? "")),
      ),
      note: [text("translator_comments"), text("developer_comments")].filter((note) => note !== "").join("\n"),
      location: text("location"),
      flags: "",
      previousSource: "",
      line: first?.row.line ?? 0,
    };
  });
}

function stateOf(target: readonly string[], isFuzzy: boolean): UnitState {
  if (target.every((text) => text === "")) return unitStates.untranslated;
  return isFuzzy ? unitStates.needsEditing : unitStates.translated;
}
