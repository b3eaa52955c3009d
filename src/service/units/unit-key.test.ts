import { sql } from "kysely";
import { expect, it } from "vitest";
import { openSampleService } from "../../../test/support/open-test-service.ts";
import { onPostgres } from "../../../test/support/test-database.ts";
import { hasKey, keysWanted, withKeys } from "./unit-key.ts";

it.runIf(onPostgres)(
  "a key is found by its index, also in a translation that came after PostgreSQL looked at the table",
  async () => {
    await using test = await openSampleService();
    const { database } = test.service;
    const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_schema = current_schema() and table_name = 'unit' and column_name not in ('id', 'key')`.execute(
      database,
    );
    const columns = sql.join(rows.map(({ name }) => sql.ref(name)));
    await sql`insert into unit (key, ${columns}) select 'key' || number, ${columns}
      from (select * from unit limit 1) as one cross join generate_series(1, 20000) as number`.execute(database);
    await sql`analyze unit`.execute(database);
    const later =
      1 + Math.max(...(await database.selectFrom("translation").select("id").execute()).map(({ id }) => id));

    const plans = await Promise.all([
      withKeys(database, keysWanted(database, later, ["key1", "key2"]))
        .selectAll()
        .explain(),
      database
        .selectFrom("unit")
        .select("id")
        .where(hasKey(database, { translation: later, key: "key1" }))
        .explain(),
    ]);

    for (const plan of plans.map((each) => JSON.stringify(each))) {
      expect(plan).toContain("unit_by_key");
      expect(plan).not.toContain("unit_in_order");
    }
  },
);
