import { createHash } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { text, type Columns } from "./columns.ts";

const AT_ONCE = 500;

/** An address names a string by its checksum: an index finds it among the source strings of a component. */
export async function checksums(database: Kysely<Tables>, _columns: Columns): Promise<void> {
  await database.schema.alterTable("unit").addColumn("checksum", "text", text).execute();
  for (let last = 0; ;) {
    const units = await database
      .selectFrom("unit")
      .select(["id", "key", "context", "source"])
      .where("source_unit_id", "is", null)
      .where("id", ">", last)
      .orderBy("id")
      .limit(AT_ONCE)
      .execute();
    for (const unit of units) {
      await database
        .updateTable("unit")
        .set({ checksum: checksumOf(unit) })
        .where("id", "=", unit.id)
        .execute();
      last = unit.id;
    }
    if (units.length < AT_ONCE) break;
  }
  await database.schema
    .createIndex("unit_by_checksum")
    .on("unit")
    .columns(["translation_id", "checksum"])
    .where(sql.ref("source_unit_id"), "is", null)
    .execute();
}

interface Named {
  readonly key: string;
  readonly context: string;
  readonly source: string;
}

/** As `units/unit-row.ts` made checksums when this migration was written. */
function checksumOf({ key, context, source }: Named): string {
  const forms: readonly string[] = JSON.parse(source);
  const named = key === context ? [context] : [forms.join("\u001e\u001e"), context];
  return createHash("sha256").update(named.join("\u0000")).digest("hex").slice(0, 16);
}
