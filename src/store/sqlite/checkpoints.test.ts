import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { openSqlite } from "./open.ts";

test("what was written comes into the file by another thread, and the log begins anew", async () => {
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "notes.db");
  await using database = openSqlite<{ note: { text: string } }>(file);
  await database.schema.createTable("note").addColumn("text", "text").execute();
  const before = statSync(file).size;
  const many = Array.from({ length: 100 }, () => ({ text: "x".repeat(100_000) }));
  await database.insertInto("note").values(many).execute();
  const log = statSync(`${file}-wal`).size;
  expect(log).toBeGreaterThan(10_000_000);

  // Who writes on looks at the log again, now and then.
  while (statSync(`${file}-wal`).size >= log || statSync(file).size <= before) {
    await setTimeout(20);
    await database.insertInto("note").values({ text: "one more" }).execute();
  }

  expect(statSync(file).size).toBeGreaterThan(10_000_000);
  expect(
    await database
      .selectFrom("note")
      .select(({ fn }) => fn.countAll().as("all"))
      .where("text", "<>", "one more")
      .execute(),
  ).toEqual([{ all: 100 }]);
});

test("the thread that brings a log into the file begins the next one, too: nobody who writes waits for the disk", async () => {
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "notes.db");
  await using database = openSqlite<{ note: { text: string } }>(file);
  await database.schema.createTable("note").addColumn("text", "text").execute();
  const many = Array.from({ length: 100 }, () => ({ text: "x".repeat(100_000) }));
  await database.insertInto("note").values(many).execute();
  await setTimeout(150);
  // Looks at the log, and asks for it to be brought into the file.
  await database.insertInto("note").values({ text: "the last" }).execute();

  // Without another writer: a log that begins anew is cut.
  await expect.poll(() => statSync(`${file}-wal`).size, { timeout: 10_000 }).toBeLessThan(1_100_000);
  expect(statSync(file).size).toBeGreaterThan(10_000_000);
});
