import { Hono } from "hono";
import { streamSSE, type SSEStreamingApi } from "hono/streaming";
import type { Records } from "../../../records/records.ts";
import { runById, type RunRecord } from "../../../records/runs/runs.ts";
import { notFound } from "../../http/refusal.ts";
import { goesOn } from "../../identity/sessions.ts";
import { waterfall } from "../charts/waterfall.ts";
import { BASE } from "../layout.ts";
import { html, type Markup } from "../../../http-api/markup.ts";
import { emptyState } from "../parts/list.ts";
import { markdown } from "../parts/markdown.ts";
import { count } from "../parts/numbers.ts";
import { progressWords } from "../parts/runs-table.ts";
import { stateBadge } from "../parts/state.ts";
import { ago, instant, took } from "../parts/time.ts";
import { numberOf, show, type PageContext, type PageVariables } from "../page-context.ts";

/** So often the row is looked at for whoever watches: the bot writes it no more often. */
const LOOK_MILLISECONDS = 500;
/** Then the browser asks again by itself, and its session is looked at anew. */
const LONGEST_MILLISECONDS = 5 * 60_000;
/** What stands between us and the browser takes a silent connection for a dead one. */
const SIGN_OF_LIFE_MILLISECONDS = 15_000;

/** One run, followed while it happens. */
export function runPages(): Hono<PageVariables> {
  const app = new Hono<PageVariables>();
  app.get("/runs/:id", async (context) => {
    const run = await foundRun(context);
    const { now } = context.get("signedIn");
    return show(context, {
      title: `${run.repository.name}: ${run.kind}`,
      above: ["Runs", `${BASE}/runs`],
      lead: html`${stateBadge(run.state)} ${run.outcome}`,
      actions: html`<a class="button second" href="${BASE}/repositories/${run.repository.id}">The repository</a>`,
      content: runContent(run, now),
    });
  });
  app.get("/runs/:id/events", async (context) => {
    const run = await foundRun(context);
    const { admin, caller } = context.get("signedIn");
    const { records } = admin;
    const mayGoOn = (): Promise<boolean> => goesOn(records, caller.session.id);
    const answer = streamSSE(context, (stream) => follow(stream, records, run.id, mayGoOn));
    answer.headers.set("Cache-Control", "no-store");
    // Proxies that gather an answer before they pass it on would gather this one for minutes.
    answer.headers.set("X-Accel-Buffering", "no");
    return answer;
  });
  return app;
}

async function foundRun(context: PageContext): Promise<RunRecord> {
  const { admin } = context.get("signedIn");
  const run = await runById(admin.records, numberOf(context.req.param("id") ?? ""));
  if (run === undefined)
    throw notFound("There is no such run: old ones are removed after the days that the settings say.");
  return run;
}

export function runContent(run: RunRecord, now: Date): Markup {
  return html`${run.state === "running" ? live(run) : ""}
    <section class="card" aria-labelledby="facts">
      <h2 id="facts">Run ${run.id}</h2>
      ${facts(run, now)}
    </section>
    <section class="card" aria-labelledby="trace">
      <h2 id="trace">Where the time went</h2>
      ${
        run.trace.length === 0
          ? emptyState(
              "No steps yet",
              run.state === "running"
                ? "They are here when the run has ended."
                : "This run ended before its first step.",
            )
          : waterfall(run.trace)
      }
    </section>
    ${
      run.summary === ""
        ? ""
        : html`<section class="card" aria-labelledby="summary">
            <h2 id="summary">Summary</h2>
            <div class="prose">${markdown(run.summary)}</div>
          </section>`
    }`;
}

function live({ id, progress, repository }: RunRecord): Markup {
  const total = progress?.total ?? 0;
  return html`<section class="card" aria-labelledby="live" data-follow="${BASE}/runs/${id}/events">
    <h2 id="live">Running now</h2>
    <div class="progress">
      <progress
        aria-label="Progress of the run in ${repository.name}"
        ${total > 0 ? html`max="${total}" value="${progress?.done ?? 0}"` : ""}
      ></progress>
      <p data-words>
        ${progressWords(progress)}${progress === undefined || progress.detail === "" ? "" : ` · ${progress.detail}`}
      </p>
    </div>
    <p class="hidden" aria-live="polite"></p>
    <noscript><p class="soft">Reload the page to see how far it is.</p></noscript>
  </section>`;
}

function facts(run: RunRecord, now: Date): Markup {
  const { repository, kind, cause, branch, pullRequest, started, finished, milliseconds, requests, worker } = run;
  return html`<dl class="facts">
    <dt>Repository</dt>
    <dd>
      <a href="${BASE}/repositories/${repository.id}">${repository.name}</a>
      <span class="soft">${repository.forge}</span>
    </dd>
    <dt>Kind</dt>
    <dd>${kind}${cause === "" ? "" : html` · ${cause}`}</dd>
    ${
      branch === ""
        ? ""
        : html`<dt>Branch</dt>
            <dd><code>${branch}</code></dd>`
    }
    ${
      pullRequest === undefined
        ? ""
        : html`<dt>Pull request</dt>
            <dd>${pullRequest}</dd>`
    }
    <dt>Started</dt>
    <dd>${instant(started)} <span class="soft">(${ago(started, now)})</span></dd>
    <dt>Took</dt>
    <dd>${finished === undefined ? html`<span class="soft">still running</span>` : took(milliseconds)}</dd>
    <dt>Requests</dt>
    <dd>${count(requests)}</dd>
    <dt>Process</dt>
    <dd><code>${worker}</code></dd>
  </dl>`;
}

/** Tells of each change of the row until the run has ended, or the session. */
async function follow(
  stream: SSEStreamingApi,
  records: Records,
  id: number,
  mayGoOn: () => Promise<boolean>,
): Promise<void> {
  const isOpen = (): boolean => !stream.aborted && !stream.closed;
  let last = "";
  let silent = 0;
  for (let passed = 0; isOpen() && passed < LONGEST_MILLISECONDS; passed += LOOK_MILLISECONDS) {
    // Who signed out, or may not look any more, is told nothing more.
    if (!(await mayGoOn())) return;
    const run = await runById(records, id);
    if (run === undefined || run.state !== "running") {
      await stream.writeSSE({ event: "end", data: JSON.stringify({ state: run?.state ?? "gone" }) });
      return;
    }
    const data = JSON.stringify({
      phase: "",
      done: 0,
      total: 0,
      detail: "",
      ...run.progress,
      words: progressWords(run.progress),
    });
    silent += LOOK_MILLISECONDS;
    if (data !== last) await stream.writeSSE({ event: "progress", data });
    else if (silent >= SIGN_OF_LIFE_MILLISECONDS) await stream.write(": still here\n\n");
    if (data !== last || silent >= SIGN_OF_LIFE_MILLISECONDS) silent = 0;
    last = data;
    await stream.sleep(LOOK_MILLISECONDS);
  }
}
