import type { LanguageStatistics, Statistics } from "../../contract/resources/statistics.ts";
import { amount, bar } from "./bar.ts";
import { html, type Markup } from "../../http-api/markup.ts";
import { englishWords } from "../wording/catalogues.ts";
import type { PlainKey, Words } from "../wording/words.ts";

/** How much of a list a page shows: more is reached through the API. */
export const rows = { page_size: "200" };

/** What a table of progress tells of one thing. */
export type Counted = Pick<Statistics, "total" | "translated" | "fuzzy" | "failing" | "suggestions">;

export function summed(statistics: readonly LanguageStatistics[]): Counted {
  const sum = (count: (each: LanguageStatistics) => number | undefined): number =>
    statistics.reduce((total, each) => total + (count(each) ?? 0), 0);
  return {
    total: sum(({ total }) => total),
    translated: sum(({ translated }) => translated),
    fuzzy: sum(({ fuzzy }) => fuzzy),
    failing: sum(({ failing }) => failing),
    suggestions: sum(({ suggestions }) => suggestions),
  };
}

/**
 * Counts that are shown only where there is one of them: nothing is said where there is nothing to do. Each has a name above its column,
 * and one behind its number, where there is no room for columns.
 */
const occasional: readonly (readonly [PlainKey, PlainKey, (counted: Counted) => number | undefined])[] = [
  ["needs.failing", "progress.failingLabel", ({ failing }) => failing],
  ["needs.suggestions", "progress.suggestedLabel", ({ suggestions }) => suggestions],
];

export function progressTable(
  title: string,
  entries: readonly (readonly [Markup, Counted | undefined])[],
  { say, language }: Words = englishWords,
): Markup {
  const columns = occasional.filter(([, , count]) =>
    entries.some(([, counted]) => counted !== undefined && (count(counted) ?? 0) > 0),
  );
  return html`<div class="table">
    <table class="progress counts">
      <thead>
        <tr>
          <th>${title}</th>
          <th>${say("progress.translated")}</th>
          <th class="number">${say("progress.toDo")}</th>
          <th class="number">${say("progress.strings")}</th>
          ${columns.map(([name]) => html`<th class="number">${say(name)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${entries.map(
          ([name, counted = { total: 0, translated: 0 }]) =>
            html`<tr>
              <td>${name}</td>
              <td>${bar(counted.translated, counted.fuzzy ?? 0, counted.total)}</td>
              <td class="number" data-label="${say("progress.toDoLabel")}">
                ${amount(counted.total - counted.translated, language)}
              </td>
              <td class="number" data-label="${say("progress.stringsLabel")}">${amount(counted.total, language)}</td>
              ${columns.map(([, label, count]) => html`<td class="number" data-label="${say(label)}">${amount(count(counted), language)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
