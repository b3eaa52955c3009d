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

/** What people read where a page refuses something: what, and what they can do. */
export function refusalPage(site: string, visitor: Visitor, { status, message }: Refusal): string {
  const title = titles[status] ?? "Something went wrong";
  const maySignIn = visitor.signedIn === undefined && [401, 403, 404].includes(status);
  return layout({
    title,
    site,
    visitor,
    crumbs: [],
    content: html`<h1>${title}</h1>
      ${message === "Not found." ? "" : html`<p>${message}</p>`}
      <p>
        ${
          maySignIn
            ? html`Private projects are shown to people who may see them:
                <a href="${SIGN_IN}?next=${encodeURIComponent(visitor.here)}">sign in</a>.`
            : ""
        }
        ${
          status >= 500 || status === 423
            ? "Try again in a moment: nothing was changed."
            : html`The <a href="/">list of projects</a> leads to everything that you may see.`
        }
      </p>`,
  });
}
