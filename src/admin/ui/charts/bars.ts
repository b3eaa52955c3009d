import { html, type Content, type Markup } from "../../../http-api/markup.ts";
import { count, duration, percent } from "../parts/numbers.ts";
import { share } from "./scale.ts";

const HEIGHT = 14;

/** One bar as long as its share of the largest. Text beside it says the figure: the bar itself is left out by readers. */
export function bar(value: number, largest: number, tone = "accent"): Markup {
  const width = value > 0 ? Math.max(0.6, share(value, 0, largest)) : 0;
  return html`<svg class="bar ${tone}" width="100%" height="${HEIGHT}" aria-hidden="true" focusable="false">
    <rect class="track" width="100%" height="${HEIGHT}" rx="3"></rect>
    <rect class="fill" width="${width}%" height="${HEIGHT}" rx="3"></rect>
  </svg>`;
}

/** From p50 to p95 on a scale that ends at `slowest`, all in milliseconds: a dot, a line, a stroke. */
export function spread(p50: number, p95: number, slowest: number): Markup {
  const middle = share(p50, 0, slowest);
  const high = Math.max(middle, share(p95, 0, slowest));
  return html`<svg class="spread" width="100%" height="${HEIGHT}" aria-hidden="true" focusable="false">
    <line class="track" x1="0" x2="100%" y1="7" y2="7"></line>
    <line class="range" x1="${middle}%" x2="${high}%" y1="7" y2="7"></line>
    <circle class="p50" cx="${middle}%" cy="7" r="4"></circle>
    <line class="p95" x1="${high}%" x2="${high}%" y1="1" y2="13"></line>
  </svg>`;
}

export interface Bottleneck {
  readonly name: string;
  readonly count: number;
  /** Milliseconds, as the others. */
  readonly total: number;
  readonly p50: number;
  readonly p95: number;
  readonly failed?: number;
}

/**
 * Where the time goes: a bar of the total for each name, worst first, and beside it how long it takes once.
 * @param all milliseconds that shares are of: also of those that are not shown
 */
export function bottleneckChart(heading: Content, rows: readonly Bottleneck[], all: number): Markup {
  const largest = Math.max(0, ...rows.map(({ total }) => total));
  const slowest = Math.max(0, ...rows.map(({ p95 }) => p95));
  return html`<div class="table" role="region" aria-label="Chart: ${heading}" tabindex="0">
    <table class="chart">
      <caption class="hidden">
        ${heading}
      </caption>
      <thead>
        <tr>
          <th scope="col" class="names">Name</th>
          <th scope="col" class="wide">Total time</th>
          <th scope="col" class="number">Total</th>
          <th scope="col" class="number">Share</th>
          <th scope="col" class="medium">Once <span class="soft">● p50 │ p95, to ${duration(slowest)}</span></th>
          <th scope="col" class="number">p50</th>
          <th scope="col" class="number">p95</th>
          <th scope="col" class="number">Times</th>
          <th scope="col" class="number">Failed</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              <th scope="row">${breakable(row.name)}</th>
              <td>${bar(row.total, largest)}</td>
              <td class="number">${duration(row.total)}</td>
              <td class="number">${all === 0 ? "–" : percent(row.total / all)}</td>
              <td>${spread(row.p50, row.p95, slowest)}</td>
              <td class="number">${duration(row.p50)}</td>
              <td class="number">${duration(row.p95)}</td>
              <td class="number">${count(row.count)}</td>
              <td class="number${(row.failed ?? 0) > 0 ? " bad" : ""}">${count(row.failed ?? 0)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Paths and endpoints are long, and may be broken after a slash. */
export function breakable(name: string): Content {
  return name.split("/").map((part, index) => (index === 0 ? part : html`/<wbr />${part}`));
}
