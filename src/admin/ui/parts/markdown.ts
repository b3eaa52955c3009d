import { markdownHtml } from "../../../report/preview/pull-request-page.ts";
import { trusted, type Markup } from "../../../http-api/markup.ts";

/** A report of ours. What foreign text in it says of HTML, links and images is shown, not obeyed. */
export function markdown(text: string): Markup {
  // Marks for programs: only texts of ours have any, since foreign ones are escaped where they get into a report.
  const rendered = markdownHtml(text.replaceAll(/<!--[^]*?-->/g, ""))
    .replaceAll(/<input (checked="" )?disabled="" type="checkbox">/g, (_, checked) =>
      checked === undefined ? "☐ " : "☑ ",
    )
    // A table that is wider than a phone is moved by the keyboard too.
    .replaceAll('<div class="table">', '<div class="table" tabindex="0">')
    // A heading that says nothing is none.
    .replaceAll(/<th( class="right")? dir="auto"><\/th>/g, "<td></td>");
  return trusted(rendered);
}
