import { Hono } from "hono";
import { searchOperations } from "../../operations/search.ts";
import { html, type Markup } from "../../../http-api/markup.ts";
import { emptyState } from "../parts/list.ts";
import { counted } from "../parts/numbers.ts";
import { ask, show, type PageVariables } from "../page-context.ts";

const MOST = 60;

/** Everything by its name, the best fit first. */
export function searchPages(): Hono<PageVariables> {
  return new Hono<PageVariables>().get("/search", async (context) => {
    const signedIn = context.get("signedIn");
    const text = (signedIn.request.url.searchParams.get("q") ?? "").slice(0, 200).trim();
    // One more than is shown tells whether there are more.
    const query = { q: text, limit: String(MOST + 1) };
    const found = text === "" ? [] : (await ask(signedIn, searchOperations.find, { query })).hits;
    const hits = found.slice(0, MOST);
    const many = found.length > MOST ? `More than ${counted(MOST, "hit")}` : counted(hits.length, "hit");
    return show(context, {
      title: "Search",
      lead:
        text === ""
          ? "Repositories, components, users, templates and events, by any word."
          : html`${many} for
            “${text}”${found.length > MOST ? ": those that fit best are shown. More letters or words narrow them down." : ""}`,
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

interface FoundHit {
  readonly kind: string;
  readonly title: string;
  readonly snippet: string;
  /** From the root of this server. */
  readonly url: string;
}

function hitLine({ kind, title, snippet, url }: FoundHit): Markup {
  return html`<article class="hit">
    <span class="kind">${kind}</span>
    <a href="${url}">${title}</a>
    ${snippet === "" ? "" : html`<p>${snippet}</p>`}
  </article>`;
}
