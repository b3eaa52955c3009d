import { readFile, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { basename, join } from "node:path";
import { root } from "../scripts/stage.ts";
import type { Row } from "./row.ts";

/** What `npm run bench -- NAME --json` printed. */
export interface Measured {
  readonly name: string;
  readonly rows: readonly Row[];
}

const PAGE = "docs/performance.md";
/** Has a table of its own, in the document that it is about. */
const FORMATS = "formats";
const FORMATS_PAGE = "docs/formats.md";
const BETWEEN = /(?<=<!-- measured:formats -->\n)[^]*(?=<!-- \/measured:formats -->)/;
/** Of each measure, what its curve is called and how a value is written. */
const CURVES = [
  { measure: "CPU", file: "performance-scale.svg", label: (value: number) => `${(value / 1_000).toFixed(1)} s` },
  { measure: "peak memory", file: "performance-memory.svg", label: (value: number) => `${String(value)} MB` },
] as const;

/** What was measured, from files called after the benchmarks that printed them. */
export async function measuredIn(files: readonly string[]): Promise<readonly Measured[]> {
  return Promise.all(
    files.map(async (file): Promise<Measured> => {
      const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line.startsWith("{"));
      return { name: basename(file).replace(/\.[^.]*$/, ""), rows: lines.map((line): Row => JSON.parse(line)) };
    }),
  );
}

/** Writes the page of what was measured. Tables and curves of what was not measured anew stay as they are. */
export async function report(measured: readonly Measured[]): Promise<void> {
  const formats = measured.find(({ name }) => name === FORMATS);
  if (formats !== undefined) {
    const file = join(root, FORMATS_PAGE);
    await writeFile(
      file,
      (await readFile(file, "utf8")).replace(BETWEEN, () => `\n${formatsTable(formats.rows)}\n`),
    );
  }
  const others = measured.filter(({ name }) => name !== FORMATS);
  if (others.length === 0) return;
  const [processor] = cpus();
  const machine = `${String(cpus().length)} × ${processor?.model ?? "unknown"}, ${String(Math.round(totalmem() / 2 ** 30))} GiB, ${process.platform}, Node ${process.versions.node}`;
  const former = await readFile(join(root, PAGE), "utf8").catch(() => "");
  const drawn: string[] = [];
  for (const { measure, file, label } of CURVES) {
    const points = pointsOf(others, measure);
    if (points.length >= 2) await writeFile(join(root, "docs/images", file), curve(points, measure, label));
    else if (!former.includes(file)) continue;
    drawn.push(`![${measure} of a run that finds everything in step, by components of 50 languages](images/${file})\n`);
  }
  await writeFile(
    join(root, PAGE),
    page(others, { machine, day: new Date().toISOString().slice(0, 10), pictures: drawn, former }),
  );
}

/** What one change of a large file takes, a line for each file. */
export function formatsTable(rows: readonly Row[]): string {
  const verdict = ({ met }: Row): string => (met === false ? " (**missed**)" : "");
  const lines = rows.flatMap((row) => {
    const [, id = "", size = ""] = /^(\S+): processor for one change of (.*)$/.exec(row.name) ?? [];
    const memory = rows.find(({ name }) => name === `${id}: memory for one change of ${size}`);
    if (id === "" || memory === undefined) return [];
    const times = row.ratio === null ? "" : `${(1 / row.ratio).toFixed(2)} ×${verdict(row)}`;
    const cells = [id, size, amount(row, "ours"), row.peerNote ?? amount(row, "peer"), times];
    return `| ${[...cells, amount(memory, "ours") + verdict(memory), amount(memory, "peer")].join(" | ")} |`;
  });
  return `| format | file | processor | translate-toolkit | quicker | memory | translate-toolkit |
| --- | --- | --- | --- | --- | --- | --- |
${lines.join("\n")}
`;
}

interface Surroundings {
  readonly machine: string;
  /** `2026-11-24` */
  readonly day: string;
  /** In Markdown. */
  readonly pictures: readonly string[];
  /** The page as it was, or "". */
  readonly former: string;
}

export function page(measured: readonly Measured[], { machine, day, pictures, former }: Surroundings): string {
  const tables = tablesIn(former);
  for (const { name, rows } of measured) {
    const lines = rows.map(
      (row) => `| ${[row.name, amount(row, "ours"), amount(row, "peer"), goal(row)].join(" | ")} |`,
    );
    const head = `Measured on ${day}: ${machine}.\n\n| what | ours | the other | goal |\n|---|--:|--:|---|`;
    tables.set(name, `${headingOf(name)}\n\n${head}\n${lines.join("\n")}\n`);
  }
  return [
    "# What it costs\n",
    "Made by `npm run bench -- report` from what the benchmarks printed, each on the day and the machine that its table names.",
    "Counts hold everywhere; CPU, memory and time there, and other work may have been done on that machine at the same time: compare them",
    "within a table only. The other is the service's own client, of `service` the real service, where there is one. An unmoved run is one",
    "after another that looked at everything and had nothing to do ([decision 15](adr/0015-one-question-proves-that-nothing-moved.md)).\n",
    ...pictures,
    ...tables.values(),
  ].join("\n");
}

function headingOf(name: string): string {
  return `## \`npm run bench -- ${name}\``;
}

/** Name of the benchmark → its part of the page. */
function tablesIn(former: string): Map<string, string> {
  const parts = former.split(/^(?=## `npm run bench -- )/m).slice(1);
  return new Map(parts.map((part) => [/-- ([\w-]+)`/.exec(part)?.[1] ?? "", `${part.trimEnd()}\n`]));
}

function amount(row: Row, side: "ours" | "peer"): string {
  const value = row[side];
  return value === null ? "" : `${value.toLocaleString("en")} ${row.unit}`;
}

function goal({ goal: words, met }: Row): string {
  if (words === null) return "";
  return `${words.replace("ours ", "").replace("<=", "≤").replace(">=", "≥").replace(" * ", " × ")}${met === null ? "" : met ? ": met" : ": **not met**"}`;
}

interface Point {
  readonly kind: string;
  readonly components: number;
  readonly value: number;
}

function pointsOf(measured: readonly Measured[], measure: string): readonly Point[] {
  return measured.flatMap(({ rows }) =>
    rows.flatMap(({ name, ours }): readonly Point[] => {
      const [, components, kind, what] = /^(\d+) × \d+, (.+): (.+)$/.exec(name) ?? [];
      return components === undefined || kind === undefined || what !== measure || ours === null
        ? []
        : [{ kind, components: Number(components), value: ours }];
    }),
  );
}

const WIDTH = 640;
const HEIGHT = 320;
const MARGIN = 56;
const COLOURS = ["#2563eb", "#d97706"];

/** A line for each kind of run. */
export function curve(points: readonly Point[], measure: string, label: (value: number) => string): string {
  const most = Math.max(...points.map(({ value }) => value));
  const widest = Math.max(...points.map(({ components }) => components));
  const x = (components: number): number => Math.round(MARGIN + (components / widest) * (WIDTH - 2 * MARGIN));
  const y = (value: number): number => Math.round(HEIGHT - MARGIN - (value / most) * (HEIGHT - 2 * MARGIN));
  const lines = [...Map.groupBy(points, ({ kind }) => kind)].flatMap(([kind, own], at) => {
    const colour = COLOURS[at % COLOURS.length] ?? "";
    const path = own.map(({ components, value }) => `${String(x(components))},${String(y(value))}`).join(" ");
    return [
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...own.map(
        ({ components, value }) =>
          `<circle cx="${String(x(components))}" cy="${String(y(value))}" r="3" fill="${colour}"/><text x="${String(x(components))}" y="${String(y(value) - 8)}" text-anchor="middle" fill="${colour}">${label(value)}</text>`,
      ),
      `<text x="${String(MARGIN)}" y="${String(24 + at * 16)}" fill="${colour}">${kind}</text>`,
    ];
  });
  const counts = [...new Set(points.map(({ components }) => components))];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(WIDTH)} ${String(HEIGHT)}" font-family="sans-serif" font-size="12" role="img" aria-label="${measure} by components">
<rect width="100%" height="100%" fill="#ffffff"/>
<path d="M${String(MARGIN)} ${String(HEIGHT - MARGIN)}H${String(WIDTH - MARGIN)}" stroke="#6b7280"/>
${counts.map((count) => `<text x="${String(x(count))}" y="${String(HEIGHT - MARGIN + 18)}" text-anchor="middle" fill="#374151">${count.toLocaleString("en")}</text>`).join("\n")}
${lines.join("\n")}
</svg>
`;
}
