/** `npm run bench -- NAME [--json]`: measures a claim of the documentation beside a peer, in the same run. */
import { parseArgs } from "node:util";
import { botSize } from "./bot-size.ts";
import { bot } from "./bot.ts";
import { botDay } from "./bot-day.ts";
import { editor } from "./editor.ts";
import { firstPullRequest } from "./first-pull-request.ts";
import { firstPull, firstSync } from "./first-sync.ts";
import { formats } from "./formats.ts";
import { noop } from "./noop.ts";
import { oneChange } from "./one-change.ts";
import { report } from "./report.ts";
import { review } from "./review.ts";
import { rowOf, table, type Measurement } from "./row.ts";
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
  noop,
  "one-change": oneChange,
  review: () => review(),
  scale: () => scale(),
  service,
  start,
  team,
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: "boolean" } } });
const names = Object.keys(benchmarks);
const [name = "", ...files] = positionals;
if (name === "report") {
  await report(files);
  process.exit(0);
}
const benchmark = benchmarks[name];
if (benchmark === undefined) {
  console.error(`There is no benchmark ${JSON.stringify(name)}. Expected one of: ${names.join(", ")}.`);
  process.exit(2);
}
const rows = (await benchmark()).map(rowOf);
// More than the components' own growth is a defect on every machine.
if (rows.some(({ name: row, met }) => row.startsWith("growth of ") && met === false)) process.exitCode = 1;
console.log(values.json === true ? rows.map((row) => JSON.stringify(row)).join("\n") : table(rows));
