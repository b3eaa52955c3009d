import { listRuns } from "../../../records/runs/runs.ts";
import { readCauses } from "../../../records/problems/list-causes.ts";
import { defined } from "../../../core/defined.ts";
import { Hono } from "hono";
import { html } from "../../../http-api/markup.ts";
import { BASE } from "../layout.ts";
import { plainChoices } from "../../../http-api/form.ts";
import { emptyState, filter, list } from "../parts/list.ts";
import { runColumns, runRow } from "../parts/runs-table.ts";
import { timesOf } from "../parts/list-times.ts";
import { jumpedToDay, listQuery, oneOf, show, type PageVariables } from "../page-context.ts";

const PATH = `${BASE}/runs`;
const SIZE = 50;
const kinds = ["push", "pull", "sync", "review", "answer", "after-merge", "rebase", "sweep"] as const;
const states = ["running", "done", "failed"] as const;
const names = ["text", "repository", "state", "kind", "cause", "since", "until"] as const;

/** Runs as they happen. */
export function runsPages(): Hono<PageVariables> {
  return new Hono<PageVariables>().get("/runs", async (context) => {
    const signedIn = context.get("signedIn");
    const { records } = signedIn.admin;
    const { page, query } = listQuery(signedIn, names);
    const { causes, reasonsOf } = await readCauses(records, "run");
    const chosen = defined({
      kind: oneOf(kinds, query.kind),
      state: oneOf(states, query.state),
      text: query.text,
      repositoryPart: query.repository,
      outcomes: query.cause === undefined ? undefined : reasonsOf(query.cause),
      ...timesOf(query),
    });
    const jump = await jumpedToDay(signedIn, SIZE, (newer, first) => listRuns(records, { ...chosen, ...newer }, first));
    if (jump !== undefined) return jump;
    const found = await listRuns(records, chosen, { page, size: SIZE });
    const isFiltered = names.some((name) => query[name] !== undefined);
    return show(context, {
      title: "Runs",
      lead: "What the bot does and did, the newest first. What runs now moves by itself.",
      content: html`<section class="card" aria-label="Runs">
        ${filter({
          path: PATH,
          query,
          words: "Words",
          byRepository: true,
          causes,
          byTime: true,
          choices: [
            { name: "state", label: "State", choices: plainChoices(states) },
            { name: "kind", label: "Kind", choices: plainChoices(kinds) },
          ],
        })}
        <div data-region data-refresh="3">
          ${list({
            ...found,
            path: PATH,
            query,
            columns: runColumns,
            rows: found.items.map((run) => runRow(run, signedIn.now)),
            byTime: true,
            noun: "run",
            caption: "Runs",
            empty: isFiltered
              ? emptyState("Nothing fits", "No run is like this. Take something out of the filter.")
              : emptyState(
                  "No run yet",
                  "A push, a pull request, the schedule or “Run now” on a repository's page begins the first one.",
                ),
          })}
        </div>
      </section>`,
    });
  });
}
