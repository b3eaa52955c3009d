import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { databaseOfTests } from "../../test/support/test-database.ts";
import { openDatabase, type Database } from "./database.ts";
import { IdSet, packed, unpacked, type PackedIds } from "./packed-ids.ts";

let database: Database;

beforeAll(async () => {
  database = await openDatabase((await databaseOfTests()) ?? ":memory:");
});
afterAll(async () => {
  await database.destroy();
});

async function packedOf(ids: readonly number[]): Promise<PackedIds> {
  const each = sql.join(
    ids.map((id) => sql`select cast(${id} as integer) as id`),
    sql` union all `,
  );
  const { rows } = await sql<{ ids: PackedIds }>`select ${packed(database, "id")} as ids from (${each}) as one`.execute(
    database,
  );
  return rows[0]?.ids ?? null;
}

it("ids come out of a database's packet as they went in", async () => {
  const ids = [1, 32_767, 32_768, 70_000, 70_000, 2_147_483_647];

  expect(Array.from(unpacked(await packedOf(ids))).toSorted((one, other) => one - other)).toEqual(ids);
  expect(Array.from(unpacked(null))).toEqual([]);
});

it("a set of ids counts those of a list that it has, and one that comes twice as two", () => {
  const set = new IdSet();

  set.add([1, 32_767, 70_000]);
  set.add([32_768, 2_147_483_647]);

  expect(set.count([2, 32_768, 70_000, 70_000, 102_767, 2_147_483_647, 2_147_483_646])).toBe(4);
});
