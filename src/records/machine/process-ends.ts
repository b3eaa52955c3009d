import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Redactor } from "../../core/redaction.ts";
import { note } from "../logs/event-log.ts";
import { present, type Records } from "../records.ts";

/** In the data folder: what a process wrote that crashed, as long as nobody has read it. */
const CRASH_FILE = "bot.crash";
const LONGEST_MESSAGE = 2_000;
/** A living process looks at its machine every ten seconds. */
const ALIVE_MILLISECONDS = 60_000;

type Surroundings = Pick<Records, "database" | "clock">;

/** How a process ended: `SIGTERM` and `SIGINT` were asked for; the log has the words. */
export type ProcessEnd = "SIGTERM" | "SIGINT" | "asked" | "crashed" | "lost";

/** A process begins: from now on the next start knows whether it said how it ended. */
export async function beginProcess(records: Surroundings, worker: string, version: string): Promise<void> {
  await records.database
    .insertInto("process")
    .values({ worker, started: present(records), ended: null, how: "" })
    .execute();
  const message = `Started, version ${version}.`;
  await note(records, { level: "info", component: "process", message, details: { worker } });
}

export interface AskedEnd {
  /** Undefined: whoever started it. */
  readonly signal: string | undefined;
  /** ISO 8601 */
  readonly since: string;
}

/** Codes of runs that the end of the process interrupted. */
const STOPPED = "IL-B02";

/** A process ends as it was asked to. */
export async function endProcess(records: Surroundings, worker: string, { signal, since }: AskedEnd): Promise<void> {
  const unfinished = await unfinishedRuns(records, worker, since);
  const asked = signal === undefined ? "It was asked to end" : `${signal} asked it to end`;
  const runs = unfinished === 1 ? "1 run was" : `${String(unfinished)} runs were`;
  const rest = unfinished === 0 ? "no run was left unfinished" : `${runs} put back for the next start`;
  const change = { ended: present(records), how: signal ?? "asked" };
  await records.database.updateTable("process").set(change).where("worker", "=", worker).execute();
  const message = `Ended: ${asked}, and ${rest}.`;
  await note(records, { level: "info", component: "process", message, details: { worker } });
}

/** Runs that were interrupted by the end, or are still under way. */
async function unfinishedRuns({ database }: Surroundings, worker: string, since: string): Promise<number> {
  const { runs } = await database
    .selectFrom("run")
    .select(({ fn }) => fn.countAll<number>().as("runs"))
    .where("worker", "=", worker)
    .where((row) =>
      row.or([
        row("state", "=", "running"),
        row.and([row("state", "=", "failed"), row("code", "=", STOPPED), row("finished", ">=", since)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return runs;
}

/** Keeps the last words of a process that crashes, for the next start: there is no time left for the database. */
export function keepCrash(data: string, worker: string, error: unknown, now: Date): void {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  try {
    writeFileSync(join(data, CRASH_FILE), JSON.stringify({ worker, time: now.toISOString(), message }), {
      mode: 0o600,
    });
  } catch {
    // The disk may be what it crashes of.
  }
}

export interface FoundEnds {
  /** Processes of this host that have another number than this one and run. */
  readonly isAlive: (pid: number) => boolean;
  readonly host: string;
  /** The data folder. */
  readonly data: string;
  /** What no log may show. */
  readonly secrets: readonly string[];
  /** Whether several processes share the database: those of other hosts may be well. */
  readonly isShared: boolean;
}

/** Logs of each process that ended without a word how it ended, as far as it can be told, and when it was seen last. */
export async function noteLostProcesses(records: Surroundings, found: FoundEnds): Promise<void> {
  const crash = takeCrash(found.data);
  const open = await records.database
    .selectFrom("process")
    .select(["worker", "started"])
    .where("ended", "is", null)
    .execute();
  for (const { worker, started } of open) {
    const last = await records.database
      .selectFrom("sample")
      .select(["time", "memory_used", "memory_total", "process_memory", "disk_used", "disk_total"])
      .where("worker", "=", worker)
      .orderBy("time", "desc")
      .limit(1)
      .executeTakeFirst();
    const seen = last?.time ?? started;
    if (mayLive(worker, seen, records.clock.now(), found)) continue;
    const hasCrashed = crash?.worker === worker;
    const how: ProcessEnd = hasCrashed ? "crashed" : "lost";
    const ended = hasCrashed ? crash.time : seen;
    const { numUpdatedRows } = await records.database
      .updateTable("process")
      .set({ ended, how })
      .where("worker", "=", worker)
      .where("ended", "is", null)
      .executeTakeFirst();
    // Another process that starts as well has said it.
    if (numUpdatedRows === 0n) continue;
    const message = hasCrashed
      ? `The process before crashed at ${ended}: ${firstLine(redacted(crash.message, found.secrets))}`
      : `The process before ended without a word after ${seen}: it was killed (kill -9, or by a machine short of memory), or the machine went down. ${machineWords(last)}`;
    const details = { worker, started, seen, ...(hasCrashed ? { stack: redacted(crash.message, found.secrets) } : {}) };
    await note(records, { level: "error", component: "process", message: message.trim(), details });
  }
}

function mayLive(worker: string, seen: string, now: Date, { host, isAlive, isShared }: FoundEnds): boolean {
  if (!isShared) return false;
  const [ofHost, pid] = worker.split(":");
  if (ofHost === host) return isAlive(Number(pid));
  return now.getTime() - Date.parse(seen) < ALIVE_MILLISECONDS;
}

interface LastLook {
  readonly memory_used: number;
  readonly memory_total: number;
  readonly process_memory: number;
  readonly disk_used: number;
  readonly disk_total: number;
}

/** What it saw last may be what it died of. */
function machineWords(last: LastLook | undefined): string {
  if (last === undefined) return "";
  const share = (used: number, total: number): string => `${String(Math.round((used / Math.max(1, total)) * 100))} %`;
  const own = `${String(Math.round(last.process_memory / 1e6))} MB`;
  return `It held ${own} then; of the machine's memory ${share(last.memory_used, last.memory_total)} were used, of its disk ${share(last.disk_used, last.disk_total)}.`;
}

function redacted(text: string, secrets: readonly string[]): string {
  const redactor = new Redactor();
  for (const secret of secrets) redactor.add(secret);
  return redactor.redact(text).slice(0, LONGEST_MESSAGE);
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

interface Crash {
  readonly worker: string;
  readonly time: string;
  readonly message: string;
}

function takeCrash(data: string): Crash | undefined {
  const file = join(data, CRASH_FILE);
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isCrash(value) ? value : undefined;
  } catch {
    return undefined;
  } finally {
    rmSync(file, { force: true });
  }
}

function isCrash(value: unknown): value is Crash {
  if (typeof value !== "object" || value === null) return false;
  return ["worker", "time", "message"].every((name) => typeof Reflect.get(value, name) === "string");
}
