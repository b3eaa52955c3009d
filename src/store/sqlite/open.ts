import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { CHECKPOINT_SETTINGS, tellsOfItsLog } from "./checkpoints.ts";
import { sqliteDialect } from "./dialect.ts";
import { prepare } from "./functions.ts";

const IN_MEMORY = ":memory:";
/** Who serves people asks them to come again after that. */
const LOCK_MILLISECONDS = 5000;

/**
 * @param file path, or ":memory:"
 * @param lockMilliseconds how long a lock of another program is waited for
 */
export function openSqlite<Tables>(file: string, lockMilliseconds = LOCK_MILLISECONDS): Kysely<Tables> {
  const writer = new DatabaseSync(file);
  // WAL: readers are not stopped by a writer, and a killed process loses nothing that was committed. Locks of other programs
  // are waited for where others can go on meanwhile (`dialect.ts`).
  writer.exec(
    "pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on; pragma busy_timeout = 0;",
  );
  prepare(writer);
  if (file === IN_MEMORY) return new Kysely<Tables>({ dialect: sqliteDialect({ writer, lockMilliseconds }) });
  const reader = readerOf(file);
  const path = tellsOfItsLog(reader) ? file : undefined;
  if (path !== undefined) writer.exec(CHECKPOINT_SETTINGS);
  return new Kysely<Tables>({ dialect: sqliteDialect({ writer, reader, path, lockMilliseconds }) });
}

function readerOf(file: string): DatabaseSync {
  const reader = new DatabaseSync(file, { readOnly: true });
  prepare(reader);
  return reader;
}
