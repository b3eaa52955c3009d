import { html } from "../../http-api/markup.ts";
import { oftenWords } from "../notifications/news-mail.ts";
import { UNSUBSCRIBE } from "./addresses.ts";
import { layout, type Visitor } from "./layout.ts";

interface UnsubscribePage {
  readonly site: string;
  readonly visitor: Visitor;
  readonly code: string;
  /** How often the mail comes that led here; undefined: the code is none of this server's. */
  readonly frequency: number | undefined;
  /** What was ended just now. */
  readonly ended?: "these" | "all" | undefined;
}

/** Ends mail by a button: mail programs and scanners open addresses by themselves. */
export function unsubscribePage({ site, visitor, code, frequency, ended }: UnsubscribePage): string {
  const often = oftenWords(frequency ?? 0);
  return layout({
    title: "Mail",
    site,
    visitor,
    crumbs: [["Mail", UNSUBSCRIBE]],
    content: html`<h1>Mail from ${site}</h1>
      ${
        frequency === undefined
          ? html`<p>This address ends no mail: it is not whole, or of another server. Open it from the mail again.</p>`
          : ended !== undefined
            ? html`<div class="flash good" role="status">
                <p>${ended === "all" ? "No more mail comes." : `No more mail comes ${often}.`}</p>
              </div>`
            : html`<p>You get news ${often}.</p>
                ${button(code, "these", `No more mail ${often}`)} ${button(code, "all", "No more mail at all")}`
      }`,
  });
}

function button(code: string, what: "these" | "all", words: string) {
  return html`<form method="post" action="${UNSUBSCRIBE}">
    <input type="hidden" name="code" value="${code}" />
    <button name="what" value="${what}" ${what === "all" ? html`class="second"` : ""}>${words}</button>
  </form>`;
}
