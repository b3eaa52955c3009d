import { sql, type Kysely } from "kysely";
import { isPostgres } from "../is-postgres.ts";
import type { Tables } from "../tables.ts";

/**
 * Finds texts by any part of three characters or more, however many there are: `unit_text` on SQLite (`text-index.ts`), the
 * extension `pg_trgm` on PostgreSQL, where somebody may make it.
 */
export async function textIndex(database: Kysely<Tables>): Promise<void> {
  await (isPostgres(database) ? indexOnPostgres(database) : indexOnSqlite(database));
}

/** A translation has its source's text and key: these are kept once, for the source string. */
const texts = (row: string) =>
  sql.raw(`${row}id, case when ${row}source_unit_id is null then ${row}source else '' end, ${row}target,
    case when ${row}source_unit_id is null then ${row}context else '' end`);

async function indexOnSqlite(database: Kysely<Tables>): Promise<void> {
  // The texts themselves are in `unit`.
  await sql`create virtual table unit_text using fts5(source, target, context,
    content = '', contentless_delete = 1, tokenize = 'trigram')`.execute(database);
  await sql`insert into unit_text (rowid, source, target, context) select ${texts("")} from unit`.execute(database);
  const add = sql`insert into unit_text (rowid, source, target, context) values (${texts("new.")})`;
  const remove = sql`delete from unit_text where rowid = old.id`;
  await sql`create trigger unit_text_added after insert on unit begin ${add}; end`.execute(database);
  await sql`create trigger unit_text_changed after update of source, target, context, source_unit_id on unit
    when old.source <> new.source or old.target <> new.target or old.context <> new.context
      or old.source_unit_id is not new.source_unit_id
    begin ${remove}; ${add}; end`.execute(database);
  await sql`create trigger unit_text_removed after delete on unit begin ${remove}; end`.execute(database);
}

async function indexOnPostgres(database: Kysely<Tables>): Promise<void> {
  // Not everybody may, and not every server has it: searches look at all texts then.
  await sql`do $do$ begin
    create extension if not exists pg_trgm;
  exception when others then null; end $do$`.execute(database);
  const { rows } = await sql<{ schema: string }>`select nspname as schema from pg_catalog.pg_extension
    inner join pg_catalog.pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm'`.execute(database);
  const [extension] = rows;
  if (extension === undefined) return;
  const operators = sql.id(extension.schema, "gin_trgm_ops");
  for (const column of ["source", "target", "context"]) {
    await sql`create index ${sql.id(`unit_${column}_text`)} on unit using gin (lower(${sql.ref(column)}) ${operators})`.execute(
      database,
    );
  }
}
