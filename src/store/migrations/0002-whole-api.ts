import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { fillExistingRows } from "./0002-existing-rows.ts";
import { flag, linked, number, owned, required, text, unique, type Columns } from "./columns.ts";

/** What the rest of the service's API needs: quality checks, suggestions, comments, labels, screenshots, add-ons, memory. */
export async function wholeApi(database: Kysely<Tables>, { key }: Columns): Promise<void> {
  await widen(database);
  await noteRecent(database);
  await people(database, key);
  await strings(database, key);
  await components(database, key);
  await fillExistingRows(database);
}

type Key = Columns["key"];

const SIX_HOURS = 6 * 3600 * 1000;

/** Translations that were there before get what `changes/change-log.ts` keeps from now on. */
async function noteRecent(database: Kysely<Tables>): Promise<void> {
  await database.schema.alterTable("translation").addColumn("recent_since", "text").execute();
  await database.schema
    .createIndex("change_in_translation")
    .on("change")
    .columns(["translation_id", "timestamp"])
    .execute();
  await database.schema.dropIndex("change_by_translation").execute();
  const rows = await database.selectFrom("translation").select("last_change").distinct().execute();
  for (const { last_change: last } of rows) {
    if (last === null) continue;
    const since = new Date(Date.parse(last) - SIX_HOURS).toISOString();
    await database.updateTable("translation").set({ recent_since: since }).where("last_change", "=", last).execute();
  }
}

async function widen({ schema }: Kysely<Tables>): Promise<void> {
  const user = schema.alterTable("user");
  await user.addColumn("profile", "text", (column) => column.notNull().defaultTo("{}")).execute();
  for (const counter of ["translated", "suggested", "uploaded", "commented"]) {
    await schema.alterTable("user").addColumn(counter, "integer", number).execute();
  }
  await schema.alterTable("token").addColumn("name", "text", text).execute();
  await schema
    .alterTable("team")
    .addColumn("language_selection", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await schema.alterTable("component").addColumn("restricted", "integer", number).execute();
  await schema.createIndex("component_by_restriction").on("component").column("restricted").execute();
  await schema
    .alterTable("team_member")
    .addColumn("languages", "text", (column) => column.notNull().defaultTo("[]"))
    .execute();
  await schema
    .alterTable("category")
    .addColumn("configuration", "text", (column) => column.notNull().defaultTo("{}"))
    .execute();
  await schema.alterTable("project").addColumn("contribute_shared_tm", "integer", flag(1)).execute();
  await schema.alterTable("project").addColumn("use_shared_tm", "integer", flag(1)).execute();
  await schema.alterTable("unit").addColumn("source_hash", "text", text).execute();
  await schema.alterTable("unit").addColumn("automatically_translated", "integer", number).execute();
  await schema.alterTable("unit").addColumn("kept_state", "integer").execute();
  await schema.createIndex("unit_by_text").on("unit").column("source_hash").execute();
  await schema.createIndex("change_by_time").on("change").column("timestamp").execute();
  await schema.createIndex("change_by_author").on("change").column("author_id").execute();
  for (const [name, type] of [
    ["project_id", "integer"],
    ["finished", "text"],
  ] as const) {
    await schema.alterTable("task").addColumn(name, type).execute();
  }
  await schema.alterTable("task").addColumn("kind", "text", text).execute();
  await schema
    .alterTable("task")
    .addColumn("payload", "text", (column) => column.notNull().defaultTo("{}"))
    .execute();
  await schema.alterTable("task").addColumn("cancellable", "integer", number).execute();
  await schema.alterTable("task").addColumn("cancelled", "integer", number).execute();
}

async function people({ schema }: Kysely<Tables>, key: Key): Promise<void> {
  await schema
    .createTable("component_list")
    .addColumn("id", "integer", key)
    .addColumn("name", "text", unique)
    .addColumn("slug", "text", unique)
    .addColumn("show_dashboard", "integer", flag(1))
    .addColumn("auto_assign", "text", (column) => column.notNull().defaultTo("[]"))
    .execute();
  for (const [table, other] of [
    ["team_component", "component"],
    ["team_component_list", "component_list"],
    ["team_language", "language"],
    ["team_admin", "user"],
  ] as const) {
    await schema
      .createTable(table)
      .addColumn("team_id", "integer", owned("team"))
      .addColumn(`${other}_id`, "integer", owned(other))
      .addPrimaryKeyConstraint(`${table}_key`, ["team_id", `${other}_id`])
      .execute();
  }
  await schema
    .createTable("component_list_member")
    .addColumn("component_list_id", "integer", owned("component_list"))
    .addColumn("component_id", "integer", owned("component"))
    .addPrimaryKeyConstraint("component_list_member_key", ["component_list_id", "component_id"])
    .execute();
  await schema
    .createTable("agreement")
    .addColumn("user_id", "integer", owned("user"))
    .addColumn("component_id", "integer", owned("component"))
    .addColumn("text_hash", "text", required)
    .addColumn("timestamp", "text", required)
    .addPrimaryKeyConstraint("agreement_key", ["user_id", "component_id"])
    .execute();
  await schema
    .createTable("subscription")
    .addColumn("id", "integer", key)
    .addColumn("user_id", "integer", owned("user"))
    .addColumn("notification", "text", required)
    .addColumn("scope", "integer", number)
    .addColumn("frequency", "integer", number)
    .addColumn("project_id", "integer", (column) => column.references("project.id").onDelete("cascade"))
    .addColumn("component_id", "integer", (column) => column.references("component.id").onDelete("cascade"))
    .execute();
  await schema.createIndex("subscription_by_user").on("subscription").column("user_id").execute();
}

async function strings({ schema }: Kysely<Tables>, key: Key): Promise<void> {
  await schema
    .createTable("unit_check")
    .addColumn("unit_id", "integer", owned("unit"))
    .addColumn("name", "text", required)
    .addColumn("dismissed", "integer", number)
    .addPrimaryKeyConstraint("unit_check_key", ["unit_id", "name"])
    .execute();
  await schema.createIndex("unit_check_by_name").on("unit_check").column("name").execute();
  await schema
    .createTable("label")
    .addColumn("id", "integer", key)
    .addColumn("project_id", "integer", owned("project"))
    .addColumn("name", "text", required)
    .addColumn("description", "text", text)
    .addColumn("color", "text", required)
    .addUniqueConstraint("label_name", ["project_id", "name"])
    .execute();
  await schema
    .createTable("unit_label")
    .addColumn("unit_id", "integer", owned("unit"))
    .addColumn("label_id", "integer", owned("label"))
    .addPrimaryKeyConstraint("unit_label_key", ["unit_id", "label_id"])
    .execute();
  await schema.createIndex("unit_label_by_label").on("unit_label").column("label_id").execute();
  await schema
    .createTable("suggestion")
    .addColumn("id", "integer", key)
    .addColumn("unit_id", "integer", owned("unit"))
    .addColumn("target", "text", required)
    .addColumn("user_id", "integer", linked("user"))
    .addColumn("timestamp", "text", required)
    .execute();
  await schema
    .createTable("suggestion_vote")
    .addColumn("suggestion_id", "integer", owned("suggestion"))
    .addColumn("user_id", "integer", owned("user"))
    .addColumn("value", "integer", required)
    .addPrimaryKeyConstraint("suggestion_vote_key", ["suggestion_id", "user_id"])
    .execute();
  await schema
    .createTable("comment")
    .addColumn("id", "integer", key)
    .addColumn("unit_id", "integer", owned("unit"))
    .addColumn("comment", "text", required)
    .addColumn("user_id", "integer", linked("user"))
    .addColumn("timestamp", "text", required)
    .addColumn("resolved", "integer", number)
    .execute();
  await schema
    .createTable("screenshot")
    .addColumn("id", "integer", key)
    .addColumn("name", "text", required)
    .addColumn("translation_id", "integer", owned("translation"))
    .addColumn("repository_filename", "text", text)
    .addColumn("file", "text", required)
    .addColumn("media_type", "text", required)
    .addColumn("user_id", "integer", linked("user"))
    .addColumn("timestamp", "text", required)
    .execute();
  await schema
    .createTable("screenshot_unit")
    .addColumn("screenshot_id", "integer", owned("screenshot"))
    .addColumn("unit_id", "integer", owned("unit"))
    .addPrimaryKeyConstraint("screenshot_unit_key", ["screenshot_id", "unit_id"])
    .execute();
  for (const table of ["suggestion", "comment", "screenshot_unit"]) {
    await schema.createIndex(`${table}_by_unit`).on(table).column("unit_id").execute();
  }
  await schema.createIndex("screenshot_by_translation").on("screenshot").column("translation_id").execute();
  await schema
    .createTable("memory")
    .addColumn("id", "integer", key)
    .addColumn("source", "text", required)
    .addColumn("target", "text", required)
    .addColumn("source_language_id", "integer", owned("language"))
    .addColumn("target_language_id", "integer", owned("language"))
    .addColumn("origin", "text", text)
    .addColumn("project_id", "integer", (column) => column.references("project.id").onDelete("cascade"))
    .addColumn("user_id", "integer", linked("user"))
    .addColumn("from_file", "integer", number)
    .addColumn("shared", "integer", number)
    .addColumn("source_hash", "text", required)
    .addColumn("source_length", "integer", required)
    .addColumn("fingerprint", "text", unique)
    .execute();
  await schema.createIndex("memory_by_text").on("memory").column("source_hash").execute();
  await schema
    .createIndex("memory_by_length")
    .on("memory")
    .columns(["source_language_id", "target_language_id", "source_length"])
    .execute();
}

async function components({ schema }: Kysely<Tables>, key: Key): Promise<void> {
  await schema
    .createTable("announcement")
    .addColumn("id", "integer", key)
    .addColumn("project_id", "integer", (column) => column.references("project.id").onDelete("cascade"))
    .addColumn("category_id", "integer", (column) => column.references("category.id").onDelete("cascade"))
    .addColumn("component_id", "integer", (column) => column.references("component.id").onDelete("cascade"))
    .addColumn("language_id", "integer", (column) => column.references("language.id").onDelete("cascade"))
    .addColumn("message", "text", required)
    .addColumn("severity", "text", required)
    .addColumn("expiry", "text")
    .addColumn("notify", "integer", number)
    .addColumn("user_id", "integer", linked("user"))
    .addColumn("created", "text", required)
    .execute();
  await schema
    .createTable("addon")
    .addColumn("id", "integer", key)
    .addColumn("name", "text", required)
    .addColumn("project_id", "integer", (column) => column.references("project.id").onDelete("cascade"))
    .addColumn("component_id", "integer", (column) => column.references("component.id").onDelete("cascade"))
    .addColumn("configuration", "text", (column) => column.notNull().defaultTo("{}"))
    .addColumn("state", "text", (column) => column.notNull().defaultTo("{}"))
    .execute();
  await schema
    .createTable("alert")
    .addColumn("id", "integer", key)
    .addColumn("component_id", "integer", owned("component"))
    .addColumn("name", "text", required)
    .addColumn("details", "text", (column) => column.notNull().defaultTo("{}"))
    .addColumn("timestamp", "text", required)
    .addUniqueConstraint("alert_name", ["component_id", "name"])
    .execute();
  await schema
    .createTable("component_link")
    .addColumn("component_id", "integer", owned("component"))
    .addColumn("project_id", "integer", owned("project"))
    .addColumn("category_id", "integer", linked("category"))
    .addPrimaryKeyConstraint("component_link_key", ["component_id", "project_id"])
    .execute();
  await schema
    .createTable("report")
    .addColumn("id", "integer", key)
    .addColumn("kind", "text", required)
    .addColumn("project_id", "integer", (column) => column.references("project.id").onDelete("cascade"))
    .addColumn("category_id", "integer", (column) => column.references("category.id").onDelete("cascade"))
    .addColumn("component_id", "integer", (column) => column.references("component.id").onDelete("cascade"))
    .addColumn("creator_id", "integer", linked("user"))
    .addColumn("created", "text", required)
    .addColumn("parameters", "text", (column) => column.notNull().defaultTo("{}"))
    .addColumn("data", "text")
    .execute();
  await schema
    .createTable("job")
    .addColumn("id", "integer", key)
    .addColumn("kind", "text", required)
    .addColumn("payload", "text", required)
    .addColumn("key", "text")
    .addColumn("state", "text", required)
    .addColumn("attempts", "integer", number)
    .addColumn("error", "text", text)
    .addColumn("run_after", "text", required)
    .addColumn("created", "text", required)
    .execute();
  await schema.createIndex("job_in_turn").on("job").columns(["state", "run_after"]).execute();
}
