import { html, type Content, type Markup } from "../../http-api/markup.ts";
import type { Activity, LatestChange } from "../changes/activity.ts";
import { amount } from "./bar.ts";
import type { Visitor } from "./layout.ts";
import { personLink } from "./links.ts";

/** Who works on something, and what happened there last. */
export function activitySections(
  { contributors, latest }: Activity,
  { visitor, history }: { readonly visitor: Visitor; readonly history?: string },
): Content {
  return html`${
    contributors.length === 0
      ? ""
      : html`<h2>Contributors</h2>
          <ul class="people">
            ${contributors.map(
              ({ username, fullName, count }) =>
                html`<li>
                  ${personLink(visitor, username, fullName === "" ? username : fullName)}
                  <span class="soft">${amount(count)} ${count === 1 ? "text" : "texts"} lately</span>
                </li>`,
            )}
          </ul>`
  }
  ${
    latest.length === 0
      ? ""
      : html`<h2>What happened last</h2>
          <ul class="people">
            ${latest.map(change)}
          </ul>
          ${history === undefined ? "" : html`<p><a href="${history}">The whole history</a></p>`}`
  }`;
}

function change({ timestamp, username, words, project, component, language, unit }: LatestChange): Markup {
  const place = [project, ...component.split("/"), language].filter((part) => part !== "").map(encodeURIComponent);
  const path = place.map((part) => `${part}/`).join("");
  const where = [component, language].filter((part) => part !== "").join(" / ");
  const address = unit > 0 && language !== "" ? `/translate/${path}?unit=${String(unit)}` : `/projects/${path}`;
  return html`<li>
    <time datetime="${timestamp}" class="soft">${timestamp.slice(0, 16).replace("T", " ")}</time>
    <span>${words}</span> ${where === "" ? "" : html`<a href="${address}">${where}</a>`}
    <span class="soft" dir="auto">${username ?? "the service"}</span>
  </li>`;
}
