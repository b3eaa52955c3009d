import { createHash } from "node:crypto";
import { html, type Content, trusted, withVisibleDirections } from "../../http-api/markup.ts";
import { headersOfPage } from "../../http-api/page-headers.ts";
import { postButton } from "../../http-api/form.ts";
import { browserFile } from "../../http-api/browser-file.ts";
import { englishWords } from "../wording/catalogues.ts";
import type { Words } from "../wording/words.ts";
import { SIGN_IN, SIGN_OUT, PROFILE, FOR_YOU } from "./addresses.ts";
import type { Crumb } from "./crumbs.ts";
import { checksFile, editorFileOf, scriptDigests, styleFile, styleText } from "./page-files.ts";

export interface Page {
  readonly title: string;
  /** Name of this server. */
  readonly site: string;
  /** The way here: name → address. */
  readonly crumbs: readonly Crumb[];
  readonly content: Content;
  /** Of pages where people sign in; without it, of the API's, which a script of the page tries with a token. */
  readonly visitor?: Visitor;
  /** Id of what most people come for, past all that every page has; default: the content. */
  readonly begin?: string | undefined;
  /** Whose language the page has; default: English. */
  readonly words?: Words;
  /** Room for an index beside the content. */
  readonly wide?: boolean;
}

/** Who looks at a page, as its frame shows them. */
export interface Visitor {
  /** Undefined: nobody is signed in. */
  readonly signedIn:
    | {
        readonly username: string;
        readonly fullName: string;
        readonly csrf: string;
        /** `auto`, `light` or `dark`. */
        readonly theme: string;
      }
    | undefined;
  /** Who it is could not be found out: nobody is asked to sign in who may have done so. */
  readonly isUnknown?: boolean;
  /** Path and query of the page, to come back to. */
  readonly here: string;
}

const script = browserFile("service.js");

const digest = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// Byte for byte what the hashes below are of.
const styleElement = trusted(`<style>${styleText}</style>`);
const scriptElement = trusted(`<script>${script}</script>`);

/** Pages load nothing from anywhere, run the one script, and send no form but by it. */
export const pageHeaders = headersOfPage({
  "style-src": digest(styleText),
  "script-src": digest(script),
  "connect-src": "'self'",
  "img-src": "'self' data:",
  "form-action": "'none'",
});

/** Pages where people sign in: forms that are sent to this server alone, and the two scripts of the editor. */
export const sitePageHeaders = headersOfPage({
  "style-src": "'self'",
  "script-src": scriptDigests,
  "connect-src": "'self'",
  "img-src": "'self' data:",
  "form-action": "'self'",
});

/** A page where people sign in, as it is answered. */
export function pageAnswer(text: string, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  const length = { "Content-Length": String(Buffer.byteLength(text)) };
  return new Response(text, { status, headers: { ...sitePageHeaders, ...length, ...headers } });
}

export function layout(page: Page): string {
  const { title, site, crumbs, content, visitor, wide, begin = "content", words = englishWords } = page;
  const { language, say } = words;
  const editor = editorFileOf(words);
  const theme = visitor?.signedIn?.theme ?? "auto";
  return withVisibleDirections(
    html`<!doctype html>
    <html lang="${language}"${theme === "auto" ? "" : html` data-theme="${theme}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
        <title>${title} · ${site}</title>
        <link rel="icon" href="data:," />
        ${
          visitor === undefined
            ? styleElement
            : html`<link rel="stylesheet" href="${styleFile.address}" />
                <script
                  type="module"
                  src="${editor.address}"
                  integrity="${editor.digest}"
                  data-checks="${checksFile.address}"
                  data-checks-integrity="${checksFile.digest}"
                ></script>`
        }
      </head>
      <body${visitor?.signedIn === undefined ? "" : html` data-user="${visitor.signedIn.username}"`}>
        <a class="skip" href="#${begin}">${say(begin === "content" ? "frame.toContent" : "frame.toField")}</a>
        <header class="bar">
          <a class="brand" href="/">${site}</a>
          <nav class="crumbs" aria-label="${say("frame.path")}">
            ${crumbs.map(([name, address], index) => html`${index === 0 ? "" : html`<span aria-hidden="true">/</span>`}<a href="${address}">${name}</a>`)}
          </nav>
          <a href="/api/docs/">${say("frame.documentation")}</a>
          ${visitor === undefined ? tokenForm : account(visitor, words)}
        </header>
        <main id="content"${wide === true ? html` class="wide"` : ""}>${content}</main>
        ${visitor === undefined ? scriptElement : ""}
      </body>
    </html> `,
  );
}

const tokenForm = html`<form class="token" id="sign-in">
  <label for="token">Token</label
  ><input
    id="token"
    type="password"
    autocomplete="off"
    size="14"
    placeholder="svu_…"
    title="Kept in this page alone, and gone with it"
  /><button>Use</button>
</form>`;

function account({ signedIn, isUnknown, here }: Visitor, { say }: Words): Content {
  if (isUnknown === true) return "";
  if (signedIn === undefined)
    return html`<a href="${SIGN_IN}?next=${encodeURIComponent(here)}">${say("frame.signIn")}</a>`;
  const { username, fullName, csrf } = signedIn;
  return html`<a href="${FOR_YOU}">${say("frame.forYou")}</a>
    <a href="${PROFILE}">${fullName === "" ? username : fullName}</a>
    ${postButton({ action: SIGN_OUT, csrf, words: say("frame.signOut"), manner: "plain" })}`;
}
