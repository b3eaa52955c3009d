import type { Context } from "hono";
import type { Admin } from "../../admin.ts";
import { Refusal } from "../../../http-api/refusal.ts";
import { html } from "../../../http-api/markup.ts";
import { refusalOf } from "../../http/answers.ts";
import { BASE, type Page } from "../layout.ts";
import { show, showAlone, type PageVariables } from "../page-context.ts";

const headings: Readonly<Record<number, string>> = {
  400: "This cannot be",
  403: "This is not yours to do",
  404: "There is nothing here",
  409: "This is not possible now",
  429: "Too many tries",
  503: "Not just now",
};

/** What went wrong, as a page. A mistake of ours says nothing of what it was: the log does. */
export async function refusalPage(admin: Admin, context: Context<PageVariables>, thrown: unknown): Promise<Response> {
  const isAway = admin.records.absence.met(thrown);
  const error = isAway ? refusalOf(thrown) : thrown;
  const isRefusal = error instanceof Refusal;
  if (!isRefusal)
    admin.records.logger.error(
      `A page failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  const status = isRefusal ? error.status : 500;
  const page: Page = {
    title: headings[status] ?? "Something went wrong",
    content: html`<p>
        ${isRefusal ? error.errors.map(({ detail }) => detail).join(" ") : "It is a mistake of this program. The server's log says more."}
      </p>
      <p><a class="button second" href="${BASE}">To the overview</a></p>`,
  };
  const signedIn: unknown = context.get("signedIn");
  return signedIn === undefined || isAway
    ? showAlone(admin, page, { status, headers: isRefusal ? error.headers : {} })
    : show(
        context,
        { ...page, content: html`<section class="card" aria-label="What went wrong">${page.content}</section>` },
        status,
      );
}
