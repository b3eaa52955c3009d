import { PostgresAdapter, type QueryExecutor } from "kysely";

/** @param database or a transaction of one */
export function isPostgres(database: { readonly getExecutor: () => QueryExecutor }): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
}

/** Whether it is `postgres://…`, not the file of a SQLite database. */
export function isPostgresAddress(target: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(target);
}
