import type { TraceEntry } from "../../../records/runs/runs.ts";
import { html, type Markup } from "../../../http-api/markup.ts";
import { duration } from "../parts/numbers.ts";
import { breakable } from "./bars.ts";
import { share } from "./scale.ts";

/** When each step of a run began and how long it took, in the order they began. */
export function waterfall(steps: readonly TraceEntry[]): Markup {
  const end = steps.reduce((latest, { begin, milliseconds }) => Math.max(latest, begin + milliseconds), 0);
  const longest = steps.reduce((most, { milliseconds }) => Math.max(most, milliseconds), 0);
  return html`<div class="table" role="region" aria-label="Chart: steps of the run" tabindex="0">
    <table class="chart waterfall">
      <caption class="hidden">
        Steps over ${duration(end)}
      </caption>
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col">Component</th>
          <th scope="col" class="wide">From 0 to ${duration(end)}</th>
          <th scope="col" class="number">Began</th>
          <th scope="col" class="number">Took</th>
          <th scope="col">Outcome</th>
        </tr>
      </thead>
      <tbody>
        ${steps
          .toSorted((one, other) => one.begin - other.begin)
          .map((step) => stepRow(step, end, step.milliseconds === longest && longest > 0))}
      </tbody>
    </table>
  </div>`;
}

function stepRow(step: TraceEntry, end: number, isLongest: boolean): Markup {
  const tone = step.outcome === "failed" ? "bad" : isLongest ? "longest" : "accent";
  return html`<tr>
    <th scope="row">${step.name}</th>
    <td>${breakable(step.component)}</td>
    <td>
      <svg class="bar ${tone}" width="100%" height="14" aria-hidden="true" focusable="false">
        <rect class="track" width="100%" height="14" rx="3"></rect>
        <rect
          class="fill"
          x="${share(step.begin, 0, end)}%"
          width="${Math.max(0.4, share(step.milliseconds, 0, end))}%"
          height="14"
          rx="2"
        ></rect>
      </svg>
    </td>
    <td class="number">${duration(step.begin)}</td>
    <td class="number">${duration(step.milliseconds)}${isLongest ? html` <span class="soft">longest</span>` : ""}</td>
    <td>${step.outcome}${step.detail === "" ? "" : html` <span class="soft">${step.detail}</span>`}</td>
  </tr>`;
}
