import { sql, type Kysely } from "kysely";

/** Collations that know letters of every script, the best first; which ones a server has depends on how it was built. */
const collations = ["und-x-icu", "pg_c_utf8", "C.utf8", "C.UTF-8"];

/**
 * What queries may call on either database (`sqlite/open.ts`): `lower` for every script, although texts are compared by code
 * points; `list_length(json)` and `list_has(json, text)` for lists that are kept as JSON text; `text_matches(text, pattern)`
 * and `list_matches(json, pattern)` for regular expressions that somebody made sure end soon. For what PostgreSQL takes for none a query
 * ends with `UnknownExpression`.
 * @param schema where they are put, beside the tables
 */
export async function defineFunctions<Tables>(database: Kysely<Tables>, schema: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select collname as name from pg_catalog.pg_collation
    where collname in (${sql.join(collations)}) and collencoding in (-1, 6)`.execute(database);
  const known = new Set(rows.map(({ name }) => name));
  const collation = sql.id(collations.find((name) => known.has(name)) ?? "default");
  const define = async (head: string, body: ReturnType<typeof sql>): Promise<void> => {
    await sql`create or replace function ${sql.id(schema)}.${sql.raw(head)}
      language sql immutable strict parallel safe as $function$ ${body} $function$`.execute(database);
  };
  await define("lower(text) returns text", sql`select pg_catalog.lower($1 collate ${collation})`);
  await define("list_length(text) returns integer", sql`select json_array_length($1::json)`);
  // jsonb holds every character but the null character.
  const list = sql.raw(String.raw`replace($1, '\u0000', '')::jsonb`);
  await define("list_has(text, text) returns integer", sql`select (jsonb_exists(${list}, $2))::integer`);
  // (?p): a dot is no line break, as in JavaScript.
  const matches = sql.raw("~ ('(?p)' || $2)");
  await define("text_matches(text, text) returns integer", sql`select ($1 ${matches})::integer`);
  await define(
    "any_matches(text, text) returns integer",
    sql`select coalesce(max((element ${matches})::integer), 0) from jsonb_array_elements_text(${list}) as element`,
  );
  // Nearly all lists hold one text, and nearly all texts stand there as they are. Not strict: only so PostgreSQL puts it into the query.
  await sql`create or replace function ${sql.id(schema)}.list_matches(text, text) returns integer
    language sql immutable parallel safe as $function$ select case
      when $1 like '["%' and strpos($1, ${sql.lit("\\")}) = 0 and strpos($1, '","') = 0
      then (substr($1, 3, length($1) - 4) ${matches})::integer
      else ${sql.id(schema)}.any_matches($1, $2) end $function$`.execute(database);
}
