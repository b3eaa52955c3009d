import type { Kysely } from "kysely";
import { LocalError } from "../../core/errors.ts";
import { isPostgres } from "../is-postgres.ts";
import { oneAtATime } from "../one-at-a-time.ts";
import { defineFunctions } from "../postgres/functions.ts";
import type { Tables } from "../tables.ts";
import { firstTables } from "./0001-first-tables.ts";
import { wholeApi } from "./0002-whole-api.ts";
import { columnsOf, required, type Columns } from "./columns.ts";

type Migration = (database: Kysely<Tables>, columns: Columns) => Promise<void>;

/** Forward only. A released migration is never edited: a change of the schema is a new one at the end. */
const migrations: readonly Migration[] = [firstTables, wholeApi];

/**
 * Brings the database to the newest version, each migration in a transaction of its own; who starts meanwhile waits.
 * @param newest version to stop at
 */
export async function migrate(database: Kysely<Tables>, newest = migrations.length): Promise<void> {
  await oneAtATime(database, async (connection) => {
    if (isPostgres(connection)) await defineFunctions(connection);
    await migrateAlone(connection, newest);
  });
}

async function migrateAlone(database: Kysely<Tables>, newest: number): Promise<void> {
  await database.schema
    .createTable("setting")
    .ifNotExists()
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("value", "text", required)
    .execute();
  const row = await database.selectFrom("setting").select("value").where("name", "=", "schema").executeTakeFirst();
  const current = Number(row?.value ?? 0);
  if (current > migrations.length) {
    throw new LocalError(
      `The database has schema version ${String(current)}, this version of Interlinear knows ${String(migrations.length)}.`,
      { code: "IL-D01", hint: "Start the version that wrote it, or a newer one: migrations go forward only." },
    );
  }
  for (let version = current; version < newest; version += 1) {
    await database.transaction().execute(async (transaction) => {
      await migrations[version]?.(transaction, columnsOf(transaction));
      const value = String(version + 1);
      await transaction
        .insertInto("setting")
        .values({ name: "schema", value })
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
        .execute();
    });
  }
}
