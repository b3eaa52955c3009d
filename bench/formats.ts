import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { unitStates, type Unit } from "../src/catalog/unit.ts";
import { formats as allFormats, formatFor } from "../src/formats/registry.ts";
import { output } from "../test/support/command.ts";
import { python } from "../test/support/package-clients.ts";
import { temporaryDirectory } from "../test/support/temporary-directory.ts";
import { translateToolkitModules } from "../test/support/tools.ts";
import type { Goal, Measurement } from "./row.ts";

const UNITS = 10_000;
/** Of Qt's files the peer's time grows with their square: these are of a size that it can do. */
const FEWER_UNITS: Readonly<Record<string, number>> = { ts: 2000 };
/** Nobody waits longer for the peer: its row says so. Of what it can do, it takes a sixth at most on a machine of today. */
const PEER_MILLISECONDS = 150_000;
/** What takes less is measured again, on both sides alike. */
const AGAIN_SECONDS = 8;
const TIMES = 3;
/** Far more than a job of ours takes, beside whatever else: it is no part of what is measured. */
const JOB_MILLISECONDS = 1_800_000;

/** translate-toolkit's class for each of our formats that it has as well. Those with a goal first. */
const peers: Readonly<Record<string, string>> = {
  po: "pypo.pofile",
  json: "jsonl10n.JsonFile",
  xliff: "xliff.xlifffile",
  "json-nested": "jsonl10n.JsonNestedFile",
  webextension: "jsonl10n.WebExtensionJsonFile",
  i18nextv4: "jsonl10n.I18NextV4File",
  "go-i18n-json": "jsonl10n.GoI18NJsonFile",
  gotext: "jsonl10n.GoTextJsonFile",
  arb: "jsonl10n.ARBJsonFile",
  formatjs: "jsonl10n.FormatJSJsonFile",
  properties: "properties.javautf8file",
  joomla: "properties.joomlafile",
  strings: "properties.stringsutf8file",
  stringsdict: "stringsdict.StringsDictFile",
  aresource: "aresource.AndroidResourceFile",
  ts: "ts2.tsfile",
  resx: "resx.RESXFile",
  yaml: "yaml.YAMLFile",
  "ruby-yaml": "yaml.RubyYAMLFile",
  php: "php.phpfile",
  laravel: "php.LaravelPHPFile",
  ini: "ini.inifile",
  csv: "csvl10n.csvfile",
  toml: "toml.TOMLFile",
  fluent: "fluent.FluentFile",
};
const withGoal = new Set(["po", "json", "xliff"]);
const TIMES_FASTER = 20;
const TIMES_THE_FILE = 10;

/**
 * Files of these formats are read, changed in one text and written. The peer's time for Qt's files grows with the square of
 * their size, and it reads no YAML of more than 20,000 texts: these are measured in a size that it can do, too.
 */
const large: Readonly<Record<string, readonly number[]>> = {
  po: [50e6],
  json: [50e6],
  aresource: [50e6],
  xliff: [50e6],
  ts: [4e6, 50e6],
  properties: [50e6],
  yaml: [1.7e6, 50e6],
  resx: [50e6],
};
const LARGE = 50e6;
/** Measured and told, without a promise. */
const withoutPromise = new Set(["resx"]);
const SHARE_OF_PEERS_TIME = 0.2;

type Job = "read" | "patch" | "memory" | "change";

/** What a job printed; or why it printed nothing. */
interface Outcome {
  readonly numbers: readonly number[];
  readonly note?: string;
}

/**
 * Seconds of processor and memory at its peak for one change of a large file, beside translate-toolkit; then MB/s of reading
 * and changing files of 10,000 units, and of some the memory.
 */
export async function formats(): Promise<readonly Measurement[]> {
  await using folder = await temporaryDirectory();
  const toolkit = await translateToolkitModules();
  if (toolkit.missing !== undefined) console.error(`translate-toolkit: ${toolkit.missing}`);
  const rows: Measurement[] = [];
  for (const [id, sizes] of Object.entries(large))
    for (const bytes of sizes) rows.push(...(await measureLarge(id, bytes, folder.path, toolkit.path)));
  for (const [id, peerClass] of Object.entries(peers)) {
    const file = await writeFileOf(id, folder.path);
    if (file === undefined) continue;
    const ours = (job: Job): Promise<Outcome> => run(process.execPath, [ourProgram, id, file, job]);
    const peer = (job: Job): Promise<Outcome> => peerJob(toolkit.path, peerClass, file, job);
    rows.push(...(await measure(id, (await stat(file)).size, ours, peer)));
  }
  return rows;
}

async function measureLarge(
  id: string,
  bytes: number,
  folder: string,
  toolkit: string | undefined,
): Promise<readonly Measurement[]> {
  const small = await writeFileOf(id, folder);
  const peerClass = peers[id];
  if (small === undefined || peerClass === undefined) return [];
  const file = await writeFileOf(id, folder, Math.round((unitsOf(id) * bytes) / (await stat(small)).size));
  const size = `${String(bytes / 1e6)} MB`;
  console.error(`${id}: ${size}`);
  const ours = await least(() => run(process.execPath, [ourProgram, id, file ?? "", "change"]));
  const peer = await least(() => peerJob(toolkit, peerClass, file ?? "", "change"));
  const noted = peer.note === undefined ? {} : { peerNote: peer.note };
  const promise = (goal: Goal): Pick<Measurement, "goal"> => (withoutPromise.has(id) ? {} : { goal });
  // Of a small file it is that of Node itself.
  const memoryPromise = bytes < LARGE ? {} : promise({ timesPeer: 1 });
  return [
    {
      name: `${id}: processor for one change of ${size}`,
      unit: "CPU s",
      ours: ours.numbers[0],
      peer: peer.numbers[0],
      ...noted,
      ...promise({ timesPeer: SHARE_OF_PEERS_TIME }),
    },
    {
      name: `${id}: memory for one change of ${size}`,
      unit: "MB",
      ours: ours.numbers[1],
      peer: peer.numbers[1],
      ...noted,
      ...memoryPromise,
    },
  ];
}

/** The quickest of a few runs: what else the machine does can only add. */
async function least(job: () => Promise<Outcome>): Promise<Outcome> {
  let best = await job();
  for (let time = 1; time < TIMES && (best.numbers[0] ?? Number.POSITIVE_INFINITY) < AGAIN_SECONDS; time += 1) {
    const other = await job();
    if ((other.numbers[0] ?? Number.POSITIVE_INFINITY) < (best.numbers[0] ?? 0)) best = other;
  }
  return best;
}

/** A peer that gives up, or takes longer than anybody waits, costs no other row: its own says so. */
async function peerJob(toolkit: string | undefined, peerClass: string, file: string, job: Job): Promise<Outcome> {
  if (toolkit === undefined) return { numbers: [] };
  const began = performance.now();
  try {
    return await run(await python(), [peerProgram, peerClass, file, job], { PYTHONPATH: toolkit }, PEER_MILLISECONDS);
  } catch (error) {
    const hasTimedOut = performance.now() - began >= PEER_MILLISECONDS;
    const lines = String(error).trimEnd().split("\n");
    const reason = lines.findLast((line) => /^\S*(?:Error|Exception)\b/.test(line)) ?? lines.at(-1) ?? "";
    const note = hasTimedOut
      ? `did not end in ${String(PEER_MILLISECONDS / 1000)} s`
      : `gave up: ${reason.slice(0, 160)}`;
    console.error(`  ${peerClass} ${job} ${note}`);
    return { numbers: [], note };
  }
}

const ourProgram = join(import.meta.dirname, "formats-job.ts");
const peerProgram = join(import.meta.dirname, "formats_job.py");

async function run(
  program: string,
  args: readonly string[],
  extra: Readonly<Record<string, string>> = {},
  timeoutMilliseconds = JOB_MILLISECONDS,
): Promise<Outcome> {
  const env = { PATH: process.env.PATH, PYTHONUTF8: "1", PYTHONDONTWRITEBYTECODE: "1", ...extra };
  const printed = await output(program, args, { env, timeoutMilliseconds });
  return { numbers: printed.trim().split(" ").map(Number) };
}

async function measure(
  id: string,
  bytes: number,
  ours: (job: Job) => Promise<Outcome>,
  peer: (job: Job) => Promise<Outcome>,
): Promise<readonly Measurement[]> {
  console.error(`${id}: ${(bytes / 1e6).toFixed(2)} MB`);
  const hasGoal = withGoal.has(id);
  const row = async (
    job: Job,
    what: Pick<Measurement, "name" | "unit" | "goal">,
    amount: (bytes: number, printed: number | undefined) => number | undefined,
  ): Promise<Measurement> => {
    const [own, other] = [await ours(job), await peer(job)];
    const noted = other.note === undefined ? {} : { peerNote: other.note };
    return { ...what, ours: amount(bytes, own.numbers[0]), peer: amount(bytes, other.numbers[0]), ...noted };
  };
  const fast = hasGoal ? { goal: { atLeastTimesPeer: TIMES_FASTER } } : {};
  const speeds = [
    await row("read", { name: `${id}: read`, unit: "MB/s", ...fast }, megabytesPerSecond),
    await row("patch", { name: `${id}: patch`, unit: "MB/s", ...fast }, megabytesPerSecond),
  ];
  if (!hasGoal) return speeds;
  const memory = { name: `${id}: memory while reading`, unit: "times the file", goal: { atMost: TIMES_THE_FILE } };
  return [...speeds, await row("memory", memory, share)];
}

function megabytesPerSecond(bytes: number, milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : Number((bytes / 1e3 / milliseconds).toFixed(2));
}

function share(bytes: number, peak: number | undefined): number | undefined {
  return peak === undefined ? undefined : Number((peak / bytes).toFixed(1));
}

function unitsOf(id: string): number {
  return FEWER_UNITS[id] ?? UNITS;
}

/** A file of so many units as the format's own writer makes it; undefined for a format that has none here. */
async function writeFileOf(id: string, folder: string, count = unitsOf(id)): Promise<string | undefined> {
  const format = formatFor(id);
  if (format === undefined) return undefined;
  const path = join(folder, `${id}-${String(count)}.${format.extensions[0] ?? id}`);
  const units = Array.from({ length: count }, (_, index) => unitOf(id, index));
  const options = { language: "cs", plurals: "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;" };
  await writeFile(path, format.create({ format: id, units }, options));
  return path;
}

const WORDS = (
  "the translation of your project has been saved and will be published with the next release as soon as " +
  "somebody of the team reviewed it please check that all strings are complete before you send them"
).split(" ");

/** Where a format does not take any name for a key. */
const keys: Readonly<Record<string, (name: string) => string>> = {
  php: (name) => `$lang['${name}']`,
  ini: (name) => `[main]${name}`,
};

function unitOf(id: string, index: number): Unit {
  const isBilingual = allFormats.get(id)?.kind === "bilingual";
  const words = Array.from({ length: 4 + (index % 13) }, (_, place) => WORDS[(index * 7 + place * 3) % WORDS.length]);
  const source = `${String(index)} ${words.join(" ")}.`;
  const key = (keys[id] ?? ((name) => name))(`key_${String(index)}`);
  return {
    key: isBilingual ? source : key,
    context: isBilingual ? "" : key,
    source: isBilingual ? [source] : [],
    target: [`Žluťoučký ${words.toReversed().join(" ")} č. ${String(index)}.`],
    state: unitStates.translated,
    note: "",
    location: isBilingual ? `src/module_${String(index % 97)}.c:${String(index)}` : "",
    flags: "",
    previousSource: "",
    line: 0,
  };
}
