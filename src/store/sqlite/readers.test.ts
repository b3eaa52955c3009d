import { getPriority } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { lowThreads } from "../../../test/support/low-threads.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { beginLargeWork } from "../large-work.ts";
import { TooCostly } from "../too-costly.ts";
import { openSqlite } from "./open.ts";
import { openReaders } from "./readers.ts";

/** For what ends by itself: threads that read have a processor after everybody else, who may be many. */
const HOUR = 3_600_000;

/** Counts to far more than any budget here allows, and calls JavaScript for each, which a thread can be ended in. */
const ENDLESS = sql`with recursive number(i) as (select 1 union all select i + 1 from number where i < 1e12)
  select count(*) from number where text_matches(i, 'x') = 1`;

test("while a query takes long, others are answered", async () => {
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "notes.db");
  await using database = openSqlite<{ note: { text: string } }>(file);
  await database.schema.createTable("note").addColumn("text", "text").execute();
  await database.insertInto("note").values({ text: "one" }).execute();
  await using readers = openReaders<{ note: { text: string } }>(file, {
    milliseconds: HOUR,
    threads: 2,
    isKept: true,
  });

  // It ends with the readers.
  void ENDLESS.execute(readers).catch(() => undefined);

  expect(await database.selectFrom("note").selectAll().execute()).toEqual([{ text: "one" }]);
  expect(await readers.selectFrom("note").selectAll().execute()).toEqual([{ text: "one" }]);
});

test("a query that takes too long ends, and the next one runs", async () => {
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "notes.db");
  await using database = openSqlite<{ note: { text: string } }>(file);
  await database.schema.createTable("note").addColumn("text", "text").execute();
  await database.insertInto("note").values({ text: "one" }).execute();
  // The next one has six times as long, for whatever else the machine does.
  await using readers = openReaders<{ note: { text: string } }>(file, { milliseconds: 1500, threads: 1, isKept: true });

  await expect(ENDLESS.execute(readers)).rejects.toThrow(TooCostly);

  expect(await readers.selectFrom("note").selectAll().execute()).toEqual([{ text: "one" }]);
});

test("nothing is written through them, and mistakes are told as they are", async () => {
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "notes.db");
  await using database = openSqlite<{ note: { text: string } }>(file);
  await database.schema.createTable("note").addColumn("text", "text").execute();
  await using readers = openReaders<{ note: { text: string } }>(file, {
    milliseconds: HOUR,
    threads: 2,
    isKept: true,
  });

  await expect(readers.insertInto("note").values({ text: "one" }).execute()).rejects.toThrow("readonly");
  await expect(sql`select text from nowhere`.execute(readers)).rejects.toThrow("no such table");
});

test("many rows come whole and in their order, though some at a time", async () => {
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "notes.db");
  await using database = openSqlite<{ note: { text: string } }>(file);
  await database.schema.createTable("note").addColumn("text", "text").execute();
  await using readers = openReaders<{ note: { text: string } }>(file, {
    milliseconds: HOUR,
    threads: 2,
    isKept: true,
  });
  const upTo = (last: number) => sql<{ i: number }>`
    with recursive number(i) as (select 1 union all select i + 1 from number where i < ${last}) select i from number`;

  for (const last of [1000, 1001, 2500]) {
    const { rows } = await upTo(last).execute(readers);
    expect(rows.map(({ i }) => i)).toEqual(Array.from({ length: last }, (_, index) => index + 1));
  }
});

test.runIf(process.platform === "linux" && getPriority() < 19)("the first who asks has all threads begin", async () => {
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "notes.db");
  await using database = openSqlite<{ note: { text: string } }>(file);
  await database.schema.createTable("note").addColumn("text", "text").execute();
  await using readers = openReaders<{ note: { text: string } }>(file, {
    milliseconds: HOUR,
    threads: 2,
    isKept: true,
  });
  const before = new Set(lowThreads());

  await readers.selectFrom("note").selectAll().execute();

  await expect.poll(() => lowThreads().filter((thread) => !before.has(thread)).length).toBe(2);
});

test.runIf(process.platform === "linux" && getPriority() < 19)(
  "threads that nobody asks end where much memory is needed, and begin again for who asks",
  async () => {
    await using folder = await temporaryDirectory();
    const file = join(folder.path, "notes.db");
    await using database = openSqlite<{ note: { text: string } }>(file);
    await database.schema.createTable("note").addColumn("text", "text").execute();
    const before = new Set(lowThreads());
    const threads = (): readonly string[] => lowThreads().filter((thread) => !before.has(thread));
    await using readers = openReaders<{ note: { text: string } }>(file, {
      milliseconds: HOUR,
      threads: 2,
      isKept: true,
    });
    await readers.selectFrom("note").selectAll().execute();
    await expect.poll(threads).toHaveLength(2);

    beginLargeWork();

    await expect.poll(threads).toEqual([]);
    expect(await readers.selectFrom("note").selectAll().execute()).toEqual([]);
  },
);

test.runIf(process.platform === "linux" && getPriority() < 19)("they leave a processor to who answers", async () => {
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "notes.db");
  await using database = openSqlite<{ note: { text: string } }>(file);
  await database.schema.createTable("note").addColumn("text", "text").execute();
  await using readers = openReaders<{ note: { text: string } }>(file, {
    milliseconds: HOUR,
    threads: 2,
    isKept: true,
  });
  const before = new Set(lowThreads());

  await readers.selectFrom("note").selectAll().execute();

  expect(lowThreads().filter((thread) => !before.has(thread))).not.toEqual([]);
});

const MINUTE = 60_000;

test.runIf(process.platform === "linux" && getPriority() < 19)(
  "a thread stays for who asks after a pause; one that has grown gives its memory back, and another begins",
  async () => {
    await using folder = await temporaryDirectory();
    const file = join(folder.path, "notes.db");
    await using database = openSqlite<{ note: { text: string } }>(file);
    await database.schema.createTable("note").addColumn("text", "text").execute();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const before = new Set(lowThreads());
    const threads = (): readonly string[] => lowThreads().filter((thread) => !before.has(thread));
    await using readers = openReaders<{ note: { text: string } }>(file, {
      milliseconds: HOUR,
      threads: 1,
      isKept: true,
    });

    await readers.selectFrom("note").selectAll().execute();
    const [first] = threads();
    vi.advanceTimersByTime(MINUTE);
    await readers.selectFrom("note").selectAll().execute();
    expect(threads()).toEqual([first]);

    const { rows } = await sql`
      with recursive number(i) as (select 1 union all select i + 1 from number where i < 50000)
      select i, hex(randomblob(100)) as text from number`.execute(readers);
    expect(rows).toHaveLength(50_000);
    vi.advanceTimersByTime(MINUTE);
    vi.useRealTimers();
    await expect.poll(threads).not.toContain(first);
    await readers.selectFrom("note").selectAll().execute();
    expect(threads()).toHaveLength(1);
  },
);
