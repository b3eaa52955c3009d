import { PostgresAdapter, type Kysely, type Transaction } from "kysely";
import type { Tables } from "./tables.ts";

export function isPostgres(database: Kysely<Tables> | Transaction<Tables>): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
}

/** Whether it is `postgres://…`, not the file of a SQLite database. */
export function isPostgresAddress(target: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(target);
}
