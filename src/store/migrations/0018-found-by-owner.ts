import type { Kysely } from "kysely";
import { isPostgres } from "../is-postgres.ts";
import type { Tables } from "../tables.ts";

/**
 * What a project remembered is found when it goes, without a look at what all others remembered. The newest changes of a project or
 * component stand in its index in their order, which they do on SQLite: PostgreSQL would look for those of a quiet one among all there are.
 */
export async function foundByOwner(database: Kysely<Tables>): Promise<void> {
  await database.schema.createIndex("memory_by_project").on("memory").column("project_id").execute();
  if (!isPostgres(database)) return;
  for (const owner of ["project", "component"] as const) {
    await database.schema.dropIndex(`change_by_${owner}`).execute();
    await database.schema
      .createIndex(`change_by_${owner}`)
      .on("change")
      .columns([`${owner}_id`, "id"])
      .execute();
  }
}
