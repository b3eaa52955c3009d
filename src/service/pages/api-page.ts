import { isNegotiated, type Endpoint } from "../../contract/endpoint.ts";
import { html, prose, type Content, type Markup } from "../../http-api/markup.ts";
import { layout } from "./layout.ts";
import { shownValue } from "./value.ts";
import { methodName, writeForm } from "./write-form.ts";

/** An answer of the API that is shown to a person (`format=api`). */
export interface ShownAnswer {
  readonly site: string;
  readonly method: string;
  readonly url: URL;
  readonly status: number;
  /** What answered; undefined where nothing did. */
  readonly endpoint: Endpoint | undefined;
  /** All endpoints of the address. */
  readonly beside: readonly Endpoint[];
  /** Name of who asked; undefined: nobody signed in. */
  readonly caller: string | undefined;
  readonly value: unknown;
}

export function apiPage(answer: ShownAnswer): string {
  const { site, method, url, status, endpoint, beside, caller, value } = answer;
  const reading = beside.find((each) => each.method === "GET");
  const shown = endpoint ?? reading;
  const title =
    status >= 400
      ? (statusNames[status] ?? `Refused (${String(status)})`)
      : (shown?.summary ?? "The API").replace(/\.$/, "");
  return layout({
    title,
    site,
    crumbs: crumbsOf(url),
    content: html`<h1>${prose(title)}</h1>
      <div class="path">${methodName(method)} ${readable(url.pathname)}${url.search}</div>
      ${shown?.description === undefined ? "" : html`<p>${prose(shown.description)}</p>`}
      <div class="facts">
        <span><b>${status}</b> ${status < 400 ? "OK" : ""}</span
        ><span>asked by <b>${caller ?? "nobody signed in"}</b></span
        >${whoMay(shown)}${representations(url, reading)}
      </div>
      ${pages(value)} ${value === undefined ? "" : shownValue(value)} ${writes(beside, url)}`,
  });
}

const statusNames: Readonly<Record<number, string>> = {
  400: "The request is not valid",
  401: "A token is needed",
  403: "Not allowed",
  404: "Not found",
  405: "No such method here",
  406: "No such representation",
  423: "Busy",
  429: "Too many requests",
  500: "The service failed",
};

/** `/api/projects/demo/` → api, projects, demo. */
function crumbsOf({ pathname }: URL): [string, string][] {
  const parts = pathname.split("/").filter((part) => part !== "");
  return parts.map((part, index) => [readable(part), `/${parts.slice(0, index + 1).join("/")}/`]);
}

/** Categories' slashes are encoded twice; what is not UTF-8 stays encoded. */
function readable(part: string): string {
  try {
    return decodeURIComponent(decodeURIComponent(part));
  } catch {
    return part;
  }
}

function whoMay(endpoint: Endpoint | undefined): Content {
  if (endpoint === undefined) return "";
  const { access } = endpoint;
  const words = { anyone: "everybody", viewer: "whoever sees it", "signed-in": "whoever is signed in" };
  return html`<span>for <b>${typeof access === "string" ? words[access] : access.join(" or ")}</b></span>`;
}

function representations(url: URL, endpoint: Endpoint | undefined): Content {
  if (endpoint === undefined || !isNegotiated(endpoint)) return "";
  const others = (endpoint.formats ?? ["json", "csv"]).filter((format) => format !== "api");
  return html`<span
    >as
    ${others.map((format, index) => html`${index === 0 ? "" : ", "}<a href="${withQuery(url, "format", format)}">${format}</a>`)}</span
  >`;
}

function withQuery(url: URL, name: string, value: string): string {
  const changed = new URL(url);
  changed.searchParams.set(name, value);
  return `${changed.pathname}${changed.search}`;
}

function pages(value: unknown): Markup | string {
  if (!isPage(value)) return "";
  const { count, next, previous, results } = value;
  const link = (address: string | null, words: string, relation: string): Content =>
    address === null
      ? html`<span class="soft">${words}</span>`
      : html`<a rel="${relation}" href="${address}">${words}</a>`;
  return html`<nav class="pages" aria-label="Pages">
    <b>${results.length} of ${count}</b>${link(previous, "← Previous", "prev")}${link(next, "Next →", "next")}
  </nav>`;
}

interface ShownPage {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly unknown[];
}

function isPage(value: unknown): value is ShownPage {
  return typeof value === "object" && value !== null && "count" in value && "next" in value && "results" in value;
}

function writes(beside: readonly Endpoint[], url: URL): Content {
  const writing = beside.filter(({ method }) => method !== "GET");
  if (writing.length === 0) return "";
  return html`<h2>Try it</h2>
    <p class="soft">Requests are sent with the token typed above. It stays in this page and is forgotten with it.</p>
    <noscript><p>Sending needs JavaScript; reading does not.</p></noscript>
    ${writing.map((endpoint) => writeForm(endpoint, url.pathname))}`;
}
