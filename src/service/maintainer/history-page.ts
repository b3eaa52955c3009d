import { contract } from "../../contract/index.ts";
import type { Change } from "../../contract/resources/change.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import type { Visitor } from "../pages/layout.ts";
import { pathOf, personLink } from "../pages/links.ts";
import { amount } from "../pages/bar.ts";
import { manageAddress, parametersOf, shownPage, type ManagementPage } from "./pages.ts";

/** What happened, who did it and when: for everybody who sees the thing. */
export const historyPage: ManagementPage = {
  name: "history",
  words: "History",
  of: ["project", "component"],
  isFor: () => true,
  show: async (management, place) => {
    const { url, perform } = management;
    const asked = Number(url.searchParams.get("page") ?? "1");
    const page = Number.isSafeInteger(asked) && asked > 0 ? asked : 1;
    const user = url.searchParams.get("user") ?? "";
    const of = place.component === undefined ? contract.projects.changes : contract.components.changes;
    const query = { page: String(page), page_size: "50", ...(user === "" ? {} : { user }) };
    const { count, results, next } = await perform(of, parametersOf(place), { query });
    const here = manageAddress(historyPage, place);
    const at = (number: number): string =>
      `${here}?${new URLSearchParams({ ...(user === "" ? {} : { user }), page: String(number) }).toString()}`;
    return shownPage(management, place, {
      page: historyPage.name,
      title: `History of ${place.component?.name ?? place.project.name}`,
      content: html`<form method="get" action="${here}" class="search" role="search">
          <label for="user" class="hidden">User name</label>
          <input id="user" name="user" type="search" value="${user}" placeholder="user name" autocomplete="off" />
          <button class="second">Show theirs</button>
        </form>
        ${
          results.length === 0
            ? html`<p class="soft">Nothing happened yet.</p>`
            : html`<div class="table">
                <table class="strings">
                  <thead>
                    <tr>
                      <th>When</th>
                      <th>Who</th>
                      <th>What</th>
                      <th>Where</th>
                    </tr>
                  </thead>
                  <tbody>
                    ${results.map((change) => changeRow(change, management.visitor))}
                  </tbody>
                </table>
              </div>`
        }
        <nav class="pages" aria-label="Pages">
          <span class="soft">${amount(count)} in all</span>
          ${page > 1 ? html`<a href="${at(page - 1)}">← Newer</a>` : ""}
          ${next === null || next === undefined ? "" : html`<a href="${at(page + 1)}">Older →</a>`}
        </nav>`,
    });
  },
};

function changeRow(
  { timestamp, user, author, action_name: name, target, translation, component }: Change,
  visitor: Visitor,
): Markup {
  const who = author ?? user;
  return html`<tr>
    <td><time datetime="${timestamp}">${timestamp.slice(0, 16).replace("T", " ")}</time></td>
    <td>
      ${who === null || who === undefined ? html`<span class="soft">the service</span>` : personLink(visitor, decodeURIComponent(lastOf(who)))}
    </td>
    <td>
      ${name ?? ""}${(target ?? "") === "" ? "" : html`<div class="texts soft" dir="auto">${(target ?? "").slice(0, 200)}</div>`}
    </td>
    <td>${whereOf(translation ?? component)}</td>
  </tr>`;
}

const lastOf = (address: string): string => pathOf(address).split("/").at(-2) ?? "";

/** `app/cs` of `/api/translations/shop/app/cs/`, with the page of it. */
function whereOf(address: string | null | undefined): Content {
  if (address === null || address === undefined) return "";
  // A slash of a category is encoded twice.
  const [, , , project = "", ...rest] = pathOf(address).split("/");
  const path = rest.filter((part) => part !== "").map((part) => decodeURIComponent(decodeURIComponent(part)));
  return html`<a href="/projects/${project}/${path.map((part) => `${part}/`).join("")}">${path.join(" / ")}</a>`;
}
