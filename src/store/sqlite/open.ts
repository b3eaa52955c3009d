import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { sqliteDialect } from "./dialect.ts";
import { prepare } from "./functions.ts";

const IN_MEMORY = ":memory:";

/** @param file path, or ":memory:" */
export function openSqlite<Tables>(file: string): Kysely<Tables> {
  const writer = new DatabaseSync(file);
  // WAL: readers are not stopped by a writer, and a killed process loses nothing that was committed. Locks of other programs
  // are waited for where others can go on meanwhile (`dialect.ts`).
  writer.exec(
    "pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on; pragma busy_timeout = 0;",
  );
  prepare(writer);
  return new Kysely<Tables>({ dialect: sqliteDialect({ writer, reader: readerOf(file) }) });
}

function readerOf(file: string): DatabaseSync | undefined {
  if (file === IN_MEMORY) return undefined;
  const reader = new DatabaseSync(file, { readOnly: true });
  prepare(reader);
  return reader;
}
