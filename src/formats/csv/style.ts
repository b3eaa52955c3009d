import { lineEndOf } from "../source-text.ts";
import { isFormula, needsQuotes, unquoted } from "./cells.ts";
import { saysFuzzy } from "./columns.ts";
import type { CsvFile } from "./units.ts";

/** How a table is written; learned from it, so that what is added looks like what is there. */
export interface CsvStyle {
  readonly lineEnd: "\n" | "\r\n";
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
    lineEnd: lineEndOf(table.text),
    isQuoted: filled.every((cell) => cell.isQuoted) && filled.some((cell) => cell.isQuoted && !needsQuotes(cell.text)),
    escapesFormulas: texts.some(isEscapedFormula) && !texts.some(isFormula),
    fuzzy: { yes: marks.find(saysFuzzy) ?? "True", no: marks.find((mark) => !saysFuzzy(mark)) ?? "False" },
    hasFinalBreak: last === undefined || last.next > last.end,
  };
}

function isEscapedFormula(text: string): boolean {
  const formula = unquoted(text);
  return formula !== undefined && isFormula(formula);
}
