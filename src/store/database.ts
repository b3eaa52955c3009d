import { DatabaseSync } from "node:sqlite";
import { Kysely, type Transaction } from "kysely";
import { migrate } from "./migrations.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import type { Tables } from "./tables.ts";

export type Database = Kysely<Tables>;
/** A database or a running transaction: what functions that only query take. */
export type Queries = Kysely<Tables> | Transaction<Tables>;

/** Opens the database file (or ":memory:"), brings it to the newest version, and returns it. The one place that knows node:sqlite. */
export async function openDatabase(file: string): Promise<Database> {
  const sqlite = new DatabaseSync(file);
  // WAL: readers are not stopped by a writer, and a killed process loses nothing that was committed.
  sqlite.exec(
    "pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on; pragma busy_timeout = 5000;",
  );
  // SQLite's own knows ASCII alone, and texts are searched for in every script.
  sqlite.function("lower", { deterministic: true }, (text) => (typeof text === "string" ? text.toLowerCase() : text));
  const database = new Kysely<Tables>({ dialect: sqliteDialect(sqlite) });
  await migrate(database);
  return database;
}
