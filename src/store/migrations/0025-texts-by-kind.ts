import { sql, type Kysely } from "kysely";
import { isPostgres } from "../is-postgres.ts";
import type { Tables } from "../tables.ts";

/**
 * PostgreSQL keeps texts in small letters in two tables, in place of one (`0024-texts-of-strings.ts`): `source_text` has a row for each
 * source string, `target_text` for each translation. A search looks through the one that can have the text. Texts are indexed here, where a
 * source's stands once, and no longer in `unit`: a state that changes does not touch the indexes, and they are half as large.
 */
export async function textsByKind(database: Kysely<Tables>): Promise<void> {
  if (!isPostgres(database)) return;
  // Texts are compared by their bytes.
  await sql`create table source_text (unit_id integer not null, translation_id integer not null,
    source text collate "C" not null, context text collate "C" not null, target text collate "C")`.execute(database);
  await sql`create table target_text (unit_id integer not null, translation_id integer not null,
    source_unit_id integer not null, target text collate "C")`.execute(database);
  await sql`insert into source_text select unit_id, translation_id, source, context, target from unit_text
    where source_unit_id is null order by unit_id`.execute(database);
  await sql`insert into target_text select unit_id, translation_id, source_unit_id, ${sql.raw(unlessEmpty("target"))} from unit_text
    where source_unit_id is not null order by unit_id`.execute(database);
  for (const table of ["source_text", "target_text"]) {
    await sql`alter table ${sql.id(table)} add primary key (unit_id)`.execute(database);
    await sql`create index ${sql.id(`${table}_translation`)} on ${sql.id(table)} (translation_id)`.execute(database);
  }
  await indexTexts(database);
  // Until PostgreSQL looks at them by itself, it would plan for empty tables.
  await sql`analyze source_text, target_text`.execute(database);

  for (const when of ["added", "removed", "changed"]) {
    await sql`drop trigger ${sql.id(`unit_text_${when}`)} on unit`.execute(database);
    await sql`drop function ${sql.id(`unit_text_${when}`)}`.execute(database);
  }
  await sql`drop table unit_text`.execute(database);
  await keepTexts(database);
}

/** Where the extension is (`0004-text-index.ts`). */
async function indexTexts(database: Kysely<Tables>): Promise<void> {
  await sql`drop index if exists unit_source_text, unit_target_text, unit_context_text`.execute(database);
  const { rows } = await sql<{ schema: string }>`select nspname as schema from pg_catalog.pg_extension
    inner join pg_catalog.pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm'`.execute(database);
  const [extension] = rows;
  if (extension === undefined) return;
  const operators = sql.id(extension.schema, "gin_trgm_ops");
  for (const [table, column] of [
    ["source_text", "source"],
    ["source_text", "context"],
    ["source_text", "target"],
    ["target_text", "target"],
  ] as const) {
    await sql`create index ${sql.id(`${table}_${column}`)} on ${sql.id(table)} using gin (${sql.ref(column)} ${operators})
      where ${sql.ref(column)} is not null`.execute(database);
  }
}

async function keepTexts(database: Kysely<Tables>): Promise<void> {
  const trigger = async (name: string, when: string, body: ReturnType<typeof sql>): Promise<void> => {
    // Plans are kept: the ones of an empty table would look at all strings when there are many.
    await sql`create function ${sql.id(name)}() returns trigger language plpgsql set enable_seqscan to off as $function$ begin
      ${body}; return null; end $function$`.execute(database);
    await sql`create trigger ${sql.id(name)} after ${sql.raw(when)} execute function ${sql.id(name)}()`.execute(
      database,
    );
  };
  const add = (from: string) =>
    sql.raw(`insert into source_text select id, translation_id, ${textsOfSource("")} from ${from} where source_unit_id is null;
      insert into target_text select id, translation_id, ${textOfTarget("")} from ${from} where source_unit_id is not null`);
  const remove = (ids: string) =>
    sql.raw(`delete from source_text where unit_id in (${ids}); delete from target_text where unit_id in (${ids})`);
  await trigger("texts_added", "insert on unit referencing new table as added for each statement", add("added"));
  await trigger(
    "texts_removed",
    "delete on unit referencing old table as removed for each statement",
    remove("select id from removed"),
  );
  await trigger(
    "texts_changed",
    `update of source, context, target, source_unit_id on unit for each row
      when (old.target <> new.target or old.source_unit_id is distinct from new.source_unit_id
        or (new.source_unit_id is null and (old.source <> new.source or old.context <> new.context)))`,
    sql`if (old.source_unit_id is null) <> (new.source_unit_id is null) then
        ${remove("new.id")};
        ${add("(select new.*) as changed")};
      elsif new.source_unit_id is null then
        update source_text set (source, context, target) = row(${sql.raw(textsOfSource("new."))}) where unit_id = new.id;
      else
        update target_text set (source_unit_id, target) = row(${sql.raw(textOfTarget("new."))}) where unit_id = new.id;
      end if`,
  );
}

/** A source string's target is seldom another text than its source: it is null where it is the same. */
function textsOfSource(row: string): string {
  return `lower(${row}source), lower(${row}context), case when ${row}target <> ${row}source then lower(${row}target) end`;
}

function textOfTarget(row: string): string {
  return `${row}source_unit_id, ${unlessEmpty(`lower(${row}target)`)}`;
}

/** There is nothing to look for in a translation that is missing. */
function unlessEmpty(text: string): string {
  return `nullif(${text}, '[""]')`;
}
