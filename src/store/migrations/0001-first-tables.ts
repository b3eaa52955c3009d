import { sql, type Kysely } from "kysely";
import { isPostgres } from "../is-postgres.ts";
import type { Tables } from "../tables.ts";
import { linked, number, owned, required, text, unique, type Columns } from "./columns.ts";

/** Projects, components, translations and their strings, people and their rights. */
export async function firstTables(database: Kysely<Tables>, { key }: Columns): Promise<void> {
  const { schema } = database;
  await schema
    .createTable("language")
    .addColumn("id", "integer", key)
    .addColumn("code", "text", unique)
    .addColumn("name", "text", required)
    .addColumn("direction", "text", required)
    .addColumn("plural_number", "integer", required)
    .addColumn("plural_formula", "text", required)
    .addColumn("population", "bigint", number)
    .addColumn("aliases", "text", required)
    .execute();
  await schema
    .createTable("user")
    .addColumn("id", "integer", key)
    .addColumn("username", "text", unique)
    .addColumn("full_name", "text", text)
    .addColumn("email", "text", text)
    .addColumn("is_superuser", "integer", number)
    .addColumn("is_active", "integer", number)
    .addColumn("is_bot", "integer", number)
    .addColumn("date_joined", "text", required)
    .addColumn("last_login", "text")
    .execute();
  await schema
    .createTable("project")
    .addColumn("id", "integer", key)
    .addColumn("name", "text", unique)
    .addColumn("slug", "text", unique)
    .addColumn("web", "text", text)
    .addColumn("instructions", "text", text)
    .addColumn("source_language_id", "integer", (column) => column.notNull().references("language.id"))
    .addColumn("language_aliases", "text", text)
    .addColumn("translation_review", "integer", number)
    .addColumn("source_review", "integer", number)
    .addColumn("set_language_team", "integer", number)
    .addColumn("enable_hooks", "integer", number)
    .addColumn("access_control", "integer", number)
    .execute();
  await schema
    .createTable("token")
    .addColumn("id", "integer", key)
    .addColumn("user_id", "integer", owned("user"))
    .addColumn("hash", "text", unique)
    .addColumn("project_id", "integer", (column) => column.references("project.id").onDelete("cascade"))
    .addColumn("created", "text", required)
    .addColumn("expires", "text")
    .execute();
  await schema
    .createTable("role")
    .addColumn("id", "integer", key)
    .addColumn("name", "text", unique)
    .addColumn("permissions", "text", required)
    .execute();
  await schema
    .createTable("team")
    .addColumn("id", "integer", key)
    .addColumn("name", "text", required)
    .addColumn("project_selection", "integer", number)
    .addColumn("defining_project_id", "integer", (column) => column.references("project.id").onDelete("cascade"))
    .execute();
  await schema
    .createTable("team_role")
    .addColumn("team_id", "integer", owned("team"))
    .addColumn("role_id", "integer", owned("role"))
    .addPrimaryKeyConstraint("team_role_key", ["team_id", "role_id"])
    .execute();
  await schema
    .createTable("team_project")
    .addColumn("team_id", "integer", owned("team"))
    .addColumn("project_id", "integer", owned("project"))
    .addPrimaryKeyConstraint("team_project_key", ["team_id", "project_id"])
    .execute();
  await schema
    .createTable("team_member")
    .addColumn("team_id", "integer", owned("team"))
    .addColumn("user_id", "integer", owned("user"))
    .addPrimaryKeyConstraint("team_member_key", ["team_id", "user_id"])
    .execute();
  await schema.createIndex("team_member_by_user").on("team_member").column("user_id").execute();
  await schema
    .createTable("category")
    .addColumn("id", "integer", key)
    .addColumn("project_id", "integer", owned("project"))
    .addColumn("category_id", "integer", (column) => column.references("category.id").onDelete("cascade"))
    .addColumn("name", "text", required)
    .addColumn("slug", "text", required)
    .addColumn("path", "text", required)
    .addUniqueConstraint("category_path", ["project_id", "path"])
    .execute();
  await schema
    .createTable("clone")
    .addColumn("id", "integer", key)
    .addColumn("project_id", "integer", owned("project"))
    .addColumn("repo", "text", required)
    .addColumn("branch", "text", required)
    .addColumn("head", "text", text)
    .addColumn("remote_commit", "text")
    .addColumn("ahead", "integer", number)
    .addColumn("behind", "integer", number)
    .addColumn("merge_failure", "text")
    .addColumn("dirty", "integer", number)
    .execute();
  await schema
    .createTable("component")
    .addColumn("id", "integer", key)
    .addColumn("project_id", "integer", owned("project"))
    .addColumn("category_id", "integer", linked("category"))
    .addColumn("clone_id", "integer", (column) => column.notNull().references("clone.id"))
    .addColumn("linked_component_id", "integer", linked("component"))
    .addColumn("name", "text", required)
    .addColumn("slug", "text", required)
    .addColumn("path", "text", required)
    .addColumn("source_language_id", "integer", (column) => column.notNull().references("language.id"))
    .addColumn("settings", "text", required)
    .addColumn("locked", "integer", number)
    .addColumn("auto_locked", "integer", number)
    .addColumn("template_revision", "text", text)
    .addColumn("task_id", "text")
    .addUniqueConstraint("component_path", ["project_id", "path"])
    .execute();
  await schema.createIndex("component_by_clone").on("component").column("clone_id").execute();
  await translationTables(database, key);
}

async function translationTables(database: Kysely<Tables>, key: Columns["key"]): Promise<void> {
  const { schema } = database;
  let translation = schema
    .createTable("translation")
    .addColumn("id", "integer", key)
    .addColumn("component_id", "integer", owned("component"))
    .addColumn("project_id", "integer", owned("project"))
    .addColumn("language_id", "integer", (column) => column.notNull().references("language.id"))
    .addColumn("language_code", "text", required)
    .addColumn("filename", "text", text)
    .addColumn("revision", "text", text)
    .addColumn("last_change", "text")
    .addColumn("last_author_id", "integer", linked("user"))
    .addUniqueConstraint("translation_language", ["component_id", "language_id"]);
  for (const counter of [
    "is_source",
    "is_template",
    "plural_number",
    ...["total", "translated", "fuzzy", "approved", "readonly"].flatMap((name) => [
      name,
      `${name}_words`,
      `${name}_chars`,
    ]),
    "failing",
    "failing_words",
    "suggestions",
    "comments",
    "pending",
  ]) {
    translation = translation.addColumn(counter, "integer", number);
  }
  await translation.execute();
  await schema.createIndex("translation_by_project").on("translation").column("project_id").execute();
  await schema.createIndex("translation_by_language").on("translation").column("language_id").execute();
  const unit = schema
    .createTable("unit")
    .addColumn("id", "integer", key)
    .addColumn("translation_id", "integer", owned("translation"))
    .addColumn("source_unit_id", "integer", linked("unit"))
    .addColumn("key", "text", required)
    .addColumn("context", "text", text)
    .addColumn("source", "text", required)
    .addColumn("target", "text", required)
    .addColumn("previous_source", "text", text)
    .addColumn("state", "integer", number)
    .addColumn("note", "text", text)
    .addColumn("location", "text", text)
    .addColumn("flags", "text", text)
    .addColumn("extra_flags", "text", text)
    .addColumn("explanation", "text", text)
    .addColumn("position", "integer", number)
    .addColumn("num_words", "integer", number)
    .addColumn("num_chars", "integer", number)
    .addColumn("priority", "integer", (column) => column.notNull().defaultTo(100))
    .addColumn("has_failing_check", "integer", number)
    .addColumn("has_suggestion", "integer", number)
    .addColumn("has_comment", "integer", number)
    .addColumn("pending", "bigint", number)
    .addColumn("pending_author_id", "integer", linked("user"))
    .addColumn("timestamp", "text", required)
    .addColumn("last_updated", "text", required);
  if (isPostgres(database)) {
    await unit.execute();
    // A key may be a whole text, and an index of PostgreSQL takes short ones alone.
    await sql`create unique index unit_key on unit (translation_id, md5(key))`.execute(database);
  } else {
    await unit.addUniqueConstraint("unit_key", ["translation_id", "key"]).execute();
  }
  await schema.createIndex("unit_in_order").on("unit").columns(["translation_id", "position"]).execute();
  await schema.createIndex("unit_by_source").on("unit").column("source_unit_id").execute();
  await schema
    .createTable("change")
    .addColumn("id", "integer", key)
    .addColumn("unit_id", "integer", linked("unit"))
    .addColumn("translation_id", "integer", linked("translation"))
    .addColumn("component_id", "integer", linked("component"))
    .addColumn("project_id", "integer", (column) => column.references("project.id").onDelete("cascade"))
    .addColumn("user_id", "integer", linked("user"))
    .addColumn("author_id", "integer", linked("user"))
    .addColumn("timestamp", "text", required)
    .addColumn("action", "integer", required)
    .addColumn("target", "text", text)
    .addColumn("old", "text", text)
    .addColumn("details", "text", (column) => column.notNull().defaultTo("{}"))
    .execute();
  for (const owner of ["unit", "translation", "component", "project"]) {
    await schema.createIndex(`change_by_${owner}`).on("change").column(`${owner}_id`).execute();
  }
  await schema
    .createTable("task")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("component_id", "integer", (column) => column.references("component.id").onDelete("cascade"))
    .addColumn("user_id", "integer", linked("user"))
    .addColumn("completed", "integer", number)
    .addColumn("progress", "integer", number)
    .addColumn("result", "text", (column) => column.notNull().defaultTo("null"))
    .addColumn("log", "text", text)
    .addColumn("created", "text", required)
    .execute();
}
