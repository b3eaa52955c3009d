import type { ListedRun } from "../../../records/runs/runs.ts";
import { BASE } from "../layout.ts";
import { html, type Markup } from "../../../http-api/markup.ts";
import { table, type Column } from "./list.ts";
import { count } from "./numbers.ts";
import { stateBadge } from "./state.ts";
import { ago, took } from "./time.ts";

export const runColumns: readonly Column[] = [
  { heading: "Run" },
  { heading: "State" },
  { heading: "What came of it" },
  { heading: "Started" },
  { heading: "Took", number: true },
  { heading: "Requests", number: true },
];

/** A few runs, without pages. */
export function runsTable(runs: readonly ListedRun[], now: Date, caption: string): Markup {
  return table(
    caption,
    runColumns,
    runs.map((run) => runRow(run, now)),
  );
}

export function runRow(run: ListedRun, now: Date): Markup {
  const { id, repository, kind, cause, state } = run;
  return html`<tr>
    <th scope="row">
      <a href="${BASE}/runs/${id}"><span class="hidden">Run ${id}: </span>${repository.name}</a>
      <br /><small class="soft">${kind} · ${cause}</small>
    </th>
    <td>${stateBadge(state)}</td>
    <td>${state === "running" ? progressOf(run) : run.outcome}</td>
    <td data-label="Started">${ago(run.started, now)}</td>
    <td class="number" data-label="Took">${took(run.milliseconds)}</td>
    <td class="number" data-label="Requests">${count(run.requests)}</td>
  </tr>`;
}

function progressOf({ repository, progress }: ListedRun): Markup {
  const total = progress?.total ?? 0;
  return html`<div class="progress">
    <progress
      aria-label="Progress of the run in ${repository.name}"
      ${total > 0 ? html`max="${total}" value="${progress?.done ?? 0}"` : ""}
    ></progress>
    <p data-words>${progressWords(progress)}</p>
  </div>`;
}

/** `upload 2 of 7` */
export function progressWords(progress: ListedRun["progress"]): string {
  if (progress === undefined) return "Begins.";
  const { phase, done, total } = progress;
  return total > 0 ? `${phase}: ${count(done)} of ${count(total)}` : phase;
}
