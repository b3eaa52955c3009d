import { sql } from "kysely";
import type { Records } from "../records.ts";
import type { Problem } from "./causes.ts";

/**
 * - `repository`: it cannot be served as it should.
 * - `delivery`: deliveries that were given up.
 * - `run`: runs that failed in the last 24 hours, and none of the kind went well in the repository since.
 * - `conflict`, `blocked`: files in this state.
 */
export const problemKinds = ["repository", "delivery", "run", "conflict", "blocked"] as const;
export type ProblemKind = (typeof problemKinds)[number];

/** What is wrong now: equal words of one repository are one, with how many rows say them. */
export interface CurrentProblem extends Problem {
  readonly kind: ProblemKind;
  readonly count: number;
  /** Row of `repository`; undefined where it is about none. */
  readonly repositoryId?: number | undefined;
}

const DAY_MILLISECONDS = 86_400_000;

/** Everything that is wrong now, in no order. What is paused or gone is nobody's worry. */
export async function currentProblems(
  records: Pick<Records, "database" | "clock">,
): Promise<readonly CurrentProblem[]> {
  return [
    ...(await wrongRepositories(records)),
    ...(await deadDeliveries(records)),
    ...(await failedRuns(records)),
    ...(await wrongFiles(records)),
  ];
}

async function wrongRepositories({ database, clock }: Pick<Records, "database" | "clock">): Promise<CurrentProblem[]> {
  const rows = await database
    .selectFrom("repository")
    .select(["id", "name", "problem", "last_run"])
    .where("problem", "!=", "")
    .where("state", "in", ["active", "unmapped"])
    .execute();
  const now = clock.now().toISOString();
  return rows.map(({ id, name, problem, last_run: time }) => ({
    kind: "repository",
    reason: problem,
    repository: name,
    repositoryId: id,
    time: time ?? now,
    count: 1,
  }));
}

async function deadDeliveries({ database }: Pick<Records, "database">): Promise<CurrentProblem[]> {
  const rows = await database
    .selectFrom("delivery")
    .leftJoin("repository", "repository.id", "delivery.repository_id")
    .select(({ fn }) => [
      "delivery.repository_id",
      "repository.name",
      "delivery.reason",
      fn.countAll<number>().as("count"),
      fn.max("delivery.received").as("time"),
    ])
    .where("delivery.state", "=", "dead")
    .groupBy(["delivery.repository_id", "repository.name", "delivery.reason"])
    .execute();
  return rows.map((row) => problemOf("delivery", row));
}

async function failedRuns({ database, clock }: Pick<Records, "database" | "clock">): Promise<CurrentProblem[]> {
  const since = new Date(clock.now().getTime() - DAY_MILLISECONDS).toISOString();
  const rows = await database
    .selectFrom("run")
    .innerJoin("repository", "repository.id", "run.repository_id")
    .select(({ fn }) => [
      "run.repository_id",
      "repository.name",
      sql<string>`run.outcome`.as("reason"),
      fn.countAll<number>().as("count"),
      fn.max("run.started").as("time"),
    ])
    .where("run.state", "=", "failed")
    .where("run.started", ">=", since)
    .where("repository.state", "in", ["active", "unmapped"])
    .where((run) =>
      run.not(
        run.exists(
          run
            .selectFrom("run as later")
            .select("later.id")
            .whereRef("later.repository_id", "=", "run.repository_id")
            .whereRef("later.kind", "=", "run.kind")
            .whereRef("later.started", ">", "run.started")
            .where("later.state", "=", "done"),
        ),
      ),
    )
    .groupBy(["run.repository_id", "repository.name", "run.outcome"])
    .execute();
  return rows.map((row) => problemOf("run", row));
}

async function wrongFiles({ database }: Pick<Records, "database">): Promise<CurrentProblem[]> {
  const rows = await database
    .selectFrom("bound_file")
    .innerJoin("repository", "repository.id", "bound_file.repository_id")
    .select(({ fn }) => [
      "bound_file.repository_id",
      "repository.name",
      "bound_file.state",
      "bound_file.reason",
      fn.countAll<number>().as("count"),
      fn.max("bound_file.last_sync").as("time"),
    ])
    .where("bound_file.state", "in", ["conflict", "blocked"])
    .where("repository.state", "in", ["active", "unmapped"])
    .groupBy(["bound_file.repository_id", "repository.name", "bound_file.state", "bound_file.reason"])
    .execute();
  return rows.map(({ state, ...row }) => problemOf(state === "conflict" ? "conflict" : "blocked", row));
}

interface Row {
  readonly repository_id: number | null;
  readonly name: string | null;
  readonly reason: string;
  readonly count: number;
  readonly time: string;
}

function problemOf(kind: ProblemKind, { repository_id: id, name, reason, count, time }: Row): CurrentProblem {
  return { kind, reason, repository: name ?? undefined, repositoryId: id ?? undefined, time, count };
}
