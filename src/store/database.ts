import { setTimeout } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import { isPostgres, isPostgresAddress } from "./is-postgres.ts";
import { serviceSchema } from "./migrations/index.ts";
import { openSchema } from "./schema.ts";
import type { Tables } from "./tables.ts";

export type Database = Kysely<Tables>;
/** A database or a running transaction: what functions that only query take. */
export type Queries = Kysely<Tables> | Transaction<Tables>;

/**
 * Opens the embedded service's database and brings it to the newest version.
 * @param target file of SQLite, ":memory:", or `postgres://…`
 * @param lockMilliseconds how long SQLite's lock is waited for where another program has it; default 5 seconds
 * @throws {LocalError} `IL-D01` where a newer version wrote it, `IL-D02` where the server cannot be reached
 */
export function openDatabase(target: string, lockMilliseconds?: number): Promise<Database> {
  return openSchema(serviceSchema, target, lockMilliseconds);
}

/**
 * The same database, for queries that may take their time: those of strangers, and those over all there is. They run beside
 * everything else, and end with `TooCostly` after `milliseconds`. Nothing is written through it.
 */
export async function openReaders(target: string, milliseconds: number): Promise<Database> {
  if (isPostgresAddress(target)) {
    const { openPostgres } = await import("./postgres/open.ts");
    const limits = { connections: 4, statementMilliseconds: milliseconds, isForSearches: true };
    return openPostgres<Tables>(target, serviceSchema.name, limits);
  }
  const { openReaders: open } = await import("./sqlite/readers.ts");
  return open<Tables>(target, milliseconds);
}

const ATTEMPTS = 10;

/**
 * Runs `work` in one transaction, as if nobody else were writing. PostgreSQL may find only at the end that somebody was;
 * `work` then runs again, so nothing but database work belongs in it.
 */
export async function inTransaction<T, AnyTables>(
  database: Kysely<AnyTables>,
  work: (queries: Transaction<AnyTables>) => Promise<T>,
): Promise<T> {
  return repeatedly(database, "serializable", work);
}

/**
 * Runs `work` in one transaction that sees what others commit meanwhile: for what is right all the same, as rows that are
 * added under a unique key. However many do so at the same time, none has to run again for the others' sake.
 */
export async function inOpenTransaction<T, AnyTables>(
  database: Kysely<AnyTables>,
  work: (queries: Transaction<AnyTables>) => Promise<T>,
): Promise<T> {
  return repeatedly(database, "read committed", work);
}

async function repeatedly<T, AnyTables>(
  database: Kysely<AnyTables>,
  isolation: "serializable" | "read committed",
  work: (queries: Transaction<AnyTables>) => Promise<T>,
): Promise<T> {
  if (!isPostgres(database)) return database.transaction().execute(work);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction().setIsolationLevel(isolation).execute(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !mayRunAgain(error, attempt)) throw error;
      // Those who collided do not come back at the same moment.
      await setTimeout(Math.random() * 2 ** attempt * 5);
    }
  }
}

const COLLISION = "40001";
/** PostgreSQL's codes of what another transaction caused. */
const collisions = new Set([COLLISION, "40P01"]);
const TAKEN = "23505";

/** Thrown in a transaction, it has it run again, as if PostgreSQL had found that somebody else was writing. */
export function collision(reason: string): Error {
  return Object.assign(new Error(reason), { code: COLLISION });
}

/** A name that was taken just now is found taken by the second try, which then says so in its own words. */
function mayRunAgain(error: unknown, attempt: number): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return collisions.has(String(error.code)) || (error.code === TAKEN && attempt === 1);
}
