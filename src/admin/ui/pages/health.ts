import { Hono } from "hono";
import { listSamples, type Sample } from "../../../records/machine/samples.ts";
import { lineChart, type LineChart, type Point } from "../charts/lines.ts";
import { BASE } from "../layout.ts";
import { html, type Markup } from "../../../http-api/markup.ts";
import { emptyState, table, tabs } from "../parts/list.ts";
import { bytes, duration, percent } from "../parts/numbers.ts";
import { ago } from "../parts/time.ts";
import { oneOf, show, type PageVariables } from "../page-context.ts";

const PATH = `${BASE}/health`;
const HOUR = 3_600_000;
const POINTS = 240;
/** Shares from which on a person should look. */
const FULL_DISK = 0.9;
const FULL_MEMORY = 0.95;
const windows = { "1h": 1, "6h": 6, "24h": 24, "7d": 168, "14d": 336 } as const;
const names = ["1h", "6h", "24h", "7d", "14d"] as const;
const words: Readonly<Record<keyof typeof windows, string>> = {
  "1h": "Last hour",
  "6h": "6 hours",
  "24h": "24 hours",
  "7d": "7 days",
  "14d": "14 days",
};

/** How the machine is doing. */
export function healthPages(): Hono<PageVariables> {
  return new Hono<PageVariables>().get("/health", async (context) => {
    const { admin, request, now } = context.get("signedIn");
    const window = oneOf(names, request.url.searchParams.get("window") ?? undefined) ?? "1h";
    const since = new Date(now.getTime() - windows[window] * HOUR).toISOString();
    const until = new Date(now.getTime() + 1).toISOString();
    const samples = await listSamples(admin.records, { since, until, points: POINTS });
    return show(context, {
      title: "Health",
      lead: "The machine, and each process of the bot on it. Times are UTC.",
      content: html`${tabs(
        "Window of time",
        names.map((name) => ({ name: words[name], address: `${PATH}?window=${name}`, isCurrent: name === window })),
      )}
      ${healthContent(samples, now)}`,
    });
  });
}

export function healthContent(samples: readonly Sample[], now: Date): Markup {
  if (samples.length === 0) {
    return html`<section class="card" aria-label="No sample">
      ${emptyState("No sample in this time", "A running bot looks at its machine every ten seconds. Choose a longer time.")}
    </section>`;
  }
  const workers = Map.groupBy(samples, ({ worker }) => worker);
  // A machine has one processor, one memory and one disk, whoever looks at it.
  const [ofMachine = []] = [...workers.values()].toSorted((one, other) => other.length - one.length);
  return html`<div class="charts">
      ${machineCharts(ofMachine).map(chartCard)} ${processCharts(ofMachine).map(chartCard)}
    </div>
    <section class="card below" aria-labelledby="processes">
      <h2 id="processes">Processes</h2>
      ${processes(workers, now)}
    </section>`;
}

function chartCard(chart: LineChart): Markup {
  return html`<section class="card" aria-label="${chart.title}">${lineChart(chart)}</section>`;
}

function machineCharts(samples: readonly Sample[]): readonly LineChart[] {
  const last = samples.at(-1);
  return [
    {
      title: "Processor",
      series: [
        { name: "all cores", points: pointsOf(samples, ({ cpu }) => cpu) },
        { name: "this bot", points: pointsOf(samples, ({ processCpu }) => processCpu) },
      ],
      words: percent,
      ceiling: 1,
    },
    {
      title: "Memory",
      series: [
        { name: "the machine", points: pointsOf(samples, ({ memoryUsed }) => memoryUsed) },
        { name: "this bot", points: pointsOf(samples, ({ processMemory }) => processMemory) },
      ],
      words: bytes,
      ceiling: last?.memoryTotal ?? 0,
      limit: { value: (last?.memoryTotal ?? 0) * FULL_MEMORY, words: "nearly used up" },
    },
  ];
}

function processCharts(samples: readonly Sample[]): readonly LineChart[] {
  const last = samples.at(-1);
  return [
    {
      title: "Disk",
      series: [{ name: "used", points: pointsOf(samples, ({ diskUsed }) => diskUsed) }],
      words: bytes,
      ceiling: last?.diskTotal ?? 0,
      limit: { value: (last?.diskTotal ?? 0) * FULL_DISK, words: "nearly full" },
    },
    {
      title: "Delay of the event loop",
      series: [
        { name: "half of the time", points: pointsOf(samples, ({ loopP50 }) => loopP50) },
        { name: "99 of 100", points: pointsOf(samples, ({ loopP99 }) => loopP99) },
        { name: "longest", points: pointsOf(samples, ({ loopMax }) => loopMax) },
      ],
      words: (value) => duration(value),
      ceiling: 10,
    },
  ];
}

function pointsOf(samples: readonly Sample[], valueOf: (sample: Sample) => number): readonly Point[] {
  return samples.map((sample) => ({ time: sample.time, value: valueOf(sample) }));
}

function processes(workers: ReadonlyMap<string, readonly Sample[]>, now: Date): Markup {
  const rows = [...workers].flatMap(([worker, samples]) => {
    const last = samples.at(-1);
    return last === undefined ? [] : [{ worker, last }];
  });
  return table(
    "Processes",
    [
      { heading: "Process" },
      { heading: "Last look" },
      { heading: "Processor", number: true },
      { heading: "Memory", number: true },
      { heading: "Loop p99", number: true },
      { heading: "Disk free", number: true },
    ],
    rows.map(
      ({ worker, last }) =>
        html`<tr>
          <th scope="row"><code>${worker}</code></th>
          <td data-label="Last look">${ago(last.time, now)}</td>
          <td class="number" data-label="Processor">${percent(last.processCpu)}</td>
          <td class="number" data-label="Memory">${bytes(last.processMemory)}</td>
          <td class="number" data-label="Loop p99">${duration(last.loopP99)}</td>
          <td class="number ${last.diskUsed >= last.diskTotal * FULL_DISK ? "bad" : ""}" data-label="Disk free">
            ${bytes(Math.max(0, last.diskTotal - last.diskUsed))}
          </td>
        </tr>`,
    ),
  );
}
