import { sql, type RawBuilder } from "kysely";
import { folded, hasInAnyCase, spellingsOf } from "../any-case.ts";
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
  const ids = idsIn(columns, text, sql`union all`);
  return ids && sql<boolean>`unit.id in (${ids})`;
}

/** The ids of these strings, each once. */
export function foundIds(columns: readonly IndexedColumn[], text: string): RawBuilder<unknown> | undefined {
  // Source and key are in the index for source strings alone: what is found there, and by it, is not found twice. A target may be.
  const isOnce = Array.from(text).length >= PART && !columns.includes("target");
  return idsIn(columns, text, isOnce ? sql`union all` : sql`union`);
}

function idsIn(
  columns: readonly IndexedColumn[],
  text: string,
  joint: RawBuilder<unknown>,
): RawBuilder<unknown> | undefined {
  const length = Array.from(text).length;
  if (length < SHORTEST) return undefined;
  const matching = (names: readonly IndexedColumn[]): RawBuilder<unknown> =>
    length < PART ? byPartsFrom(names, text) : byPhrase(names, text);
  // What a source string says, its translations say too.
  const ofSource = columns.filter((name) => name !== "target");
  const own = matching(columns);
  if (ofSource.length === 0) return own;
  const isApart = ofSource.map((name) => {
    const column = sql.ref(`alone.${name}`);
    return hasInAnyCase(column, text) ?? hasText(column, text);
  });
  return sql`${own} ${joint}
    select translated.id from (${matching(ofSource)}) as original
      cross join unit as translated on translated.source_unit_id = original.id
      where translated.id not in (select unit_id from unit_apart) ${joint}
    select alone.id from unit_apart cross join unit as alone on alone.id = unit_apart.unit_id
      where ${sql.join(isApart, sql` or `)}`;
}

function byPhrase(names: readonly IndexedColumn[], text: string): RawBuilder<unknown> {
  const phrase = `{${names.join(" ")}} : "${text.replaceAll('"', '""')}"`;
  return sql`select rowid as id from unit_text where unit_text match ${phrase}`;
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
