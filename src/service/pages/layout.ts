import { createHash } from "node:crypto";
import { html, type Content, trusted } from "../../http-api/markup.ts";
import { headersOfPage } from "../../http-api/page-headers.ts";
import { browserFile } from "../../http-api/browser-file.ts";

export interface Page {
  readonly title: string;
  /** Name of this server. */
  readonly site: string;
  /** The way here: name → address. */
  readonly crumbs: readonly (readonly [string, string])[];
  readonly content: Content;
  /** Room for an index beside the content. */
  readonly wide?: boolean;
}

const style = browserFile("base.css") + browserFile("service.css");
const script = browserFile("service.js");

const digest = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// Byte for byte what the hashes below are of.
const styleElement = trusted(`<style>${style}</style>`);
const scriptElement = trusted(`<script>${script}</script>`);

/** Pages load nothing from anywhere, run the one script, and send no form but by it. */
export const pageHeaders = headersOfPage({
  "style-src": digest(style),
  "script-src": digest(script),
  "connect-src": "'self'",
  "img-src": "'self' data:",
  "form-action": "'none'",
});

export function layout({ title, site, crumbs, content, wide }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${site}</title>
        <link rel="icon" href="data:," />
        ${styleElement}
      </head>
      <body>
        <header class="bar">
          <a class="brand" href="/">${site}</a>
          <nav class="crumbs" aria-label="Path">
            ${crumbs.map(([name, address], index) => html`${index === 0 ? "" : html`<span>/</span>`}<a href="${address}">${name}</a>`)}
          </nav>
          <a href="/api/docs/">Documentation</a>
          <form class="token" id="sign-in">
            <label for="token">Token</label
            ><input
              id="token"
              type="password"
              autocomplete="off"
              size="14"
              placeholder="svu_…"
              title="Kept in this page alone, and gone with it"
            /><button>Use</button>
          </form>
        </header>
        <main${wide === true ? html` class="wide"` : ""}>${content}</main>
        ${scriptElement}
      </body>
    </html> `.toString();
}
