import { Hono } from "hono";
import { hitKinds, searchAll, type Hit } from "../../../records/search.ts";
import { pageOf } from "../../operations/search.ts";
import { html, type Markup } from "../markup.ts";
import { emptyState } from "../parts/list.ts";
import { counted } from "../parts/numbers.ts";
import { may, show, type PageVariables } from "../visit.ts";

const LIMIT = 60;

/** Everything by its name, the best fit first. */
export function searchPages(): Hono<PageVariables> {
  return new Hono<PageVariables>().get("/search", async (context) => {
    const visit = context.get("visit");
    const text = (visit.request.url.searchParams.get("q") ?? "").slice(0, 200).trim();
    const kinds = hitKinds.filter((kind) => kind !== "user" || may(visit, "administrator"));
    const hits = text === "" ? [] : await searchAll(visit.admin.records, { text, limit: LIMIT, kinds });
    return show(context, {
      title: "Search",
      lead:
        text === ""
          ? "Repositories, components, users, templates and events, by any word."
          : html`${counted(hits.length, "hit")} for “${text}”`,
      content: html`<section class="card" aria-label="Hits">
        ${text === "" || hits.length === 0 ? noHit(text) : hits.map(hitLine)}
      </section>`,
    });
  });
}

function noHit(text: string): Markup {
  return text === ""
    ? emptyState("What are you looking for?", "Type a part of a name into the field at the top of the page.")
    : emptyState("Nothing fits", "No name and no event has this in it. Try a shorter part of it.");
}

function hitLine(hit: Hit): Markup {
  const { kind, title, snippet } = hit;
  return html`<article class="hit">
    <span class="kind">${kind}</span>
    <a href="${pageOf(hit)}">${title}</a>
    ${snippet === "" ? "" : html`<p>${snippet}</p>`}
  </article>`;
}
