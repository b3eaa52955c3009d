import type { Records } from "../records.ts";
import { runKinds } from "../runs/runs.ts";
import type { Family, Labels, Reading, Spread } from "./exposition.ts";

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
  readonly #spreads = new Map<
    string,
    { readonly labels: Labels; counts: readonly number[]; count: number; sum: number }
  >();

  add(labels: Labels, seconds: number): void {
    const key = JSON.stringify(labels);
    const known = this.#spreads.get(key) ?? { labels, counts: SECONDS.map(() => 0), count: 0, sum: 0 };
    known.counts = known.counts.map((count, index) => count + (seconds <= (SECONDS[index] ?? 0) ? 1 : 0));
    known.count += 1;
    known.sum += seconds;
    this.#spreads.set(key, known);
  }

  get spreads(): readonly Spread[] {
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
    // A sum that comes into the world as 1 did not grow, for who asks by how much: the first failure would be none.
    for (const kind of runKinds) for (const state of ["done", "failed"]) this.#runs.add({ kind, state }, 0);
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
    for (const { kind, state, code, milliseconds, requests } of runs) {
      this.#runs.add({ kind, state }, 1);
      if (code !== "") this.#errors.add({ code }, 1);
      this.#requests.add({ kind }, requests);
      this.#runSeconds.add({ kind }, (milliseconds ?? 0) / 1_000);
    }
    for (const { source, state, received, finished } of deliveries) {
      this.#deliveries.add({ source, state }, 1);
      if (state === "ignored" || finished === null) continue;
      this.#deliverySeconds.add({ source }, Math.max(0, Date.parse(finished) - Date.parse(received)) / 1_000);
    }
  }

  #endedRuns(since: string, until: string) {
    return this.#records.database
      .selectFrom("run")
      .select(["kind", "state", "code", "milliseconds", "requests"])
      .where("finished", ">", since)
      .where("finished", "<=", until)
      .execute();
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
