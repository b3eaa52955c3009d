import { gzipSync } from "node:zlib";
import { setTimeout } from "node:timers/promises";
import { Agent, request } from "undici";
import { formOf } from "../test/support/page-person.ts";
import { createRepository } from "../test/support/repository.ts";
import { callApi, makeJsonComponents, startServers, type Servers } from "./benched-service.ts";
import { measured, quantile, type Measurement } from "./row.ts";

/** In two languages, the source among them: half a million. */
const STRINGS = 250_000;
const VISITS = 30;
const SAVES = 40;
const TRANSLATORS = 50;
const SAVES_EACH = 5;
/** Nobody translates a string more quickly. */
const PAUSE_MILLISECONDS = 4000;

const agent = new Agent({ connections: TRANSLATORS + 10, headersTimeout: 0, bodyTimeout: 0 });

/**
 * What a translator feels where there are half a million strings: the page of a string, the next one after a save, a save while the
 * clone is busy with a pull, and fifty people at once. There is no peer: the goals are numbers. A quiet machine, please.
 */
export async function editor(): Promise<readonly Measurement[]> {
  const say = (what: string): void => console.error(what);
  say("filling");
  await using repository = await createRepository({
    "app/en.json": jsonFile((key) => `Text of ${key}`),
    "app/cs.json": jsonFile((key) => (Number(key.slice(1)) % 2 === 0 ? `Text klíče ${key}` : "")),
  });
  await using servers = await startServers({ processes: 1 });
  await callApi(servers, "projects/", { name: "Shop", slug: "shop", web: "https://example.org/" });
  await makeJsonComponents(servers, "shop", ["app"], repository);
  const units = await someStrings(servers);
  const person = await signedIn(servers);

  say("visits");
  const first = await person.get(`${EDITOR}?unit=${String(units[0] ?? 0)}`);
  const weight = await weightOf(person, first.text);
  const visits: number[] = [];
  for (let at = 0; at < VISITS; at += 1) {
    visits.push(
      (await person.get(`${EDITOR}?unit=${String(units[at * 7] ?? 0)}&q=state%3A%3Ctranslated`)).milliseconds,
    );
  }
  const named: number[] = [];
  for (let at = 0; at < VISITS; at += 1) {
    const { web_url: address }: { web_url: string } = JSON.parse(
      await callApi(servers, `units/${String(units[at] ?? 0)}/`),
    );
    const { pathname, search } = new URL(address);
    named.push((await person.get(`${pathname}${search}`)).milliseconds);
  }

  say("saves");
  const texts = new Map<number, string>();
  const [saves, nexts]: [number[], number[]] = [[], []];
  for (let at = 0; at < SAVES; at += 1) await saveOne(person, units[200 + at] ?? 0, texts, { saves, nexts });
  say("saves while the repository is pulled");
  const pulled: number[] = [];
  const over = new AbortController();
  const pulling = pullAgainAndAgain(servers, repository, over.signal);
  for (let at = 0; at < SAVES; at += 1)
    await saveOne(person, units[300 + at] ?? 0, texts, { saves: pulled, nexts: [] });
  over.abort();
  await pulling;

  say("fifty at work");
  const crowd: number[] = [];
  await Promise.all(
    Array.from({ length: TRANSLATORS }, async (_, who) => {
      for (let at = 0; at < SAVES_EACH; at += 1) {
        // Each begins at another moment, and reads and types in between.
        await setTimeout(at === 0 ? (who * PAUSE_MILLISECONDS) / TRANSLATORS : PAUSE_MILLISECONDS);
        await saveOne(person, units[400 + who * SAVES_EACH + at] ?? 0, texts, { saves: crowd, nexts: [] });
      }
    }),
  );
  say("fifty in the same moment");
  const opened: { readonly unit: number; readonly page: Seen }[] = [];
  for (const unit of units.slice(700, 700 + TRANSLATORS))
    opened.push({ unit, page: await person.get(stringPage(unit)) });
  const burst: number[] = [];
  await Promise.all(opened.map(({ unit, page }) => sendOne(person, page, unit, texts, burst)));
  let lost = 0;
  for (const [unit, text] of texts) {
    const { target }: { target: string[] } = JSON.parse(await callApi(servers, `units/${String(unit)}/`));
    if (target[0] !== text) lost += 1;
  }
  return [
    measured("page of a string, style and scripts, compressed, first visit", "kB", weight / 1000, { atMost: 60 }),
    measured("page of a string, in the search for what is to do, p50", "ms", quantile(visits, 0.5), { atMost: 150 }),
    measured("page of a string by the address that the API gives, p50", "ms", quantile(named, 0.5), { atMost: 150 }),
    measured("save, p50", "ms", quantile(saves, 0.5), { atMost: 100 }),
    measured("save and the page of the next string, p50", "ms", quantile(nexts, 0.5), { atMost: 250 }),
    measured("save while the repository is pulled, p50", "ms", quantile(pulled, 0.5), { atMost: 100 }),
    measured(`save, ${String(TRANSLATORS)} at work, p99`, "ms", quantile(crowd, 0.99), { atMost: 300 }),
    measured(`save, ${String(TRANSLATORS)} in the same moment, p99`, "ms", quantile(burst, 0.99), { atMost: 300 }),
    measured("acknowledged saves that are not there", "strings", lost, { atMost: 0 }),
  ];
}

const EDITOR = "/translate/shop/app/cs/";

function jsonFile(text: (key: string) => string): string {
  const entries = Array.from({ length: STRINGS }, (_, at) => [`k${String(at)}`, text(`k${String(at)}`)]);
  return `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`;
}

interface Seen {
  readonly status: number;
  readonly text: string;
  readonly location: string;
  readonly milliseconds: number;
}

interface Person {
  get(path: string): Promise<Seen>;
  post(path: string, form: Readonly<Record<string, string>>): Promise<Seen>;
}

async function signedIn({ urls, adminToken }: Servers): Promise<Person> {
  const origin = urls[0] ?? "";
  const ask = async (method: "GET" | "POST", path: string, cookie: string, form?: Readonly<Record<string, string>>) => {
    const asked = performance.now();
    const { statusCode, headers, body } = await request(`${origin}${path}`, {
      method,
      dispatcher: agent,
      headers: {
        accept: "text/html",
        cookie,
        "sec-fetch-site": "same-origin",
        ...(form !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
      },
      ...(form !== undefined && { body: new URLSearchParams(form).toString() }),
    });
    const text = await body.text();
    const milliseconds = performance.now() - asked;
    return { status: statusCode, text, location: String(headers.location ?? ""), milliseconds, headers };
  };
  const { headers } = await ask("POST", "/accounts/login/", "", { token: adminToken, next: "/" });
  const cookie = String(headers["set-cookie"] ?? "").split(";")[0] ?? "";
  return {
    get: (path) => ask("GET", path, cookie),
    post: (path, form) => ask("POST", path, cookie, form),
  };
}

/** Opens a string, saves a text, and opens what comes next. */
async function saveOne(
  person: Person,
  unit: number,
  texts: Map<number, string>,
  times: { readonly saves: number[]; readonly nexts: number[] },
): Promise<void> {
  const page = await person.get(stringPage(unit));
  const answer = await sendOne(person, page, unit, texts, times.saves);
  const next = await person.get(answer.location);
  times.nexts.push(answer.milliseconds + next.milliseconds);
}

function stringPage(unit: number): string {
  return `${EDITOR}?unit=${String(unit)}&q=state%3A%3Ctranslated`;
}

/** Saves a text by the form of a page. */
async function sendOne(
  person: Person,
  page: Seen,
  unit: number,
  texts: Map<number, string>,
  saves: number[],
): Promise<Seen> {
  const { action, fields } = formOf(page);
  const text = `Text klíče číslo ${String(unit)}`;
  const sent = { ...fields, "target.0": text, state: "20", do: "next" };
  let answer = await person.post(action, sent);
  // What the checks say is read once; the page that says it has the text.
  if (answer.status === 422) {
    const again = formOf(answer);
    answer = await person.post(action, { ...again.fields, do: "next" });
  }
  if (answer.status !== 303) throw new Error(`A save was answered ${String(answer.status)}`);
  texts.set(unit, text);
  saves.push(answer.milliseconds);
  return answer;
}

/** Bytes of a page with everything that it loads, as they travel. */
async function weightOf(person: Person, page: string): Promise<number> {
  const assets = new Set(
    [...page.matchAll(/(?:href|src|data-checks)="(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path),
  );
  let bytes = gzipSync(page).byteLength;
  for (const path of assets) bytes += gzipSync((await person.get(path)).text).byteLength;
  return bytes;
}

/** The source changes by one string each time, so that there is something to merge and to read. */
async function pullAgainAndAgain(
  servers: Servers,
  repository: Awaited<ReturnType<typeof createRepository>>,
  signal: AbortSignal,
): Promise<void> {
  for (let round = 0; !signal.aborted; round += 1) {
    await repository.write({ "README.md": `Round ${String(round)}\n` });
    await repository.publish(`Round ${String(round)}`);
    await callApi(servers, "components/shop/app/repository/", { operation: "pull" });
  }
}

/** Every second string of two thousand in the middle of the file. */
async function someStrings(servers: Servers): Promise<number[]> {
  const ids: number[] = [];
  for (const page of [120, 121]) {
    const path = `translations/shop/app/cs/units/?page_size=1000&page=${String(page)}`;
    const { results }: { results: { id: number }[] } = JSON.parse(await callApi(servers, path));
    ids.push(...results.map(({ id }) => id));
  }
  return ids.filter((_, at) => at % 2 === 1);
}
