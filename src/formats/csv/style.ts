import { isFormula, needsQuotes, unquoted } from "./cells.ts";
import { saysFuzzy } from "./columns.ts";
import type { LineEnd } from "./rows.ts";
import type { CsvFile } from "./units.ts";

/** How a table is written; learned from it, so that what is added looks like what is there. */
export interface CsvStyle {
  readonly lineEnd: LineEnd;
  /** A line break in a cell: spreadsheets have others there than between rows. */
  readonly cellBreak: "\n" | "\r\n";
  /** Cells stand in quotes that would not need them. */
  readonly isQuoted: boolean;
  /** What a spreadsheet would take for a formula is escaped. */
  readonly escapesFormulas: boolean;
  /** How the fuzzy column says yes and no. */
  readonly fuzzy: { readonly yes: string; readonly no: string };
  readonly hasFinalBreak: boolean;
}

export function styleOf({ table, rows, order, header }: CsvFile): CsvStyle {
  const cells = [...(header === undefined ? [] : [header]), ...rows].flatMap((row) => row.cells);
  const filled = cells.filter(({ text }) => text !== "");
  const marks = order.includes("fuzzy") ? rows.flatMap((row) => row.cells[order.indexOf("fuzzy")]?.text ?? []) : [];
  const texts = filled.map(({ text }) => text);
  const last = table.lines.at(-1);
  return {
    lineEnd: table.lineEnd,
    cellBreak: table.lineEnd === "\r\n" && !texts.some((text) => LONE_BREAK.test(text)) ? "\r\n" : "\n",
    isQuoted: filled.every((cell) => cell.isQuoted) && filled.some((cell) => cell.isQuoted && !needsQuotes(cell.text)),
    escapesFormulas: texts.some(isEscapedFormula) && !texts.some(isFormula),
    fuzzy: { yes: marks.find(saysFuzzy) ?? "True", no: marks.find((mark) => !saysFuzzy(mark)) ?? "False" },
    hasFinalBreak: last === undefined || last.next > last.end,
  };
}

const LONE_BREAK = /(?<!\r)\n/;

function isEscapedFormula(text: string): boolean {
  const formula = unquoted(text);
  return formula !== undefined && isFormula(formula);
}
