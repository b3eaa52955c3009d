import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { DatabaseSync } from "node:sqlite";
import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { command } from "../../../test/support/command.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { logOf, nextCheckpoint, tellsOfItsLog, type Log } from "./checkpoints.ts";
import { openSqlite } from "./open.ts";

interface Notes {
  readonly note: { readonly text: string };
}

const MB = 1_000_000;

test.each<[string, Log, ReturnType<typeof nextCheckpoint>]>([
  ["a small log stays", { written: 7 * MB, copied: 0 }, undefined],
  ["a large one is brought into the file", { written: 9 * MB, copied: 0 }, "copy"],
  ["what the file has already is not", { written: 20 * MB, copied: 13 * MB }, undefined],
  ["what came since is", { written: 22 * MB, copied: 13 * MB }, "copy"],
  ["a small one that the file has stays", { written: 7 * MB, copied: 7 * MB }, undefined],
  ["a large one that the file has begins anew", { written: 9 * MB, copied: 9 * MB }, "begin anew"],
  ["a huge one begins anew, whoever writes", { written: 65 * MB, copied: 60 * MB }, "begin anew"],
])("%s", (_, log, next) => {
  expect(nextCheckpoint(log)).toBe(next);
});

test("what was written comes into the file by another thread, and the log begins anew, although nobody writes any more", async () => {
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "notes.db");
  await using database = await openNotes(file);
  using asked = new DatabaseSync(file, { readOnly: true });
  await writeMegabytes(database, 10);
  expect(logOf(asked).written).toBeGreaterThan(10 * MB);
  await setTimeout(150);

  // Looks at the log, and asks for it to be brought into the file. Where the first write was slow, that has been done: this one stays in it.
  await writeMegabytes(database, 0);

  await expect.poll(() => logOf(asked).written).toBeLessThan(1 * MB);
  expect(statSync(file).size).toBeGreaterThan(10 * MB);
});

test("a log does not grow while somebody writes all the time: it begins anew in between, by the thread", async () => {
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "notes.db");
  await using database = await openNotes(file);

  const writing = new AbortController();
  const writers = Promise.all([0, 1].map(() => writeUntil(writing.signal, database)));
  await expect.poll(() => statSync(file).size).toBeGreaterThan(200 * MB);
  writing.abort();
  await writers;

  // Two that write do not end at the same moment, and the thread is asked ten times a second.
  expect(statSync(`${file}-wal`).size).toBeLessThan(150 * MB);
});

test("a log that somebody reads begins anew when they are done", async () => {
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "notes.db");
  await using database = await openNotes(file);
  using asked = new DatabaseSync(file, { readOnly: true });
  await writeMegabytes(database, 1);
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec("begin; select count(*) from note;");
  await writeMegabytes(database, 10);
  await setTimeout(500);
  await writeMegabytes(database, 0);
  const read = logOf(asked);
  expect(read.written).toBeGreaterThan(11 * MB);
  expect(read.copied).toBeLessThan(read.written);

  reader.close();

  // Pauses between writes: on a busy machine the thread needs one to come to the log's end.
  await expect
    .poll(() => writeMegabytes(database, 0).then(() => logOf(asked).written), { interval: 500 })
    .toBeLessThan(1 * MB);
});

test("another program may open the database while this one looks at its log: nobody loses a lock by that", async () => {
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "notes.db");
  await using database = await openNotes(file);
  using asked = new DatabaseSync(file, { readOnly: true });
  await writeMegabytes(database, 1);
  const former = new DatabaseSync(file, { readOnly: true });
  former.exec("begin; select count(*) from note;");
  await writeMegabytes(database, 10);
  // Who reads all of it keeps the log from beginning anew, if the file did not have it before: that it has not, a former reader sees to.
  using reader = new DatabaseSync(file, { readOnly: true });
  reader.exec("begin; select count(*) from note;");
  former.close();
  await expect
    .poll(() => writeMegabytes(database, 0).then(() => logOf(asked).copied), { interval: 200 })
    .toBeGreaterThan(10 * MB);

  const program = `const database = new (process.getBuiltinModule("node:sqlite").DatabaseSync)(process.argv[1]);
    database.exec("pragma wal_autocheckpoint = 0; insert into note values ('theirs')"); database.close();`;
  const other = await command(process.execPath, ["-e", program, file], { cwd: folder.path });

  expect(other).toMatchObject({ exitCode: 0 });
  // Whoever finds no lock of others on the log's index makes it anew, and knows of nothing that is in the file.
  expect(logOf(asked).copied).toBeGreaterThan(10 * MB);
});

test.each([
  ["3.50.4", false],
  ["3.51.0", true],
  ["3.53.4", true],
  ["4.0.0", true],
])("SQLite %s can be asked about its log: %s", (version, tells) => {
  using database = new DatabaseSync(":memory:");
  database.function("sqlite_version", () => version);

  expect(tellsOfItsLog(database)).toBe(tells);
});

async function openNotes(file: string): Promise<Kysely<Notes>> {
  const database = openSqlite<Notes>(file);
  await database.schema.createTable("note").addColumn("text", "text").execute();
  return database;
}

/** In one transaction, and a little more. */
async function writeMegabytes(database: Kysely<Notes>, megabytes: number): Promise<void> {
  const many = Array.from({ length: 10 * megabytes + 1 }, () => ({ text: "x".repeat(100_000) }));
  await database.insertInto("note").values(many).execute();
}

async function writeUntil(over: AbortSignal, database: Kysely<Notes>): Promise<void> {
  while (!over.aborted) await writeMegabytes(database, 1);
}
