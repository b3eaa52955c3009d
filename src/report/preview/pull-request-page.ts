import { Marked } from "marked";
import { htmlText } from "../words/escape.ts";

export interface PullRequestPage {
  readonly title: string;
  /** Markdown, as it was given to the forge. */
  readonly body: string;
  /** Unified diff, git's own text. */
  readonly diff: string;
  readonly branch: string;
  readonly base: string;
}

/** What a pull request looks like, as one file without scripts: for people who have no forge at hand. */
export function pullRequestPage(page: PullRequestPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${htmlText(page.title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<header>
<h1>${htmlText(page.title)}</h1>
<p class="branches"><span class="state">Open</span> <code>${htmlText(page.branch)}</code> → <code>${htmlText(page.base)}</code></p>
</header>
<article>
${markdownHtml(page.body)}
</article>
<section aria-labelledby="files">
<h2 id="files">Files changed</h2>
${diffHtml(page.diff)}
</section>
</main>
</body>
</html>
`;
}

/** The HTML that our own reports contain; anything else in a body came from outside and is shown, not obeyed. */
const OUR_HTML = /^(?:<\/?(?:details|summary|sub|span|code)>|&nbsp;|\s)*$/;
const OUR_TAG = /<\/?(?:details|summary|sub|span|code)>/g;

const markdown = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html({ text: markup }) {
      // What forges do not show either: marks of ours.
      const text = markup.replace(/<!--[^]*?-->/g, "");
      if (OUR_HTML.test(text)) return text;
      let safe = "";
      let end = 0;
      for (const tag of text.matchAll(OUR_TAG)) {
        safe += htmlText(text.slice(end, tag.index)) + tag[0];
        end = tag.index + tag[0].length;
      }
      return safe + htmlText(text.slice(end));
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      return /^https?:/i.test(href) ? `<a href="${htmlText(href)}" rel="noreferrer">${text}</a>` : text;
    },
    image({ text }) {
      return htmlText(text);
    },
    table({ header, rows, align }) {
      const cells = (row: typeof header, tag: "th" | "td"): string =>
        row
          .map((cell, index) => {
            const side = align[index] === "right" ? ' class="right"' : "";
            return `<${tag}${side} dir="auto">${this.parser.parseInline(cell.tokens)}</${tag}>`;
          })
          .join("");
      const body = rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
      return `<div class="table"><table><thead><tr>${cells(header, "th")}</tr></thead><tbody>\n${body}</tbody></table></div>\n`;
    },
  },
});

/** Markdown of ours as HTML; what foreign text in it says of HTML, links and images is shown, not obeyed. */
export function markdownHtml(body: string): string {
  return markdown.parse(body, { async: false });
}

function diffHtml(diff: string): string {
  return diff
    .split(/^(?=diff --git )/m)
    .filter((file) => file.trim() !== "")
    .map((file) => {
      const lines = file.trimEnd().split("\n");
      const start = lines.findIndex((line) => line.startsWith("@@"));
      const path = (lines.find((line) => line.startsWith("+++ ")) ?? lines[0] ?? "").replace(/^\+\+\+ (?:b\/)?/, "");
      const rows = (start === -1 ? lines.slice(1) : lines.slice(start)).map(
        (line) => `<span class="${lineClass(line)}">${htmlText(line) || " "}</span>`,
      );
      return `<figure><figcaption>${htmlText(path)}</figcaption><pre>${rows.join("")}</pre></figure>`;
    })
    .join("\n");
}

function lineClass(line: string): string {
  if (line.startsWith("@@")) return "hunk";
  if (line.startsWith("+")) return "added";
  return line.startsWith("-") ? "removed" : "same";
}

/** Light and dark, as the reader has it. */
export const pageStyle = `
:root { color-scheme: light dark; --ink: #1c2126; --soft: #59636e; --page: #fff; --line: #d5dbe1; --panel: #f5f7f9; --accent: #0b66c3; --add: #dcf5e3; --del: #fde3e1; --state: #1f7f3d; }
@media (prefers-color-scheme: dark) { :root { --ink: #e3e8ee; --soft: #9aa5b1; --page: #12161b; --line: #2d353e; --panel: #1a2027; --accent: #6cb0ff; --add: #12361f; --del: #44191b; --state: #2c8a4a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .6rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .8rem; }
a { color: var(--accent); text-decoration-thickness: .06em; text-underline-offset: .15em; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: .875em; }
code { background: var(--panel); padding: .1em .35em; border-radius: 4px; }
.branches { color: var(--soft); margin: 0 0 1.5rem; padding-bottom: 1.5rem; border-bottom: 1px solid var(--line); }
.state { background: var(--state); color: #fff; border-radius: 1em; padding: .2em .8em; font-size: .875rem; margin-right: .4em; }
.table { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; min-width: 24rem; font-variant-numeric: tabular-nums; }
th { text-align: start; font-weight: 600; color: var(--soft); font-size: .875rem; }
th, td { padding: .4rem .9rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td { overflow-wrap: break-word; }
th.right, td.right { text-align: right; white-space: nowrap; }
td code { white-space: nowrap; }
blockquote { margin: 1rem 0; padding: .1rem 0 .1rem 1rem; border-left: .25rem solid var(--line); }
blockquote > :first-child { margin-top: 0; } blockquote > :last-child { margin-bottom: 0; }
ul { padding-left: 1.5rem; } li:has(> input) { list-style: none; margin-left: -1.4rem; }
details { margin: 1rem 0; } summary { cursor: pointer; color: var(--accent); }
sub { vertical-align: baseline; font-size: .875rem; color: var(--soft); }
figure { margin: 0 0 1.25rem; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
figcaption { background: var(--panel); padding: .5rem .9rem; border-bottom: 1px solid var(--line); font: .875rem ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre code { padding: 0; background: none; font-size: inherit; }
pre { margin: 0; overflow-x: auto; line-height: 1.5; }
pre span { display: block; padding: 0 .9rem; min-width: max-content; white-space: pre; }
.added { background: var(--add); } .removed { background: var(--del); } .hunk { color: var(--soft); background: var(--panel); }
`;
