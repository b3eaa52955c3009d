import { sql } from "kysely";
import type { Records } from "../records.ts";
import type { Family, Labels, Reading } from "./exposition.ts";

/** Upper bounds of what is told of durations, in seconds. */
const SECONDS = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 1_800];
/** A row is there for others so long after the time it tells, at the latest. */
const SETTLED_MILLISECONDS = 5_000;
/** Rows of so long are read at once, however long ago the last look was. */
const STRETCH_MILLISECONDS = 600_000;

/** A sum that only grows. */
class Counter {
  readonly #sums = new Map<string, { readonly labels: Labels; value: number }>();

  add(labels: Labels, value: number): void {
    const key = JSON.stringify(labels);
    const known = this.#sums.get(key);
    if (known === undefined) this.#sums.set(key, { labels, value });
    else known.value += value;
  }

  get readings(): readonly Reading[] {
    return [...this.#sums.values()];
  }
}

class Histogram {
  readonly #spreads = new Map<string, { labels: Labels; counts: number[]; count: number; sum: number }>();

  add(
    labels: Labels,
    counts: readonly number[],
    { count, sum }: { readonly count: number; readonly sum: number },
  ): void {
    const key = JSON.stringify(labels);
    const known = this.#spreads.get(key) ?? { labels, counts: counts.map(() => 0), count: 0, sum: 0 };
    this.#spreads.set(key, {
      labels,
      counts: known.counts.map((each, index) => each + (counts[index] ?? 0)),
      count: known.count + count,
      sum: known.sum + sum,
    });
  }

  get spreads() {
    return [...this.#spreads.values()];
  }
}

/**
 * Runs and deliveries that ended since it was made, by whichever process on the database: sums that only grow, though old rows are
 * removed. Each look reads what ended since the one before.
 */
export class EndedWork {
  readonly #records: Pick<Records, "database" | "clock">;
  readonly #runs = new Counter();
  readonly #errors = new Counter();
  readonly #requests = new Counter();
  readonly #runSeconds = new Histogram();
  readonly #deliveries = new Counter();
  readonly #deliverySeconds = new Histogram();
  #until: string;
  #looking: Promise<void> | undefined;

  constructor(records: Pick<Records, "database" | "clock">) {
    this.#records = records;
    this.#until = records.clock.now().toISOString();
  }

  /** Those who ask at the same time get the same answer. */
  async families(): Promise<readonly Family[]> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
    return [
      {
        kind: "counter",
        name: "interlinear_runs",
        help: "Runs that ended, by kind and state.",
        readings: this.#runs.readings,
      },
      {
        kind: "counter",
        name: "interlinear_run_errors",
        help: "Runs that an error broke, by its code.",
        readings: this.#errors.readings,
      },
      {
        kind: "counter",
        name: "interlinear_run_requests",
        help: "Requests that ended runs made to forges and services, by kind of run.",
        readings: this.#requests.readings,
      },
      {
        kind: "histogram",
        name: "interlinear_run_duration_seconds",
        help: "How long ended runs took, by kind.",
        bounds: SECONDS,
        spreads: this.#runSeconds.spreads,
      },
      {
        kind: "counter",
        name: "interlinear_deliveries_ended",
        help: "Deliveries that ended as done, ignored or dead, by source and state.",
        readings: this.#deliveries.readings,
      },
      {
        kind: "histogram",
        name: "interlinear_delivery_duration_seconds",
        help: "From the arrival of deliveries that were worked on to their end, by source.",
        bounds: SECONDS,
        spreads: this.#deliverySeconds.spreads,
      },
    ];
  }

  async #look(): Promise<void> {
    const settled = this.#records.clock.now().getTime() - SETTLED_MILLISECONDS;
    for (let since = Date.parse(this.#until); since < settled; since = Date.parse(this.#until)) {
      await this.#add(this.#until, new Date(Math.min(settled, since + STRETCH_MILLISECONDS)).toISOString());
    }
  }

  async #add(since: string, until: string): Promise<void> {
    const [runs, deliveries] = await Promise.all([this.#endedRuns(since, until), this.#endedDeliveries(since, until)]);
    this.#until = until;
    for (const { kind, state, code, count, sum, requests, counts } of runs) {
      this.#runs.add({ kind, state }, count);
      if (code !== "") this.#errors.add({ code }, count);
      this.#requests.add({ kind }, requests);
      this.#runSeconds.add({ kind }, counts, { count, sum });
    }
    for (const { source, state, received, finished } of deliveries) {
      this.#deliveries.add({ source, state }, 1);
      if (state === "ignored" || finished === null) continue;
      const seconds = Math.max(0, Date.parse(finished) - Date.parse(received)) / 1_000;
      const counts = SECONDS.map((bound) => (seconds <= bound ? 1 : 0));
      this.#deliverySeconds.add({ source }, counts, { count: 1, sum: seconds });
    }
  }

  async #endedRuns(since: string, until: string) {
    const rows = await this.#records.database
      .selectFrom("run")
      .select(({ fn }) => [
        "kind",
        "state",
        "code",
        fn.countAll<number>().as("count"),
        sql<number>`coalesce(sum(milliseconds), 0)`.as("milliseconds"),
        sql<number>`coalesce(sum(requests), 0)`.as("requests"),
      ])
      .select(SECONDS.map((bound, index) => within(bound).as(`within_${String(index)}`)))
      .where("finished", ">", since)
      .where("finished", "<=", until)
      .groupBy(["kind", "state", "code"])
      .execute();
    return rows.map(({ kind, state, code, count, milliseconds, requests, ...bounds }) => ({
      kind,
      state,
      code,
      count: count,
      sum: milliseconds / 1_000,
      requests: requests,
      counts: SECONDS.map((_, index) => bounds[`within_${String(index)}`] ?? 0),
    }));
  }

  #endedDeliveries(since: string, until: string) {
    return this.#records.database
      .selectFrom("delivery")
      .select(["source", "state", "received", "finished"])
      .where("finished", ">", since)
      .where("finished", "<=", until)
      .execute();
  }
}

function within(seconds: number) {
  return sql<number>`sum(case when milliseconds <= ${sql.lit(seconds * 1_000)} then 1 else 0 end)`;
}
