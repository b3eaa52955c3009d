import { sql, type Kysely } from "kysely";
import { isPostgres } from "../is-postgres.ts";
import type { Tables } from "../tables.ts";

/** Most strings are translated: their rows need not be written again (`catalog/unit.ts`). */
const TRANSLATED = 20;

/**
 * Beside a string's texts stands its state (`0025-texts-by-kind.ts`, `0028-texts-by-kind-on-sqlite.ts`): strings in a state that have a word are
 * counted without a look at each of them. A save writes the row for its text anyway.
 */
export async function statesOfTexts(database: Kysely<Tables>): Promise<void> {
  for (const table of ["source_text", "target_text"]) {
    await sql`alter table ${sql.id(table)} add column state integer not null default ${sql.lit(TRANSLATED)}`.execute(
      database,
    );
    await sql`update ${sql.id(table)} set state = unit.state from unit
      where unit.id = ${sql.id(table)}.unit_id and unit.state <> ${sql.lit(TRANSLATED)}`.execute(database);
  }
  await (isPostgres(database) ? keepOnPostgres : keepOnSqlite)(database);
}

/** Of a row of `unit` that has changed: something else than its state is to be kept. */
const isOtherText = `old.target <> new.target
  or (new.source_unit_id is null and (old.source <> new.source or old.context <> new.context))`;

async function keepOnSqlite(database: Kysely<Tables>): Promise<void> {
  // By it, translations of source strings are counted: their states stand there, too.
  await sql`drop index unit_by_source`.execute(database);
  await sql`create index unit_by_source on unit (source_unit_id, translation_id, state)`.execute(database);
  for (const when of ["added", "changed"]) await sql`drop trigger ${sql.id(`texts_${when}`)}`.execute(database);
  const isOther = sql.raw(`(${isOtherText} or old.source_unit_id is not new.source_unit_id)`);
  const add = sql`insert into source_text select new.translation_id, new.id, folded(new.source), folded(new.context),
      case when new.target <> new.source then folded(new.target) end, new.state where new.source_unit_id is null;
    insert into target_text select new.translation_id, new.id, new.source_unit_id,
      case when new.target <> '[""]' then folded(new.target) end, new.state where new.source_unit_id is not null;`;
  const own = sql`where translation_id = old.translation_id and unit_id = old.id`;
  const set = sql`set state = new.state ${own}`;
  await sql`create trigger texts_added after insert on unit begin ${add} end`.execute(database);
  await sql`create trigger texts_changed after update of source, context, target, source_unit_id on unit when ${isOther}
    begin delete from source_text ${own}; delete from target_text ${own}; ${add} end`.execute(database);
  await sql`create trigger texts_in_state after update of state on unit when old.state <> new.state and not ${isOther}
    begin update source_text ${set}; update target_text ${set}; end`.execute(database);
}

async function keepOnPostgres(database: Kysely<Tables>): Promise<void> {
  // A state that changes alone is written beside its row, if there is room: its text need not be indexed again.
  await sql`alter table target_text set (fillfactor = 90)`.execute(database);
  await sql`drop trigger texts_changed on unit`.execute(database);
  const ofSource = (row: string) =>
    `lower(${row}source), lower(${row}context), case when ${row}target <> ${row}source then lower(${row}target) end, ${row}state`;
  const ofTarget = (row: string) => `${row}source_unit_id, nullif(lower(${row}target), '[""]'), ${row}state`;
  const add = (from: string) =>
    sql.raw(`insert into source_text select id, translation_id, ${ofSource("")} from ${from} where source_unit_id is null;
      insert into target_text select id, translation_id, ${ofTarget("")} from ${from} where source_unit_id is not null`);
  // Plans are kept: the ones of an empty table would look at all strings when there are many.
  const replace = (name: string, body: ReturnType<typeof sql>) =>
    sql`create or replace function ${sql.id(name)}() returns trigger language plpgsql set enable_seqscan to off as $function$ begin
      ${body}; return null; end $function$`.execute(database);
  await replace("texts_added", add("added"));
  await replace(
    "texts_changed",
    sql`if (old.source_unit_id is null) <> (new.source_unit_id is null) then
        delete from source_text where unit_id = new.id;
        delete from target_text where unit_id = new.id;
        ${add("(select new.*) as changed")};
      elsif new.source_unit_id is null then
        update source_text set (source, context, target, state) = row(${sql.raw(ofSource("new."))}) where unit_id = new.id;
      else
        update target_text set (source_unit_id, target, state) = row(${sql.raw(ofTarget("new."))}) where unit_id = new.id;
      end if`,
  );
  await sql`create trigger texts_changed after update of source, context, target, source_unit_id, state on unit for each row
    when (${sql.raw(isOtherText)} or old.source_unit_id is distinct from new.source_unit_id or old.state <> new.state)
    execute function texts_changed()`.execute(database);
  await sql`analyze source_text, target_text`.execute(database);
}
