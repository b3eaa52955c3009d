import type { Records } from "../records.ts";
import { servedStates } from "../repositories/repositories.ts";
import type { Problem } from "./causes.ts";
import { failedRuns, givenUpDeliveries, type Failures } from "./failures.ts";

/**
 * - `repository`: it cannot be served as it should.
 * - `delivery`: deliveries that were given up.
 * - `run`: runs that failed, and none of the kind went well in the repository since.
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

/** Everything that is wrong now, in no order. What is paused or gone is nobody's worry. */
export async function currentProblems(
  records: Pick<Records, "database" | "clock">,
): Promise<readonly CurrentProblem[]> {
  return [
    ...(await wrongRepositories(records)),
    ...(await givenUpDeliveries(records)).map((given) => failureProblem("delivery", given)),
    ...(await failedRuns(records)).map((failed) => failureProblem("run", failed)),
    ...(await wrongFiles(records)),
  ];
}

async function wrongRepositories({ database, clock }: Pick<Records, "database" | "clock">): Promise<CurrentProblem[]> {
  const rows = await database
    .selectFrom("repository")
    .select(["id", "name", "problem", "last_run"])
    .where("problem", "!=", "")
    .where("state", "in", [...servedStates])
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
    .where("repository.state", "in", [...servedStates])
    .groupBy(["bound_file.repository_id", "repository.name", "bound_file.state", "bound_file.reason"])
    .execute();
  return rows.map(({ repository_id: repositoryId, name, state, reason, count, time }) => ({
    kind: state === "conflict" ? "conflict" : "blocked",
    reason,
    repository: name,
    repositoryId,
    time,
    count,
  }));
}

function failureProblem(kind: ProblemKind, failures: Failures): CurrentProblem {
  const { repositoryId, repository, reason, count, last: time } = failures;
  return { kind, reason, repository: repository === "" ? undefined : repository, repositoryId, time, count };
}
