import { html, type Content, type Markup } from "../../http-api/markup.ts";
import type { Refusal } from "../../http-api/refusal.ts";
import { hiddenFields, keptTexts, type KeptFields } from "./kept-fields.ts";
import { SIGN_IN } from "./addresses.ts";
import { layout, type Visitor } from "./layout.ts";

const titles: Readonly<Record<number, string>> = {
  400: "This cannot be done",
  401: "Sign in first",
  403: "You may not do this",
  404: "There is nothing here",
  405: "This page is only read",
  423: "The repository is busy",
  429: "Too much at once",
  503: "The service is not ready",
};

/** What the API says where there is no more to say: the title of a page says it already. */
const ofTheApi: ReadonlySet<string> = new Set([
  "Authentication credentials were not provided.",
  "You do not have permission to perform this action.",
]);

/** What was asked where something was refused. */
export interface RefusedRequest {
  readonly isForm: boolean;
  /** Fields of a form with texts that somebody typed, to be sent once more as they are. */
  readonly kept?: KeptFields | undefined;
}

/** Seconds after which a page that nobody can see just now comes again by itself; undefined: it does not. */
export function comesAgainAfter({ status, headers }: Refusal, { isForm }: RefusedRequest): string | undefined {
  return status === 503 && !isForm ? headers["Retry-After"] : undefined;
}

/** What people read where a page refuses something: what, and what they can do. */
export function refusalPage(site: string, visitor: Visitor, refusal: Refusal, asked: RefusedRequest): string {
  const { status, message } = refusal;
  const isGuest = visitor.signedIn === undefined;
  const wantsSignIn = isGuest && (status === 401 || (status === 403 && ofTheApi.has(message)));
  const title = titles[wantsSignIn ? 401 : status] ?? "Something went wrong";
  const signIn = html`<a class="begin" href="${SIGN_IN}?next=${encodeURIComponent(visitor.here)}">Sign in</a>`;
  return layout({
    title,
    site,
    visitor,
    crumbs: [],
    content: html`<h1>${title}</h1>
      ${message === "Not found." || ofTheApi.has(message) ? "" : html`<p>${message}</p>`}
      ${wantsSignIn ? html`<p>This page is not for guests.</p>` : ""}
      ${isGuest && status === 404 ? html`<p>Private projects are shown to people who may see them.</p>` : ""}
      ${isGuest && [401, 403, 404].includes(status) ? html`<p>${signIn}</p>` : ""}
      ${asked.kept === undefined ? html`<p>${wayOn(refusal, asked)}</p>` : sendAgain(visitor.here, asked.kept)}`,
  });
}

/** Some of it may be stored already, and of the last word to the database no answer may have come. */
const NOT_KNOWN = "It is not known whether it was saved: look before you send it again.";

function wayOn(refusal: Refusal, asked: RefusedRequest): Content {
  const { status } = refusal;
  if (comesAgainAfter(refusal, asked) !== undefined) return "This page comes again by itself.";
  if (status >= 500 && asked.isForm) return NOT_KNOWN;
  if (status >= 500 || status === 423) return "Try again in a moment: nothing was changed.";
  return html`The <a href="/">list of projects</a> leads to everything that you may see.`;
}

/** What was typed is not to be typed again. */
function sendAgain(here: string, kept: KeptFields): Markup {
  return html`${keptTexts(NOT_KNOWN, kept)}
    <p><a href="${here}" target="_blank">Look at it in a new tab</a></p>
    <form method="post" action="${here}">
      ${hiddenFields(kept, "")}
      <button>Send it again</button>
    </form>`;
}
