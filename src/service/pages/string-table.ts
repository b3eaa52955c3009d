import { html, type Content, type Markup } from "../../http-api/markup.ts";
import type { Words } from "../wording/words.ts";

/** Strings one below the other: source, translation and state. */
export function stringTable(rows: readonly Markup[], { say }: Words): Markup {
  return html`<div class="table">
    <table class="strings">
      <thead>
        <tr>
          <th>${say("table.source")}</th>
          <th>${say("table.translation")}</th>
          <th>${say("table.state")}</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

/** The cell of a source: its key, or where it has none its text, leads to the string. */
export function sourceCell(address: string, context: string, source: readonly string[]): Markup {
  const texts = (forms: readonly string[]): Content =>
    forms.map((form) => html`<div class="texts" dir="auto">${form}</div>`);
  return html`<td>
    <a href="${address}" dir="auto"
      >${context === "" ? html`<span class="texts">${source[0] ?? ""}</span>` : html`<code>${context}</code>`}</a
    >${texts(context === "" ? source.slice(1) : source)}
  </td>`;
}
