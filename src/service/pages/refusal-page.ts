import { html } from "../../http-api/markup.ts";
import type { Refusal } from "../../http-api/refusal.ts";
import { layout, SIGN_IN, type Visitor } from "./layout.ts";

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

/** What people read where a page refuses something: what, and what they can do. */
export function refusalPage(site: string, visitor: Visitor, { status, message }: Refusal): string {
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
      <p>
        ${
          status >= 500 || status === 423
            ? "Try again in a moment: nothing was changed."
            : html`The <a href="/">list of projects</a> leads to everything that you may see.`
        }
      </p>`,
  });
}
