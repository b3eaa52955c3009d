import { sql, type ExpressionBuilder } from "kysely";
import type { Queries } from "../../store/database.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import { within, type InPart } from "../../store/in-parts.ts";
import type { Tables } from "../../store/tables.ts";
import { positionsInParts } from "./strings-in-parts.ts";

/** SQLite works on the thread that answers. */
const ROWS_AT_ONCE = { postgres: 1000, sqlite: 50 };
/** With all that hangs on a string, and with its index of texts, which is put in order now and then, it takes some milliseconds for each. */
const STRINGS_AT_ONCE = { postgres: 1000, sqlite: 10 };

/**
 * Removes the strings of translations that are about to go. By the database's own rules all of them would go in one statement, and on
 * SQLite nobody would be answered meanwhile.
 * @param translations the source language last: its strings would have to be taken from their translations first
 * @param inPart does some after the others
 */
export async function removeStrings(
  queries: Queries,
  translations: readonly number[],
  inPart: InPart = within(queries),
): Promise<void> {
  for (const translation of translations) {
    await forgetPlace(queries, "translation_id", translation);
    for await (const { from, before } of positionsInParts(queries, translation, mostOf(queries, STRINGS_AT_ONCE))) {
      await inPart(async (own) => {
        const isMeant = (row: ExpressionBuilder<Tables, "unit">) =>
          row.and([row("translation_id", "=", translation), row("position", ">=", from), row("position", "<", before)]);
        // In one order, as who saves locks them, so that nobody waits in a circle.
        if (isPostgres(own))
          await own.selectFrom("unit").select("id").where(isMeant).orderBy("id").forUpdate().execute();
        await own.deleteFrom("unit").where(isMeant).execute();
      });
    }
  }
}

/** Removes these strings. */
export async function removeUnits(queries: Queries, ids: readonly number[]): Promise<void> {
  const most = mostOf(queries, STRINGS_AT_ONCE);
  for (let from = 0; from < ids.length; from += most) {
    await queries
      .deleteFrom("unit")
      .where("id", "in", ids.slice(from, from + most))
      .execute();
  }
}

/** What was recorded of a component or translation that is about to go stays, without what it was about. */
export async function forgetPlace(
  queries: Queries,
  column: "component_id" | "translation_id",
  id: number,
): Promise<void> {
  const place = { unit_id: null, translation_id: null, ...(column === "component_id" && { component_id: null }) };
  await inParts(queries, async (most) => {
    const { numUpdatedRows } = await queries
      .updateTable("change")
      .set(place)
      .where("id", "in", (change) => change.selectFrom("change").select("id").where(column, "=", id).limit(most))
      .executeTakeFirst();
    return numUpdatedRows;
  });
}

/** Removes rows of a component or project. */
export async function removeRows(
  queries: Queries,
  table: "change" | "memory",
  column: "component_id" | "project_id",
  id: number,
): Promise<void> {
  await inParts(queries, async (most) => {
    const { numDeletedRows } = await queries
      .deleteFrom(table)
      .where("id", "in", (row) => row.selectFrom(table).select("id").where(sql.ref(column), "=", id).limit(most))
      .executeTakeFirst();
    return numDeletedRows;
  });
}

/** @param work changes as many rows at most, and tells how many they were */
async function inParts(queries: Queries, work: (most: number) => Promise<bigint>): Promise<void> {
  const most = mostOf(queries, ROWS_AT_ONCE);
  while ((await work(most)) === BigInt(most));
}

/** How many rows are removed at once, on either database. */
export function mostOf(queries: Queries, { postgres, sqlite }: typeof ROWS_AT_ONCE): number {
  return isPostgres(queries) ? postgres : sqlite;
}
