import { escapeFormula, quoteCell, unescapeFormula } from "../csv/cells.ts";
import { columns } from "../csv/columns.ts";
import { isRow, namesColumns, parseTable } from "../csv/rows.ts";
import { rowOf, unitsOfRows } from "./columns.ts";
import type { ExchangeUnit } from "./exchange-unit.ts";
import { textExporter, type Exporter, type ExportUnit } from "./exporter.ts";
import { isPlural } from "./unit-text.ts";

/** One row a string: of a plural the first form. */
export const csv: Exporter = csvExporter("csv", ({ target }) => target.slice(0, 1));

/** The same columns; a plural has one row for each form of the language. */
export const csvMulti: Exporter = csvExporter("csv-multi", (unit) =>
  isPlural(unit) ? unit.target : unit.target.slice(0, 1),
);

function csvExporter(name: string, formsOf: (unit: ExportUnit) => readonly string[]): Exporter {
  return textExporter({ name, extension: "csv", mediaType: "text/csv" }, () => ({
    head: writeRow(columns),
    each: (unit) => {
      const forms = formsOf(unit);
      return (forms.length === 0 ? [""] : forms).map((target) => writeRow(rowOf(unit, target))).join("");
    },
    tail: "",
  }));
}

function writeRow(row: readonly string[]): string {
  return `${row.map(writeCell).join(",")}\r\n`;
}

function writeCell(value: string): string {
  return quoteCell(escapeFormula(value));
}

/** @throws {FormatError} with line and column where a quote is not closed */
export function readCsv(text: string, path?: string): readonly ExchangeUnit[] {
  const rows = parseTable(text, path).lines.filter(isRow);
  return unitsOfRows(rows.map(({ cells }) => cells.map((cell) => unescapeFormula(cell.text))));
}

/** Whether the first line names columns of ours. */
export function looksLikeCsv(text: string): boolean {
  return namesColumns(text);
}
