import { sql, type RawBuilder } from "kysely";
import { otherSpellings, spellingsOf } from "./any-case.ts";

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

/**
 * The same on PostgreSQL, for who looks at all texts without an index. What is written as it is looked for is found by its bytes, in a
 * tenth of the time that making small letters takes: these are made of a text only where it has another spelling of one of the
 * letters, and of ASCII alone where it can (a fifth of the time for every script).
 */
export function hasTextByLooking(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  if (isShort(text)) return hasText(column, text);
  const small = text.toLowerCase();
  const has = (part: string) => sql<boolean>`pg_catalog.strpos(${column} collate "C", ${part}) > 0`;
  const found = [has(small)];
  const others = otherSpellings(small);
  const lookAgain = (where: readonly string[], again: RawBuilder<boolean>): void => {
    if (where.length > 0) found.push(sql<boolean>`((${sql.join(where.map(has), sql` or `)}) and ${again})`);
  };
  if (isAscii(text)) {
    const quick = sql<boolean>`pg_catalog.lower(${column} collate "C") like ${`%${escaped(text)}%`} escape '\\'`;
    lookAgain(others.filter(isAscii), quick);
    lookAgain(
      others.filter((letter) => !isAscii(letter)),
      contains(column, text),
    );
  } else lookAgain(others, contains(column, text));
  return sql<boolean>`(${sql.join(found, sql` or `)})`;
}

function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/v.test(text);
}

const FEW_CHARACTERS = 2;

/** Whether no index finds a text. */
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
