import { sql } from "kysely";
import type { Records } from "../records.ts";
import { listBudgets, type Budget } from "./budgets.ts";
import { traceOf, type TraceEntry } from "./runs.ts";

/** What times are kept of. */
export const timingKinds = ["step", "component", "endpoint"] as const;
export type TimingKind = (typeof timingKinds)[number];

/** Where the time went with things of one name. Milliseconds. */
export interface TimingFigures {
  /** `upload`, `acme/website`, `GET /api/components/{project}/{component}/`. */
  readonly name: string;
  /** So often it was done. */
  readonly count: number;
  readonly total: number;
  /** Half of them took no longer (nearest rank). */
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
  readonly failures: number;
}

export interface TimingList {
  /** Those with the largest total. */
  readonly items: readonly TimingFigures[];
  /** Names there are. */
  readonly names: number;
  /** Milliseconds of all of them. */
  readonly total: number;
}

export interface SlowRun {
  readonly id: number;
  /** `owner/name` */
  readonly repository: string;
  readonly kind: string;
  readonly cause: string;
  readonly branch: string;
  readonly state: string;
  readonly outcome: string;
  readonly started: string;
  readonly milliseconds: number;
  readonly requests: number;
  readonly trace: readonly TraceEntry[];
}

export interface QueueDepth {
  /** Deliveries by state. */
  readonly waiting: number;
  readonly running: number;
  readonly dead: number;
  /** Milliseconds that the oldest waiting one is there; null: none waits. */
  readonly oldestWaiting: number | null;
  /** Kind of job → those that could be done now or are being done. */
  readonly jobs: Readonly<Record<string, number>>;
}

export interface Bottlenecks {
  readonly steps: TimingList;
  readonly components: TimingList;
  readonly endpoints: TimingList;
  readonly slowestRuns: readonly SlowRun[];
  readonly budgets: readonly Budget[];
  readonly queue: QueueDepth;
}

/** Stretches of time that end now. */
export const windowNames = ["1h", "24h", "7d", "30d"] as const;
export type Window = (typeof windowNames)[number];

const windowHours: Readonly<Record<Window, number>> = { "1h": 1, "24h": 24, "7d": 168, "30d": 720 };

const HOUR_MILLISECONDS = 3_600_000;
const MOST_NAMES = 100;
const MOST_RUNS = 10;

/** Where the time goes, seen back from now. */
export async function bottlenecksOf(
  records: Pick<Records, "database" | "clock" | "jobs">,
  window: Window,
): Promise<Bottlenecks> {
  const now = records.clock.now().getTime();
  const since = new Date(now - windowHours[window] * HOUR_MILLISECONDS).toISOString();
  return {
    steps: await timingFigures(records, "step", since),
    components: await timingFigures(records, "component", since),
    endpoints: await timingFigures(records, "endpoint", since),
    slowestRuns: await slowestRuns(records, since),
    budgets: await listBudgets(records),
    queue: await queueDepth(records, now),
  };
}

/** Figures by name of all that was done since a time, the largest total first. */
export async function timingFigures(
  { database }: Pick<Records, "database">,
  kind: TimingKind,
  since: string,
): Promise<TimingList> {
  const rows = await database
    .selectFrom("timing")
    .select(({ fn }) => [
      "name",
      fn.countAll<number>().as("count"),
      fn.sum<number>("milliseconds").as("total"),
      fn.max("milliseconds").as("max"),
      fn.sum<number>("failed").as("failures"),
      sql<number>`count(*) over ()`.as("names"),
      sql<number>`cast(sum(sum(milliseconds)) over () as bigint)`.as("all"),
    ])
    .where("kind", "=", kind)
    .where("time", ">=", since)
    .groupBy("name")
    .orderBy("total", "desc")
    .orderBy("name")
    .limit(MOST_NAMES)
    .execute();
  const [halves, most] = [
    await nearestRanks(database, kind, since, 50, rows),
    await nearestRanks(database, kind, since, 95, rows),
  ];
  return {
    items: rows.map(({ name, count, total, max, failures }) => ({
      name,
      count,
      total,
      p50: halves.get(name) ?? max,
      p95: most.get(name) ?? max,
      max,
      failures,
    })),
    names: rows[0]?.names ?? 0,
    total: rows[0]?.all ?? 0,
  };
}

/**
 * What so many percent take no longer than, by name. Each is one step into the index, which has the times of a name in
 * order: numbering the rows would cost ten times as much.
 */
async function nearestRanks(
  database: Records["database"],
  kind: TimingKind,
  since: string,
  percent: number,
  names: readonly { readonly name: string; readonly count: number }[],
): Promise<ReadonlyMap<string, number>> {
  const [first, ...others] = names.map(({ name, count }) => {
    const place = database
      .selectFrom("timing")
      .select(["name", "milliseconds"])
      .where("kind", "=", kind)
      .where("name", "=", name)
      .where("time", ">=", since)
      .orderBy("milliseconds")
      .limit(1)
      .offset(Math.ceil((count * percent) / 100) - 1);
    return database.selectFrom(place.as("place")).select(["name", "milliseconds"]);
  });
  if (first === undefined) return new Map();
  const found = await others.reduce((all, one) => all.unionAll(one), first).execute();
  return new Map(found.map(({ name, milliseconds }) => [name, milliseconds]));
}

async function slowestRuns({ database }: Pick<Records, "database">, since: string): Promise<readonly SlowRun[]> {
  const rows = await database
    .selectFrom("run")
    .innerJoin("repository", "repository.id", "run.repository_id")
    .select([
      "run.id",
      "repository.name as repository",
      "run.kind",
      "run.cause",
      "run.branch",
      "run.state",
      "run.outcome",
      "run.started",
      "run.milliseconds",
      "run.requests",
      "run.trace",
    ])
    .where("run.started", ">=", since)
    .where("run.milliseconds", "is not", null)
    .orderBy("run.milliseconds", "desc")
    .orderBy("run.id", "desc")
    .limit(MOST_RUNS)
    .execute();
  return rows.map(({ trace, milliseconds, ...run }) => ({
    ...run,
    milliseconds: milliseconds ?? 0,
    trace: traceOf(trace),
  }));
}

/** What waits, and what is being done. @param now milliseconds */
export async function queueDepth(
  { database, jobs }: Pick<Records, "database" | "jobs">,
  now: number,
): Promise<QueueDepth> {
  const rows = await database
    .selectFrom("delivery")
    .select(({ fn }) => ["state", fn.countAll<number>().as("count"), fn.min("received").as("oldest")])
    .where("state", "in", ["waiting", "running", "dead"])
    .groupBy("state")
    .execute();
  const of = (state: string) => rows.find((row) => row.state === state);
  const oldest = of("waiting")?.oldest;
  return {
    waiting: of("waiting")?.count ?? 0,
    running: of("running")?.count ?? 0,
    dead: of("dead")?.count ?? 0,
    oldestWaiting: oldest === undefined ? null : Math.max(0, now - Date.parse(oldest)),
    jobs: await jobs.lengths(),
  };
}
