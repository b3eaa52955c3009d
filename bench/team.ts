import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Agent, request } from "undici";
import { startPostgres, type TestPostgres } from "../test/support/postgres.ts";
import { mixedLoad } from "../test/support/mixed-load.ts";
import { createRepository } from "../test/support/repository.ts";
import { callApi, makeJsonComponents, startServers, type Servers } from "./benched-service.ts";
import { measured, quantile, type Measurement } from "./row.ts";

const STRINGS = 2000;
const WRITERS = 10;
/** What is not counted: code that is compiled, plans that are made, caches that fill. */
const WARM_MILLISECONDS = 4000;
const MILLISECONDS = 12_000;
const AWAY_MILLISECONDS = 1000;
const MIXED = { connections: 100, milliseconds: 60_000 };

interface Scene {
  readonly database: "SQLite" | "PostgreSQL";
  readonly processes: number;
  readonly savesGoal: number;
}

/** SQLite belongs to one process: a second one is refused when it starts. */
const scenes: readonly Scene[] = [
  { database: "SQLite", processes: 1, savesGoal: 150 },
  { database: "PostgreSQL", processes: 1, savesGoal: 100 },
  { database: "PostgreSQL", processes: 2, savesGoal: 100 },
];

/** What a round of requests came to. */
interface Round {
  /** Milliseconds of each request that was answered 200. */
  readonly times: readonly number[];
  /** Answers that are neither 200 nor, while the database is away, 503 with `Retry-After`. */
  readonly errors: readonly string[];
  /** How often somebody was told to come again. */
  readonly later: number;
  readonly seconds: number;
  /** Seconds of processors that servers and database worked meanwhile; undefined where the system does not tell. */
  readonly processor: number | undefined;
}

/**
 * A team that translates at the same time: saves a second by writers, databases and processes, with searches beside them, and
 * through a restart of the database. There is no peer: the goals are numbers. `--json` and a quiet machine, please.
 */
export async function team(): Promise<readonly Measurement[]> {
  await using postgres = await startPostgres();
  const rows: Measurement[] = [];
  for (const scene of scenes) rows.push(...(await played(scene, postgres)));
  return rows;
}

async function played(scene: Scene, postgres: TestPostgres): Promise<Measurement[]> {
  const isPostgres = scene.database === "PostgreSQL";
  const title = `${scene.database}, ${String(scene.processes)} ${scene.processes === 1 ? "process" : "processes"}`;
  const say = (what: string): void => {
    console.error(`${title}: ${what}`);
  };
  say("filling");
  await using repository = await createRepository({
    "app/en.json": jsonFile((key) => `Text of ${key}`),
    "app/cs.json": "{}\n",
    "app/de.json": "{}\n",
    "web/en.json": jsonFile((key) => `Words of ${key}`),
    "web/cs.json": "{}\n",
  });
  const databaseUrl = isPostgres ? await postgres.createDatabase() : undefined;
  await using servers = await startServers({ processes: scene.processes, databaseUrl });
  await callApi(servers, "projects/", { name: "Team", slug: "team", web: "https://example.org/" });
  await makeJsonComponents(servers, "team", ["app", "web"], repository);
  const units = await stringsOf(servers, "team/app/cs");
  const meter = (): number | undefined =>
    processorSeconds([...servers.pids(), ...(isPostgres ? [postgres.mainProcess()] : [])]);
  const texts = new Map<number, string>();
  const save = saver(servers, units, texts);

  await round([save(0), save(1), save(2)], WARM_MILLISECONDS, () => undefined);
  const name = (what: string): string => `${title}: ${what}`;
  const rows: Measurement[] = [];
  for (const writers of [1, WRITERS]) {
    say(`${String(writers)} saving`);
    const result = await round(
      Array.from({ length: writers }, (_, index) => save(index)),
      MILLISECONDS,
      meter,
    );
    const goals = writers === WRITERS ? scene.savesGoal : undefined;
    rows.push(...savingRows((what) => name(`${what}, ${String(writers)} writing`), result, goals));
  }
  say("searches beside them");
  const beside = { pings: [] as number[], over: new AbortController() };
  const searching = keepAsking(servers, "units/?q=target:zzz%20OR%20note:%22no%20such%22", beside.over.signal, []);
  const pinging = keepAsking(servers, "", beside.over.signal, beside.pings);
  const crowded = await round(
    Array.from({ length: WRITERS }, (_, index) => save(index)),
    MILLISECONDS,
    meter,
  );
  beside.over.abort();
  await Promise.all([searching, pinging]);
  rows.push(...savingRows((what) => name(`${what}, searches beside`), crowded, undefined));
  rows.push(measured(name("GET /api/ meanwhile, p99"), "ms", quantile(beside.pings, 0.99), { atMost: 50 }));
  if (isPostgres) {
    say("the database restarts");
    const [restarted] = await Promise.all([
      round(
        Array.from({ length: WRITERS }, (_, index) => save(index)),
        MILLISECONDS,
        () => undefined,
      ),
      setTimeout(MILLISECONDS / 3).then(() => postgres.restart(() => setTimeout(AWAY_MILLISECONDS))),
    ]);
    rows.push(measured(name("errors through a restart"), "answers", restarted.errors.length, { atMost: 0 }));
    rows.push(measured(name("told to come again meanwhile"), "answers", restarted.later));
    for (const error of new Set(restarted.errors)) say(error);
  }
  say("a hundred connections of mixed work");
  const { urls, adminToken } = servers;
  // Another language: what was acknowledged above is looked at afterwards.
  const others = (await stringsOf(servers, "team/app/de")).map(({ id }) => id);
  const mixed = await mixedLoad({ urls, adminToken, translation: "team/app/de", units: others }, MIXED);
  rows.push(measured(name("100 connections of mixed work, p99"), "ms", quantile(mixed.times, 0.99), { atMost: 1000 }));
  rows.push(measured(name("errors of mixed work"), "answers", mixed.errors.length, { atMost: 0 }));
  for (const [kind, times] of mixed.timesOf) {
    const [half, most] = [quantile(times, 0.5), quantile(times, 0.99)];
    say(`${kind}: ${String(times.length)}, p50 ${half.toFixed(0)} ms, p99 ${most.toFixed(0)} ms`);
  }
  for (const error of new Set(mixed.errors)) say(error);
  const now = new Map((await stringsOf(servers, "team/app/cs")).map(({ id, target }) => [id, target[0]]));
  const lost = [...texts].filter(([id, text]) => now.get(id) !== text);
  rows.push(measured(name("acknowledged saves that are not there"), "strings", lost.length, { atMost: 0 }));
  return rows;
}

function savingRows(name: (what: string) => string, result: Round, goal: number | undefined): Measurement[] {
  for (const error of new Set(result.errors)) console.error(error);
  const saves = result.times.length;
  const cost = result.processor === undefined ? undefined : (result.processor * 1000) / saves;
  return [
    measured(name("saves"), "/s", saves / result.seconds, goal === undefined ? undefined : { atLeast: goal }),
    measured(name("p50"), "ms", quantile(result.times, 0.5)),
    measured(name("p99"), "ms", quantile(result.times, 0.99), goal === undefined ? undefined : { atMost: 200 }),
    measured(name("processor time of a save"), "ms", cost),
    measured(name("errors"), "answers", result.errors.length, { atMost: 0 }),
  ];
}

/** What one writer does again and again. @returns the answer's status, with why where it is no 200 */
type Save = () => Promise<string>;

async function round(writers: readonly Save[], milliseconds: number, meter: () => number | undefined): Promise<Round> {
  const [times, errors]: [number[], string[]] = [[], []];
  let later = 0;
  const before = meter();
  const began = performance.now();
  const until = began + milliseconds;
  await Promise.all(
    writers.map(async (save) => {
      while (performance.now() < until) {
        const asked = performance.now();
        const answer = await save();
        if (answer === "200") times.push(performance.now() - asked);
        else if (answer.startsWith("503 later")) later += 1;
        else errors.push(answer);
        if (answer !== "200") await setTimeout(50);
      }
    }),
  );
  const [seconds, after] = [(performance.now() - began) / 1000, meter()];
  const processor = before === undefined || after === undefined ? undefined : after - before;
  return { times, errors, later, seconds, processor };
}

const agent = new Agent({ connections: 64 });

/** Writers save strings of one file, each its own. */
function saver(
  { urls, adminToken }: Servers,
  units: readonly { readonly id: number }[],
  texts: Map<number, string>,
): (writer: number) => Save {
  let saved = 0;
  return (writer) => {
    const own = units.filter((_, index) => index % WRITERS === writer);
    return async () => {
      saved += 1;
      const id = own[saved % own.length]?.id ?? 0;
      const text = `Text ${String(saved)} of writer ${String(writer)}`;
      const { statusCode, headers, body } = await request(
        `${urls[writer % urls.length] ?? ""}/api/units/${String(id)}/`,
        {
          method: "PATCH",
          dispatcher: agent,
          headers: { authorization: `Token ${adminToken}`, "content-type": "application/json" },
          body: JSON.stringify({ target: [text], state: 20 }),
        },
      );
      const answer = await body.text();
      // Who is told to come again does not know what was saved.
      if (statusCode === 200) texts.set(id, text);
      else texts.delete(id);
      if (statusCode === 200) return "200";
      return statusCode === 503 && headers["retry-after"] !== undefined
        ? "503 later"
        : `${String(statusCode)} ${answer.slice(0, 200)}`;
    };
  };
}

async function keepAsking(servers: Servers, path: string, signal: AbortSignal, times: number[]): Promise<void> {
  while (!signal.aborted) {
    const asked = performance.now();
    await callApi(servers, path);
    times.push(performance.now() - asked);
    await setTimeout(20);
  }
}

interface ListedString {
  readonly id: number;
  readonly target: readonly string[];
}

async function stringsOf(servers: Servers, translation: string): Promise<ListedString[]> {
  const strings: ListedString[] = [];
  for (let page = 1; strings.length < STRINGS; page += 1) {
    const path = `translations/${translation}/units/?page_size=1000&page=${String(page)}`;
    const { results }: { results: ListedString[] } = JSON.parse(await callApi(servers, path));
    strings.push(...results);
  }
  return strings;
}

function jsonFile(text: (key: string) => string): string {
  const keys = Array.from({ length: STRINGS }, (_, index) => `key_${String(index)}`);
  return `${JSON.stringify(Object.fromEntries(keys.map((key) => [key, text(key)])), undefined, 2)}\n`;
}

/** proc(5): times are in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** What these processes, and all that they started, have worked so far. Undefined where the system does not tell. */
function processorSeconds(pids: readonly number[]): number | undefined {
  const stats = new Map<number, { readonly parent: number; readonly ticks: number }>();
  try {
    for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
      const line = textOf(join("/proc", name, "stat"));
      // The program's name stands in brackets, and may hold spaces and brackets.
      const fields = line
        .slice(line.lastIndexOf(")") + 2)
        .split(" ")
        .map(Number);
      const [parent = 0, ...times] = [fields[1], ...fields.slice(11, 15)];
      if (line !== "")
        stats.set(Number(name), { parent, ticks: times.reduce((sum: number, time) => sum + (time ?? 0), 0) });
    }
  } catch {
    return undefined;
  }
  const belongs = (pid: number): boolean =>
    pids.includes(pid) || (stats.has(pid) && pid > 1 && belongs(stats.get(pid)?.parent ?? 0));
  let ticks = 0;
  for (const [pid, stat] of stats) if (belongs(pid)) ticks += stat.ticks;
  return ticks / TICKS_PER_SECOND;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // It has ended meanwhile.
    return "";
  }
}
