import { sql, type RawBuilder } from "kysely";
import { hasInAnyCase, spellingsOf } from "./any-case.ts";

/** A column's name, or what stands for one. */
type Column = string | RawBuilder<unknown>;

/** Whether the column's text has another in it, in whatever case; `%` and `_` mean themselves. */
export function contains(column: Column, text: string): RawBuilder<boolean> {
  return isLike(column, `%${escaped(text)}%`);
}

/**
 * The same for what people look for: a text of one or two characters is compared as it may be written, since no index finds it, and
 * making small letters of everything takes far longer than the comparison.
 */
export function hasText(column: Column, text: string): RawBuilder<boolean> {
  if (!isShort(text)) return contains(column, text);
  const value = typeof column === "string" ? sql.ref(column) : column;
  const spellings = spellingsOf(text).map(
    (each) => sql`${value} like ${`%${each.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`} escape '\\'`,
  );
  return sql<boolean>`(${sql.join(spellings, sql` or `)})`;
}

/** The same of a column that PostgreSQL keeps in small letters (`0025-texts-by-kind.ts`). */
export function containsSmall(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql<boolean>`${column} like ${`%${escaped(text)}%`} escape '\\'`;
}

/** The same as `hasText` where PostgreSQL goes through strings in their order: it would take what it has not counted for very rare. */
export function hasTextInOrder(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  if (isShort(text)) return hasText(column, text);
  return sql<boolean>`pg_catalog.strpos(lower(${column}), ${text.toLowerCase()}) > 0`;
}

/** The same as `hasText` on SQLite, where `lower` costs too much. */
export function hasTextOnSqlite(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return hasInAnyCase(column, text) ?? hasText(column, text);
}

const FEW_CHARACTERS = 2;

/** Whether a text is shorter than the parts of texts, of three characters, that the indexes know. */
export function isShort(text: string): boolean {
  return Array.from(text).length <= FEW_CHARACTERS;
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
