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
  const named = columns.filter((name) => name !== "target");
  const own = matching(columns, text);
  if (named.length === 0) return own;
  return sql`${own} union all
    select translated.id from (${matching(named, text)}) as original ${translations} union all
    select alone.id from ${apart} where ${hasOneOf("alone", named, text)}`;
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
 * How many strings have one of some texts. To put ids together takes as long as to find them: each kind of strings is counted by itself.
 * @param translations where they are looked for; undefined: everywhere
 * @returns undefined: a text is too short to be counted so
 */
export async function countFound(
  queries: Queries,
  texts: readonly IndexedText[],
  translations?: readonly number[],
): Promise<number | undefined> {
  if (texts.every(isLong))
    return counted(queries, { texts, how: "OR", isTold: ofSource(texts).length > 0 }, translations);
  const [one, ...others] = texts;
  const ids = one && others.length === 0 && translations === undefined ? foundIds(one.columns, one.text) : undefined;
  // By parts that begin with it, a string may be found twice.
  return ids && rowsOf(queries, sql`select distinct id from (${ids})`);
}

/** Strings, each once. */
export interface Found {
  readonly ids: RawBuilder<unknown>;
  /** @param translations where they are looked for; undefined: everywhere */
  readonly count: (translations?: readonly number[]) => Promise<number>;
}

/**
 * Strings that have several texts: the index finds those that have all of them, where nobody need ask which text a
 * string has from its source and which is its own, as words are of one language.
 * @returns undefined: of some text there are targets, and of some there are sources; or one is too short
 */
export async function foundTogether(queries: Queries, texts: readonly IndexedText[]): Promise<Found | undefined> {
  if (!texts.every(isLong)) return undefined;
  const isOneThere = async (matches: readonly string[]): Promise<boolean> => {
    const found = matches.map((match) => sql`${byMatch(match)} limit 1`.execute(queries));
    return (await Promise.all(found)).some(({ rows }) => rows.length > 0);
  };
  const isOfTargets = await isOneThere(texts.flatMap((text) => inTargetAlone([text]) ?? []));
  if (isOfTargets && (await isOneThere(ofSource(texts).map(phrase)))) return undefined;
  const isTold = !isOfTargets && ofSource(texts).length === texts.length;
  const asked: Asked = { texts, how: "AND", isTold };
  const told = sql`select translated.id from (${byMatch(matchOf(ofSource(texts), "AND"))}) as original ${translations}`;
  return {
    ids: sql`${byMatch(matchOf(texts, "AND"))} ${isTold ? sql`union all ${told}` : sql``}
      union all select alone.id from ${apart} where ${isAlone(asked)}`,
    count: (places) => counted(queries, asked, places),
  };
}

/** What is counted. */
interface Asked {
  readonly texts: readonly IndexedText[];
  /** Whether all texts have to be there; each of them is in sources or in targets then, and none in both. */
  readonly how: "AND" | "OR";
  /** Translations of source strings that have them have them, too. */
  readonly isTold: boolean;
}

/** @param translations where they are looked for; undefined: everywhere, where the index alone tells most of it */
async function counted(queries: Queries, asked: Asked, translations: readonly number[] | undefined): Promise<number> {
  const { texts, how, isTold } = asked;
  const places = JSON.stringify(translations);
  const isIn = (row: string): RawBuilder<unknown> =>
    translations === undefined
      ? sql``
      : sql`and ${sql.ref(`${row}.translation_id`)} in (select value from json_each(${places}))`;
  const countOf = (match: string): Promise<number> =>
    rowsOf(
      queries,
      translations === undefined
        ? byMatch(match)
        : sql`select own.id from (${byMatch(match)}) as found cross join unit as own on own.id = found.id ${isIn("own")}`,
    );
  const alone = rowsOf(queries, sql`select 1 from ${apart} where ${isAlone(asked)} ${isIn("alone")}`);
  if (!isTold) return (await countOf(matchOf(texts, how))) + (await alone);

  const source = matchOf(ofSource(texts), how);
  const linked = rowsOf(
    queries,
    sql`select 1 from (${byMatch(source)}) as original ${linkedStrings} ${isIn("translated")}`,
  );
  const sources = isSourceIn(queries, translations).then((isThere) => (isThere ? countOf(source) : 0));
  // What is apart, which seldom is anything, is taken away: to ask of each string took a third of it.
  const wrong = rowsOf(
    queries,
    sql`select 1 from ${apart} where alone.source_unit_id in (${byMatch(source)}) ${isIn("alone")}`,
  );
  const targets = async (): Promise<number> => {
    const match = how === "OR" ? inTargetAlone(texts) : undefined;
    if (match === undefined) return 0;
    // Mostly there are none, as a word of the source's language is in no target, which two sums tell sooner.
    if (translations === undefined && (await countOf(matchOf(texts, how))) === (await sources)) return 0;
    const isToldAnyway = ofSource(texts).map(({ columns, text }) => hasOneOf("original", columns, text));
    return rowsOf(
      queries,
      sql`select 1 from (${byMatch(match)}) as found cross join unit as own on own.id = found.id ${isIn("own")}
        left join unit as original
          on original.id = own.source_unit_id and own.id not in (select unit_id from unit_apart)
        where not coalesce(${sql.join(isToldAnyway, sql` or `)}, 0)`,
    );
  };
  const counts = await Promise.all([linked, sources, targets(), alone, wrong.then((strings) => -strings)]);
  return counts.reduce((sum, each) => sum + each, 0);
}

async function isSourceIn(queries: Queries, translations: readonly number[] | undefined): Promise<boolean> {
  if (translations === undefined) return true;
  const { rows } = await sql`select 1 from translation
    where is_source = 1 and id in (select value from json_each(${JSON.stringify(translations)})) limit 1`.execute(
    queries,
  );
  return rows.length > 0;
}

async function rowsOf(queries: Queries, rows: RawBuilder<unknown>): Promise<number> {
  const answer = await sql<{ count: number }>`select count(*) as count from (${rows})`.execute(queries);
  return answer.rows[0]?.count ?? 0;
}

/** What is asked of sources and keys. */
function ofSource(texts: readonly IndexedText[]): readonly IndexedText[] {
  return texts
    .map(({ columns, text }) => ({ columns: columns.filter((name) => name !== "target"), text }))
    .filter(({ columns }) => columns.length > 0);
}

function ofTarget(texts: readonly IndexedText[]): readonly IndexedText[] {
  return texts.flatMap(({ columns, text }) => (columns.includes("target") ? [{ columns: ["target"], text }] : []));
}

/** That one of the texts is in the target, and none in the source or the key. Undefined: targets are not asked. */
function inTargetAlone(texts: readonly IndexedText[]): string | undefined {
  const [target, source] = [ofTarget(texts), ofSource(texts)];
  if (target.length === 0) return undefined;
  return `(${matchOf(target, "OR")})${source.length === 0 ? "" : ` NOT (${matchOf(source, "OR")})`}`;
}

/** Of a string that is apart: it has the texts, and not by its target alone, by which the index finds it. */
function isAlone({ texts, how }: Asked): RawBuilder<boolean> {
  const joined = (each: readonly IndexedText[]): RawBuilder<unknown> =>
    sql.join(
      each.map(({ columns, text }) => hasOneOf("alone", columns, text)),
      how === "OR" ? sql` or ` : sql` and `,
    );
  const target = ofTarget(texts);
  const isFound = target.length === 0 || (how === "AND" && target.length < texts.length) ? sql`0` : joined(target);
  return sql<boolean>`(${joined(texts)}) and not (${isFound})`;
}

function isLong({ text }: IndexedText): boolean {
  return Array.from(text).length >= PART;
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
  return byMatch(phrase({ columns, text }));
}

function byMatch(match: string): RawBuilder<unknown> {
  return sql`select rowid as id from unit_text where unit_text match ${match}`;
}

function matchOf(texts: readonly IndexedText[], how: "AND" | "OR"): string {
  return texts.map((each) => `(${phrase(each)})`).join(` ${how} `);
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
