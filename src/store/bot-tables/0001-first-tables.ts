import { type Kysely, sql } from "kysely";
import { number, owned, required, text, unique, type Columns } from "../migrations/columns.ts";
import type { BotTables } from "./tables.ts";

type Key = Columns["key"];

/** Everything the bot and its administration keep. */
export async function firstTables(database: Kysely<BotTables>, { key }: Columns): Promise<void> {
  await people(database, key);
  await repositories(database, key);
  await work(database, key);
  await logs(database, key);
  await database.schema
    .createTable("template")
    .addColumn("id", "integer", key)
    .addColumn("kind", "text", required)
    .addColumn("name", "text", required)
    .addColumn("repositories", "text", required)
    .addColumn("body", "text", required)
    .addColumn("built_in", "integer", number)
    .addColumn("updated", "text", required)
    .addColumn("updated_by", "integer")
    .execute();
  await database.schema
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
  await database.schema.createIndex("job_in_turn").on("job").columns(["state", "run_after"]).execute();
}

async function people({ schema }: Kysely<BotTables>, key: Key): Promise<void> {
  await schema
    .createTable("operator")
    .addColumn("login", "integer", key)
    .addColumn("name", "text", required)
    .addColumn("email", "text", required)
    .addColumn("role", "text", required)
    .addColumn("active", "integer", required)
    .addColumn("password", "text")
    .addColumn("created", "text", required)
    .addColumn("last_seen", "text")
    .execute();
  await schema
    .createIndex("operator_by_email")
    .on("operator")
    .expression(sql`lower(email)`)
    .unique()
    .execute();
  await schema
    .createTable("session")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("login", "integer", (column) => column.notNull().references("operator.login").onDelete("cascade"))
    .addColumn("csrf", "text", required)
    .addColumn("created", "text", required)
    .addColumn("renewed", "text", required)
    .addColumn("former_id", "text")
    .addColumn("used", "text", required)
    .addColumn("expires", "text", required)
    .addColumn("address", "text", text)
    .addColumn("agent", "text", text)
    .execute();
  await schema.createIndex("session_by_former_id").on("session").column("former_id").execute();
  await schema
    .createTable("password_reset")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("login", "integer", (column) => column.notNull().references("operator.login").onDelete("cascade"))
    .addColumn("created", "text", required)
    .addColumn("expires", "text", required)
    .execute();
  await schema
    .createTable("attempt")
    .addColumn("subject", "text", (column) => column.primaryKey().notNull())
    .addColumn("failures", "integer", number)
    .addColumn("since", "text", required)
    .addColumn("blocked_until", "text")
    .execute();
}

async function repositories({ schema }: Kysely<BotTables>, key: Key): Promise<void> {
  await schema
    .createTable("installation")
    .addColumn("id", "integer", key)
    .addColumn("forge", "text", required)
    .addColumn("number", "bigint", required)
    .addColumn("account", "text", required)
    .addColumn("suspended", "integer", number)
    .addColumn("permissions", "text", (column) => column.notNull().defaultTo("{}"))
    .addColumn("created", "text", required)
    .addUniqueConstraint("installation_of_forge", ["forge", "number"])
    .execute();
  await schema
    .createTable("repository")
    .addColumn("id", "integer", key)
    .addColumn("forge", "text", required)
    .addColumn("name", "text", required)
    .addColumn("number", "bigint")
    .addColumn("installation_id", "integer", (column) => column.references("installation.id").onDelete("set null"))
    .addColumn("default_branch", "text", text)
    .addColumn("state", "text", required)
    .addColumn("problem", "text", text)
    .addColumn("next_run", "text")
    .addColumn("last_run", "text")
    .addColumn("created", "text", required)
    .addUniqueConstraint("repository_of_forge", ["forge", "name"])
    .execute();
  await schema.createIndex("repository_by_number").on("repository").columns(["forge", "number"]).execute();
  await schema.createIndex("repository_in_turn").on("repository").column("next_run").execute();
  await schema
    .createTable("bound_file")
    .addColumn("id", "integer", key)
    .addColumn("repository_id", "integer", owned("repository"))
    .addColumn("branch", "text", required)
    .addColumn("component", "text", required)
    .addColumn("language", "text", required)
    .addColumn("path", "text", required)
    .addColumn("is_source", "integer", number)
    .addColumn("state", "text", required)
    .addColumn("reason", "text", text)
    .addColumn("url", "text", text)
    .addColumn("translated_percent", "double precision")
    .addColumn("pull_request", "text", text)
    .addColumn("last_sync", "text", required)
    .execute();
  await schema
    .createIndex("bound_file_of_repository")
    .on("bound_file")
    .columns(["repository_id", "branch", "component"])
    .execute();
  await schema.createIndex("bound_file_of_component").on("bound_file").column("component").execute();
  await schema.createIndex("bound_file_by_state").on("bound_file").column("state").execute();
}

async function work({ schema }: Kysely<BotTables>, key: Key): Promise<void> {
  await schema
    .createTable("run")
    .addColumn("id", "integer", key)
    .addColumn("repository_id", "integer", owned("repository"))
    .addColumn("kind", "text", required)
    .addColumn("cause", "text", required)
    .addColumn("branch", "text", text)
    .addColumn("pull_request", "integer")
    .addColumn("state", "text", required)
    .addColumn("outcome", "text", text)
    .addColumn("started", "text", required)
    .addColumn("finished", "text")
    .addColumn("milliseconds", "integer")
    .addColumn("progress", "text", (column) => column.notNull().defaultTo("{}"))
    .addColumn("summary", "text", text)
    .addColumn("trace", "text", (column) => column.notNull().defaultTo("[]"))
    .addColumn("requests", "integer", number)
    .addColumn("worker", "text", text)
    .execute();
  await schema.createIndex("run_by_time").on("run").column("started").execute();
  await schema.createIndex("run_of_repository").on("run").columns(["repository_id", "started"]).execute();
  await schema.createIndex("run_by_state").on("run").column("state").execute();
  await schema
    .createTable("delivery")
    .addColumn("id", "integer", key)
    .addColumn("source", "text", required)
    .addColumn("sender", "text", text)
    .addColumn("guid", "text", required)
    .addColumn("event", "text", required)
    .addColumn("action", "text", text)
    .addColumn("repository_id", "integer", (column) => column.references("repository.id").onDelete("cascade"))
    .addColumn("payload", "text", required)
    .addColumn("received", "text", required)
    .addColumn("state", "text", required)
    .addColumn("attempts", "integer", number)
    .addColumn("reason", "text", text)
    .addColumn("due", "text", required)
    .addColumn("finished", "text")
    .addColumn("run_id", "integer", (column) => column.references("run.id").onDelete("set null"))
    .addUniqueConstraint("delivery_once", ["source", "sender", "guid"])
    .execute();
  await schema.createIndex("delivery_in_turn").on("delivery").columns(["repository_id", "state", "id"]).execute();
  await schema.createIndex("delivery_by_state").on("delivery").columns(["state", "received"]).execute();
  await schema
    .createTable("timing")
    .addColumn("id", "integer", key)
    .addColumn("run_id", "integer", owned("run"))
    .addColumn("time", "text", required)
    .addColumn("kind", "text", required)
    .addColumn("name", "text", required)
    .addColumn("milliseconds", "integer", required)
    .addColumn("failed", "integer", number)
    .execute();
  // Holds all that figures are made of, in the order they are made in: hundreds of thousands of rows are not sorted.
  await schema
    .createIndex("timing_by_name")
    .on("timing")
    .columns(["kind", "name", "milliseconds", "time", "failed"])
    .execute();
  await schema.createIndex("timing_of_run").on("timing").column("run_id").execute();
}

async function logs({ schema }: Kysely<BotTables>, key: Key): Promise<void> {
  await schema
    .createTable("event")
    .addColumn("id", "integer", key)
    .addColumn("time", "text", required)
    .addColumn("level", "text", required)
    .addColumn("component", "text", required)
    .addColumn("message", "text", required)
    .addColumn("repository_id", "integer", (column) => column.references("repository.id").onDelete("set null"))
    .addColumn("run_id", "integer")
    .addColumn("login", "integer")
    .addColumn("details", "text", (column) => column.notNull().defaultTo("{}"))
    .execute();
  await schema.createIndex("event_by_time").on("event").column("time").execute();
  await schema
    .createTable("access")
    .addColumn("id", "integer", key)
    .addColumn("time", "text", required)
    .addColumn("login", "integer")
    .addColumn("method", "text", required)
    .addColumn("path", "text", required)
    .addColumn("status", "integer", required)
    .addColumn("milliseconds", "integer", required)
    .addColumn("address", "text", text)
    .addColumn("agent", "text", text)
    .execute();
  await schema.createIndex("access_by_time").on("access").column("time").execute();
  let sample = schema
    .createTable("sample")
    .addColumn("id", "integer", key)
    .addColumn("time", "text", required)
    .addColumn("worker", "text", required);
  for (const name of ["cpu", "process_cpu", "loop_p50", "loop_p99", "loop_max"] as const) {
    sample = sample.addColumn(name, "double precision", required);
  }
  for (const name of ["memory_used", "memory_total", "process_memory", "disk_used", "disk_total"] as const) {
    sample = sample.addColumn(name, "bigint", required);
  }
  await sample.execute();
  await schema.createIndex("sample_by_time").on("sample").column("time").execute();
  await schema
    .createTable("budget")
    .addColumn("name", "text", unique)
    .addColumn("allowed", "integer", required)
    .addColumn("remaining", "integer", required)
    .addColumn("resets", "text")
    .addColumn("time", "text", required)
    .execute();
}
