import { sql, type RawBuilder } from "kysely";
import type { Records } from "../records.ts";
import { servedStates } from "../repositories/repositories.ts";

/** Failures in the same words: rows of one repository that say the same. */
export interface Failures {
  /** Row of the last of them. */
  readonly id: number;
  /** Undefined where they are about no repository. */
  readonly repositoryId: number | undefined;
  /** `owner/name`; "" where they are about none. */
  readonly repository: string;
  /** Name of the forge in the settings. */
  readonly forge: string;
  /** Kind of run; "" of deliveries that none tried. */
  readonly kind: string;
  /** Code of the error that broke it; "" where it ended otherwise. */
  readonly code: string;
  readonly reason: string;
  readonly count: number;
  /** When the first and the last of them ended, ISO 8601. */
  readonly first: string;
  readonly last: string;
}

/** Deliveries that were given up. */
export interface GivenUp extends Failures {
  /** They wait for a replay alone: what they failed of is over. */
  readonly isOver: boolean;
}

/** What failed longer ago, and was not tried again since, is no news to anybody. */
const NEWS_MILLISECONDS = 7 * 86_400_000;
/** Code of runs that ended since the bot did: nothing is wrong. */
const INTERRUPTED = "IL-B02";
/** More different words than these say nothing new. */
const MOST_GROUPS = 10_000;

type Surroundings = Pick<Records, "database" | "clock">;

function oldestNews(clock: Records["clock"]): string {
  return new Date(clock.now().getTime() - NEWS_MILLISECONDS).toISOString();
}

/**
 * Whether it went well in the repository since: a later run of the kind, or a synchronisation, which does what pushes and pulls do.
 * The row of `run` is the one that failed; of deliveries that none tried there is none.
 */
function wentWellSince(repository: string, time: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from run as later
    where later.repository_id = ${sql.ref(repository)} and later.started >= ${sql.ref(time)} and later.state = 'done'
      and (run.id is null or (later.id > run.id
        and (later.kind = run.kind or (later.kind = 'sync' and run.kind in ('push', 'pull'))))))`;
}

/** Runs that failed in seven days where none went well since. What is paused or gone is nobody's worry. */
export async function failedRuns({ database, clock }: Surroundings): Promise<readonly Failures[]> {
  const rows = await database
    .selectFrom("run")
    .innerJoin("repository", "repository.id", "run.repository_id")
    .select(({ fn }) => [
      fn.max("run.id").as("id"),
      "run.repository_id as repositoryId",
      "repository.name as repository",
      "repository.forge",
      "run.kind",
      "run.code",
      "run.outcome as reason",
      fn.countAll<number>().as("count"),
      fn.min<string>(fn.coalesce("run.finished", "run.started")).as("first"),
      fn.max<string>(fn.coalesce("run.finished", "run.started")).as("last"),
    ])
    .where("run.state", "=", "failed")
    .where("run.started", ">=", oldestNews(clock))
    .where("run.code", "!=", INTERRUPTED)
    .where("repository.state", "in", [...servedStates])
    .where((row) => row.not(wentWellSince("run.repository_id", "run.started")))
    .groupBy(["run.repository_id", "repository.name", "repository.forge", "run.kind", "run.code", "run.outcome"])
    .orderBy("id", "desc")
    .limit(MOST_GROUPS)
    .execute();
  return rows;
}

/** All deliveries that were given up: they wait until somebody does them again, or clears them away. */
export async function givenUpDeliveries({ database, clock }: Surroundings): Promise<readonly GivenUp[]> {
  const isOver = sql<number>`case when coalesce(delivery.finished, delivery.received) < ${oldestNews(clock)}
    or ${wentWellSince("delivery.repository_id", "delivery.finished")} then 1 else 0 end`;
  const rows = await database
    .selectFrom((of) =>
      of
        .selectFrom("delivery")
        .leftJoin("run", "run.id", "delivery.run_id")
        .select(({ fn }) => [
          "delivery.id",
          "delivery.repository_id",
          "delivery.reason",
          fn.coalesce("run.kind", sql<string>`''`).as("kind"),
          fn.coalesce("run.code", sql<string>`''`).as("code"),
          fn.coalesce("delivery.finished", "delivery.received").as("time"),
          isOver.as("is_over"),
        ])
        .where("delivery.state", "=", "dead")
        .as("dead"),
    )
    .leftJoin("repository", "repository.id", "dead.repository_id")
    .select(({ fn }) => [
      fn.max("dead.id").as("id"),
      "dead.repository_id",
      "repository.name",
      "repository.forge",
      "dead.kind",
      "dead.code",
      "dead.reason",
      "dead.is_over",
      fn.countAll<number>().as("count"),
      fn.min("dead.time").as("first"),
      fn.max("dead.time").as("last"),
    ])
    .groupBy([
      "dead.repository_id",
      "repository.name",
      "repository.forge",
      "dead.kind",
      "dead.code",
      "dead.reason",
      "dead.is_over",
    ])
    .orderBy("id", "desc")
    .limit(MOST_GROUPS)
    .execute();
  return rows.map(({ repository_id: repositoryId, name, forge, is_over: over, ...row }) => ({
    ...row,
    repositoryId: repositoryId ?? undefined,
    repository: name ?? "",
    forge: forge ?? "",
    isOver: over === 1,
  }));
}
