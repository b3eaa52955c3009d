import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { StatementSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import type { TimerClock } from "../src/core/clock.ts";
import { silentLogger } from "../src/core/logger.ts";
import { Watcher } from "../src/bot/alerts/watcher.ts";
import type { JobEnd } from "../src/bot/jobs/job-end.ts";
import type { RequestedJob } from "../src/bot/jobs/requested-job.ts";
import { workOnRepository, type BotWork } from "../src/bot/jobs/work-repository.ts";
import { Ticker } from "../src/bot/schedule/ticker.ts";
import { movedTranslations } from "../src/bot/webhooks/moved-translations.ts";
import { takeForgeEvent } from "../src/bot/webhooks/take-forge-event.ts";
import { takeChange } from "../src/bot/webhooks/take-service-change.ts";
import { REPOSITORY_JOB } from "../src/records/deliveries/deliveries.ts";
import { openRecords } from "../src/records/open-records.ts";
import { noteFollowedBranches } from "../src/records/repositories/repositories.ts";
import {
  defaultSettings,
  type GitHubSettings,
  type ServiceSettings,
  type Settings,
} from "../src/records/settings/settings.ts";
import { inTransaction } from "../src/store/database.ts";
import { temporaryDirectory } from "../test/support/temporary-directory.ts";
import type { Measurement } from "./row.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 0, 5);

/** A working day, by what is known of busy organisations: most repositories are quiet, some have translators at work. */
const LOAD = {
  repositories: 10_000,
  runsAtOnce: 2,
  /** Of each repository in a day, between 7:00 and 19:00 UTC, evenly. */
  pushes: 0.3,
  /** To branches that no component follows. */
  otherPushes: 0.3,
  /** Opened or changed. */
  pullRequests: 0.1,
  /** Who save a string each half minute for twenty minutes, each in a repository of their own. */
  translators: 100,
  saves: 40,
} as const;

/**
 * What a job takes: seconds over a network, of which GitHub's pace of a second a write is a part, and requests: to GitHub with those for a
 * token (`work-repository`), and to the service. The requests are those that the tests of requests assert.
 */
const COSTS = {
  inStep: { seconds: 2, github: 1, service: 1 },
  pull: { seconds: 8, github: 11, service: 5 },
  review: { seconds: 3, github: 8, service: 0 },
} as const;

/** An hour's: an installation's in many repositories, and a token's. Source: GitHub's "Rate limits for the REST API"; the service's default. */
const LIMITS = { github: 12_500, service: 5_000 } as const;

const NAME = (repository: number): string => `acme/app-${String(repository)}`;

/** Time that jumps from one event to the next: a day takes as long as its work does. */
class EventClock implements TimerClock {
  #now = START;
  #timers: { readonly time: number; readonly order: number; readonly wake: () => void }[] = [];
  #order = 0;
  /** Works that are under way, and do not wait for a time. */
  busy = 0;

  now(): Date {
    return new Date(this.#now);
  }

  /** As the contract has it, also where the signal was aborted before: a run that ended while it noted its progress sleeps no more. */
  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.at(this.#now + milliseconds, resolve);
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    await promise;
  }

  every(milliseconds: number, look: () => Promise<void>): Disposable {
    let isOver = false;
    const next = (): void => {
      this.at(this.#now + milliseconds, () => {
        if (isOver) return;
        void this.during(look());
        next();
      });
    };
    next();
    return { [Symbol.dispose]: () => void (isOver = true) };
  }

  /** Time stands still while this is under way. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.busy += 1;
    try {
      return await work;
    } finally {
      this.busy -= 1;
    }
  }

  /** What is under way waits for a time. */
  async whileWaiting<T>(wait: Promise<T>): Promise<T> {
    this.busy -= 1;
    try {
      return await wait;
    } finally {
      this.busy += 1;
    }
  }

  /** A heap: the next one is the first. */
  at(time: number, wake: () => void): void {
    const heap = this.#timers;
    this.#order += 1;
    let at = heap.push({ time, order: this.#order, wake }) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(heap[at], heap[above])) break;
      [heap[at], heap[above]] = [heap[above]!, heap[at]!];
      at = above;
    }
  }

  /** It is the time of the next event. @returns whether there was one before that time */
  step(end: number): boolean {
    const heap = this.#timers;
    const [first] = heap;
    if (first === undefined || first.time > end) return false;
    const last = heap.pop()!;
    if (heap.length > 0) {
      heap[0] = last;
      for (let at = 0; ;) {
        const [left, right] = [2 * at + 1, 2 * at + 2];
        let least = at;
        if (left < heap.length && isBefore(heap[left], heap[least])) least = left;
        if (right < heap.length && isBefore(heap[right], heap[least])) least = right;
        if (least === at) break;
        [heap[at], heap[least]] = [heap[least]!, heap[at]!];
        at = least;
      }
    }
    this.#now = Math.max(this.#now, first.time);
    first.wake();
    return true;
  }
}

interface Ordered {
  readonly time: number;
  readonly order: number;
}

function isBefore(one: Ordered | undefined, other: Ordered | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.time < other.time || (one.time === other.time && one.order < other.order);
}

/** Requests by hour, as servers count them. */
class Budget {
  readonly #limit: number;
  readonly hours = Array.from({ length: 24 }, () => 0);
  postponed = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @returns when it may be tried again, where the hour's are used up */
  take(now: number, requests: number): Date | undefined {
    const hour = Math.floor((now - START) / HOUR) % 24;
    const used = this.hours[hour] ?? 0;
    if (used + requests <= this.#limit) {
      this.hours[hour] = used + requests;
      return undefined;
    }
    this.postponed += 1;
    return new Date(Math.floor(now / HOUR) * HOUR + HOUR);
  }

  get most(): number {
    return Math.max(...this.hours) / this.#limit;
  }
}

const github: GitHubSettings = {
  kind: "github",
  serverUrl: "https://github.com",
  apiUrl: "https://api.github.com",
  appId: "1",
  privateKey: "",
  webhookSecret: "",
};
const service: ServiceSettings = {
  url: "https://translate.example.org",
  token: "token",
  webhookSecret: "",
  repositories: ["acme/*"],
};

/**
 * A day of many repositories: webhooks, queue, timers, budgets and records are the bot's own, on SQLite, with a clock that jumps; what a
 * job does, and how long it takes, is made up of {@link COSTS}.
 */
export async function botDay(load: typeof LOAD = LOAD): Promise<readonly Measurement[]> {
  await using folder = await temporaryDirectory();
  const data = join(folder.path, "bot");
  await mkdir(data);
  const clock = new EventClock();
  await using records = await openRecords({ data, logger: silentLogger, clock });
  const settings: Settings = {
    ...defaultSettings,
    forges: { github },
    services: { main: service },
    limits: { ...defaultSettings.limits, runsAtOnce: load.runsAtOnce },
    schedules: { default: "0 3 * * *", repositories: {} },
  };
  const budgets = { github: new Budget(LIMITS.github), service: new Budget(LIMITS.service) };
  const seen = { runs: 0, busy: 0, deepest: 0, nightEnd: 0, waits: [] as number[], nightly: new Set<string>() };
  const open = new Map<string, number>();
  const performJob = async ({ job, repository: { name } }: RequestedJob): Promise<JobEnd> => {
    const isReview = job.kind === "review";
    const saved = open.get(name);
    const cost = isReview ? COSTS.review : saved !== undefined && job.kind === "run" ? COSTS.pull : COSTS.inStep;
    const now = clock.now().getTime();
    const until = budgets.github.take(now, cost.github) ?? budgets.service.take(now, cost.service);
    if (until !== undefined) {
      return endOf({ state: "failed", outcome: "rate limit", notBefore: until });
    }
    await clock.whileWaiting(clock.sleep(cost.seconds * 1_000));
    seen.runs += 1;
    seen.busy += cost.seconds;
    if (cost === COSTS.pull) {
      open.delete(name);
      seen.waits.push((clock.now().getTime() - (saved ?? 0)) / 1_000);
    }
    if (job.kind === "run" && job.command === "sync" && !seen.nightly.has(name)) {
      seen.nightly.add(name);
      seen.nightEnd = clock.now().getTime();
    }
    return endOf({ state: "done", outcome: "everything is in step" });
  };
  const asked = { tokenFor: async () => "token", teamTokenFor: () => undefined, forget: () => undefined };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these are all that is asked for
  const tokens = asked as unknown as BotWork["tokens"];
  const work: BotWork = {
    records,
    settings: async () => settings,
    // What a job stands on is of no interest here.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these are all that is asked for
    clones: { upToDate: async () => "", maintain: async () => undefined } as unknown as BotWork["clones"],
    tokens,
    performJob,
    worker: "simulation",
    closing: new AbortController().signal,
    ending: new AbortController().signal,
  };
  say(`${String(load.repositories)} repositories are known`);
  await fill(records, load.repositories);
  const ticker = new Ticker({ records, settings: work.settings, askForMissed: async () => undefined });
  await records.jobs.start({
    [REPOSITORY_JOB]: async (payload) => clock.during(workOnRepository(work, Number(payload["repository"]))),
  });
  const watcher = new Watcher({ records, settings: work.settings, data });
  ticker.start();
  watcher.start();
  let deliveries = 0;
  const events = eventsOf(load);
  for (const { time, repository, kind } of events) {
    clock.at(time, () => {
      deliveries += 1;
      if (kind === "save") {
        if (!open.has(NAME(repository))) open.set(NAME(repository), clock.now().getTime());
        const moved = movedTranslations({
          action: "Translation changed",
          project: "acme",
          component: `c-${String(repository)}`,
        });
        if (moved !== undefined)
          void clock.during(takeChange(records, service, { service: "main", id: `s${String(deliveries)}`, moved }));
        return;
      }
      const guid = `d${String(deliveries)}`;
      void clock.during(
        takeForgeEvent(records, github, { forge: "github", guid, ...webhookOf(kind, repository, deliveries) }),
      );
    });
  }
  const [cpu, began] = [process.cpuUsage(), performance.now()];
  const costs: number[] = [];
  let said = 0;
  const settled = settling(clock);
  while (clock.step(START + DAY)) {
    await settled();
    const hour = Math.floor((clock.now().getTime() - START) / HOUR);
    if (hour < said) continue;
    said = hour + 1;
    const { user, system } = process.cpuUsage(cpu);
    costs.push((user + system) / 1e6);
    const waiting = await depth(records);
    seen.deepest = Math.max(seen.deepest, waiting);
    say(
      `${String(hour)}:00, ${String(seen.runs)} runs, ${String(waiting)} wait, ${((performance.now() - began) / 1_000).toFixed(0)} s`,
    );
  }
  const left = await depth(records);
  const used = process.cpuUsage(cpu);
  await ticker.stop();
  await watcher.stop();
  const total = deliveries + load.repositories;
  const waits = seen.waits.toSorted((one, other) => one - other);
  const quantile = (share: number): number => waits[Math.floor(waits.length * share)] ?? 0;
  const bytes = (await stat(join(data, "bot.sqlite"))).size;
  const shares = {
    "GitHub's requests of an hour": budgets.github.most,
    "the service's requests of an hour": budgets.service.most,
    "runs side by side, over the day": seen.busy / (load.runsAtOnce * 24 * 3_600),
  };
  const row = (name: string, unit: string, ours: number): Measurement => ({ name, unit, ours, peer: undefined });
  return [
    row("deliveries of the day", "", total),
    row("runs of the day", "", seen.runs),
    row("hours until the nightly runs are over", "h", tenths((seen.nightEnd - START) / HOUR - 3)),
    row("save to pull request, p50", "s", tenths(quantile(0.5))),
    row("save to pull request, p99", "s", tenths(quantile(0.99))),
    row("most repositories that wait at a full hour", "", seen.deepest),
    row("left at the end", "", left),
    row("requests to GitHub", "", sum(budgets.github.hours)),
    row("requests to the service", "", sum(budgets.service.hours)),
    row("runs that GitHub's limit put off", "", budgets.github.postponed),
    row("runs that the service's limit put off", "", budgets.service.postponed),
    ...Object.entries(shares).map(([name, share]) => row(`used of ${name}`, "%", tenths(share * 100))),
    ...Object.entries(shares).map(([name, share]) =>
      row(`repositories of this kind that use up ${name}`, "", Math.round(load.repositories / share)),
    ),
    row("database after the day", "MB", Math.round(bytes / 1e6)),
    row("most memory of the simulation", "MB", Math.round(process.resourceUsage().maxRSS / 1e3)),
    row(
      "processor for an hour, without the runs themselves: the dearest",
      "s",
      tenths(Math.max(...differences(costs))),
    ),
    row(
      "processor for an hour, without the runs themselves: the cheapest",
      "s",
      tenths(Math.min(...differences(costs))),
    ),
    row("processor for a delivery, with its run's records", "ms", tenths((used.user + used.system) / 1e3 / total)),
  ];
}

function endOf(report: Pick<JobEnd["report"], "state" | "outcome" | "notBefore">): JobEnd {
  return {
    report: { summary: report.outcome, isWorthAnotherTry: true, ...report },
    steps: [],
    refusals: [],
    isQuiet: false,
    isUnmapped: false,
    followedBranches: [],
  };
}

type Kind = "push" | "other-push" | "pull-request" | "save";

interface DayEvent {
  readonly time: number;
  readonly repository: number;
  readonly kind: Kind;
}

/** Evenly over repositories and hours, by steps that share no factor with them: the same each time, and nowhere in step. */
function eventsOf({ repositories, pushes, otherPushes, pullRequests, translators, saves }: typeof LOAD): DayEvent[] {
  const [morning, length] = [START + 7 * HOUR, 12 * HOUR];
  const many = (kind: Kind, each: number): DayEvent[] =>
    Array.from({ length: Math.round(each * repositories) }, (_, at) => ({
      kind,
      repository: (at * 7_919) % repositories,
      time: morning + ((at * 104_729 * 1_000) % length),
    }));
  const saved = Array.from({ length: translators }, (_, who) =>
    Array.from({ length: saves }, (_each, at): DayEvent => ({
      kind: "save",
      repository: (who * 31) % repositories,
      time: morning + ((who * 15_485_863) % length) + at * 30_000,
    })),
  ).flat();
  return [...many("push", pushes), ...many("other-push", otherPushes), ...many("pull-request", pullRequests), ...saved];
}

function webhookOf(
  kind: Exclude<Kind, "save">,
  repository: number,
  at: number,
): { readonly event: string; readonly payload: object } {
  const about = {
    repository: { full_name: NAME(repository), id: repository + 1, default_branch: "main" },
    installation: { id: 9 },
    sender: { login: "dana", type: "User" },
  };
  const commit = at.toString(16).padStart(40, "0");
  if (kind !== "pull-request") {
    const ref = `refs/heads/${kind === "push" ? "main" : "topic"}`;
    return { event: "push", payload: { ...about, ref, before: "1".repeat(40), after: commit, deleted: false } };
  }
  const repo = { full_name: NAME(repository) };
  const ends = { head: { ref: "topic", sha: commit, repo }, base: { ref: "main", sha: "a".repeat(40), repo } };
  return {
    event: "pull_request",
    payload: { ...about, action: "synchronize", pull_request: { number: 7, body: "", ...ends } },
  };
}

type OpenedRecords = Awaited<ReturnType<typeof openRecords>>;

/** In one transaction: a slow disk would write ten thousand times. */
async function fill(records: OpenedRecords, repositories: number): Promise<void> {
  await inTransaction(records.database, async (database) => {
    for (let at = 0; at < repositories; at += 1) {
      const made = { forge: "github", name: NAME(at), number: at + 1, default_branch: "main", state: "active" };
      const row = { ...made, problem: "", created: new Date(START).toISOString() };
      const { id } = await database.insertInto("repository").values(row).returning("id").executeTakeFirstOrThrow();
      await noteFollowedBranches({ database }, id, []);
      const file = {
        repository_id: id,
        branch: "main",
        component: `acme/c-${String(at)}`,
        language: "cs",
        path: "cs.json",
      };
      await database
        .insertInto("bound_file")
        .values({
          ...file,
          state: "in-step",
          last_sync: row.created,
          is_source: 0,
          reason: "",
          url: "",
          translated_percent: null,
          pull_request: "",
        })
        .execute();
    }
  });
}

async function depth({ database }: OpenedRecords): Promise<number> {
  const { waiting } = await database
    .selectFrom("delivery")
    .select(({ fn }) => fn.count<number>("repository_id").distinct().as("waiting"))
    .where("state", "=", "waiting")
    .executeTakeFirstOrThrow();
  return waiting;
}

/** Turns of Node's loop after which nobody who works with the database is still at it. */
const QUIET_TURNS = 4;

/** Time must not go on before what an event began has come to its end, or to a wait: the database is asked no more. */
function settling(clock: EventClock): () => Promise<void> {
  let asked = 0;
  for (const name of ["all", "run"] as const) {
    const { [name]: own } = StatementSync.prototype;
    StatementSync.prototype[name] = function counted(this: StatementSync, ...given: unknown[]) {
      asked += 1;
      return Reflect.apply(own, this, given);
    };
  }
  return async () => {
    for (let [quiet, before] = [0, asked]; quiet < QUIET_TURNS; quiet += 1) {
      await setImmediate();
      if (asked !== before || clock.busy > 0) [quiet, before] = [0, asked];
    }
  };
}

function say(words: string): void {
  console.error(words);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function differences(sums: readonly number[]): readonly number[] {
  return sums.slice(1).map((value, at) => value - (sums[at] ?? 0));
}

function tenths(value: number): number {
  return Number(value.toFixed(1));
}
