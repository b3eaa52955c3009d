import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { owned, required, text, type Columns } from "./columns.ts";

/** Services by which machines translate a project's strings, and how much went to them. */
export async function machinery({ schema }: Kysely<Tables>, _columns: Columns): Promise<void> {
  await schema
    .createTable("machinery")
    .addColumn("project_id", "integer", owned("project"))
    .addColumn("service", "text", required)
    .addColumn("configuration", "text", required)
    .addColumn("sealed_key", "text", text)
    .addPrimaryKeyConstraint("machinery_key", ["project_id", "service"])
    .execute();
  await schema
    .createTable("machinery_use")
    .addColumn("project_id", "integer", owned("project"))
    .addColumn("service", "text", required)
    .addColumn("day", "text", required)
    .addColumn("user_id", "integer", required)
    .addColumn("characters", "integer", required)
    .addPrimaryKeyConstraint("machinery_use_key", ["project_id", "service", "day", "user_id"])
    .execute();
}
