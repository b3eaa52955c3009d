import { sql, type RawBuilder } from "kysely";

/** A column's name, or what stands for one. */
type Column = string | RawBuilder<unknown>;

/** Whether the column's text has another in it, in whatever case; `%` and `_` mean themselves. */
export function contains(column: Column, text: string): RawBuilder<boolean> {
  return isLike(column, `%${escaped(text)}%`);
}

/** Whether the column's text begins with another, in whatever case; `%` and `_` mean themselves. */
export function startsWith(column: Column, text: string): RawBuilder<boolean> {
  return isLike(column, `${escaped(text)}%`);
}

function isLike(column: Column, pattern: string): RawBuilder<boolean> {
  const value = typeof column === "string" ? sql.ref(column) : column;
  return sql<boolean>`lower(${value}) like ${pattern} escape '\\'`;
}

function escaped(text: string): string {
  return text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`);
}
