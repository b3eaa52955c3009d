import { html, nothing, type Markup } from "../../../http-api/markup.ts";
import { exactly } from "../parts/time.ts";
import { axis, share } from "./scale.ts";

export interface Point {
  /** ISO 8601 */
  readonly time: string;
  readonly value: number;
}

export interface Series {
  readonly name: string;
  readonly points: readonly Point[];
}

export interface LineChart {
  readonly title: string;
  /** At most three: more lines are a tangle. */
  readonly series: readonly Series[];
  /** How a value is written. */
  readonly words: (value: number) => string;
  /** Where the axis ends at the least: 1 for shares, the size of a disk. */
  readonly ceiling?: number;
  /** From where on the first line is too high: drawn, and said beside the value that is beyond it. */
  readonly limit?: { readonly value: number; readonly words: string };
}

const WIDTH = 1000;
const TOP = 18;
const HEIGHT = 150;
const FOOT = 22;
/** Pixels beside the curves for the values of the axis. */
const MARGIN = 64;
/** A pause that is so many times longer than usual is a gap: nobody looked at the machine. */
const GAP = 5;

/** Values over time. The last, highest and middle value of each line stand beside it in words. */
export function lineChart(chart: LineChart): Markup {
  const drawn = chart.series.filter(({ points }) => points.length > 0);
  return html`<figure class="lines">
    <figcaption>
      <h2>${chart.title}</h2>
      ${drawn.map((series, index) => legend(series, index, chart))}
    </figcaption>
    ${drawn.length === 0 ? html`<p class="soft">No sample in this time.</p>` : picture(chart, drawn)}
  </figure>`;
}

function legend({ name, points }: Series, index: number, { words, limit }: LineChart): Markup {
  const values = points.map(({ value }) => value);
  const last = values.at(-1) ?? 0;
  const isBeyond = index === 0 && limit !== undefined && last >= limit.value;
  return html`<p class="legend">
    <svg width="18" height="8" aria-hidden="true" focusable="false">
      <line class="line line-${index}" x1="0" x2="18" y1="4" y2="4"></line>
    </svg>
    ${name} <b ${isBeyond ? html`class="bad"` : ""}>${words(last)}</b>
    ${isBeyond ? html`<b class="bad">! ${limit.words}</b>` : ""}
    <span class="soft">highest ${words(highestOf(values))}</span>
  </p>`;
}

function picture(chart: LineChart, drawn: readonly Series[]): Markup {
  const points = drawn.flatMap((series) => series.points);
  const times = points.map(({ time }) => Date.parse(time));
  const from = lowestOf(times);
  const to = highestOf(times);
  const { ceiling, lines } = axis(Math.max(chart.ceiling ?? 0, highestOf(points.map(({ value }) => value))));
  const height = (value: number): number => Math.round(HEIGHT - (share(value, 0, ceiling) * HEIGHT) / 100);
  const all = TOP + HEIGHT + FOOT;
  const { limit } = chart;
  return html`<div class="plot" role="img" aria-label="${chart.title}: ${spoken(chart, drawn)}">
    <svg width="${MARGIN}" height="${all}" aria-hidden="true" focusable="false">
      ${lines.map(
        (value) =>
          html`<text class="scale" x="${MARGIN - 8}" y="${TOP + height(value) + 4}" text-anchor="end">
            ${chart.words(value)}
          </text>`,
      )}
    </svg>
    <svg width="100%" height="${all}" aria-hidden="true" focusable="false">
      ${lines.map(
        (value) =>
          html`<line class="grid" x1="0" x2="100%" y1="${TOP + height(value)}" y2="${TOP + height(value)}"></line>`,
      )}
      ${
        limit === undefined
          ? nothing
          : html`<line
              class="limit"
              x1="0"
              x2="100%"
              y1="${TOP + height(limit.value)}"
              y2="${TOP + height(limit.value)}"
            ></line>`
      }
      <svg x="0" y="${TOP}" width="100%" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">
        ${drawn.map(
          (series, index) =>
            html`<path
              class="line line-${index}"
              vector-effect="non-scaling-stroke"
              d="${path(series.points, (time) => share(time, from, to) * (WIDTH / 100), height)}"
            ></path>`,
        )}
      </svg>
      ${
        from < to
          ? html`<text class="scale" x="0" y="${TOP + HEIGHT + 16}">${shortly(from)}</text>
              <text class="scale" x="100%" y="${TOP + HEIGHT + 16}" text-anchor="end">${shortly(to)} UTC</text>`
          : nothing
      }
    </svg>
  </div>`;
}

/** A path that leaves out what was not measured; one point alone is a dot. */
export function path(
  points: readonly Point[],
  across: (time: number) => number,
  down: (value: number) => number,
): string {
  const placed = points.map(({ time, value }) => ({ time: Date.parse(time), value }));
  const usual = usualPause(placed.map(({ time }) => time));
  return placed
    .map(({ time, value }, index) => {
      const before = placed[index - 1];
      const after = placed[index + 1];
      const starts = before === undefined || time - before.time > usual * GAP;
      const ends = after === undefined || after.time - time > usual * GAP;
      const place = `${String(Math.round(across(time) * 10) / 10)} ${String(down(value))}`;
      return `${starts ? "M" : "L"}${place}${starts && ends ? "h.1" : ""}`;
    })
    .join("");
}

function usualPause(times: readonly number[]): number {
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return pauses.toSorted((one, other) => one - other)[Math.floor(pauses.length / 2)] ?? 0;
}

function spoken({ words }: LineChart, drawn: readonly Series[]): string {
  return drawn
    .map(({ name, points }) => {
      const values = points.map(({ value }) => value);
      return `${name} between ${words(lowestOf(values))} and ${words(highestOf(values))}, now ${words(values.at(-1) ?? 0)}`;
    })
    .join("; ");
}

function shortly(time: number): string {
  return exactly(new Date(time).toISOString()).slice(5, 16);
}

// Not Math.max(...values): samples of two weeks are more than a call takes arguments.
function highestOf(values: readonly number[]): number {
  return values.reduce((highest, value) => Math.max(highest, value), 0);
}

function lowestOf(values: readonly number[]): number {
  return values.reduce((lowest, value) => Math.min(lowest, value), Number.POSITIVE_INFINITY);
}
