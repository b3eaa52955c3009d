import { sql, type Kysely } from "kysely";
import { isPostgres } from "../is-postgres.ts";
import type { Tables } from "../tables.ts";

/** Texts in small letters stay in memory until a statement ends. */
const AT_ONCE = 10_000;

/**
 * SQLite keeps texts a second time, as PostgreSQL does (`0025-texts-by-kind.ts`): to look through those of half a million strings takes less
 * than to put together what its index says of a common word. Rows of a translation stand together, so that they are counted as they come.
 */
export async function textsByKindOnSqlite(database: Kysely<Tables>): Promise<void> {
  if (isPostgres(database)) return;
  await sql`create table source_text (translation_id integer not null, unit_id integer not null,
    source text not null, context text not null, target text, primary key (translation_id, unit_id)) without rowid`.execute(
    database,
  );
  await sql`create table target_text (translation_id integer not null, unit_id integer not null,
    source_unit_id integer not null, target text, primary key (translation_id, unit_id)) without rowid`.execute(
    database,
  );
  // A source string's target is seldom another text than its source: it is null where it is the same.
  const ofSource = (row: string, where: string) =>
    sql.raw(`insert into source_text select ${row}translation_id, ${row}id, folded(${row}source), folded(${row}context),
      case when ${row}target <> ${row}source then folded(${row}target) end ${where} ${row}source_unit_id is null`);
  // There is nothing to look for in a translation that is missing.
  const ofTarget = (row: string, where: string) =>
    sql.raw(`insert into target_text select ${row}translation_id, ${row}id, ${row}source_unit_id,
      case when ${row}target <> '[""]' then folded(${row}target) end ${where} ${row}source_unit_id is not null`);

  const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from unit`.execute(database);
  const [{ last } = { last: 0 }] = rows;
  for (let from = 0; from <= last; from += AT_ONCE) {
    const some = `from unit where id >= ${String(from)} and id < ${String(from + AT_ONCE)} and`;
    await sql`${ofSource("", some)}`.execute(database);
    await sql`${ofTarget("", some)}`.execute(database);
  }

  const add = sql`${ofSource("new.", "where")}; ${ofTarget("new.", "where")};`;
  const remove = sql`delete from source_text where translation_id = old.translation_id and unit_id = old.id;
    delete from target_text where translation_id = old.translation_id and unit_id = old.id;`;
  await sql`create trigger texts_added after insert on unit begin ${add} end`.execute(database);
  await sql`create trigger texts_removed after delete on unit begin ${remove} end`.execute(database);
  await sql`create trigger texts_changed after update of source, context, target, source_unit_id on unit
    when old.target <> new.target or old.source_unit_id is not new.source_unit_id
      or (new.source_unit_id is null and (old.source <> new.source or old.context <> new.context))
    begin ${remove} ${add} end`.execute(database);
}
