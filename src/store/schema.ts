import { sql, type Kysely } from "kysely";
import { LocalError } from "../core/errors.ts";
import { isPostgres, isPostgresAddress } from "./is-postgres.ts";
import { columnsOf, required, type Columns } from "./migrations/columns.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { defineFunctions } from "./postgres/functions.ts";
import { openSqlite } from "./sqlite/open.ts";

export type Migration<Tables> = (database: Kysely<Tables>, columns: Columns) => Promise<void>;

/** A set of tables and how it came to be. Two of them share neither a file nor a schema. */
export interface DatabaseSchema<Tables> {
  /** Its name on PostgreSQL, whatever else lives in that database. */
  readonly name: string;
  /** Forward only. A released migration is never edited: a change of the schema is a new one at the end. */
  readonly migrations: readonly Migration<Tables>[];
}

/**
 * Opens a database and brings it to the newest version.
 * @param target file of SQLite, ":memory:", or `postgres://…`
 * @param lockMilliseconds how long SQLite's lock is waited for where another program has it; default 5 seconds
 * @throws {LocalError} `IL-D01` where a newer version wrote it, `IL-D02` where the server cannot be reached
 */
export async function openSchema<Tables>(
  schema: DatabaseSchema<Tables>,
  target: string,
  lockMilliseconds?: number,
): Promise<Kysely<Tables>> {
  const database = await open(schema, target, lockMilliseconds);
  try {
    await migrateSchema(database, schema);
    return database;
  } catch (error) {
    await database.destroy();
    throw error;
  }
}

async function open<Tables>(
  { name }: DatabaseSchema<Tables>,
  target: string,
  lockMilliseconds: number | undefined,
): Promise<Kysely<Tables>> {
  if (!isPostgresAddress(target)) return openSqlite<Tables>(target, lockMilliseconds);
  // Its driver is loaded only where it is used.
  const { openPostgres } = await import("./postgres/open.ts");
  return openPostgres<Tables>(target, name);
}

/**
 * Brings the database to the newest version, each migration in a transaction of its own; who starts meanwhile waits.
 * @param newest version to stop at
 */
export async function migrateSchema<Tables>(
  database: Kysely<Tables>,
  { name, migrations }: DatabaseSchema<Tables>,
  newest = migrations.length,
): Promise<void> {
  await oneAtATime(database, async (connection) => {
    if (isPostgres(connection)) await defineFunctions(connection, name);
    await migrateAlone(connection, migrations, newest);
  });
}

async function migrateAlone<Tables>(
  database: Kysely<Tables>,
  migrations: readonly Migration<Tables>[],
  newest: number,
): Promise<void> {
  await database.schema
    .createTable("setting")
    .ifNotExists()
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("value", "text", required)
    .execute();
  const { rows } = await sql<{ value: string }>`select value from setting where name = 'schema'`.execute(database);
  const current = Number(rows[0]?.value ?? 0);
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
      await sql`insert into setting (name, value) values ('schema', ${value})
        on conflict (name) do update set value = excluded.value`.execute(transaction);
    });
  }
}
