import { html, type Content, type Markup } from "../../http-api/markup.ts";
import { FAILING, TO_DO } from "../editor/walk.ts";
import type { Need, Needs } from "../editor/needs.ts";
import { amount } from "./bar.ts";
import { FOR_YOU, PROFILE } from "./addresses.ts";
import { empty, link } from "./links.ts";
import type { PlainKey, Words } from "../wording/words.ts";

interface Column {
  readonly name: PlainKey;
  /** Behind its number. */
  readonly label: PlainKey;
  readonly q: string;
  readonly count: (need: Need) => number;
}

/** What stands in somebody's way first. Of these a column is shown where there is something to do. */
const columns: readonly Column[] = [
  {
    name: "needs.conflicting",
    label: "needs.conflictingLabel",
    q: "is:conflicting",
    count: ({ conflicting }) => conflicting,
  },
  {
    name: "needs.suggestions",
    label: "needs.suggestionsLabel",
    q: "has:suggestion",
    count: ({ suggestions }) => suggestions,
  },
  { name: "needs.failing", label: "needs.failingLabel", q: FAILING, count: ({ failing }) => failing },
  {
    name: "needs.needsEditing",
    label: "needs.needsEditingLabel",
    q: "state:needs-editing",
    count: ({ fuzzy }) => fuzzy,
  },
  { name: "needs.untranslated", label: "needs.untranslatedLabel", q: "state:empty", count: untranslated },
];

function untranslated({ total, translated, fuzzy }: Need): number {
  return Math.max(0, total - translated - fuzzy);
}

/** Numbers, each of which leads to the first of its strings; nothing for somebody who is not signed in. */
export function needsYou(needs: Needs | undefined, words: Words): Content {
  if (needs === undefined) return "";
  const { say, show } = words;
  const { translations, news, hasLanguages } = needs;
  const shown = columns.filter(({ count }) => translations.some((need) => count(need) > 0));
  const said =
    news === 0
      ? ""
      : html`<p>
          ${show("needs.newsFor", { news: html`<a href="${FOR_YOU}">${say("needs.news", { count: news })}</a>` })}
        </p>`;
  if (translations.length === 0) {
    const text = hasLanguages
      ? say("needs.doneAdvice")
      : show("needs.nothingAdvice", { account: html`<a href="${PROFILE}">${say("needs.accountPage")}</a>` });
    return html`<h2>${say("needs.title")}</h2>
      ${said}${empty(say(hasLanguages ? "needs.done" : "needs.nothing"), text)}`;
  }
  return html`<h2>${say("needs.title")}</h2>
    ${said}
    <div class="table">
      <table class="progress counts">
        <thead>
          <tr>
            <th>${say("table.translation")}</th>
            ${shown.map(({ name }) => html`<th class="number">${say(name)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${translations.map((need) => row(need, shown, words))}
        </tbody>
      </table>
    </div>`;
}

function row(need: Need, shown: readonly Column[], { say, language }: Words): Markup {
  const { project, component, code, languageName, componentName } = need;
  const path = `/translate/${project}/${component}/${encodeURIComponent(code)}/`;
  const to = (q: string): string => `${path}?q=${encodeURIComponent(q)}&start=yes`;
  const name = `${languageName}: ${componentName}`;
  return html`<tr>
    <td>${link(to(TO_DO), name)}</td>
    ${shown.map(({ label, q, count }) => {
      const words = amount(count(need), language);
      const what = say(label);
      return html`<td class="number" data-label="${what}">
        ${
          count(need) === 0
            ? html`<span class="soft">0</span>`
            : html`<a href="${to(q)}">${words}<span class="hidden">${say("needs.whatIn", { what, name })}</span></a>`
        }
      </td>`;
    })}
  </tr>`;
}
