import { sql, type Selectable } from "kysely";
import type { SampleTable } from "../../store/bot-tables/tables.ts";
import { present, type Records } from "../records.ts";
import { watchMachine, type Machine, type MachineSample } from "./machine.ts";

/** What a process saw of the machine, at one time or of a stretch of time. */
export interface Sample extends MachineSample {
  /** Of the look; of a stretch, its last one. */
  readonly time: string;
  /** Which process: `host:pid:start`. */
  readonly worker: string;
}

export interface SampleWindow {
  /** From this time on. */
  readonly since: string;
  /** Before this time. */
  readonly until: string;
  /** At most so many of each process: what is closer together becomes one, averages averaged, the largest the largest. */
  readonly points: number;
}

/** Looks at the machine and keeps what it saw. */
export async function takeSample(
  records: Pick<Records, "database" | "clock">,
  worker: string,
  machine: Pick<Machine, "look">,
): Promise<void> {
  const seen = await machine.look();
  await records.database
    .insertInto("sample")
    .values({
      time: present(records),
      worker,
      cpu: seen.cpu,
      process_cpu: seen.processCpu,
      memory_used: seen.memoryUsed,
      memory_total: seen.memoryTotal,
      process_memory: seen.processMemory,
      disk_used: seen.diskUsed,
      disk_total: seen.diskTotal,
      loop_p50: seen.loopP50,
      loop_p99: seen.loopP99,
      loop_max: seen.loopMax,
    })
    .execute();
}

const SAMPLE_MILLISECONDS = 10_000;

/**
 * Takes a sample every 10 seconds until it is disposed of.
 * @param worker name of this process
 * @param folder whose disk is looked at
 */
export function startSampling(
  records: Pick<Records, "database" | "clock" | "logger">,
  worker: string,
  folder: string,
): Disposable {
  const machine = watchMachine(folder);
  let isBusy = false;
  let hasComplained = false;
  const take = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    try {
      await takeSample(records, worker, machine);
      hasComplained = false;
    } catch (error) {
      // A disk that is gone would fill the log.
      const reason = error instanceof Error ? error.message : String(error);
      if (!hasComplained) records.logger.warning(`The machine could not be looked at: ${reason}`);
      hasComplained = true;
    } finally {
      isBusy = false;
    }
  };
  const timer = records.clock.every(SAMPLE_MILLISECONDS, take);
  return {
    [Symbol.dispose]: () => {
      timer[Symbol.dispose]();
      machine[Symbol.dispose]();
    },
  };
}

/** The last look of each process that looked within a time. */
export async function newestSamples(
  { database }: Pick<Records, "database">,
  since: string,
): Promise<readonly Sample[]> {
  const newest = database
    .selectFrom("sample")
    .select(({ fn }) => fn.max("id").as("id"))
    .where("time", ">=", since)
    .groupBy("worker");
  const rows = await database.selectFrom("sample").selectAll().where("id", "in", newest).orderBy("worker").execute();
  return rows.map(sampleOf);
}

/** Samples over time, the oldest first. */
export async function listSamples(
  { database }: Pick<Records, "database">,
  { since, until, points }: SampleWindow,
): Promise<readonly Sample[]> {
  const stretch = sql<string>`substr(${sql.ref("time")}, 1, ${sql.lit(stretchLetters(since, until))})`;
  const rows = await database
    .selectFrom("sample")
    .select(({ fn }) => [
      "worker",
      fn.max("time").as("time"),
      fn.countAll<number>().as("looks"),
      fn.avg<number>("cpu").as("cpu"),
      fn.avg<number>("process_cpu").as("process_cpu"),
      fn.avg<number>("memory_used").as("memory_used"),
      fn.max("memory_total").as("memory_total"),
      fn.avg<number>("process_memory").as("process_memory"),
      fn.max("disk_used").as("disk_used"),
      fn.max("disk_total").as("disk_total"),
      fn.avg<number>("loop_p50").as("loop_p50"),
      fn.max("loop_p99").as("loop_p99"),
      fn.max("loop_max").as("loop_max"),
    ])
    .where("time", ">=", since)
    .where("time", "<", until)
    .groupBy(["worker", stretch])
    .orderBy("time")
    .orderBy("worker")
    .execute();
  const counted = rows.map(({ looks, ...row }) => ({ looks, sample: sampleOf(row) }));
  return joinedTo(counted, { since, until, points }).map(({ sample }) => sample);
}

interface CountedSample {
  readonly sample: Sample;
  /** So many looks are in it. */
  readonly looks: number;
}

/** Letters of a time that tell apart stretches of so many seconds: `2026-01-31T12:34:5`, `…T12:34`, `…T12:3`, `…T12`. */
const stretches: readonly (readonly [letters: number, seconds: number])[] = [
  [18, 10],
  [16, 60],
  [15, 600],
  [13, 3_600],
];
/** Rows that the database gives of one process at most. */
const MOST_STRETCHES = 5_000;

function stretchLetters(since: string, until: string): number {
  const seconds = (Date.parse(until) - Date.parse(since)) / 1000;
  const [letters] = stretches.find(([, length]) => seconds / length <= MOST_STRETCHES) ?? [10];
  return letters;
}

/** What falls into the same of `points` equal parts of the window becomes one sample. */
export function joinedTo(
  samples: readonly CountedSample[],
  { since, until, points }: SampleWindow,
): readonly CountedSample[] {
  const begin = Date.parse(since);
  const length = Math.max(1, (Date.parse(until) - begin) / points);
  const parts = new Map<string, CountedSample>();
  for (const each of samples) {
    const part = Math.min(points - 1, Math.floor((Date.parse(each.sample.time) - begin) / length));
    const key = `${String(part)} ${each.sample.worker}`;
    const known = parts.get(key);
    parts.set(key, known === undefined ? each : joined(known, each));
  }
  return [...parts.values()];
}

function joined(one: CountedSample, other: CountedSample): CountedSample {
  const looks = one.looks + other.looks;
  const [a, b] = [one.sample, other.sample];
  const mean = (first: number, second: number): number => (first * one.looks + second * other.looks) / looks;
  return {
    looks,
    sample: {
      time: a.time > b.time ? a.time : b.time,
      worker: a.worker,
      cpu: mean(a.cpu, b.cpu),
      processCpu: mean(a.processCpu, b.processCpu),
      memoryUsed: Math.round(mean(a.memoryUsed, b.memoryUsed)),
      memoryTotal: Math.max(a.memoryTotal, b.memoryTotal),
      processMemory: Math.round(mean(a.processMemory, b.processMemory)),
      diskUsed: Math.max(a.diskUsed, b.diskUsed),
      diskTotal: Math.max(a.diskTotal, b.diskTotal),
      loopP50: mean(a.loopP50, b.loopP50),
      loopP99: Math.max(a.loopP99, b.loopP99),
      loopMax: Math.max(a.loopMax, b.loopMax),
    },
  };
}

function sampleOf(row: Omit<Selectable<SampleTable>, "id">): Sample {
  return {
    time: row.time,
    worker: row.worker,
    cpu: row.cpu,
    processCpu: row.process_cpu,
    memoryUsed: Math.round(row.memory_used),
    memoryTotal: row.memory_total,
    processMemory: Math.round(row.process_memory),
    diskUsed: row.disk_used,
    diskTotal: row.disk_total,
    loopP50: row.loop_p50,
    loopP99: row.loop_p99,
    loopMax: row.loop_max,
  };
}
