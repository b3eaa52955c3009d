import type { Database } from "../../src/store/database.ts";

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
  const transaction = database.transaction.bind(database);
  const followed = (builder: ReturnType<typeof transaction>): typeof builder => {
    const execute = builder.execute.bind(builder);
    builder.execute = async (work) => {
      calls.begin?.();
      const result = await execute((queries) => {
        calls.begun?.();
        return work(queries);
      });
      await calls.done?.();
      return result;
    };
    const isolated = builder.setIsolationLevel.bind(builder);
    builder.setIsolationLevel = (level) => followed(isolated(level));
    return builder;
  };
  database.transaction = () => followed(transaction());
  return {
    [Symbol.dispose]: () => {
      database.transaction = transaction;
    },
  };
}
