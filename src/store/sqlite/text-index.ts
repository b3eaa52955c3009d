import { sql, type RawBuilder } from "kysely";
import { folded, hasInAnyCase, spellingsOf } from "../any-case.ts";
import type { Queries } from "../database.ts";
import { hasText } from "../like.ts";

/** Parts of a text that `unit_text` knows have as many characters. */
const PART = 3;
/** Of one character there may be thousands of parts that begin with it. */
const SHORTEST = 2;

/** Columns of `unit` whose texts can be found by a part of them. */
export type IndexedColumn = "source" | "target" | "context";

/**
 * Strings that have a text in one of these columns, in whatever case, found by the index of SQLite (`0004-text-index.ts`), or by a look
 * at those that are kept apart (`0019-apart-from-source.ts`).
 * @param text as the column has it: of lists in the form of JSON
 * @returns undefined where the text is too short for it
 */
export function foundByIndex(columns: readonly IndexedColumn[], text: string): RawBuilder<boolean> | undefined {
  const ids = foundIds(columns, text);
  return ids && sql<boolean>`unit.id in (${ids})`;
}

/** The ids of these strings, some of them twice. */
export function foundIds(columns: readonly IndexedColumn[], text: string): RawBuilder<unknown> | undefined {
  if (isTooShort(text)) return undefined;
  const ofSource = columns.filter((name) => name !== "target");
  const own = matching(columns, text);
  if (ofSource.length === 0) return own;
  return sql`${own} union all
    select translated.id from (${matching(ofSource, text)}) as original ${translations} union all
    select alone.id from ${apart} where ${hasOneOf("alone", ofSource, text)}`;
}

/** The same where there are at most so many. */
export async function fewFound(
  queries: Queries,
  { columns, text }: IndexedText,
  most: number,
): Promise<readonly number[] | undefined> {
  const ids = foundIds(columns, text);
  if (ids === undefined) return undefined;
  const { rows } = await sql<{ id: number }>`select id from (${ids}) limit ${most + 1}`.execute(queries);
  return rows.length > most ? undefined : rows.map(({ id }) => id);
}

/** A text that is looked for. */
export interface IndexedText {
  readonly columns: readonly IndexedColumn[];
  /** As the columns have it: of lists in the form of JSON. */
  readonly text: string;
}

/**
 * How many of all strings these are. To put ids together takes as long as to find them: of the translations of source strings those are
 * looked for that are found by their own target as well, and mostly there are none, as a look at both sums tells.
 */
export async function countFound(queries: Queries, { columns, text }: IndexedText): Promise<number | undefined> {
  const ids = foundIds(columns, text);
  if (ids === undefined) return undefined;
  const count = async (rows: RawBuilder<unknown>): Promise<number> => counted(queries, rows);
  const ofSource = columns.filter((name) => name !== "target");
  if (ofSource.length === 0) return count(ids);
  // By parts that begin with it, a string may be found twice.
  if (Array.from(text).length < PART) return count(sql`select distinct id from (${ids})`);
  const originals = matching(ofSource, text);
  const isInTarget = columns.length > ofSource.length;
  const notInTarget = isInTarget ? sql`and not ${hasOneOf("alone", ["target"], text)}` : sql``;
  // Side by side; what is apart, which seldom is anything, is taken away from what is told: to ask of each string took a third of it.
  const [linked, own, sources, wrong, alone] = await Promise.all([
    count(sql`select 1 from (${originals}) as original ${linkedStrings}`),
    isInTarget ? count(matching(columns, text)) : undefined,
    count(originals),
    count(sql`select 1 from ${apart} where alone.source_unit_id in (${originals})`),
    count(sql`select 1 from ${apart} where ${hasOneOf("alone", ofSource, text)} ${notInTarget}`),
  ]);
  const told = linked - wrong + alone;
  if (own === undefined || own === sources) return sources + told;
  // A source string's target is seldom another text: what only a target has are translations, whose source strings are read.
  const twice = await count(sql`select 1 from unit_text cross join unit as translated on translated.id = unit_text.rowid
    cross join unit as original on original.id = translated.source_unit_id
    where unit_text match ${targetAlone(ofSource, text)} and translated.id not in (select unit_id from unit_apart)
      and ${hasOneOf("original", ofSource, text)}`);
  return own + told - twice;
}

/** Strings, each once. */
export interface Found {
  readonly ids: RawBuilder<unknown>;
  readonly count: () => Promise<number>;
}

/**
 * Strings that have several texts: the index finds those that have all of them, where nobody need ask which text a
 * string has from its source and which is its own, as words are of one language.
 * @returns undefined: of some text there are targets, and of some there are sources; or one is too short
 */
export async function foundTogether(queries: Queries, texts: readonly IndexedText[]): Promise<Found | undefined> {
  if (texts.some(({ text }) => Array.from(text).length < PART)) return undefined;
  const inSources = texts.map(({ columns, text }) => ({ columns: columns.filter((name) => name !== "target"), text }));
  const isThere = async (match: string): Promise<boolean> =>
    (await sql`select 1 from unit_text where unit_text match ${match} limit 1`.execute(queries)).rows.length > 0;
  const inSource = inSources.flatMap((each) => (each.columns.length > 0 ? [phrase(each)] : []));
  const inTargetAlone = texts.flatMap(({ columns, text }, at) => {
    const ofSource = inSources[at];
    if (ofSource === undefined || ofSource.columns.length === 0) return phrase({ columns, text });
    return columns.includes("target") ? targetAlone(ofSource.columns, text) : [];
  });
  const isOneThere = async (each: readonly string[]): Promise<boolean> =>
    (await Promise.all(each.map(isThere))).includes(true);
  const isOfTargets = await isOneThere(inTargetAlone);
  if (isOfTargets && (await isOneThere(inSource))) return undefined;
  const matchingAll = (wanted: readonly IndexedText[]): RawBuilder<unknown> =>
    sql`select rowid as id from unit_text where unit_text match ${wanted.map((each) => `(${phrase(each)})`).join(" AND ")}`;
  const own = matchingAll(texts);
  const told = sql`select translated.id from (${matchingAll(inSources)}) as original ${translations}`;
  const all = texts.map(({ columns, text }) => hasOneOf("alone", columns, text));
  const alone = sql`select alone.id from ${apart} where ${sql.join(all, sql` and `)} and not alone.id in (${own})`;
  const parts = [own, ...(isOfTargets || inSource.length < texts.length ? [] : [told]), alone];
  return {
    ids: sql.join(parts, sql` union all `),
    count: async () =>
      (await Promise.all(parts.map((part) => counted(queries, part)))).reduce((sum, each) => sum + each, 0),
  };
}

async function counted(queries: Queries, rows: RawBuilder<unknown>): Promise<number> {
  const answer = await sql<{ count: number }>`select count(*) as count from (${rows}) as found`.execute(queries);
  return answer.rows[0]?.count ?? 0;
}

function isTooShort(text: string): boolean {
  return Array.from(text).length < SHORTEST;
}

function matching(names: readonly IndexedColumn[], text: string): RawBuilder<unknown> {
  return Array.from(text).length < PART ? byPartsFrom(names, text) : byPhrase(names, text);
}

/** What a source string says, its translations say too. */
const linkedStrings = sql`cross join unit as translated on translated.source_unit_id = original.id`;
const translations = sql`${linkedStrings}
  where translated.id not in (select unit_id from unit_apart)`;

const apart = sql`unit_apart cross join unit as alone on alone.id = unit_apart.unit_id`;

function hasOneOf(row: string, names: readonly IndexedColumn[], text: string): RawBuilder<boolean> {
  const has = names.map((name) => {
    const column = sql.ref(`${row}.${name}`);
    return hasInAnyCase(column, text) ?? hasText(column, text);
  });
  return sql<boolean>`(${sql.join(has, sql` or `)})`;
}

function byPhrase(columns: readonly IndexedColumn[], text: string): RawBuilder<unknown> {
  return sql`select rowid as id from unit_text where unit_text match ${phrase({ columns, text })}`;
}

/** What a target has, and none of these columns. */
function targetAlone(columns: readonly IndexedColumn[], text: string): string {
  return `(${phrase({ columns: ["target"], text })}) NOT (${phrase({ columns, text })})`;
}

function phrase({ columns, text }: IndexedText): string {
  return `{${columns.join(" ")}} : "${text.replaceAll('"', '""')}"`;
}

/**
 * What is shorter than a part is where a part begins with it: a text that is kept as JSON goes on after all that it says. A key may
 * end with it.
 */
function byPartsFrom(names: readonly IndexedColumn[], text: string): RawBuilder<unknown> {
  const lower = Array.from(text, folded);
  const last = lower.at(-1) ?? "";
  const beyond = [...lower.slice(0, -1), String.fromCodePoint((last.codePointAt(0) ?? 0) + 1)].join("");
  const parts = sql`select coalesce(group_concat('"' || replace(term, '"', '""') || '"', ' OR '), '""')
    from unit_text_part where term >= ${lower.join("")} and term < ${beyond}`;
  const found = sql`select rowid as id from unit_text
    where unit_text match (select ${`{${names.join(" ")}} : (`} || (${parts}) || ')')`;
  if (!names.includes("context")) return found;
  const endings = spellingsOf(lower.join("")).map((each) => sql`${each}`);
  return sql`${found} union all select unit.id from unit
    where unit.source_unit_id is null and substr(unit.context, ${-lower.length}) in (${sql.join(endings)})`;
}
