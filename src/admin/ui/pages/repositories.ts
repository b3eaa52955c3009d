import { Hono } from "hono";
import { html, type Markup } from "../../../http-api/markup.ts";
import { BASE } from "../layout.ts";
import { plainChoices } from "../../../http-api/form.ts";
import { filter, list } from "../parts/list.ts";
import { count } from "../parts/numbers.ts";
import { stateBadge } from "../parts/state.ts";
import { ago } from "../parts/time.ts";
import { readForges, readRepositories, type RepositoryRow } from "../readings/repositories.ts";
import { listQuery, show, type PageVariables } from "../visit.ts";
import { noRepository } from "../parts/first-steps.ts";
import { emptyState } from "../parts/list.ts";

const PATH = `${BASE}/repositories`;
const SIZE = 50;

export const repositoryStates = ["active", "unmapped", "paused", "gone"] as const;

export function repositoriesPages(): Hono<PageVariables> {
  return new Hono<PageVariables>().get("/repositories", async (context) => {
    const visit = context.get("visit");
    const { records } = visit.admin;
    const { page, query } = listQuery(visit, ["text", "forge", "state"]);
    const { text, forge, state, sort } = query;
    const found = await readRepositories(records, { text, forge, state, sort }, { page, size: SIZE });
    const forges = await readForges(records);
    const isFiltered = [text, forge, state].some((value) => value !== undefined);
    return show(context, {
      title: "Repositories",
      lead: "Every repository that the bot was told of, and how its files stand.",
      content: html`<section class="card" aria-label="Repositories">
        ${filter({
          path: PATH,
          query,
          text: { name: "text", label: "Name" },
          choices: [
            { name: "forge", label: "Forge", choices: plainChoices(forges) },
            {
              name: "state",
              label: "State",
              choices: repositoryStates.map((value) => ({ value, words: value === "unmapped" ? "no mapping" : value })),
            },
          ],
        })}
        <div data-region>
          ${list({
            ...found,
            path: PATH,
            query,
            rows: found.items.map((row) => repositoryRow(row, visit.now)),
            columns,
            noun: "repository",
            nouns: "repositories",
            caption: "Repositories",
            empty: isFiltered
              ? emptyState("Nothing fits", "No repository is like this. Take something out of the filter.")
              : noRepository(visit.caller),
          })}
        </div>
      </section>`,
    });
  });
}

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
    <td>${stateBadge(row.state)} ${row.problem === "" ? "" : html`<br /><small>${row.problem}</small>`}</td>
    <td class="number" data-label="Not in step">${count(row.behind)}</td>
    <td class="number" data-label="Files">${count(row.files)}</td>
    <td data-label="Last run">${ago(row.lastRun, now)}</td>
    <td data-label="Next">${ago(row.nextRun, now, "–")}</td>
  </tr>`;
}
