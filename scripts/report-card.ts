import { htmlText } from "../src/report/words/escape.ts";
import { markdownHtml, pageStyle } from "../src/report/preview/pull-request-page.ts";

export interface ReportCard {
  /** Heading above the card; none for comments. */
  readonly title?: string;
  /** Line at the top of the card: who says it, or where it stands. */
  readonly byline: string;
  /** Whether somebody says it; then the line begins with their letter. */
  readonly isComment: boolean;
  /** Markdown, as it was given to the forge or the runner. */
  readonly body: string;
  /** The folded part that somebody has just opened, counted from 0. */
  readonly opened?: number | undefined;
}

/** A report as a forge shows it: a card of its own, without any forge's looks. */
export function reportCard({ title, byline, isComment, body, opened }: ReportCard): string {
  const letter = isComment ? '<span class="letter" aria-hidden="true">i</span> ' : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${htmlText(title ?? byline)}</title>
<style>${pageStyle}${cardStyle}</style>
</head>
<body>
<main>
${title === undefined ? "" : `<h1>${htmlText(title)}</h1>`}
<section class="card">
<header>${letter}${markdownHtml(byline).replaceAll(/<\/?p>/g, "")}</header>
<article>
${withOpened(markdownHtml(withoutMarks(body)), opened)}
</article>
</section>
</main>
</body>
</html>
`;
}

/** Comments of HTML, which no forge shows. */
function withoutMarks(body: string): string {
  return body.replaceAll(/<!--.*?-->/gs, "");
}

function withOpened(html: string, opened: number | undefined): string {
  let index = 0;
  return html.replaceAll("<details>", () => {
    index += 1;
    return index - 1 === opened ? "<details open>" : "<details>";
  });
}

const cardStyle = `
main { max-width: none; padding: 1.25rem; }
h1 { font-size: 1.5rem; font-weight: 600; margin: .25rem 0 1rem; }
.card { border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.card > header { background: var(--panel); border-bottom: 1px solid var(--line); padding: .6rem 1.1rem; color: var(--soft); font-size: .875rem; }
.card > header strong { color: var(--ink); }
.letter { display: inline-block; width: 1.5rem; height: 1.5rem; margin-right: .35rem; border-radius: 50%; background: var(--accent); color: var(--page); font: 700 .95rem/1.5rem ui-serif, Georgia, serif; text-align: center; }
article { padding: .4rem 1.1rem .2rem; font-size: .9375rem; }
article h3 { font-size: 1.2rem; margin: .8rem 0; } article h4 { font-size: 1rem; margin: 1.4rem 0 .6rem; }
table { font-size: .875rem; }
`;
