import { newestSamples, type Sample } from "../machine/samples.ts";
import type { Records } from "../records.ts";
import { countBoundFiles } from "../repositories/bound-files.ts";
import { listBudgets } from "../runs/budgets.ts";
import { queueDepth } from "../runs/timings.ts";
import type { Family, Reading } from "./exposition.ts";

/** A process that looked at the machine within this time is there. */
const ALIVE_MILLISECONDS = 60_000;

type Surroundings = Pick<Records, "database" | "clock" | "jobs">;

/** How things stand now: the queue, the repositories and their files, what is wrong, budgets, and the machine as each process sees it. */
export async function presentFigures(records: Surroundings): Promise<readonly Family[]> {
  const now = records.clock.now().getTime();
  const [queue, repositories, files, alerts, budgets, samples] = await Promise.all([
    queueDepth(records, now),
    repositoriesByState(records),
    countBoundFiles(records, {}),
    openAlerts(records),
    listBudgets(records),
    newestSamples(records, new Date(now - ALIVE_MILLISECONDS).toISOString()),
  ]);
  const { waiting, running, dead } = queue;
  return [
    gauge("interlinear_deliveries", "Deliveries that wait, are worked on, or were given up, by state.", {
      state: { waiting, running, dead },
    }),
    single(
      "interlinear_delivery_oldest_waiting_seconds",
      "For how long the oldest waiting delivery is there; 0 where none waits.",
      (queue.oldestWaiting ?? 0) / 1_000,
    ),
    gauge("interlinear_jobs", "Jobs that could be done now or are being done, by kind.", { kind: queue.jobs }),
    gauge("interlinear_repositories", "Repositories, by state.", { state: repositories.states }),
    single(
      "interlinear_repositories_with_problem",
      "Repositories that something is wrong with, as the administration shows it.",
      repositories.withProblem,
    ),
    gauge("interlinear_files", "Bound files as the last run left them, by state.", { state: files }),
    gauge("interlinear_alerts", "What the operator was told of and is not over, by severity.", { severity: alerts }),
    each(
      "interlinear_budget_remaining",
      "Requests that a server still allows in this period, by its name.",
      budgets,
      (budget) => ({
        labels: { name: budget.name },
        value: budget.remaining,
      }),
    ),
    each(
      "interlinear_budget_allowed",
      "Requests that a server allows in a whole period, by its name.",
      budgets,
      (budget) => ({
        labels: { name: budget.name },
        value: budget.allowed,
      }),
    ),
    ...machineFigures(samples),
  ];
}

const machine: readonly (readonly [name: string, help: string, read: (sample: Sample) => number])[] = [
  ["interlinear_process_cpu_ratio", "Share of all cores that a process of the bot took.", (seen) => seen.processCpu],
  ["interlinear_process_memory_bytes", "Memory that a process of the bot holds.", (seen) => seen.processMemory],
  [
    "interlinear_process_loop_delay_p99_seconds",
    "How late the event loop of a process was, 99th percentile of ten seconds.",
    (seen) => seen.loopP99 / 1_000,
  ],
  ["interlinear_machine_cpu_ratio", "Share of all cores that was in use.", (seen) => seen.cpu],
  ["interlinear_machine_memory_used_bytes", "Memory in use.", (seen) => seen.memoryUsed],
  ["interlinear_machine_memory_bytes", "Memory.", (seen) => seen.memoryTotal],
  ["interlinear_disk_used_bytes", "Used of the disk that the data folder is on.", (seen) => seen.diskUsed],
  ["interlinear_disk_bytes", "Size of the disk that the data folder is on.", (seen) => seen.diskTotal],
];

function machineFigures(samples: readonly Sample[]): readonly Family[] {
  return machine.map(([name, help, read]) =>
    each(name, help, samples, (sample) => ({ labels: { worker: sample.worker }, value: read(sample) })),
  );
}

async function repositoriesByState({ database }: Surroundings) {
  const rows = await database
    .selectFrom("repository")
    .select(({ fn, eb }) => [
      "state",
      fn.countAll<number>().as("count"),
      fn.sum<number>(eb.case().when("problem", "=", "").then(0).else(1).end()).as("problems"),
    ])
    .groupBy("state")
    .execute();
  const none = { active: 0, unmapped: 0, paused: 0, gone: 0 };
  const states = { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
  return { states, withProblem: rows.reduce((sum, { problems }) => sum + problems, 0) };
}

async function openAlerts({ database }: Surroundings) {
  const rows = await database
    .selectFrom("alert")
    .select(({ fn }) => ["severity", fn.countAll<number>().as("count")])
    .where("resolved", "is", null)
    .groupBy("severity")
    .execute();
  const none = { warning: 0, error: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ severity, count }) => [severity, count])) };
}

/** @param values name of the one label → its values */
function gauge(name: string, help: string, values: Readonly<Record<string, Readonly<Record<string, number>>>>): Family {
  const readings = Object.entries(values).flatMap(([label, figures]) =>
    Object.entries(figures).map(([value, figure]): Reading => ({ labels: { [label]: value }, value: figure })),
  );
  return { kind: "gauge", name, help, readings };
}

function single(name: string, help: string, value: number): Family {
  return { kind: "gauge", name, help, readings: [{ labels: {}, value }] };
}

function each<Of>(name: string, help: string, items: readonly Of[], read: (item: Of) => Reading): Family {
  return { kind: "gauge", name, help, readings: items.map(read) };
}
