import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";

const AT_ONCE = 500;

/** What rows of version 1 need for the new columns: hashes at once, checks when the files are read anew at the next start. */
export async function fillExistingRows(database: Kysely<Tables>): Promise<void> {
  await hashSources(database);
  await restrictComponents(database);
  await database.updateTable("clone").set({ dirty: 1 }).execute();
}

/** As `units/unit-row.ts` made hashes when this migration was written. */
async function hashSources(database: Kysely<Tables>): Promise<void> {
  for (let last = 0; ;) {
    const units = await database
      .selectFrom("unit")
      .select(["id", "source"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(AT_ONCE)
      .execute();
    for (const { id, source } of units) {
      const texts: readonly string[] = JSON.parse(source);
      const hash = createHash("sha256").update(texts.join("\u0000")).digest("hex").slice(0, 32);
      await database.updateTable("unit").set({ source_hash: hash }).where("id", "=", id).execute();
      last = id;
    }
    if (units.length < AT_ONCE) return;
  }
}

async function restrictComponents(database: Kysely<Tables>): Promise<void> {
  for (const { id, settings } of await database.selectFrom("component").select(["id", "settings"]).execute()) {
    const { restricted }: { restricted?: unknown } = JSON.parse(settings);
    if (restricted === true)
      await database.updateTable("component").set({ restricted: 1 }).where("id", "=", id).execute();
  }
}
