import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { zipSync } from "fflate";
import { Agent, FormData, request } from "undici";
import { createRepository } from "../test/support/repository.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { callApi, makeJsonComponents, startServers, untilRead, type Servers } from "./benched-service.ts";
import { jsonFile } from "./generated-project.ts";
import { askedOnABeat } from "./on-a-beat.ts";
import { measured, quantile, type Goal, type Measurement } from "./row.ts";

/** In two languages, the source among them: half a million. */
const STRINGS = 250_000;
/** Of each of the components that are imported while others ask. */
const IMPORTED = 20_500;
const LOOKED_UP = 100;
const PACKED_BYTES = 300_000_000;

type Database = "SQLite" | "PostgreSQL";

/**
 * What takes long where there are half a million strings, by database: how long it takes, and whether everybody else is answered
 * meanwhile. There is no peer: the goals are numbers. A quiet machine, please.
 */
export async function heavyWork(): Promise<readonly Measurement[]> {
  await using postgres = await startPostgres();
  return [...(await played("SQLite")), ...(await played("PostgreSQL", await postgres.createDatabase()))];
}

async function played(database: Database, databaseUrl?: string): Promise<Measurement[]> {
  const say = (what: string): void => {
    console.error(`${database}: ${what}`);
  };
  say("filling");
  await using repository = await createRepository({
    "large/en.json": jsonFile(STRINGS, (at) => sentence(ENGLISH, at)),
    "large/cs.json": jsonFile(STRINGS, (at) => (at % 2 === 0 ? sentence(CZECH, at) : "")),
    ...filesOf("first"),
    ...filesOf("second"),
  });
  await using servers = await startServers({ processes: 1, databaseUrl });
  await callApi(servers, "projects/", { name: "Shop", slug: "shop", web: "https://example.org/" });
  await makeJsonComponents(servers, "shop", ["large"], repository);

  const rows: Measurement[] = [];
  const row = (name: string, unit: string, ours: number | undefined, goal?: Goal): void => {
    rows.push(measured(`${database}: ${name}`, unit, ours, goal));
    // Whatever fails later: it took minutes to find this out.
    say(`${name}: ${ours === undefined ? "unknown" : ours.toFixed(1)} ${unit}`);
  };
  const timed = async (
    name: string,
    goal: number | undefined,
    asks: readonly (() => Promise<unknown>)[],
  ): Promise<void> => {
    say(name);
    const times: number[] = [];
    for (const ask of asks) {
      const began = performance.now();
      await ask();
      times.push(performance.now() - began);
    }
    row(name, "ms", quantile(times, 0.5), goal === undefined ? undefined : { atMost: goal });
  };
  const search = (q: string) => () => callApi(servers, `units/?q=${encodeURIComponent(q)}`);

  // Each word is asked for once: the second answer is remembered.
  const rare = [7, 1_007, 5_003, 9_001, 20_011].map((at) => search(`number${String(at)}`));
  await timed("a text that few strings have", 100, rare);
  await timed(
    "a word of every third source",
    100,
    ["harbour", "engine", "window"].map((w) => search(`source:${w}`)),
  );
  await timed(
    "a word of every third target",
    100,
    ["přístav", "motor", "okno"].map((w) => search(`target:${w}`)),
  );
  await timed("a word of every third source, anywhere", 100, ["garden", "letter", "bridge"].map(search));
  await timed(
    "two words that a quarter of the sources has both",
    100,
    ["harbour garden", "engine letter", "window cellar"].map(search),
  );
  await timed("one of two words", 100, ["harbour OR window", "engine OR garden", "letter OR valley"].map(search));
  // Each target that is there has the sentence's number.
  await timed("a name that sources and half of the translations have", 100, ["number", "umber", "umbe"].map(search));
  await timed(
    "such a name and a word of every third source",
    100,
    ["harbour number", "engine umber", "window umbe"].map(search),
  );
  await timed(
    "a word of every third source, in a state",
    100,
    ["harbour", "engine", "window"].map((w) => search(`state:translated ${w}`)),
  );
  await timed(
    "a word of every third source, in one language",
    100,
    ["harbour", "engine", "window"].map((w) => search(`language:cs ${w}`)),
  );
  await timed(
    "a rare text and a word of every third source",
    100,
    [13, 1_013, 5_013].map((at) => search(`harbour number${String(at)}`)),
  );
  await timed(
    "a text that is the same as another",
    100,
    [12, 1_012, 5_012].map((at) => search(`source:="${sentence(ENGLISH, at)}"`)),
  );
  await timed(
    "page 2,000 of the strings",
    50,
    [1_999, 2_000, 2_001].map((at) => () => callApi(servers, `units/?page=${String(at)}`)),
  );
  const texts = Array.from({ length: LOOKED_UP }, (_, at) => `${sentence(ENGLISH, at * 977)} again`);
  const lookUp = "memory/lookup/?source_language=en&target_language=cs&project=shop";
  const lookUps = Array.from(
    { length: 3 },
    (_, at) => () => callApi(servers, lookUp, { strings: texts.map((text) => `${text} ${String(at)}`) }),
  );
  await timed(`${String(LOOKED_UP)} texts looked up in the memory`, 500, lookUps);

  /** @param isWriting saves are asked for as well */
  const meanwhile = async (name: string, work: () => Promise<void>, isWriting = false): Promise<void> => {
    say(name);
    forgetPeak(servers);
    const unit = await someUnit(servers);
    const began = performance.now();
    const saves = new AbortController();
    const writing = isWriting ? savedAgainAndAgain(servers, unit, saves.signal) : Promise.resolve([]);
    const pings = await askedOnABeat(() => callApi(servers, ""), work);
    const seconds = (performance.now() - began) / 1000;
    saves.abort();
    row(`${name}: in all`, "s", seconds);
    row(`${name}: GET /api/ meanwhile, p99`, "ms", quantile(pings, 0.99), { atMost: 50 });
    const longest = Math.max(...(await writing));
    if (isWriting) row(`${name}: longest save meanwhile`, "ms", longest);
    row(`${name}: peak memory`, "MB", peakMegabytes(servers), { atMost: 300 });
  };
  // None of them is refused for what it is: they are looked for until they have had their time.
  const patterns = Array.from({ length: 30 }, (_, at) => `target:r"^p.*motor.*z${String(at)}$"`);
  await meanwhile("30 regular expressions, one of which has to match", () => refusedOr(servers, patterns.join(" OR ")));
  // Before: who packs 300 MB asks nobody meanwhile.
  const packed = zipSync({ "en.json": new Uint8Array(PACKED_BYTES) });
  await meanwhile("an archive of one large file", () => sendArchive(servers, packed));
  await meanwhile(
    `an import of ${String(IMPORTED)} strings in four languages`,
    () => makeJsonComponents(servers, "shop", ["first"], repository),
    true,
  );
  await meanwhile(
    `an import of ${String(IMPORTED)} more`,
    () => makeJsonComponents(servers, "shop", ["second"], repository),
    true,
  );
  await meanwhile(`an upload of ${String(IMPORTED)} changed strings`, () => upload(servers), true);
  return rows;
}

const ENGLISH = "harbour engine window garden letter bridge cellar valley".split(" ");
const CZECH = "přístav motor okno zahrada dopis most sklep údolí".split(" ");

/** A sentence of its own for each number; each of eight words is in three of eight sentences. */
function sentence(words: readonly string[], at: number): string {
  const word = (step: number): string => words[(at * 5 + step * 3 + (at >> 3)) % words.length] ?? "";
  return `${word(0)} ${word(1)} of ${word(2)} number${String(at)}`;
}

function filesOf(component: string): Record<string, string> {
  const languages = ["en", "cs", "de", "fr"];
  return Object.fromEntries(
    languages.map((code) => [
      `${component}/${code}.json`,
      jsonFile(IMPORTED, (at) => `${code} ${component} ${sentence(ENGLISH, at)}`),
    ]),
  );
}

const agent = new Agent({ connections: 8, headersTimeout: 0, bodyTimeout: 0 });

async function send({ urls, adminToken }: Servers, path: string, form: FormData): Promise<number> {
  const { statusCode, body } = await request(`${urls[0] ?? ""}/api/${path}`, {
    method: "POST",
    dispatcher: agent,
    headers: { authorization: `Token ${adminToken}` },
    body: form,
  });
  await body.dump();
  return statusCode;
}

/** A search that costs more than the service allows is refused. */
async function refusedOr(servers: Servers, q: string): Promise<void> {
  const { urls, adminToken } = servers;
  const { statusCode, body } = await request(`${urls[0] ?? ""}/api/units/?q=${encodeURIComponent(q)}`, {
    dispatcher: agent,
    headers: { authorization: `Token ${adminToken}` },
  });
  await body.dump();
  console.error(`answered ${String(statusCode)}`);
}

async function sendArchive(servers: Servers, packed: Uint8Array): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    name: "Packed",
    slug: "packed",
    file_format: "json",
    filemask: "*.json",
    template: "en.json",
  }))
    form.set(name, value);
  form.set("zipfile", new Blob([Uint8Array.from(packed)]), "files.zip");
  console.error(
    `${String(packed.length)} bytes; answered ${String(await send(servers, "projects/shop/components/", form))}`,
  );
}

async function upload(servers: Servers): Promise<void> {
  const form = new FormData();
  form.set("method", "translate");
  form.set("conflicts", "replace-translated");
  const content = jsonFile(IMPORTED, (at) => `changed ${sentence(ENGLISH, at)}`);
  form.set("file", new Blob([content]), "cs.json");
  const status = await send(servers, "translations/shop/first/cs/file/", form);
  if (status !== 200) throw new Error(`The upload was answered ${String(status)}.`);
  await untilRead(() => callApi(servers, "components/shop/first/"));
}

async function someUnit(servers: Servers): Promise<number> {
  const listed = await callApi(servers, "translations/shop/large/cs/units/?page_size=1");
  const { results }: { readonly results: readonly { readonly id: number }[] } = JSON.parse(listed);
  return results[0]?.id ?? 0;
}

/** @returns milliseconds of each save */
async function savedAgainAndAgain(
  { urls, adminToken }: Servers,
  unit: number,
  over: AbortSignal,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let at = 0; !over.aborted; at += 1) {
    const began = performance.now();
    const { statusCode, body } = await request(`${urls[0] ?? ""}/api/units/${String(unit)}/`, {
      method: "PATCH",
      dispatcher: agent,
      headers: { authorization: `Token ${adminToken}`, "content-type": "application/json" },
      body: JSON.stringify({ target: [`Save ${String(at)}`], state: 20 }),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`A save was answered ${String(statusCode)}: ${text.slice(0, 200)}`);
    times.push(performance.now() - began);
    await setTimeout(100);
  }
  return times;
}

/** The kernel counts the peak anew. */
function forgetPeak(servers: Servers): void {
  for (const pid of servers.pids()) {
    try {
      writeFileSync(`/proc/${String(pid)}/clear_refs`, "5");
    } catch {
      // Another system: `peakMegabytes` has nothing to say there either.
    }
  }
}

function peakMegabytes(servers: Servers): number | undefined {
  try {
    const kilobytes = servers.pids().map((pid) => {
      const status = readFileSync(`/proc/${String(pid)}/status`, "utf8");
      return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0);
    });
    return kilobytes.reduce((sum, each) => sum + each, 0) / 1000;
  } catch {
    return undefined;
  }
}
