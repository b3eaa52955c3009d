import { html, type Content } from "../../http-api/markup.ts";
import type { Alert } from "../clone/alerts.ts";
import { alertWords } from "./alert-words.ts";
import { amount } from "./bar.ts";
import { link, type ManagementLink } from "./links.ts";

const IN_CONFLICT = encodeURIComponent("is:conflicting");

/**
 * What is wrong, and what ends it.
 * @param component its path: `demo/app`
 * @param links pages of the component that the reader may open
 */
export function alertList(
  alerts: readonly Alert[],
  component: string,
  heading: "h2" | "h3",
  links: readonly ManagementLink[] = [],
): Content {
  if (alerts.length === 0) return "";
  const words = `${String(alerts.length)} ${alerts.length === 1 ? "alert" : "alerts"}`;
  return html`${heading === "h2" ? html`<h2>${words}</h2>` : html`<h3>${words}</h3>`}
  ${alerts.map((alert) => {
    const { title, details, remedy, at } = alertWords(alert);
    const pages = links.filter(({ name }) => at.includes(name));
    return html`<div class="flash bad">
      <p><b>${title}</b> <span class="soft">since ${alert.since.slice(0, 16).replace("T", " ")}</span></p>
      ${details === "" ? "" : html`<pre class="log">${details}</pre>`}
      <p>${remedy}</p>
      ${
        alert.disputed.length === 0
          ? ""
          : html`<ul>
              ${alert.disputed.map(
                ({ code, name, strings }) =>
                  html`<li>
                    ${link(`/translate/${component}/${encodeURIComponent(code)}/?q=${IN_CONFLICT}`, name)}:
                    ${amount(strings)} ${strings === 1 ? "string" : "strings"} to decide
                  </li>`,
              )}
            </ul>`
      }
      ${pages.length === 0 ? "" : html`<p class="pages">${pages.map(({ address, words: page }) => link(address, page))}</p>`}
    </div>`;
  })}`;
}
