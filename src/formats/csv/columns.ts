/** Columns of a table of strings, as the service and the programs around it name them. */
export const columns = [
  "location",
  "source",
  "target",
  "id",
  "fuzzy",
  "context",
  "translator_comments",
  "developer_comments",
] as const;

export type Column = (typeof columns)[number];

/** By their place; undefined for one of another name. */
export type ColumnOrder = readonly (Column | undefined)[];

/** What other programs call them. */
const otherNames: ReadonlyMap<string, Column> = new Map([
  ["original", "source"],
  ["untranslated", "source"],
  ["translated", "target"],
  ["translation", "target"],
  ["identified", "id"],
  ["key", "id"],
  ["label", "id"],
  ["state", "fuzzy"],
  ["notes", "translator_comments"],
  ["translator comments", "translator_comments"],
  ["developer comments", "developer_comments"],
]);

/** Undefined unless the row names the target and one more, or nothing but columns: a source file may have no target. */
export function namedColumns(row: readonly string[]): ColumnOrder | undefined {
  const names = row.map((cell) => {
    const name = cell.trim().toLowerCase();
    return columns.find((column) => column === name) ?? otherNames.get(name);
  });
  const known = names.filter((name) => name !== undefined);
  const isNamed = known.includes("target") || (known.length === names.length && known.includes("source"));
  return isNamed && known.length >= 2 ? names : undefined;
}

/** Whether a string can be told from others by what stands there. */
export function isKeyColumn(column: Column | undefined): boolean {
  return column === "source" || column === "context" || column === "id";
}

/** Without names a table of two columns has source and target, a wider one the columns in their usual order. */
export function usualColumns(width: number): ColumnOrder {
  return width <= 2 ? simpleColumns : columns;
}

/** Of a simple table. */
export const simpleColumns = ["source", "target"] as const satisfies ColumnOrder;

/** A fuzzy column's way to say yes. */
export function saysFuzzy(cell: string): boolean {
  return /^(?:true|1|yes|x|fuzzy)$/i.test(cell.trim());
}
