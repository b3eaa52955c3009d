import { sql, type Kysely } from "kysely";
import { isPostgres } from "../is-postgres.ts";
import type { Tables } from "../tables.ts";

/**
 * PostgreSQL keeps strings that have another text or key than their source string, as SQLite does since `0019-apart-from-source.ts`: to
 * find them, half a million pairs were compared after each save. Saves of targets and states do not start any of this. Who adds a string
 * while another changes its source may have it kept wrongly until its file is read.
 */
export async function apartOnPostgres(database: Kysely<Tables>): Promise<void> {
  if (!isPostgres(database)) return;
  await sql`create table unit_apart (unit_id integer primary key references unit (id) on delete cascade)`.execute(
    database,
  );
  const keep = (translated: string, where = "true") =>
    sql.raw(`insert into unit_apart (unit_id) select translated.id
      from ${translated} as translated inner join unit as original on original.id = translated.source_unit_id
      where ${where} and (original.source_unit_id is not null
        or translated.source <> original.source or translated.context <> original.context)
      on conflict do nothing`);
  await keep("unit").execute(database);
  // Plans are kept: the ones of an empty table would look at all strings when there are many.
  await sql`create function unit_apart_added() returns trigger language plpgsql set enable_seqscan to off as $function$ begin
    ${keep("added")};
    return null;
  end $function$`.execute(database);
  await sql`create function unit_apart_changed() returns trigger language plpgsql set enable_seqscan to off as $function$ begin
    delete from unit_apart where unit_id in (select id from unit where id = new.id or source_unit_id = new.id);
    ${keep("unit", "(translated.id = new.id or translated.source_unit_id = new.id)")};
    return null;
  end $function$`.execute(database);
  await sql`create trigger unit_apart_added after insert on unit referencing new table as added
    for each statement execute function unit_apart_added()`.execute(database);
  await sql`create trigger unit_apart_changed after update of source, context, source_unit_id on unit for each row
    when (old.source <> new.source or old.context <> new.context
      or old.source_unit_id is distinct from new.source_unit_id)
    execute function unit_apart_changed()`.execute(database);
}
