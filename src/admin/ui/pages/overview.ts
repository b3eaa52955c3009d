import { Hono } from "hono";
import { boundFileStates, type GridCell } from "../../../records/repositories/bound-files.ts";
import { conditionOf, type RepositoryRecord } from "../../../records/repositories/repositories.ts";
import { breakable } from "../charts/bars.ts";
import { BASE } from "../layout.ts";
import { html, nothing, type Markup } from "../../../http-api/markup.ts";
import { noRepository } from "../parts/first-steps.ts";
import { emptyState } from "../parts/list.ts";
import { count, counted, percent } from "../parts/numbers.ts";
import { runsTable } from "../parts/runs-table.ts";
import { lookOf, stateBadge } from "../parts/state.ts";
import { ago } from "../parts/time.ts";
import { readOverview, type OverviewData } from "../readings/overview.ts";
import {
  countsOf,
  filesOf,
  gridRows,
  troublesOf,
  verdictOf,
  type GridRow,
  type Trouble,
} from "../readings/standing.ts";
import { show, type PageVariables, type SignedInRequest } from "../page-context.ts";

/** As much as one can act on at a time: more repositories are for their own page. */
const LONGEST_GRID = 10;
/** More components than this are for their repository's page: those that are not in step are shown, and the others counted. */
const LONGEST_ROW = 6;
const SECONDS = "15";
const MOST_TROUBLES = 4;
/** More causes than this are for the page of alerts and the lists. */
const MOST_CAUSES = 20;

/** Is everything in step? In one look. */
export function overviewPages(): Hono<PageVariables> {
  return new Hono<PageVariables>().get("/", async (context) => {
    const signedIn = context.get("signedIn");
    const data = await readOverview(signedIn.admin.records, signedIn.now);
    return show(context, { title: "Overview", content: overview(data, signedIn) });
  });
}

export function overview(data: OverviewData, signedIn: Pick<SignedInRequest, "caller" | "now">): Markup {
  return html`<div class="overview" data-region data-refresh="${SECONDS}">
    ${verdictCard(data)} ${tiles(data)} ${troubles(data)}
    ${data.repositories.total === 0 ? "" : lastRuns(data, signedIn.now)}
    <section class="card" aria-labelledby="grid">
      <div class="card-head">
        <h2 id="grid">Repositories and components</h2>
        <a href="${BASE}/repositories">All repositories</a>
      </div>
      ${grid(data, signedIn)}
    </section>
  </div>`;
}

function lastRuns({ lastRuns: { items, total } }: OverviewData, now: Date): Markup {
  return html`<section class="card" aria-labelledby="last-runs">
    <div class="card-head">
      <h2 id="last-runs">Last runs</h2>
      <a href="${BASE}/runs">All runs</a>
    </div>
    ${
      total === 0
        ? emptyState("No run yet", "A push, a pull request or the schedule begins the first one.")
        : runsTable(items, now, "The last runs")
    }
  </section>`;
}

function verdictCard({ cells }: OverviewData): Markup {
  const { tone, symbol, headline, sentence } = verdictOf(cells);
  return html`<section class="card verdict" aria-labelledby="verdict">
    <span class="mark ${tone}" aria-hidden="true">${symbol}</span>
    <div>
      <h2 id="verdict">${headline}</h2>
      <p class="soft">${sentence}</p>
    </div>
  </section>`;
}

function tiles({ cells, repositories, runsOfDay, failedOfDay, running, waiting, jobs, dead }: OverviewData): Markup {
  const counts = countsOf(cells);
  const files = filesOf(counts);
  const conditions = repositories.items.map(conditionOf);
  const [active, problems] = ["active", "problem"].map((one) => conditions.filter((each) => each === one).length);
  const tile = (path: string, label: string, value: string, more: string, tone = ""): Markup =>
    html`<li>
      <a class="tile" href="${BASE}${path}"
        ><span class="label">${label}</span><b>${value}</b><span class="more ${tone}">${more}</span></a
      >
    </li>`;
  return html`<ul class="tiles" aria-label="In figures">
    ${tile(problems === 0 ? "/repositories" : "/repositories?state=problem", "Repositories", count(repositories.total), problems === 0 ? `${count(active ?? 0)} active` : `${count(problems ?? 0)} with a problem`, problems === 0 ? "" : "bad")}
    ${tile("/maps", "Files in step", files === 0 ? "–" : percent(counts["in-step"] / files), `${count(counts["in-step"])} of ${count(files)}`)}
    ${tile("/runs", "Runs in 24 hours", count(runsOfDay), failedOfDay === 0 ? "none failed" : `${count(failedOfDay)} failed`, failedOfDay === 0 ? "" : "bad")}
    ${tile("/runs?state=running", "Running now", count(running), `${counted(jobs, "job")} in the queue`)}
    ${tile("/deliveries", "Deliveries waiting", count(waiting), dead === 0 ? "none given up" : `${count(dead)} given up`, dead === 0 ? "" : "bad")}
  </ul>`;
}

function troubles(data: OverviewData): Markup {
  const all = troublesOf(data);
  if (all.length === 0) return nothing;
  const rest = all.slice(MOST_TROUBLES);
  return html`<section class="card" aria-labelledby="wrong">
    <h2 id="wrong">What is wrong now</h2>
    <ul class="problems">
      ${all.slice(0, MOST_TROUBLES).map(troubleLine)}
    </ul>
    ${
      rest.length === 0
        ? ""
        : html`<details>
            <summary>${counted(rest.length, "more cause")}</summary>
            <ul class="problems">
              ${rest.slice(0, MOST_CAUSES).map(troubleLine)}
            </ul>
            ${rest.length > MOST_CAUSES ? html`<p><a href="${BASE}/alerts">See the alerts</a> for ${counted(rest.length - MOST_CAUSES, "cause")} more.</p>` : ""}
          </details>`
    }
  </section>`;
}

function troubleLine({ state, title, extent, remedy, path }: Trouble): Markup {
  return html`<li>
    ${stateBadge(state)}
    <div>
      <a href="${BASE}${path}">${title}</a>
      ${
        extent.length === 0
          ? ""
          : html`<p>
              ${extent.map(({ words, path: there }, index) => html`${index === 0 ? "" : " · "}<a href="${BASE}${there}">${words}</a>`)}
            </p>`
      }
      <p class="soft">${remedy}</p>
    </div>
  </li>`;
}

function grid(data: OverviewData, signedIn: Pick<SignedInRequest, "caller" | "now">): Markup {
  const { cells, repositories } = data;
  if (repositories.total === 0) return noRepository(signedIn.caller);
  const wrong = new Set(repositories.items.filter((record) => conditionOf(record) === "problem").map(({ id }) => id));
  const rows = gridRows(cells, (id) => wrong.has(id));
  const bound = new Set(rows.map(({ repository }) => repository.id));
  const records = new Map(repositories.items.map((record) => [record.id, record]));
  const others = repositories.items.filter(({ id, state }) => !bound.has(id) && state !== "gone");
  const all = rows.length + others.length;
  return html`<ul class="grid">
      ${rows.slice(0, LONGEST_GRID).map((row) => gridRow(row, records.get(row.repository.id), signedIn.now))}
      ${others.slice(0, Math.max(0, LONGEST_GRID - rows.length)).map((record) => bareRow(record, signedIn.now))}
    </ul>
    ${all > LONGEST_GRID ? restOfGrid(rows.slice(LONGEST_GRID), all - LONGEST_GRID) : ""}`;
}

/** The worst are shown: so many are not, and of those so many wait for something. */
function restOfGrid(hidden: readonly GridRow[], total: number): Markup {
  const waiting = hidden.filter(({ cells }) => cells.some(({ worst }) => worst !== "in-step")).length;
  return html`<p class="rest">
    <a href="${BASE}/repositories">Show ${counted(total, "more repository", "more repositories")}</a>
    <span class="soft">${waiting === 0 ? "in step" : `${count(waiting)} of them not in step`}</span>
  </p>`;
}

function gridRow({ repository, cells }: GridRow, record: RepositoryRecord | undefined, now: Date): Markup {
  const waiting = cells.filter(({ worst }) => worst !== "in-step");
  const shown = cells.length <= LONGEST_ROW ? cells : waiting.slice(0, LONGEST_ROW - 1);
  return html`<li>
    ${who(repository.id, repository.name, repository.forge, record, now)}
    <ul class="cells" aria-label="Components of ${repository.name}">
      ${shown.map(cell)} ${restOfRow(repository.id, cells, shown.length, waiting.length)}
    </ul>
    ${onPhones(cells)}
  </li>`;
}

/** What is in step is one line where there is little room. */
function onPhones(cells: readonly GridCell[]): Markup | string {
  const good = cells.filter(({ worst }) => worst === "in-step").length;
  return good === 0 ? "" : html`<p class="in-step soft">✓ ${counted(good, "component")} in step</p>`;
}

/** The worst are shown, so that these are no worse than those. */
function restOfRow(repository: number, cells: readonly GridCell[], shown: number, waiting: number): Markup {
  const hidden = cells.length - shown;
  if (hidden === 0) return nothing;
  const { tone, symbol, words } =
    waiting > shown
      ? { tone: "quiet", symbol: "…", words: `${count(waiting - shown)} not in step` }
      : { ...lookOf("in-step"), words: "in step" };
  return html`<li>
    <a class="cell ${tone}" href="${BASE}/repositories/${repository}"
      ><span class="symbol" aria-hidden="true">${symbol}</span
      ><b>${counted(hidden, shown === 0 ? "component" : "more component")}</b><small>${words}</small></a
    >
  </li>`;
}

function bareRow(record: RepositoryRecord, now: Date): Markup {
  return html`<li>
    ${who(record.id, record.name, record.forge, record, now)}
    <p class="soft">
      ${record.state === "unmapped" ? "No mapping in the default branch yet." : "No run has seen its files yet."}
    </p>
  </li>`;
}

function who(id: number, name: string, forge: string, record: RepositoryRecord | undefined, now: Date): Markup {
  return html`<div class="who">
    <a href="${BASE}/repositories/${id}">${name}</a>
    <p>
      ${forge} · ${ago(record?.lastRun, now, "no run yet")}
      ${record === undefined || conditionOf(record) === "active" ? "" : stateBadge(conditionOf(record))}
    </p>
  </div>`;
}

function cell({ repository, component, worst, counts }: GridCell): Markup {
  const { tone, symbol, word } = lookOf(worst);
  const files = boundFileStates.reduce((all, state) => all + counts[state], 0);
  const words =
    worst === "in-step" ? `${word}, ${counted(files, "file")}` : `${word}, ${count(counts[worst])} of ${count(files)}`;
  const address = `${BASE}/repositories/${String(repository.id)}?component=${encodeURIComponent(component)}`;
  return html`<li>
    <a class="cell ${tone}" href="${address}"
      ><span class="symbol" aria-hidden="true">${symbol}</span><b>${breakable(component)}</b><small>${words}</small></a
    >
  </li>`;
}
