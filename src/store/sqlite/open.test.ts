import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { DatabaseAway } from "../database-away.ts";
import { inTurn } from "../turns.ts";
import { openSqlite } from "./open.ts";

interface Note {
  readonly text: string;
}

type Notes = Kysely<{ readonly note: Note }>;

/** Databases of one file. */
async function opened(count: number, lockMilliseconds?: number): Promise<{ databases: Notes[] } & AsyncDisposable> {
  const folder = await temporaryDirectory();
  const file = join(folder.path, "notes.db");
  const databases = Array.from({ length: count }, () => openSqlite<{ readonly note: Note }>(file, lockMilliseconds));
  await databases[0]!.schema.createTable("note").addColumn("text", "text").execute();
  return {
    databases,
    [Symbol.asyncDispose]: async () => {
      for (const database of databases) await database.destroy();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const textsIn = async (database: Notes): Promise<string[]> =>
  (await database.selectFrom("note").select("text").execute()).map(({ text }) => text);

test("who reads waits for no transaction, and sees what was committed", async () => {
  await using world = await opened(1);
  const database = world.databases[0]!;
  await database.transaction().execute(async (writing) => {
    await writing.insertInto("note").values({ text: "one" }).execute();
    expect(await textsIn(database)).toEqual([]);
    expect(await textsIn(writing)).toEqual(["one"]);
  });
  expect(await textsIn(database)).toEqual(["one"]);
});

test("a long row of queries lets others have the thread", async () => {
  await using world = await opened(1);
  const turns: number[] = [];
  const counting = setInterval(() => turns.push(turns.length));
  await world.databases[0]!.transaction().execute(async (writing) => {
    while (turns.length < 3) await writing.insertInto("note").values({ text: "one more" }).execute();
  });
  clearInterval(counting);
  expect(turns.length).toBeGreaterThanOrEqual(3);
});

test("another program that writes is waited for while this one answers others", async () => {
  await using world = await opened(2);
  const [ours, theirs] = world.databases;
  const order: string[] = [];
  const begun = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const writing = theirs!.transaction().execute(async (queries) => {
    await sql`insert into note (text) values ('theirs')`.execute(queries);
    begun.resolve();
    await free.promise;
    order.push("theirs");
  });
  await begun.promise;
  const waiting = ours!
    .insertInto("note")
    .values({ text: "ours" })
    .execute()
    .then(() => order.push("ours"));
  setTimeout(() => {
    free.resolve();
  }, 50);
  await Promise.all([writing, waiting]);
  expect(order).toEqual(["theirs", "ours"]);
  expect(await textsIn(ours!)).toEqual(["theirs", "ours"]);
});

test("another program that writes is waited for no longer than is allowed", async () => {
  await using world = await opened(2, 0);
  const [ours, theirs] = world.databases;
  await theirs!.transaction().execute(async (queries) => {
    await sql`insert into note (text) values ('theirs')`.execute(queries);

    await expect(ours!.insertInto("note").values({ text: "ours" }).execute()).rejects.toThrow(DatabaseAway);
  });

  expect(await textsIn(ours!)).toEqual(["theirs"]);
});

test("of those who wait to write, who began first is next", async () => {
  await using world = await opened(1);
  const database = world.databases[0]!;
  const note = (text: string) => database.insertInto("note").values({ text }).execute();
  const [asked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = inTurn(async () => {
    await asked.promise;
    await note("first");
  });
  const writing = database.transaction().execute(async (queries) => {
    await sql`insert into note (text) values ('long')`.execute(queries);
    await free.promise;
  });

  const others = ["second", "third"].map((text) => inTurn(() => note(text)));
  await setImmediate();
  asked.resolve();
  await setImmediate();
  free.resolve();
  await Promise.all([first, writing, ...others]);

  expect(await textsIn(database)).toEqual(["long", "first", "second", "third"]);
});
