/**
 * `npm run bench -- NAME [--json]`: measures a claim of the documentation beside a peer, in the same run. `npm run bench -- all [NAME…]`: those
 * of what a run costs, one after the other, into docs/performance.md; `npm run bench -- report FILE…`: what was printed before.
 */
import { parseArgs } from "node:util";
import { botSize } from "./bot-size.ts";
import { bot } from "./bot.ts";
import { botDay } from "./bot-day.ts";
import { editor } from "./editor.ts";
import { firstPullRequest } from "./first-pull-request.ts";
import { firstPull, firstSync } from "./first-sync.ts";
import { formats } from "./formats.ts";
import { heavyWork } from "./heavy-work.ts";
import { noop } from "./noop.ts";
import { oneChange } from "./one-change.ts";
import { measuredIn, report } from "./report.ts";
import { review } from "./review.ts";
import { rowOf, table, type Measurement, type Row } from "./row.ts";
import { scale } from "./scale.ts";
import { service } from "./service.ts";
import { start } from "./start.ts";
import { team } from "./team.ts";

const benchmarks: Readonly<Record<string, () => Promise<readonly Measurement[]>>> = {
  bot,
  "bot-size": botSize,
  "bot-day": () => botDay(),
  editor,
  "first-pull-request": firstPullRequest,
  "first-pull": () => firstPull(),
  "first-sync": () => firstSync(),
  formats,
  "heavy-work": heavyWork,
  noop,
  "one-change": oneChange,
  review: () => review(),
  scale: () => scale(),
  service,
  start,
  team,
};

/** What a run costs, in the order of the page. */
const RUNS = ["noop", "first-sync", "first-pull", "one-change", "review", "start", "scale", "bot"];

/** Written down after each: what one of them does not live to see is not lost. */
async function measureAll(names: readonly string[]): Promise<void> {
  for (const each of names) {
    console.error(`${each}, since ${new Date().toISOString().slice(11, 19)} UTC`);
    await report([{ name: each, rows: await measured(each) }]);
  }
}

async function measured(name: string): Promise<readonly Row[]> {
  const rows = ((await benchmarks[name]?.()) ?? []).map(rowOf);
  // More than the components' own growth is a defect on every machine.
  if (rows.some(({ name: row, met }) => row.startsWith("growth of ") && met === false)) process.exitCode = 1;
  return rows;
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: "boolean" } } });
const names = Object.keys(benchmarks);
const [name = "", ...others] = positionals;
const wanted = name === "all" ? others : [name];
const unknown = name === "report" ? undefined : wanted.find((each) => benchmarks[each] === undefined);
if (unknown !== undefined) {
  console.error(`There is no benchmark ${JSON.stringify(unknown)}. Expected one of: ${names.join(", ")}; all, report.`);
  process.exitCode = 2;
} else if (name === "report") {
  await report(await measuredIn(others));
} else if (name === "all") {
  await measureAll(others.length === 0 ? RUNS : others);
} else {
  const rows = await measured(name);
  console.log(values.json === true ? rows.map((row) => JSON.stringify(row)).join("\n") : table(rows));
}
