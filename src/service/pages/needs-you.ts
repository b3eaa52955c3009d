import { html, type Content, type Markup } from "../../http-api/markup.ts";
import { FAILING, TO_DO } from "../editor/walk.ts";
import type { Need, Needs } from "../editor/needs.ts";
import { amount } from "./bar.ts";
import { FOR_YOU, PROFILE } from "./layout.ts";
import { empty, link } from "./links.ts";

interface Column {
  readonly name: string;
  readonly q: string;
  readonly count: (need: Need) => number;
}

/** What stands in somebody's way first. Of these a column is shown where there is something to do. */
const columns: readonly Column[] = [
  { name: "Conflicting with git", q: "is:conflicting", count: ({ conflicting }) => conflicting },
  { name: "Suggestions", q: "has:suggestion", count: ({ suggestions }) => suggestions },
  { name: "Failing checks", q: FAILING, count: ({ failing }) => failing },
  { name: "Needs editing", q: "state:needs-editing", count: ({ fuzzy }) => fuzzy },
  { name: "Untranslated", q: "state:empty", count: untranslated },
];

function untranslated({ total, translated, fuzzy }: Need): number {
  return Math.max(0, total - translated - fuzzy);
}

/** Numbers, each of which leads to the first of its strings; nothing for somebody who is not signed in. */
export function needsYou(needs: Needs | undefined): Content {
  if (needs === undefined) return "";
  const { translations, news, hasLanguages } = needs;
  const shown = columns.filter(({ count }) => translations.some((need) => count(need) > 0));
  const said =
    news === 0
      ? ""
      : html`<p>
          <a href="${FOR_YOU}">${amount(news)} ${news === 1 ? "answer or decision" : "answers and decisions"}</a> for
          you in the last seven days.
        </p>`;
  if (translations.length === 0) {
    const text = hasLanguages
      ? "Everything in your languages is translated."
      : html`Name your languages on <a href="${PROFILE}">your account’s page</a>: what is to do in them stands here.`;
    return html`<h2>What needs you</h2>
      ${said}${empty(hasLanguages ? "Nothing to do now" : "Nothing yet", text)}`;
  }
  return html`<h2>What needs you</h2>
    ${said}
    <div class="table">
      <table class="progress counts">
        <thead>
          <tr>
            <th>Translation</th>
            ${shown.map(({ name }) => html`<th class="number">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${translations.map((need) => row(need, shown))}
        </tbody>
      </table>
    </div>`;
}

function row(need: Need, shown: readonly Column[]): Markup {
  const { project, component, code, languageName, componentName } = need;
  const path = `/translate/${project}/${component}/${encodeURIComponent(code)}/`;
  const to = (q: string): string => `${path}?q=${encodeURIComponent(q)}&start=yes`;
  const name = `${languageName}: ${componentName}`;
  return html`<tr>
    <td>${link(to(TO_DO), name)}</td>
    ${shown.map(({ name: what, q, count }) => {
      const words = amount(count(need));
      return html`<td class="number" data-label="${what.toLowerCase()}">
        ${
          count(need) === 0
            ? html`<span class="soft">0</span>`
            : html`<a href="${to(q)}">${words}<span class="hidden"> ${what.toLowerCase()} in ${name}</span></a>`
        }
      </td>`;
    })}
  </tr>`;
}
