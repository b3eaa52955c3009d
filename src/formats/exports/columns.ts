import { columns, namedColumns, saysFuzzy, usualColumns, type Column, type ColumnOrder } from "../csv/columns.ts";
import type { ExchangeUnit } from "./exchange-unit.ts";
import type { ExportUnit } from "./exporter.ts";
import { developerNotes, isFuzzy, locationsOf, translatorNotes } from "./unit-text.ts";

/** One row: a string, or one form of it. */
export function rowOf(unit: ExportUnit, target: string): readonly string[] {
  const cells: Readonly<Record<Column, string>> = {
    location: locationsOf(unit).join(" "),
    source: unit.source[0] ?? "",
    target,
    id: "",
    fuzzy: isFuzzy(unit) ? "True" : "False",
    context: unit.context,
    translator_comments: translatorNotes(unit).join("\n"),
    developer_comments: developerNotes(unit).join("\n"),
  };
  return columns.map((column) => cells[column]);
}

/**
 * The strings of a table. Its first row names the columns, in any order; a table of two columns without names has source
 * and target, a wider one the columns in their usual order. Rows of one string that follow each other are its forms.
 */
export function unitsOfRows(rows: readonly (readonly string[])[]): readonly ExchangeUnit[] {
  const [first = []] = rows;
  const named = namedColumns(first);
  const order = named ?? usualColumns(widthOf(rows));
  const units: RowUnit[] = [];
  for (const row of named === undefined ? rows : rows.slice(1)) {
    const unit = unitOfRow(row, order);
    const last = units.at(-1);
    if (unit === undefined) continue;
    if (last !== undefined && isSameString(last, unit)) {
      last.target.push(...unit.target);
      last.fuzzy ||= unit.fuzzy;
    } else units.push(unit);
  }
  return units;
}

/** Grows by a form with each row of the same string: copied, a long run of them would take the square of its length. */
interface RowUnit extends ExchangeUnit {
  readonly target: string[];
  fuzzy: boolean;
}

function widthOf(rows: readonly (readonly string[])[]): number {
  return rows.reduce((width, row) => Math.max(width, row.findLastIndex((cell) => cell !== "") + 1), 0);
}

function unitOfRow(row: readonly string[], order: ColumnOrder): RowUnit | undefined {
  const cell = (column: Column): string | undefined => {
    const index = order.indexOf(column);
    return index === -1 ? undefined : (row[index] ?? "");
  };
  const [context, source, target, id] = [cell("context"), cell("source"), cell("target") ?? "", cell("id") ?? ""];
  if ((source ?? "") === "" && (context ?? "") === "" && id === "") return undefined;
  return {
    ...(context !== undefined && { context }),
    ...(id === "" ? {} : { id }),
    source: source === undefined ? [] : [source],
    target: [target],
    fuzzy: saysFuzzy(cell("fuzzy") ?? ""),
  };
}

function isSameString(one: ExchangeUnit, other: ExchangeUnit): boolean {
  return one.context === other.context && one.id === other.id && one.source[0] === other.source[0];
}
