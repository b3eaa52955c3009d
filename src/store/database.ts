import { setTimeout } from "node:timers/promises";
import { CompiledQuery, type IsolationLevel, type Kysely, type Transaction } from "kysely";
import { isPostgres, isPostgresAddress } from "./is-postgres.ts";
import { serviceSchema } from "./migrations/index.ts";
import { openSchema } from "./schema.ts";
import type { Tables } from "./tables.ts";
import { WITH_THE_NEXT } from "./with-the-next.ts";

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

/** How many queries run side by side. More would leave no core for those who wait for something short. */
const sideBySide = {
  "what grows with what there is": { connections: 4, threads: 2, isKept: true },
  // Seldom asked for, and what it takes its time for is more than a thread's beginning.
  "what looks at each string": { connections: 2, threads: 1, isKept: false },
};

/**
 * The same database, for queries that may take their time: those of strangers, and those over all there is. They run beside
 * everything else, and end with `TooCostly` after `milliseconds`, or after as many that they wait for others of their kind. Nothing is
 * written through it.
 */
export async function openReaders(
  target: string,
  milliseconds: number,
  kind: keyof typeof sideBySide,
): Promise<Database> {
  const { connections, threads, isKept } = sideBySide[kind];
  if (isPostgresAddress(target)) {
    const { openPostgres } = await import("./postgres/open.ts");
    const limits = { connections, isKept, statementMilliseconds: milliseconds, waitMilliseconds: milliseconds };
    return openPostgres<Tables>(target, serviceSchema.name, limits);
  }
  const { openReaders: open } = await import("./sqlite/readers.ts");
  return open<Tables>(target, { milliseconds, threads, isKept });
}

const ATTEMPTS = 10;
/** So often others may be in its way; then nobody writes beside it. */
const BESIDE_OTHERS = 3;
/** Any number, as long as nobody else locks the same one in this database. */
const WRITING = "7310552";

type Work<T, AnyTables> = (queries: Transaction<AnyTables>) => Promise<T>;

/**
 * Runs `work` in one transaction, as if nobody else were writing. PostgreSQL may find only at the end that somebody was;
 * `work` then runs again, so nothing but database work belongs in it, and all of it by `queries`. What failed a few times waits for its
 * turn, and others for its end: so it does not fail for their sake, however many they are.
 */
export async function inTransaction<T, AnyTables>(database: Kysely<AnyTables>, work: Work<T, AnyTables>): Promise<T> {
  return repeatedly(database, "serializable", work);
}

/**
 * Runs `work` in one transaction that sees what others commit meanwhile: for what is right all the same, as rows that are
 * added under a unique key. However many do so at the same time, none has to run again for the others' sake.
 */
export async function inOpenTransaction<T, AnyTables>(
  database: Kysely<AnyTables>,
  work: Work<T, AnyTables>,
): Promise<T> {
  return repeatedly(database, "read committed", work);
}

async function repeatedly<T, AnyTables>(
  database: Kysely<AnyTables>,
  isolation: IsolationLevel,
  work: Work<T, AnyTables>,
): Promise<T> {
  if (!isPostgres(database)) return database.transaction().execute(work);
  const besideOthers: typeof work = async (queries) => {
    await queries.executeQuery(CompiledQuery.raw(`${WITH_THE_NEXT}select pg_advisory_xact_lock_shared(${WRITING})`));
    return work(queries);
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (attempt > BESIDE_OTHERS) return await alone(database, isolation, work);
      return await database.transaction().setIsolationLevel(isolation).execute(besideOthers);
    } catch (error) {
      if (attempt === ATTEMPTS || !mayRunAgain(error, attempt)) throw error;
      // Those who collided do not come back at the same moment.
      await setTimeout(Math.random() * 2 ** attempt * 5);
    }
  }
}

/** Who writes is waited for, and whoever comes waits: PostgreSQL gives locks in the order in which they were asked for. */
async function alone<T, AnyTables>(
  database: Kysely<AnyTables>,
  isolation: IsolationLevel,
  work: Work<T, AnyTables>,
): Promise<T> {
  return database.connection().execute(async (connection) => {
    // Before the transaction, which sees the database as it is at its first statement.
    await connection.executeQuery(CompiledQuery.raw(`select pg_advisory_lock(${WRITING})`));
    try {
      return await connection.transaction().setIsolationLevel(isolation).execute(work);
    } finally {
      await connection.executeQuery(CompiledQuery.raw(`select pg_advisory_unlock(${WRITING})`));
    }
  });
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
