/** A text as a cell of a table with any delimiter. */
export function quoteCell(text: string, isQuoted = false): string {
  return isQuoted || needsQuotes(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function needsQuotes(text: string): boolean {
  return /[",;\t\r\n]/.test(text);
}

/** What spreadsheets take for a formula, or lose: it is put between apostrophes, as the service does. */
const FORMULA = /^(?:[=+\-@|%\p{Zs}]|\s*[=+\-@|%])/u;
const QUOTED = /^'(.*)'$/s;

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
  return isFormula(text) || unquoted(text) !== undefined;
}

/** The text of an escaped cell; undefined where it is not escaped. */
export function unquoted(cell: string): string | undefined {
  const text = QUOTED.exec(cell)?.[1]?.replaceAll("\\|", "|");
  return text !== undefined && isEscaped(text) ? text : undefined;
}
