import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { number, owned, required, text, type Columns } from "./columns.ts";

/** Questions of translators that go to the repository's forge, and what is answered there. */
export async function questions({ schema }: Kysely<Tables>, { key }: Columns): Promise<void> {
  await schema
    .createTable("question_forge")
    .addColumn("project_id", "integer", (column) => owned("project")(column).primaryKey())
    .addColumn("kind", "text", required)
    .addColumn("url", "text", required)
    .addColumn("repositories", "text", required)
    .addColumn("sealed_token", "text", required)
    .execute();
  await schema
    .createTable("question")
    .addColumn("id", "integer", key)
    .addColumn("comment_id", "integer", owned("comment"))
    .addColumn("unit_id", "integer", owned("unit"))
    .addColumn("project_id", "integer", owned("project"))
    .addColumn("marker", "text", required)
    .addColumn("repository", "text", text)
    .addColumn("thread", "integer")
    .addColumn("is_issue", "integer", number)
    .addColumn("remote_id", "text", text)
    .addColumn("url", "text", text)
    .addColumn("due", "text")
    .addColumn("looked", "text")
    .addColumn("attempts", "integer", number)
    .addColumn("problem", "text", text)
    .execute();
  for (const column of ["comment_id", "unit_id", "project_id", "due"] as const) {
    await schema.createIndex(`question_by_${column}`).on("question").column(column).execute();
  }
  await schema
    .createTable("answer")
    .addColumn("comment_id", "integer", (column) => owned("comment")(column).primaryKey())
    .addColumn("question_id", "integer", owned("question"))
    .addColumn("remote_id", "text", required)
    .addColumn("author", "text", required)
    .addColumn("url", "text", text)
    .execute();
  await schema.createIndex("answer_by_question").on("answer").column("question_id").execute();
}
