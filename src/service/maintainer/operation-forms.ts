import { csrfField, postButton } from "../../http-api/form.ts";
import { html, type Markup } from "../../http-api/markup.ts";
import type { OfferedOperation } from "./operations.ts";
import { shownPage } from "./pages.ts";
import type { Managed, ManagementRequest } from "./managed-page.ts";

type Offered = Pick<OfferedOperation, "operation" | "words" | "does" | "loses">;

/** A button that does an operation, or asks before it does where something is thrown away, with what it does now. */
export function operationForm({ operation, words, does, loses }: Offered, here: string, csrf: string): Markup {
  const about = loses === undefined ? "" : html` <b>It throws away ${loses}</b> You are asked once more.`;
  return html`<div class="offered">
    ${
      loses === undefined
        ? postButton({ action: here, csrf, words, fields: { do: operation }, manner: "second" })
        : html`<form method="get" action="${here}">
            <input type="hidden" name="confirm" value="${operation}" /><button class="delete">${words}…</button>
          </form>`
    }
    <p>${does}${about}</p>
  </div>`;
}

interface Asked extends Offered {
  /** Address of the page that does it. */
  readonly here: string;
  /** More would be lost by now than somebody said yes to. */
  readonly hasGrown: boolean;
}

/** Asked before something is thrown away. */
export function confirmationPage(
  management: ManagementRequest,
  place: Managed,
  { operation, words, does, loses, here, hasGrown }: Asked,
): Response {
  return shownPage(management, place, {
    page: "",
    title: `${words}?`,
    status: hasGrown ? 409 : 200,
    problems: hasGrown
      ? { "": "Since you were asked, something was added or taken away. Nothing was done: read it once more." }
      : {},
    content: html`<p>${does}</p>
      ${
        loses === undefined
          ? html`<p>Nothing gets lost.</p>`
          : html`<div class="flash bad">
              <p><b>This is thrown away, and nobody can bring it back:</b></p>
              <p>${loses}</p>
            </div>`
      }
      <form method="post" action="${here}" class="decide">
        ${csrfField(management.visitor.signedIn?.csrf ?? "")}
        <input type="hidden" name="loses" value="${loses ?? ""}" />
        <button name="do" value="${operation}" class="${loses === undefined ? "" : "delete"}">
          ${loses === undefined ? words : `${words}, and throw that away`}
        </button>
        <a href="${here}">No, leave it</a>
      </form>`,
  });
}
