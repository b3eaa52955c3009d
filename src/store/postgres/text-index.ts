import { sql, type RawBuilder } from "kysely";
import type { Queries } from "../database.ts";
import { contains, containsSmall, isShort } from "../like.ts";
import type { IndexedColumn, IndexedText } from "../sqlite/text-index.ts";

/**
 * The ids of strings among which all are that have a text in one of these columns, in whatever case: found by the indexes of
 * `0025-texts-by-kind.ts`, or by a look at those that are kept apart from their source. A source string's target is its source mostly: where
 * targets are asked, both are looked for.
 * @returns undefined where there are more than `most`, or the text is too short for an index
 */
export async function fewPossible(
  queries: Queries,
  { columns, text }: IndexedText,
  most: number,
): Promise<readonly number[] | undefined> {
  if (isShort(text)) return undefined;
  const few = async (rows: RawBuilder<unknown>): Promise<readonly number[]> => {
    const found = await sql<{ id: number }>`select id from (${rows}) as found limit ${most + 1}`.execute(queries);
    return found.rows.map(({ id }) => id);
  };
  const has = (row: string, names: readonly IndexedColumn[]): RawBuilder<boolean> =>
    oneOf(names.map((name) => containsSmall(sql.ref(`${row}.${name}`), text)));
  const isOfTarget = columns.includes("target");
  const ownColumns: ReadonlySet<IndexedColumn> = new Set(isOfTarget ? [...columns, "source"] : columns);
  const inTargets = isOfTarget
    ? sql`union all select unit_id from target_text where ${has("target_text", ["target"])}`
    : sql``;
  const own = await few(
    sql`select unit_id as id from source_text where ${has("source_text", [...ownColumns])} ${inTargets}`,
  );
  const ofSource = columns.filter((name) => name !== "target");
  if (own.length > most || ofSource.length === 0) return own.length > most ? undefined : own;
  // What is known is not looked for again.
  const told = await few(sql`select id from unit where source_unit_id = any(${own}::integer[]) union all
    select alone.id from unit_apart inner join unit as alone on alone.id = unit_apart.unit_id
    where ${oneOf(ofSource.map((name) => contains(`alone.${name}`, text)))}`);
  return own.length + told.length > most ? undefined : [...own, ...told];
}

function oneOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join([...conditions], sql` or `)})`;
}
