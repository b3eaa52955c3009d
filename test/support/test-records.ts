import { randomBytes } from "node:crypto";
import { silentLogger } from "../../src/core/logger.ts";
import { DatabaseQueue } from "../../src/queue/database-queue.ts";
import { DatabaseAbsence } from "../../src/store/database-absence.ts";
import type { Records } from "../../src/records/records.ts";
import { sealWith } from "../../src/core/seal.ts";
import { openBotDatabase } from "../../src/store/bot-tables/open-bot-database.ts";
import { databaseOfTests } from "./test-database.ts";
import { manualClock, type ManualClock } from "./test-clock.ts";

export interface TestRecords extends Records, AsyncDisposable {
  /** The present is the beginning of 2026 until a test moves it. */
  readonly clock: ManualClock;
}

/** Empty records in memory, or on the PostgreSQL server that the tests are to run on. */
export async function openTestRecords(): Promise<TestRecords> {
  const database = await openBotDatabase((await databaseOfTests()) ?? ":memory:");
  const clock = manualClock();
  const jobs = new DatabaseQueue({ database, clock, logger: silentLogger });
  return {
    database,
    clock,
    jobs,
    logger: silentLogger,
    absence: new DatabaseAbsence({ clock, logger: silentLogger }),
    seal: sealWith(randomBytes(32), { of: "bot", folder: "", file: "bot.key", variable: "INTERLINEAR_BOT_KEY" }),
    [Symbol.asyncDispose]: async () => {
      await jobs.stop();
      await database.destroy();
    },
  };
}

/** A repository's row. @returns its number */
export async function addRepository({ database }: Pick<Records, "database">, name: string): Promise<number> {
  const { id } = await database
    .insertInto("repository")
    .values({
      forge: "github",
      name,
      number: null,
      installation_id: null,
      default_branch: "main",
      state: "active",
      problem: "",
      next_run: null,
      last_run: null,
      created: "2026-01-01T00:00:00.000Z",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A finished run's row, with what differs from usual. @returns its number */
export async function addRun(
  { database }: Pick<Records, "database">,
  repository: number,
  different: { readonly started?: string; readonly milliseconds?: number; readonly state?: string } = {},
): Promise<number> {
  const { id } = await database
    .insertInto("run")
    .values({
      repository_id: repository,
      kind: "sync",
      cause: "schedule",
      branch: "main",
      pull_request: null,
      state: "done",
      outcome: "in step",
      started: "2026-01-01T00:00:00.000Z",
      finished: "2026-01-01T00:00:01.000Z",
      milliseconds: 1_000,
      progress: "{}",
      summary: "",
      trace: "[]",
      requests: 1,
      worker: "test",
      ...different,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
