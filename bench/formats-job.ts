/**
 * One job with our own reader: `formats-job.ts FORMAT FILE read|patch|memory|change`. Prints the least of its
 * milliseconds; for `memory` how many bytes more than before it held at its peak; for `change` the seconds of processor
 * that reading, changing one text and writing takes, and behind them the MB that the process holds at its peak.
 */
import { readFileSync } from "node:fs";
import type { Catalogue } from "../src/catalog/unit.ts";
import type { UnitChange } from "../src/formats/format.ts";
import { formatFor } from "../src/formats/registry.ts";

const LEAST_RUNS = 3;
const LEAST_MILLISECONDS = 300;
const EVERY = 10;

const [id = "", file = "", job = ""] = process.argv.slice(2);
const format = formatFor(id);
if (format === undefined) throw new Error(`There is no format ${id}.`);
const bytes = readFileSync(file);

const read = (): Catalogue => format.read(bytes, { path: file });

function changesOf({ units }: Catalogue): readonly UnitChange[] {
  return units.flatMap(({ key, target }, index): readonly UnitChange[] =>
    index % EVERY === 0 ? [{ kind: "set", key, target: target.map(() => "A text that was not there before") }] : [],
  );
}

function milliseconds(work: () => unknown): number {
  const times: number[] = [];
  const began = performance.now();
  while (times.length < LEAST_RUNS || performance.now() - began < LEAST_MILLISECONDS) {
    const start = performance.now();
    work();
    times.push(performance.now() - start);
  }
  // What else the machine does can only add.
  return Math.min(...times);
}

/** The texts are looked at before one is changed, and not kept. */
function middleKey(): string {
  const { units } = read();
  return units[Math.floor(units.length / 2)]?.key ?? "";
}

if (job === "change") {
  const before = process.cpuUsage();
  const target = ["A text that was not there before"];
  const written = format.patch(bytes, [{ kind: "set", key: middleKey(), target }], { path: file });
  const { user, system } = process.cpuUsage(before);
  if (written.length === 0) throw new Error("nothing was written");
  console.log(`${((user + system) / 1e6).toFixed(2)} ${String(Math.round(process.resourceUsage().maxRSS / 1024))}`);
} else if (job === "memory") {
  const before = process.memoryUsage.rss();
  const { units } = read();
  console.log(process.resourceUsage().maxRSS * 1024 - before + (units.length === 0 ? 1 : 0));
} else if (job === "read") {
  console.log(milliseconds(read));
} else {
  // What is to change is known before; its keys have to be found in the file.
  const changes = changesOf(read());
  console.log(milliseconds(() => format.patch(bytes, changes, { path: file })));
}
