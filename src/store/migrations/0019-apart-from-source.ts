import { sql, type Kysely } from "kysely";
import { isPostgres } from "../is-postgres.ts";
import type { Tables } from "../tables.ts";

/**
 * SQLite's index of texts has source and key once, for the source string (`0004-text-index.ts`). Translations that have others are
 * kept in `unit_apart`: files that know strings by an id may still say what they were translated from, and a damaged file is not read
 * when its source changes. What stands in the index is written again only where that changes.
 */
export async function apartFromSource(database: Kysely<Tables>): Promise<void> {
  if (isPostgres(database)) return;
  await sql`create table unit_apart (unit_id integer primary key references unit (id) on delete cascade)`.execute(
    database,
  );
  const keep = (where: string) =>
    sql.raw(`insert into unit_apart (unit_id) select translated.id
      from unit as translated inner join unit as original on original.id = translated.source_unit_id
      where ${where} (original.source_unit_id is not null
        or translated.source <> original.source or translated.context <> original.context)`);
  await keep("").execute(database);
  await sql`create trigger unit_apart_added after insert on unit when new.source_unit_id is not null
    begin ${keep("translated.id = new.id and")}; end`.execute(database);
  await sql`create trigger unit_apart_changed after update of source, context, source_unit_id on unit
    when old.source <> new.source or old.context <> new.context or old.source_unit_id is not new.source_unit_id
    begin
      delete from unit_apart where unit_id in (select id from unit where id = new.id or source_unit_id = new.id);
      ${keep("(translated.id = new.id or translated.source_unit_id = new.id) and")};
    end`.execute(database);

  await sql`drop trigger unit_text_changed`.execute(database);
  const ofSource = (column: string) => sql.raw(`case when new.source_unit_id is null then new.${column} else '' end`);
  await sql`create trigger unit_text_changed after update of source, target, context, source_unit_id on unit
    when old.target <> new.target or (old.source_unit_id is null) <> (new.source_unit_id is null)
      or (new.source_unit_id is null and (old.source <> new.source or old.context <> new.context))
    begin
      delete from unit_text where rowid = old.id;
      insert into unit_text (rowid, source, target, context)
        values (new.id, ${ofSource("source")}, new.target, ${ofSource("context")});
    end`.execute(database);
}
