import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { insertAll } from "./bulk.ts";
import { openDatabase } from "./database.ts";

const role = (name: string) => ({ name, permissions: "[]" });

describe("the store", () => {
  it("takes back everything a failed transaction did", async () => {
    await using database = await openDatabase(":memory:");

    const failing = database.transaction().execute(async (transaction) => {
      await transaction.insertInto("role").values(role("lost")).execute();
      throw new Error("stop");
    });

    await expect(failing).rejects.toThrow("stop");
    expect(await database.selectFrom("role").selectAll().execute()).toEqual([]);
  });

  it("lets queries outside of a transaction wait for its end", async () => {
    await using database = await openDatabase(":memory:");
    const seen: number[] = [];
    const count = async () => {
      const { rows } = await sql<{ many: number }>`select count(*) as many from role`.execute(database);
      seen.push(rows[0]!.many);
    };

    const transaction = database.transaction().execute(async (queries) => {
      await queries.insertInto("role").values(role("one")).execute();
      await new Promise((resolve) => setTimeout(resolve, 5));
      await queries.insertInto("role").values(role("two")).execute();
    });
    await Promise.all([transaction, count(), count()]);

    expect(seen).toEqual([2, 2]);
  });

  it("inserts any number of rows in batches", async () => {
    await using database = await openDatabase(":memory:");
    const rows = Array.from({ length: 173 }, (_, index) => role(`role ${String(index)}`));

    await insertAll(database, rows, (batch) => database.insertInto("role").values(batch));

    const names = await database.selectFrom("role").select("name").orderBy("id").execute();
    expect(names).toEqual(rows.map(({ name }) => ({ name })));
  });

  it("refuses a database that a newer version wrote", async () => {
    await using database = await openDatabase(":memory:");
    await database.updateTable("setting").set({ value: "99" }).where("name", "=", "schema").execute();
    const { migrate } = await import("./migrations.ts");

    await expect(migrate(database)).rejects.toMatchObject({ code: "IL-D01" });
  });

  it("migrates once: opening again changes nothing", async () => {
    await using database = await openDatabase(":memory:");
    const { migrate } = await import("./migrations.ts");
    await database.insertInto("role").values(role("kept")).execute();

    await migrate(database);

    expect(await database.selectFrom("role").select("name").execute()).toEqual([{ name: "kept" }]);
  });

  it("removes what belongs to a removed object", async () => {
    await using database = await openDatabase(":memory:");
    const { id: userId } = await database
      .insertInto("user")
      .values({
        username: "a",
        full_name: "",
        email: "",
        is_superuser: 0,
        is_active: 1,
        is_bot: 0,
        date_joined: "",
        last_login: null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await database
      .insertInto("token")
      .values({ user_id: userId, hash: "h", project_id: null, created: "", expires: null })
      .execute();

    await database.deleteFrom("user").where("id", "=", userId).execute();

    expect(await database.selectFrom("token").selectAll().execute()).toEqual([]);
  });
});
