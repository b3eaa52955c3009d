/** A text as a cell of a table with any delimiter. */
export function quoteCell(text: string, isQuoted = false): string {
  return isQuoted || needsQuotes(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function needsQuotes(text: string): boolean {
  return /[",;\t\r\n]/.test(text);
}

/** What spreadsheets take for a formula, or lose: it is put between apostrophes, as the service does. */
const FORMULA = /^(?:[=+\-@|%\p{Zs}]|\s*[=+\-@|%])/u;

export function isFormula(text: string): boolean {
  return FORMULA.test(text);
}

/** A text that looks like an escaped one is escaped too, so that it comes back as it was. */
export function escapeFormula(text: string): string {
  return isEscaped(text) ? `'${text.replaceAll("|", "\\|")}'` : text;
}

export function unescapeFormula(cell: string): string {
  return unquoted(cell) ?? cell;
}

function isEscaped(text: string): boolean {
  return isFormula(text) || isQuotedFormula(text);
}

const OPENING = /^'+/;
const ESCAPED_BAR = /^\s*(\\+)\|/;

/** A formula between apostrophes, however often it was put there. */
function isQuotedFormula(text: string): boolean {
  const depth = OPENING.exec(text)?.[0].length ?? 0;
  const isClosed = depth > 0 && text.length > 2 * depth && text.endsWith("'".repeat(depth));
  if (!isClosed) return false;
  const inner = text.slice(depth, -depth);
  const bar = ESCAPED_BAR.exec(inner)?.[1];
  return isFormula(inner) || (bar !== undefined && bar.length <= depth);
}

/** The text of an escaped cell; undefined where it is not escaped. */
export function unquoted(cell: string): string | undefined {
  return isQuotedFormula(cell) ? cell.slice(1, -1).replaceAll("\\|", "|") : undefined;
}
