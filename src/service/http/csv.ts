/** A value that is spread over columns: nested members are named by their path, `component.name`, `units.0`. */
type Cells = ReadonlyMap<string, string>;

/**
 * Records as CSV by RFC 4180, with a header: one row each, the columns in the order in which members first come.
 * Texts that a spreadsheet would take for a formula begin with an apostrophe.
 */
export function csvOf(records: readonly unknown[]): string {
  const rows = records.map(cellsOf);
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  return [columns, ...rows.map((row) => columns.map((column) => row.get(column) ?? ""))]
    .map((cells) => `${cells.map(quoted).join(",")}\r\n`)
    .join("");
}

function cellsOf(record: unknown): Cells {
  const cells = new Map<string, string>();
  const spread = (value: unknown, path: string): void => {
    if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) spread(inner, path === "" ? name : `${path}.${name}`);
    } else {
      cells.set(path === "" ? "value" : path, cellOf(value));
    }
  };
  spread(record, "");
  return cells;
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return JSON.stringify(value);
  // Hashes are numbers written as text, and a number is no formula.
  return /^[=+\-@\t\r]/.test(value) && !/^-?\d+$/.test(value) ? `'${value}` : value;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
