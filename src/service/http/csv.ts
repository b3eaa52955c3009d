import { rowParts } from "./row-parts.ts";

/** A value that is spread over columns: nested members are named by their path, `component.name`, `units.0`. */
type Cells = ReadonlyMap<string, string>;

/**
 * Records as CSV by RFC 4180, with a header: one row each, the columns in the order in which members first come.
 * Texts that a spreadsheet would take for a formula begin with an apostrophe.
 */
export async function csvOf(records: readonly unknown[]): Promise<string> {
  const rows: Cells[] = [];
  const names = new Set<string>();
  for await (const part of rowParts(records)) {
    for (const record of part) {
      const row = cellsOf(record);
      for (const name of row.keys()) names.add(name);
      rows.push(row);
    }
  }
  const columns = [...names];
  const lines = [lineOf(columns)];
  for await (const part of rowParts(rows)) {
    for (const row of part) lines.push(lineOf(columns.map((column) => row.get(column) ?? "")));
  }
  return lines.join("");
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map(quoted).join(",")}\r\n`;
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
