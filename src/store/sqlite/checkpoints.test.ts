import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { DatabaseSync } from "node:sqlite";
import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { logOf, nextCheckpoint, type Log } from "./checkpoints.ts";
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
  await writeMegabytes(database, 10);
  expect(logOf(file).written).toBeGreaterThan(10 * MB);
  await setTimeout(150);

  // Looks at the log, and asks for it to be brought into the file.
  await writeMegabytes(database, 0);

  await expect.poll(() => logOf(file).written, { timeout: 10_000 }).toBeLessThan(10_000);
  expect(statSync(file).size).toBeGreaterThan(10 * MB);
});

test("a log does not grow while somebody writes all the time: it begins anew in between, by the thread", async () => {
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "notes.db");
  await using database = await openNotes(file);

  const writing = new AbortController();
  const writers = Promise.all([0, 1].map(() => writeUntil(writing.signal, database)));
  await expect.poll(() => statSync(file).size, { timeout: 60_000 }).toBeGreaterThan(200 * MB);
  writing.abort();
  await writers;

  // Two that write do not end at the same moment, and the thread is asked ten times a second.
  expect(statSync(`${file}-wal`).size).toBeLessThan(150 * MB);
});

test("a log that somebody reads begins anew when they are done", async () => {
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "notes.db");
  await using database = await openNotes(file);
  await writeMegabytes(database, 1);
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec("begin; select count(*) from note;");
  await writeMegabytes(database, 10);
  await setTimeout(500);
  await writeMegabytes(database, 0);
  const read = logOf(file);
  expect(read.written).toBeGreaterThan(11 * MB);
  expect(read.copied).toBeLessThan(read.written);

  reader.close();

  // Pauses between writes: on a busy machine the thread needs one to come to the log's end.
  await expect
    .poll(() => writeMegabytes(database, 0).then(() => logOf(file).written), { timeout: 30_000, interval: 500 })
    .toBeLessThan(1 * MB);
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
