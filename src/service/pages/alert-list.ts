import { html, type Content } from "../../http-api/markup.ts";
import type { Alert } from "../clone/alerts.ts";
import { alertWords } from "./alert-words.ts";
import { link, type ManagementLink } from "./links.ts";

/** What is wrong, and what ends it. @param links pages of the component that the reader may open */
export function alertList(
  alerts: readonly Alert[],
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
      ${pages.length === 0 ? "" : html`<p class="pages">${pages.map(({ address, words: page }) => link(address, page))}</p>`}
    </div>`;
  })}`;
}
