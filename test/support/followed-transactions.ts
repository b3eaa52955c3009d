import type { Transaction } from "kysely";
import { collision, type Database } from "../../src/store/database.ts";
import { isPostgres } from "../../src/store/is-postgres.ts";
import type { Tables } from "../../src/store/tables.ts";

export interface Transactions {
  /** Called before each that writes. */
  begin?: () => void;
  /** Called when one has the database in hand. */
  begun?: () => void;
  /** Called when one was committed. */
  done?: () => Promise<void>;
}

/** Follows the transactions of a database, until it is disposed of. */
export function followTransactions(database: Database, calls: Transactions): Disposable {
  return replaceExecution(database, async (execute, work) => {
    calls.begin?.();
    const result = await execute((queries) => {
      calls.begun?.();
      return work(queries);
    });
    await calls.done?.();
    return result;
  });
}

/**
 * Has each transaction fail when its work is done for the first time, and run again, as where PostgreSQL finds that others were in the
 * way; until it is disposed of.
 */
export function failEachOnce(database: Database): Disposable {
  const tried = new WeakSet<object>();
  return replaceExecution(database, async (execute, work) => {
    if (tried.has(work)) return execute(work);
    tried.add(work);
    const inTheWay = collision("Somebody was in the way.");
    const first = execute(async (queries) => {
      await work(queries);
      throw inTheWay;
    });
    // There whoever began it tries again.
    if (isPostgres(database)) return first;
    return first.catch((error: unknown) => {
      if (error === inTheWay) return execute(work);
      throw error;
    });
  });
}

type Work<T> = (queries: Transaction<Tables>) => Promise<T>;

function replaceExecution(
  database: Database,
  replacement: <T>(execute: (work: Work<T>) => Promise<T>, work: Work<T>) => Promise<T>,
): Disposable {
  const transaction = database.transaction.bind(database);
  const replaced = (builder: ReturnType<typeof transaction>): typeof builder => {
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => replacement(execute, work);
    const isolated = builder.setIsolationLevel.bind(builder);
    builder.setIsolationLevel = (level) => replaced(isolated(level));
    return builder;
  };
  database.transaction = () => replaced(transaction());
  return {
    [Symbol.dispose]: () => {
      database.transaction = transaction;
    },
  };
}
