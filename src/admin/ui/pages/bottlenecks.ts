import { Hono } from "hono";
import type { Budget } from "../../../records/runs/budgets.ts";
import {
  bottlenecksOf,
  windowNames as known,
  type Bottlenecks,
  type QueueDepth,
  type SlowRun,
  type TimingList,
  type Window,
} from "../../../records/runs/timings.ts";
import { bar, bottleneckChart } from "../charts/bars.ts";
import { BASE } from "../layout.ts";
import { html, type Markup } from "../../../http-api/markup.ts";
import { emptyState, table, tabs } from "../parts/list.ts";
import { count, counted, duration, percent } from "../parts/numbers.ts";
import { stateBadge } from "../parts/state.ts";
import { ago, took } from "../parts/time.ts";
import { oneOf, show, type PageVariables } from "../page-context.ts";

const PATH = `${BASE}/bottlenecks`;
/** More names than this are the long tail, which is no bottleneck. */
const LONGEST_CHART = 15;
const windowNames: Readonly<Record<Window, string>> = {
  "1h": "Last hour",
  "24h": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
};
const windowWords: Readonly<Record<Window, string>> = {
  "1h": "the last hour",
  "24h": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
};

/** Where the time goes. */
export function bottlenecksPages(): Hono<PageVariables> {
  return new Hono<PageVariables>().get("/bottlenecks", async (context) => {
    const { admin, request, now } = context.get("signedIn");
    const window = oneOf(known, request.url.searchParams.get("window") ?? undefined) ?? "24h";
    const found = await bottlenecksOf(admin.records, window);
    return show(context, {
      title: "Bottlenecks",
      lead: sentence(found, window),
      content: html`${tabs(
        "Window of time",
        known.map((name) => ({
          name: windowNames[name],
          address: `${PATH}?window=${name}`,
          isCurrent: name === window,
        })),
      )}
      ${bottlenecksContent(found, now)}`,
    });
  });
}

/** The answer in one sentence: what takes the most. */
export function sentence({ steps }: Pick<Bottlenecks, "steps">, window: Window): string {
  const [worst] = steps.items;
  if (worst === undefined) return `No run in ${windowWords[window]}.`;
  const share = steps.total === 0 ? 0 : worst.total / steps.total;
  return `In ${windowWords[window]} the step “${worst.name}” took the most: ${duration(worst.total)}, ${percent(share)} of the time of all steps.`;
}

export function bottlenecksContent(found: Bottlenecks, now: Date): Markup {
  const { steps, components, endpoints, slowestRuns, budgets, queue } = found;
  return html`${timings("Steps", "steps", steps, "A run tells of its steps when it has ended.")}
    ${timings("Components", "components", components, "The time of a component is that of its steps.")}
    ${timings("Endpoints", "endpoints", endpoints, "Requests to the service and the forges, by what they ask for.")}
    <section class="card" aria-labelledby="slowest">
      <h2 id="slowest">Slowest runs</h2>
      ${slowestRuns.length === 0 ? emptyState("No run in this time", "Choose a longer one.") : slowest(slowestRuns, now)}
    </section>
    <div class="columns">
      <section class="card" aria-labelledby="budgets">
        <h2 id="budgets">Requests left</h2>
        ${
          budgets.length === 0
            ? emptyState("Nobody counts yet", "Servers that limit requests say with every answer what is left.")
            : budgets.map((budget) => budgetLine(budget, now))
        }
      </section>
      <section class="card" aria-labelledby="queue">
        <h2 id="queue">Queue</h2>
        ${queueFacts(queue)}
      </section>
    </div>`;
}

function timings(name: string, id: string, { items, names, total }: TimingList, empty: string): Markup {
  const shown = items.slice(0, LONGEST_CHART);
  return html`<section class="card" aria-labelledby="${id}">
    <h2 id="${id}">${name}</h2>
    ${
      shown.length === 0
        ? emptyState("Nothing was measured", empty)
        : bottleneckChart(
            name,
            shown.map(({ failures, ...figures }) => ({ ...figures, failed: failures })),
            total,
          )
    }
    ${names > shown.length ? html`<p class="soft">${counted(names - shown.length, "more name")} took less.</p>` : ""}
  </section>`;
}

function slowest(runs: readonly SlowRun[], now: Date): Markup {
  const longest = Math.max(...runs.map(({ milliseconds }) => milliseconds));
  return table(
    "Slowest runs",
    [
      { heading: "Run" },
      { heading: "State" },
      { heading: "Slowest step" },
      { heading: "Started" },
      { heading: "Took", number: true },
      { heading: "Compared" },
    ],
    runs.map((run) => {
      const step = run.trace.toSorted((one, other) => other.milliseconds - one.milliseconds)[0];
      return html`<tr>
        <th scope="row">
          <a href="${BASE}/runs/${run.id}">${run.repository}</a><br /><small class="soft"
            >${run.kind} · ${run.cause}</small
          >
        </th>
        <td>${stateBadge(run.state)}</td>
        <td>
          ${
            step === undefined
              ? html`<span class="soft">none measured</span>`
              : html`${step.name} <span class="soft">${step.component} ${duration(step.milliseconds)}</span>`
          }
        </td>
        <td data-label="Started">${ago(run.started, now)}</td>
        <td class="number" data-label="Took">${took(run.milliseconds)}</td>
        <td class="compared">${bar(run.milliseconds, longest)}</td>
      </tr>`;
    }),
  );
}

function budgetLine({ name, allowed, remaining, resets, time }: Budget, now: Date): Markup {
  const share = allowed === 0 ? 0 : remaining / allowed;
  const tone = share < 0.1 ? "bad" : share < 0.3 ? "longest" : "accent";
  return html`<div class="budget">
    <p>
      <b>${name}</b> ${count(remaining)} of ${count(allowed)}
      left${share < 0.1 ? html` <span class="bad">scarce</span>` : ""}
    </p>
    ${bar(remaining, Math.max(1, allowed), tone)}
    <p class="soft">
      <small>${resets === null ? "" : html`All are allowed again ${ago(resets, now)}. `}Said ${ago(time, now)}.</small>
    </p>
  </div>`;
}

function queueFacts({ waiting, running, dead, oldestWaiting, jobs }: QueueDepth): Markup {
  const kinds = Object.entries(jobs);
  return html`<dl class="facts">
    <dt>Deliveries waiting</dt>
    <dd><a href="${BASE}/deliveries?state=waiting">${count(waiting)}</a></dd>
    <dt>Deliveries in hand</dt>
    <dd><a href="${BASE}/deliveries?state=running">${count(running)}</a></dd>
    <dt>Given up</dt>
    <dd class="${dead > 0 ? "bad" : ""}"><a href="${BASE}/deliveries?state=dead">${count(dead)}</a></dd>
    <dt>Oldest waits for</dt>
    <dd>${oldestWaiting === null ? "–" : duration(oldestWaiting)}</dd>
    ${kinds.map(
      ([kind, length]) =>
        html`<dt>Jobs: ${kind}</dt>
          <dd>${count(length)}</dd>`,
    )}
  </dl>`;
}
