import { hash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { Agent, fetch, FormData } from "undici";
import { createRepository, type TestRepository } from "../test/support/repository.ts";
import {
  jsonComponent,
  startOurs,
  startPeer,
  untilRead,
  type BenchedService,
  type Filling,
  type ServiceAddress,
} from "./benched-service.ts";
import { askedOnABeat } from "./on-a-beat.ts";
import { median, quantile, type Measurement } from "./row.ts";

/** 25 components in 40 languages, the source language among them: a list of 1,000 translations. */
const WIDE = { components: 25, languages: 40, strings: 2 };
const LARGE_STRINGS = 10_000;
/** With those of the large one in two languages. */
const STRINGS = WIDE.components * WIDE.languages * WIDE.strings + 2 * LARGE_STRINGS;
const RUNS = 5;
/** Of what takes milliseconds: a program that has just started is slower at the first of them than it is for days. */
const QUICK_RUNS = 25;
const QUIET_MILLISECONDS = 5000;
/** So long nobody asks before a search, as where a few people translate: what a service has let go of meanwhile is waited for. */
const PAUSE_MILLISECONDS = 12_000;
const PAUSES_MEASURED = 3;
/** The peer may need much longer for the large upload; what it has needed by then is shown as what it needs at least. */
const PATIENCE_MILLISECONDS = 60_000;
/** A large upload may take the peer minutes, and nobody gives up on it sooner. */
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
/** As many connections as a browser has: what waits for one waits for its answer. */
const somebodyElse = new Agent({ headersTimeout: 0, bodyTimeout: 0, connections: 6 });

const LANGUAGES =
  "ar az bg bn bs ca cs da de el es et fa fi fr gl he hi hr hu id is it ja ka kk ko lt lv mk nb nl pl pt ro ru sk sl sr sv".split(
    " ",
  );

/** Milliseconds of each job, of one service. */
interface Times {
  readonly list: number;
  readonly statistics: number;
  readonly units: number;
  readonly upload: number;
  readonly download: number;
  readonly save: number;
  readonly search: number;
  readonly searchAfterPause: number;
  /** The upload was not waited for to its end. */
  readonly isUploadCut: boolean;
}

type Job = Exclude<keyof Times, "isUploadCut">;

interface Result {
  readonly times: Times;
  /** Milliseconds of each answer to somebody else, while ten thousand strings were at work. */
  readonly pings: readonly number[];
  /** Of that work the upload was left out, or not waited for to its end. */
  readonly isWorkCut: boolean;
  readonly start: number;
  readonly memory: number | undefined;
}

/**
 * What a busy project asks of its service, of ours and of the real one in the same run. For what people wait for, ours may need
 * a tenth of the time and of the memory. A download is git's work on both sides, and statistics
 * are few numbers: these need only not be slower.
 */
export async function service(): Promise<readonly Measurement[]> {
  const files = benchFiles();
  await using repository = await createRepository(files);
  const filling = (side: Side): Filling => ({
    name: hash("sha256", JSON.stringify([files, componentBody("", { ...repository, remoteUrl: "" })])).slice(0, 16),
    repository,
    make: (at, remoteUrl) => fill(side, at, { remoteUrl, branch: repository.branch }),
    verify: async (at) => {
      const { total }: { total: number } = JSON.parse(await call(at, "GET", "projects/bench/statistics/"));
      if (total !== STRINGS) throw new Error(`${side} was filled with ${String(total)} of ${String(STRINGS)} strings`);
    },
  });
  const ours = await measure("ours", await startOurs(filling("ours")));
  const started = await startPeer(filling("peer"));
  const peer = started === undefined ? undefined : await measure("peer", started);
  const timed = (name: string, of: Job, timesPeer = 0.1): Measurement => ({
    name,
    unit: "ms",
    ours: rounded(ours.times[of]),
    peer: peer === undefined ? undefined : rounded(peer.times[of]),
    goal: { timesPeer },
  });
  return [
    timed("list 1,000 translations", "list"),
    timed("statistics of a component in 40 languages", "statistics", 1),
    timed("a page of 1,000 strings", "units"),
    timed(`upload a file of 10,000 strings, all changed${peer?.times.isUploadCut === true ? CUT : ""}`, "upload"),
    timed("save a string", "save"),
    timed("search 20,000 strings for a text", "search"),
    timed("search them after a pause of 12 seconds", "searchAfterPause", 1),
    timed("download a file of 10,000 strings", "download", 1),
    {
      name: `GET /api/ while 10,000 strings are uploaded, listed and exported, p99${peer?.isWorkCut === true ? " (the peer without the whole upload)" : ""}`,
      unit: "ms",
      ours: rounded(quantile(ours.pings, 0.99)),
      peer: peer && rounded(quantile(peer.pings, 0.99)),
      goal: { atMost: 50 },
    },
    {
      name: "memory, a moment later",
      unit: "MB",
      ours: megabytes(ours.memory),
      peer: megabytes(peer?.memory),
      goal: { timesPeer: 0.1 },
    },
    {
      name: "start",
      unit: "ms",
      ours: rounded(ours.start),
      peer: peer && rounded(peer.start),
      goal: { timesPeer: 0.1 },
    },
  ];
}

const CUT = ` (the peer was not done after ${String(PATIENCE_MILLISECONDS / 1000)} seconds)`;

function rounded(milliseconds: number): number {
  return Number(milliseconds.toFixed(1));
}

function megabytes(bytes: number | undefined): number | undefined {
  return bytes === undefined ? undefined : Math.round(bytes / 1e6);
}

async function measure(side: Side, started: BenchedService): Promise<Result> {
  await using running = started;
  const say = (what: string): void => {
    console.error(`${side}: ${what}`);
  };
  const get = (path: string): (() => Promise<void>) => {
    return async () => void (await call(running, "GET", path));
  };
  const large = "translations/bench/large/cs/file/";
  const page = "translations/bench/large/cs/units/?page_size=";
  const search = get("units/?q=source:%22number%209876%22");
  say("measuring lists, then a large upload");
  let isUploadCut = false;
  const times: Omit<Times, "isUploadCut"> = {
    list: await medianTime(get("translations/?page_size=1000")),
    statistics: await medianTime(get("components/bench/part-01/statistics/"), QUICK_RUNS),
    units: await medianTime(get(`${page}1000`)),
    search: await medianTime(search, QUICK_RUNS),
    searchAfterPause: await medianTime(search, PAUSES_MEASURED, () => setTimeout(PAUSE_MILLISECONDS)),
    // Before the saves, which a download commits, and before the upload: the peer may still be busy with that when it is not waited for any longer.
    download: await medianTime(get(large), QUICK_RUNS),
    save: await medianTime(saver(running), QUICK_RUNS),
    upload: await medianTime(async () => {
      isUploadCut = !(await uploaded(running, large, "podruhé"));
    }, 1),
  };
  say(JSON.stringify(times));
  // What it keeps, not what the last upload needed for a moment.
  await setTimeout(QUIET_MILLISECONDS);
  const memory = running.memoryBytes();
  say("asking while others work");
  const ask = () => call(running, "GET", "", undefined, { dispatcher: somebodyElse });
  let isWorkCut = isUploadCut;
  const pings = await askedOnABeat(ask, async () => {
    if (!isUploadCut) isWorkCut = !(await uploaded(running, large, "potřetí"));
    for (const format of ["json", "csv"]) await get(`${page}${String(LARGE_STRINGS)}&format=${format}`)();
    for (const format of ["xlsx", "tmx"]) await get(`${large}?format=${format}`)();
  });
  return { times: { ...times, isUploadCut }, pings, isWorkCut, start: running.startMilliseconds, memory };
}

/** @returns whether it was waited for to its end */
async function uploaded(running: BenchedService, path: string, ending: string): Promise<boolean> {
  const form = new FormData();
  form.set("method", "translate");
  form.set("conflicts", "replace-translated");
  form.set("file", new Blob([largeFile((index) => `Text ${String(index)}, ${ending}`)]), "cs.json");
  const patience = AbortSignal.timeout(PATIENCE_MILLISECONDS);
  const answer = await call(running, "POST", path, form, { signal: patience }).catch((error: unknown) => {
    if (!patience.aborted) throw error;
  });
  if (answer === undefined) return false;
  const { accepted }: { accepted: number } = JSON.parse(answer);
  if (accepted !== LARGE_STRINGS) throw new Error(`${String(accepted)} of the strings were taken`);
  return true;
}

/** Each time another text for one string, by the same person. */
function saver(running: BenchedService): () => Promise<void> {
  let texts = 0;
  let id: Promise<number> | undefined;
  const find = async (): Promise<number> => {
    const page = await call(running, "GET", "translations/bench/large/cs/units/?page_size=1");
    const { results }: { results: { id: number }[] } = JSON.parse(page);
    return results[0]?.id ?? 0;
  };
  return async () => {
    texts += 1;
    const body = { target: [`Text ${String(texts)}`], state: 20 };
    await call(running, "PATCH", `units/${String(await (id ??= find()))}/`, body);
  };
}

/** @param before what each time begins with, and is not measured */
async function medianTime(job: () => Promise<void>, runs = RUNS, before?: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  while (times.length < runs) {
    await before?.();
    const began = performance.now();
    await job();
    times.push(performance.now() - began);
  }
  return median(times);
}

async function call(
  { url, adminToken }: ServiceAddress,
  method: string,
  path: string,
  body?: FormData | object,
  how: { readonly signal?: AbortSignal; readonly dispatcher?: Agent } = {},
): Promise<string> {
  const isForm = body === undefined || body instanceof FormData;
  const response = await fetch(`${url}/api/${path}`, {
    method,
    dispatcher: patient,
    ...how,
    headers: { authorization: `Token ${adminToken}`, ...(isForm ? {} : { "content-type": "application/json" }) },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${String(response.status)} ${text.slice(0, 500)}`);
  return text;
}

/**
 * The same repository and the same components on both sides. The peer needs minutes for what ours does in seconds: whoever waits sees that
 * something happens.
 */
async function fill(
  side: Side,
  at: ServiceAddress,
  repository: Pick<TestRepository, "remoteUrl" | "branch">,
): Promise<void> {
  const web = "https://example.org/";
  await call(at, "POST", "projects/", { name: "Bench", slug: "bench", web });
  const [first, ...others] = partNames();
  const waiting = ["large", ...others];
  const all = waiting.length + 1;
  const began = performance.now();
  let there = 0;
  const add = async (slug: string): Promise<void> => {
    await call(at, "POST", "projects/bench/components/", componentBody(slug, repository));
    await untilRead(() => call(at, "GET", `components/bench/${slug}/`), PAUSES[side]);
    there += 1;
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.error(
      `${side}: filling, ${String(there)} of ${String(all)} components are there after ${seconds} s: ${slug}`,
    );
  };
  // All share the clone of the first one.
  await add(first);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let slug = waiting.shift(); slug !== undefined; slug = waiting.shift()) await add(slug);
    }),
  );
}

function componentBody(slug: string, { remoteUrl, branch }: Pick<TestRepository, "remoteUrl" | "branch">): object {
  return { ...jsonComponent(slug, { remoteUrl, branch }), new_lang: "add" };
}

/** Milliseconds between two questions whether a component is read: each takes the peer time from its work. */
const PAUSES = { ours: 200, peer: 2000 };
type Side = keyof typeof PAUSES;

/** The peer has as many processes, and needs seconds for each component. */
const AT_ONCE = 2;

function partNames(): [string, ...string[]] {
  const name = (index: number): string => `part-${String(index + 1).padStart(2, "0")}`;
  return [name(0), ...Array.from({ length: WIDE.components - 1 }, (_, index) => name(index + 1))];
}

function benchFiles(): Record<string, string> {
  const files: Record<string, string> = {
    "large/en.json": largeFile((index) => `Text number ${String(index)} of a large file`),
    "large/cs.json": largeFile((index) => `Text číslo ${String(index)} velkého souboru`),
  };
  for (const name of partNames()) {
    const text = (language: string): string =>
      jsonFile(WIDE.strings, (index) => `${language} text ${String(index)} of ${name}`);
    files[`${name}/en.json`] = text("en");
    // With the source language there are as many as asked for.
    for (const language of LANGUAGES.slice(0, WIDE.languages - 1)) files[`${name}/${language}.json`] = text(language);
  }
  return files;
}

function largeFile(text: (index: number) => string): string {
  return jsonFile(LARGE_STRINGS, text);
}

function jsonFile(strings: number, text: (index: number) => string): string {
  const entries = Array.from({ length: strings }, (_, index) => [`key_${String(index)}`, text(index)] as const);
  return `${JSON.stringify(Object.fromEntries(entries), undefined, 4)}\n`;
}
