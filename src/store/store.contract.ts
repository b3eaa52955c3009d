import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { sql, type RawBuilder } from "kysely";
import { describe, expect, it } from "vitest";
import { insertAll } from "./bulk.ts";
import { prepared } from "./prepared.ts";
import { writeTogether } from "./together.ts";
import { inTransaction, openDatabase, type Database } from "./database.ts";
import { isPostgres } from "./is-postgres.ts";
import { Gone } from "./gone.ts";
import { contains, startsWith } from "./like.ts";
import { serviceSchema } from "./migrations/index.ts";
import { migrateSchema } from "./schema.ts";

/** What a database brings to the store's contract. */
export interface StoreSubject {
  /** Where an empty database is, as `openDatabase` takes it. */
  readonly emptyDatabase: () => Promise<string>;
  /** Opens one that is empty and in no version yet. */
  readonly openBare: (target: string) => Promise<Database>;
  /** Somebody else who writes: another connection where several are allowed, else the same one. */
  readonly openAnother: (target: string, database: Database) => Promise<Database>;
}

const role = (name: string) => ({ name, permissions: "[]" });

const user = (username: string) => ({
  username,
  full_name: "",
  email: "",
  is_superuser: 0 as const,
  is_active: 1 as const,
  is_bot: 0 as const,
  date_joined: "",
  last_login: null,
});

/** The promises that the service relies on, on every database. */
export function describeStore(name: string, subject: StoreSubject): void {
  const openNew = async (): Promise<Database> => openDatabase(await subject.emptyDatabase());

  describe(`the store on ${name}`, () => {
    it("takes back everything a failed transaction did", async () => {
      await using database = await openNew();

      const failing = inTransaction(database, async (queries) => {
        await queries.insertInto("role").values(role("lost")).execute();
        throw new Error("stop");
      });

      await expect(failing).rejects.toThrow("stop");
      expect(await database.selectFrom("role").selectAll().execute()).toEqual([]);
    });

    it("gives a statement that is made once its values each time, in the order in which it names them", async () => {
      await using database = await openNew();
      const rename = prepared((queries, { from, to }: { readonly from: string; readonly to: string }) =>
        queries
          .updateTable("role")
          .set({ name: to, permissions: sql<string>`permissions || ${from}` })
          .where("name", "=", from)
          .where("permissions", "=", "[]"),
      );
      const named = prepared((queries, { role: wanted }: { readonly role: string }) =>
        queries.selectFrom("role").select(["name", "permissions"]).where("name", "=", wanted),
      );
      await database
        .insertInto("role")
        .values([role("one"), role("two")])
        .execute();

      await inTransaction(database, async (queries) => {
        await writeTogether(queries, [rename.write(queries, { from: "one", to: "first" })]);
        await writeTogether(queries, [rename.write(queries, { from: "two", to: "second" })]);
      });

      expect(await named.first(database, { role: "first" })).toEqual({ name: "first", permissions: "[]one" });
      expect(await named.rows(database, { role: "second" })).toEqual([{ name: "second", permissions: "[]two" }]);
      expect(await named.first(database, { role: "one" })).toBeUndefined();
    });

    it("loses no update when several write the same row", async () => {
      const target = await subject.emptyDatabase();
      await using database = await openDatabase(target);
      await database.insertInto("setting").values({ name: "counter", value: "0" }).execute();
      const another = await subject.openAnother(target, database);
      const increase = async (queries: Database): Promise<void> => {
        const { value } = await queries
          .selectFrom("setting")
          .select("value")
          .where("name", "=", "counter")
          .executeTakeFirstOrThrow();
        await queries
          .updateTable("setting")
          .set({ value: String(Number(value) + 1) })
          .where("name", "=", "counter")
          .execute();
      };

      const writers = [database, another, database, another];
      await Promise.all(
        writers.map(async (writer) => {
          for (let times = 0; times < 5; times += 1) await inTransaction(writer, increase);
        }),
      );

      const row = await database.selectFrom("setting").select("value").where("name", "=", "counter").executeTakeFirst();
      expect(row).toEqual({ value: "20" });
      if (another !== database) await another.destroy();
    });

    it("shows nobody half of a transaction", async () => {
      const target = await subject.emptyDatabase();
      await using database = await openDatabase(target);
      const another = await subject.openAnother(target, database);
      const seen: number[] = [];
      const count = async (): Promise<void> => {
        const row = await another
          .selectFrom("role")
          .select(({ fn }) => fn.countAll<number>().as("many"))
          .executeTakeFirstOrThrow();
        seen.push(row.many);
      };

      const transaction = inTransaction(database, async (queries) => {
        await queries.insertInto("role").values(role("one")).execute();
        // Who only reads does not wait either.
        await count();
        await queries.insertInto("role").values(role("two")).execute();
      });
      await transaction;
      await count();

      expect(seen).toEqual([0, 2]);
      if (another !== database) await another.destroy();
    });

    it("inserts any number of rows in batches, with ids in their order", async () => {
      await using database = await openNew();
      const rows = Array.from({ length: 173 }, (_, index) => role(`role ${String(index)}`));

      await insertAll(database, rows, (batch) => database.insertInto("role").values(batch));

      const stored = await database.selectFrom("role").select(["id", "name"]).orderBy("id").execute();
      expect(stored).toEqual(rows.map(({ name: own }, index) => ({ id: index + 1, name: own })));
    });

    it("writes what has nothing to do with each other at once, all or nothing", async () => {
      await using database = await openNew();
      await database
        .insertInto("role")
        .values([role("one"), role("two")])
        .execute();
      const writes = (last: string) => [
        database.updateTable("role").set({ permissions: '["a"]' }).where("name", "=", "one"),
        database.insertInto("role").values([role("three"), role("four")]),
        database.updateTable("role").set({ name: last }).where("name", "=", "two"),
      ];
      await inTransaction(database, (queries) => writeTogether(queries, writes("second")));
      const stored = async () => database.selectFrom("role").select(["name", "permissions"]).orderBy("name").execute();
      const before = await stored();

      await expect(inTransaction(database, (queries) => writeTogether(queries, writes("one")))).rejects.toThrow();

      expect(before).toEqual([
        { name: "four", permissions: "[]" },
        { name: "one", permissions: '["a"]' },
        { name: "second", permissions: "[]" },
        { name: "three", permissions: "[]" },
      ]);
      expect(await stored()).toEqual(before);
    });

    it.each([
      ["50%_", ["Save 50%_ now"]],
      ["save", ["Save 50%_ now", "Save 50 now"]],
      [String.raw`a\b`, [String.raw`a\b`]],
    ])("finds %s in texts as it is written, in whatever case", async (text, found) => {
      await using database = await openNew();
      const names = ["Save 50%_ now", "Save 50 now", String.raw`a\b`, "ab"];
      await database.insertInto("role").values(names.map(role)).execute();
      const namesWhere = async (condition: RawBuilder<boolean>): Promise<string[]> => {
        const rows = await database.selectFrom("role").select("name").where(condition).orderBy("id").execute();
        return rows.map((row) => row.name);
      };

      expect(await namesWhere(contains("name", text))).toEqual(found);
      expect(await namesWhere(startsWith("name", text))).toEqual(text === "50%_" ? [] : found);
    });

    it("refuses a name that is taken, and an owner that is not there", async () => {
      await using database = await openNew();
      await database.insertInto("user").values(user("jana")).execute();
      const token = { user_id: 99, hash: "h", project_id: null, created: "", expires: null };

      await expect(database.insertInto("user").values(user("jana")).execute()).rejects.toThrow(/unique/i);
      const refused: unknown = await database
        .insertInto("token")
        .values(token)
        .execute()
        .catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(Gone);
      expect(refused).toMatchObject({ message: expect.stringMatching(/foreign key/i) });
    });

    it("tells long keys apart, and refuses one that is taken", async () => {
      await using database = await subject.openBare(await subject.emptyDatabase());
      await migrateSchema(database, serviceSchema, 1);
      for (const statement of (await versionOne()).rows.filter((row) => !row.includes('"setting"'))) {
        await sql.raw(statement).execute(database);
      }
      const { id: _, ...unit } = await database.selectFrom("unit").selectAll().limit(1).executeTakeFirstOrThrow();
      // Nothing that could be packed into little.
      const long = Array.from({ length: 2000 }, (_each, index) =>
        createHash("md5").update(String(index)).digest("hex"),
      );
      const addWith = async (key: string): Promise<void> => {
        await database
          .insertInto("unit")
          .values({ ...unit, id: Math.round(2 ** 40 * Math.random()), key })
          .execute();
      };

      await addWith(`${long.join("")}1`);
      await addWith(`${long.join("")}2`);

      await expect(addWith(`${long.join("")}1`)).rejects.toThrow(/unique/i);
    });

    it("removes what belongs to a removed object", async () => {
      await using database = await openNew();
      const { id } = await database.insertInto("user").values(user("jana")).returning("id").executeTakeFirstOrThrow();
      const token = { user_id: id, hash: "h", project_id: null, created: "", expires: null };
      await database.insertInto("token").values(token).execute();

      await database.deleteFrom("user").where("id", "=", id).execute();

      expect(await database.selectFrom("token").selectAll().execute()).toEqual([]);
    });

    it("orders texts by their code points", async () => {
      await using database = await openNew();
      const names = ["B", "Z", "a", "a b", "ab", "z", "É", "ä", "ж", "漢", "🌍"];
      for (const each of names.toReversed()) await database.insertInto("role").values(role(each)).execute();

      const rows = await database.selectFrom("role").select("name").orderBy("name").execute();

      expect(rows.map((row) => row.name)).toEqual(names);
    });

    it.each([
      ["ÄŘÉ", "%äřé%"],
      ["ПРИВЕТ мир", "привет%"],
      ["ΟΔΟΣ", "οδο%"],
      ["100 % Sure", String.raw`%100 \% s%`],
    ])("finds %s without regard to case", async (text, pattern) => {
      await using database = await openNew();
      await database.insertInto("role").values(role(text)).execute();

      const condition = sql<boolean>`lower(name) like ${pattern} escape ${"\\"}`;

      expect(await database.selectFrom("role").select("name").where(condition).execute()).toEqual([{ name: text }]);
    });

    it("regards case where nobody asks for lower case", async () => {
      await using database = await openNew();
      await database.insertInto("role").values(role("Review")).execute();

      const found = await database.selectFrom("role").select("name").where("name", "like", "re%").execute();

      expect(found).toEqual([]);
    });

    it("looks into lists that are kept as JSON", async () => {
      await using database = await openNew();
      const list = JSON.stringify(["one", 'say "two"', "\u0000"]);

      const { rows } = await sql`select list_length(${list}) as length, list_has(${list}, ${'say "two"'}) as two,
        list_has(${list}, ${"tw"}) as part`.execute(database);

      expect(rows).toEqual([{ length: 3, two: 1, part: 0 }]);
    });

    it("matches texts with regular expressions, alone and in lists", async () => {
      await using database = await openNew();
      const list = JSON.stringify(["one", "two\nthree"]);

      const { rows } = await sql`select text_matches(${"file 12"}, ${String.raw`^file \d+$`}) as whole,
        text_matches(${"a\nb"}, ${"a.b"}) as lines, text_matches(${"File"}, ${"file"}) as small,
        list_matches(${list}, ${"^t[wx]o"}) as second, list_matches(${list}, ${"four|five"}) as none`.execute(database);

      expect(rows).toEqual([{ whole: 1, lines: 0, small: 0, second: 1, none: 0 }]);
    });

    it("matches the texts of a list with a regular expression, not how they are written in it", async () => {
      await using database = await openNew();
      const matching = async (texts: readonly string[], pattern: string): Promise<number> => {
        const { rows } = await sql<{ found: number }>`
          select list_matches(${JSON.stringify(texts)}, ${pattern}) as found`.execute(database);
        return rows[0]?.found ?? -1;
      };

      const found = [
        await matching(["one"], "^one$"),
        await matching(['say "two"'], '^say "two"$'),
        await matching(["one", "two"], "^two$"),
        await matching(["one", "two"], "one.*two"),
        await matching([String.raw`C:\one`], String.raw`^C:\\one$`),
        await matching(["a\tb"], "^a\tb$"),
        await matching([""], "^$"),
        await matching([], "^$"),
        await matching(['","'], '^","$'),
        await matching(["[1]"], String.raw`^\[1\]$`),
      ];

      expect(found).toEqual([1, 1, 1, 0, 1, 1, 1, 0, 1, 1]);
    });

    it("gives numbers as numbers, however wide", async () => {
      await using database = await openNew();
      const language = {
        code: "xx",
        name: "X",
        direction: "ltr",
        plural_number: 1,
        plural_formula: "0",
        aliases: "[]",
      };
      const population = Number.MAX_SAFE_INTEGER;
      await database
        .insertInto("language")
        .values({ ...language, population })
        .execute();

      const row = await database
        .selectFrom("language")
        .select(({ fn }) => [
          "population",
          fn.countAll<number>().as("many"),
          fn.sum<number>("plural_number").as("sum"),
          fn.max("population").as("most"),
        ])
        .groupBy("population")
        .executeTakeFirst();

      expect(row).toEqual({ population, many: 1, sum: 1, most: population });
      expect(
        await database
          .selectFrom("language")
          .select("id")
          .where("id", "=", 2 ** 40)
          .execute(),
      ).toEqual([]);
    });

    it("migrates once: opening again changes nothing", async () => {
      await using database = await openNew();
      await database.insertInto("role").values(role("kept")).execute();

      await migrateSchema(database, serviceSchema);

      expect(await database.selectFrom("role").select("name").execute()).toEqual([{ name: "kept" }]);
    });

    it("refuses a database that a newer version wrote", async () => {
      await using database = await openNew();
      await database.updateTable("setting").set({ value: "99" }).where("name", "=", "schema").execute();

      await expect(migrateSchema(database, serviceSchema)).rejects.toMatchObject({ code: "IL-D01" });
    });

    it("brings a database of version 1 to the newest, with all its rows", async () => {
      await using database = await subject.openBare(await subject.emptyDatabase());
      const { definitions, rows } = await versionOne();
      if (isPostgres(database)) await migrateSchema(database, serviceSchema, 1);
      else for (const statement of definitions) await sql.raw(statement).execute(database);
      await database.deleteFrom("setting").execute();
      for (const statement of rows) await sql.raw(statement).execute(database);
      const before = await contents(database, rows);

      await migrateSchema(database, serviceSchema);

      expect(await contents(database, rows)).toEqual(before);
      const version = await database.selectFrom("setting").select("value").where("name", "=", "schema").execute();
      expect(Number(version[0]?.value)).toBeGreaterThan(1);
      const hashes = await database.selectFrom("unit").select(["source", "source_hash"]).distinct().execute();
      expect(new Set(hashes.map(({ source_hash: hash }) => hash)).size).toBe(
        new Set(hashes.map(({ source }) => source)).size,
      );
      const kept =
        await sql`select unit_id as id from source_text union all select unit_id from target_text order by id`.execute(
          database,
        );
      expect(kept.rows).toEqual(await database.selectFrom("unit").select("id").orderBy("id").execute());
    });
  });
}

/** What version 0.1.0 left: its definitions (SQLite's) and rows. */
async function versionOne(): Promise<{ readonly definitions: readonly string[]; readonly rows: readonly string[] }> {
  const dump = await readFile(new URL("fixtures/version-1.sql", import.meta.url), "utf8");
  const statements = dump.split(/;\n/).filter(Boolean);
  const isRow = (statement: string): boolean => statement.startsWith("INSERT");
  return { definitions: statements.filter((each) => !isRow(each)), rows: statements.filter(isRow) };
}

/** Columns that a migration changes on purpose: all files are read anew. */
const changed = new Set(["dirty"]);

/** Table → its rows, the columns that the insertions name. The version itself is meant to change. */
async function contents(database: Database, rows: readonly string[]): Promise<Record<string, unknown>> {
  const tables = new Map<string, string>();
  for (const row of rows) {
    const [, table, columns] = /^INSERT INTO ("\w+") \(([^)]*)\)/.exec(row) ?? [];
    if (table === undefined || columns === undefined || table === '"setting"') continue;
    const kept = columns.split(", ").filter((column) => !changed.has(column.replaceAll('"', "")));
    tables.set(table, kept.join(", "));
  }
  const found: Record<string, unknown> = {};
  for (const [table, columns] of tables) {
    const query = sql.raw(`select ${columns} from ${table} order by 1, 2`);
    found[table] = (await query.execute(database)).rows;
  }
  return found;
}
