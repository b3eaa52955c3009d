import { sql, type Kysely } from "kysely";
import { isPostgres } from "../is-postgres.ts";
import type { Tables } from "../tables.ts";

/**
 * PostgreSQL keeps in `unit_text` what there is to look through when a word is counted that half of all strings have: their texts in small
 * letters, and source and key of source strings alone, as SQLite does (`0004-text-index.ts`). In a row of `unit` stands four times as much, and
 * making small letters takes longer than comparing.
 */
export async function textsOfStrings(database: Kysely<Tables>): Promise<void> {
  if (!isPostgres(database)) return;
  // Texts are compared by their bytes.
  await sql`create table unit_text (unit_id integer not null, translation_id integer not null, source_unit_id integer,
    source text collate "C", context text collate "C", target text collate "C")`.execute(database);
  const add = (from: string) => sql.raw(`insert into unit_text ${selected("", `from ${from}`)}`);
  await sql`${add("unit")} order by translation_id, position`.execute(database);
  await sql`alter table unit_text add primary key (unit_id)`.execute(database);
  await sql`create index unit_text_translation on unit_text (translation_id)`.execute(database);
  // Of source strings few have another target than their source.
  await sql`create index unit_text_other_target on unit_text (translation_id)
    where source_unit_id is null and target is not null`.execute(database);

  const trigger = async (name: string, when: string, body: ReturnType<typeof sql>): Promise<void> => {
    // Plans are kept: the ones of an empty table would look at all strings when there are many.
    await sql`create function ${sql.id(name)}() returns trigger language plpgsql set enable_seqscan to off as $function$ begin
      ${body}; return null; end $function$`.execute(database);
    await sql`create trigger ${sql.id(name)} after ${sql.raw(when)} execute function ${sql.id(name)}()`.execute(
      database,
    );
  };
  await trigger("unit_text_added", "insert on unit referencing new table as added for each statement", add("added"));
  await trigger(
    "unit_text_removed",
    "delete on unit referencing old table as removed for each statement",
    sql`delete from unit_text where unit_id in (select id from removed)`,
  );
  const columns = ["source", "context", "target"];
  await trigger(
    "unit_text_changed",
    `update of ${columns.join(", ")}, source_unit_id on unit for each row
      when (${columns.map((name) => `old.${name} <> new.${name}`).join(" or ")}
        or old.source_unit_id is distinct from new.source_unit_id)`,
    sql`update unit_text set (unit_id, translation_id, source_unit_id, source, context, target) = (${sql.raw(selected("new."))})
      where unit_id = new.id`,
  );
}

/** A source string's target is seldom another text than its source: it is null where it is the same. */
function selected(row: string, from = ""): string {
  const isSource = `${row}source_unit_id is null`;
  return `select ${row}id, ${row}translation_id, ${row}source_unit_id,
    case when ${isSource} then lower(${row}source) end, case when ${isSource} then lower(${row}context) end,
    case when not (${isSource} and ${row}target = ${row}source) then lower(${row}target) end ${from}`;
}
