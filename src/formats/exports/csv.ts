import { errorAt } from "../source-text.ts";
import { columns, namedColumns, rowOf, unitsOfRows } from "./columns.ts";
import type { ExchangeUnit } from "./exchange-unit.ts";
import { encode, type ExportDocument, type Exporter, type ExportUnit } from "./exporter.ts";
import { isPlural } from "./unit-text.ts";

/** One row a string: of a plural the first form. */
export const csv: Exporter = csvExporter("csv", ({ target }) => target.slice(0, 1));

/** The same columns; a plural has one row for each form of the language. */
export const csvMulti: Exporter = csvExporter("csv-multi", (unit) =>
  isPlural(unit) ? unit.target : unit.target.slice(0, 1),
);

function csvExporter(name: string, formsOf: (unit: ExportUnit) => readonly string[]): Exporter {
  return {
    name,
    extension: "csv",
    mediaType: "text/csv",
    write: ({ units }: ExportDocument) => {
      const rows = units.flatMap((unit) => {
        const forms = formsOf(unit);
        return (forms.length === 0 ? [""] : forms).map((target) => rowOf(unit, target));
      });
      return encode([columns, ...rows].map((row) => `${row.map(writeCell).join(",")}\r\n`).join(""));
    },
  };
}

function writeCell(value: string): string {
  const text = escapeFormula(value);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What spreadsheets take for a formula, or lose: it is put between apostrophes, as the service does. */
const FORMULA = /^(?:[=+\-@|%\p{Zs}]|\s*[=+\-@|%])/u;
const QUOTED = /^'(.*)'$/s;

function escapeFormula(text: string): string {
  return isEscaped(text) ? `'${text.replaceAll("|", "\\|")}'` : text;
}

function unescapeFormula(cell: string): string {
  return unquoted(cell) ?? cell;
}

/** A text that looks like an escaped one is escaped too, so that it comes back as it was. */
function isEscaped(text: string): boolean {
  return FORMULA.test(text) || unquoted(text) !== undefined;
}

function unquoted(cell: string): string | undefined {
  const text = QUOTED.exec(cell)?.[1]?.replaceAll("\\|", "|");
  return text !== undefined && isEscaped(text) ? text : undefined;
}

/** @throws {FormatError} with line and column where a quote is not closed */
export function readCsv(text: string, path?: string): readonly ExchangeUnit[] {
  const rows = parseRows(text, delimiterOf(text), path);
  return unitsOfRows(rows.map((row) => row.map(unescapeFormula)));
}

const DELIMITERS = [",", ";", "\t"] as const;

/** The one that makes known columns of the first line, else the one it has most often. */
function delimiterOf(text: string): string {
  const line = /^[^\r\n]*/.exec(text)?.[0] ?? "";
  const cellsOf = (delimiter: string): string[] => line.split(delimiter).map((cell) => cell.replaceAll('"', ""));
  return (
    DELIMITERS.find((delimiter) => namedColumns(cellsOf(delimiter)) !== undefined) ??
    DELIMITERS.reduce((best, other) => (cellsOf(other).length > cellsOf(best).length ? other : best))
  );
}

/** Whether the first line names columns of ours. */
export function looksLikeCsv(text: string): boolean {
  const line = /^[^\r\n]*/.exec(text)?.[0] ?? "";
  return namedColumns(line.split(delimiterOf(text)).map((cell) => cell.replaceAll('"', ""))) !== undefined;
}

/** RFC 4180, with any line end; an empty line is no row. */
function parseRows(text: string, delimiter: string, path: string | undefined): readonly (readonly string[])[] {
  const plain = new RegExp(`[^${delimiter}\\r\\n]*`, "y");
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  for (;;) {
    const start = at;
    if (text[at] === '"') {
      at = quotedEnd(text, at, path);
      row.push(text.slice(start + 1, at - 1).replaceAll('""', '"'));
    } else {
      plain.lastIndex = at;
      const cell = plain.exec(text)?.[0] ?? "";
      row.push(cell);
      at += cell.length;
    }
    const next = text[at];
    if (next === delimiter) {
      at += 1;
      continue;
    }
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
    if (next === undefined) return rows;
    if (next !== "\r" && next !== "\n") throw errorAt(text, at, `expected "${delimiter}" behind a quoted cell`, path);
    at += next === "\r" && text[at + 1] === "\n" ? 2 : 1;
  }
}

/** Offset behind the closing quote. */
function quotedEnd(text: string, start: number, path: string | undefined): number {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) throw errorAt(text, start, "a cell's quote is not closed", path);
    if (text[quote + 1] !== '"') return quote + 1;
    at = quote + 2;
  }
}
