import { Hono } from "hono";
import { readCauses } from "../../../records/problems/list-causes.ts";
import { conditionOf } from "../../../records/repositories/repositories.ts";
import { timesOf } from "../parts/list-times.ts";
import { html, type Markup } from "../../../http-api/markup.ts";
import { BASE } from "../layout.ts";
import { plainChoices } from "../../../http-api/form.ts";
import { filter, list } from "../parts/list.ts";
import { count } from "../parts/numbers.ts";
import { stateBadge } from "../parts/state.ts";
import { ago } from "../parts/time.ts";
import { readForges, readRepositories, type RepositoryRow } from "../readings/repositories.ts";
import { listQuery, oneOf, show, type PageVariables } from "../page-context.ts";
import { noRepository } from "../parts/first-steps.ts";
import { emptyState } from "../parts/list.ts";

const PATH = `${BASE}/repositories`;
const SIZE = 50;

const states = ["problem", "active", "unmapped", "paused", "gone"] as const;
const names = ["text", "forge", "state", "cause", "since", "until"] as const;

export function repositoriesPages(): Hono<PageVariables> {
  return new Hono<PageVariables>().get("/repositories", async (context) => {
    const signedIn = context.get("signedIn");
    const { records } = signedIn.admin;
    const { page, query } = listQuery(signedIn, names);
    const { text, forge, sort } = query;
    const { causes, reasonsOf } = await readCauses(records, "repository");
    const problems = query.cause === undefined ? undefined : reasonsOf(query.cause);
    const chosen = { text, forge, state: oneOf(states, query.state), problems, sort, ...timesOf(query) };
    const found = await readRepositories(records, chosen, { page, size: SIZE });
    const forges = await readForges(records);
    const isFiltered = names.some((name) => query[name] !== undefined);
    return show(context, {
      title: "Repositories",
      lead: "Every repository that the bot was told of, and how its files stand: those with a problem first.",
      content: html`<section class="card" aria-label="Repositories">
        ${filter({
          path: PATH,
          query,
          words: "Name or problem",
          causes,
          byTime: true,
          choices: [
            { name: "forge", label: "Forge", choices: plainChoices(forges) },
            {
              name: "state",
              label: "State",
              choices: states.map((value) => ({ value, words: stateWords[value] })),
            },
          ],
        })}
        <div data-region>
          ${list({
            ...found,
            path: PATH,
            query,
            rows: found.items.map((row) => repositoryRow(row, signedIn.now)),
            columns,
            noun: "repository",
            nouns: "repositories",
            caption: "Repositories",
            empty: isFiltered
              ? emptyState("Nothing fits", "No repository is like this. Take something out of the filter.")
              : noRepository(signedIn.caller),
          })}
        </div>
      </section>`,
    });
  });
}

const stateWords: Readonly<Record<(typeof states)[number], string>> = {
  problem: "with a problem",
  active: "active, nothing wrong",
  unmapped: "no mapping",
  paused: "paused",
  gone: "gone",
};

const columns = [
  { heading: "Repository", sort: "name" },
  { heading: "State", sort: "state" },
  { heading: "Not in step", sort: "behind", number: true },
  { heading: "Files", sort: "files", number: true },
  { heading: "Last run", sort: "last" },
  { heading: "Next by schedule", sort: "next" },
];

function repositoryRow(row: RepositoryRow, now: Date): Markup {
  return html`<tr>
    <th scope="row">
      <a href="${PATH}/${row.id}">${row.name}</a>
      <br /><small class="soft">${row.forge}</small>
    </th>
    <td>${stateBadge(conditionOf(row))} ${row.problem === "" ? "" : html`<br /><small>${row.problem}</small>`}</td>
    <td class="number" data-label="Not in step">${count(row.behind)}</td>
    <td class="number" data-label="Files">${count(row.files)}</td>
    <td data-label="Last run">${ago(row.lastRun, now)}</td>
    <td data-label="Next">${ago(row.nextRun, now, "–")}</td>
  </tr>`;
}
