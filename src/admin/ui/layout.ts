import type { Role } from "../contract/endpoint.ts";
import { scriptPath, stylePath } from "./assets.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import { csrfField, options } from "../../http-api/form.ts";
import { flashMessage } from "./flash.ts";

/** Where the pages are mounted: every address in them begins with it. */
export const BASE = "/admin";

export type Theme = "system" | "light" | "dark";

/** Whoever looks at a page. */
export interface Reader {
  readonly name: string;
  readonly role: Role;
  readonly csrf: string;
}

export interface Page {
  readonly title: string;
  /** One sentence below the title. */
  readonly lead?: Content;
  /** The page above this one: name and address. */
  readonly above?: readonly [string, string];
  /** Buttons beside the title. */
  readonly actions?: Content;
  readonly content: Content;
}

export interface Frame {
  readonly reader: Reader;
  readonly theme: Theme;
  readonly version: string;
  /** Address of this page, for the menu. */
  readonly path: string;
  /** What was done just now: a key of `flash.ts`. */
  readonly told?: string | undefined;
  /** What somebody looked for last. */
  readonly looked?: string | undefined;
}

interface MenuEntry {
  readonly name: string;
  readonly path: string;
  readonly roles?: readonly Role[];
}

const menu: readonly { readonly heading: string; readonly entries: readonly MenuEntry[] }[] = [
  {
    heading: "Work",
    entries: [
      { name: "Overview", path: "" },
      { name: "Repositories", path: "/repositories" },
      { name: "Files", path: "/maps" },
      { name: "Runs", path: "/runs" },
      { name: "Deliveries", path: "/deliveries" },
    ],
  },
  {
    heading: "How it runs",
    entries: [
      { name: "Alerts", path: "/alerts" },
      { name: "Bottlenecks", path: "/bottlenecks" },
      { name: "Health", path: "/health" },
      { name: "Logs", path: "/logs" },
    ],
  },
  {
    heading: "Set up",
    entries: [
      { name: "Templates", path: "/templates" },
      { name: "Settings", path: "/settings", roles: ["administrator", "operator"] },
      { name: "Users", path: "/users", roles: ["administrator", "operator"] },
      { name: "Your account", path: "/account" },
    ],
  },
];

/** A whole page with its menu. */
export function layout(page: Page, frame: Frame): Markup {
  return document(
    page.title,
    frame.theme,
    html`<body>
      <a class="skip" href="#content">Skip to the content</a>
      ${top(frame)}
      <div class="frame">
        <nav class="menu" id="menu" popover aria-label="Main">${menuLists(frame)}</nav>
        <main id="content" tabindex="-1">${head(page)} ${flashMessage(frame.told)} ${page.content}</main>
      </div>
    </body>`,
  );
}

/** A page for people who are not signed in: one box in the middle. */
export function loneLayout(page: Page, theme: Theme, message?: string): Markup {
  return document(
    page.title,
    theme,
    html`<body class="lone">
      <main id="content">
        ${brand}
        <div class="card">
          <h1>${page.title}</h1>
          ${page.lead === undefined ? "" : html`<p class="soft">${page.lead}</p>`} ${flashMessage(message)}
          ${page.content}
        </div>
      </main>
    </body>`,
  );
}

const brand = html`<a class="brand" href="${BASE}">
  <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true" focusable="false">
    <g fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round">
      <path d="M3 5h16"></path>
      <path d="M3 11h10" opacity=".55"></path>
      <path d="M3 17h16"></path>
    </g>
  </svg>
  <span>Interlinear <span class="soft">bot</span></span>
</a>`;

function document(title: string, theme: Theme, body: Markup): Markup {
  return html`<!doctype html>
    <html lang="en" ${theme === "system" ? "" : html`data-theme="${theme}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Interlinear bot</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${BASE}${stylePath}" />
        <script src="${BASE}${scriptPath}"></script>
      </head>
      ${body}
    </html>`;
}

function top({ reader, looked }: Frame): Markup {
  return html`<header class="top">
    <button class="menu-button second" popovertarget="menu">Menu</button>
    ${brand}
    <form class="find" role="search" aria-label="Everything" action="${BASE}/search" method="get">
      <label class="hidden" for="find">Search everything</label>
      <input
        id="find"
        type="search"
        name="q"
        value="${looked ?? ""}"
        placeholder="Search repositories, users, events …"
        autocomplete="off"
      />
      <button class="second">Search</button>
    </form>
    <div class="account">
      <span data-theme-choice hidden>
        <label class="hidden" for="theme">Theme</label>
        <select id="theme">
          ${options(themeChoices, "system")}
        </select>
      </span>
      <a class="name" href="${BASE}/account" title="${reader.role}"
        ><span class="hidden">Account: </span>${reader.name}</a
      >
      <form method="post" action="${BASE}/sign-out">
        ${csrfField(reader.csrf)}
        <button class="second">Sign out</button>
      </form>
    </div>
  </header>`;
}

export const themeChoices = [
  { value: "system", words: "System" },
  { value: "light", words: "Light" },
  { value: "dark", words: "Dark" },
];

function menuLists({ path, reader, version }: Frame): Markup {
  return html`${menu.map(({ heading, entries }) => {
      const allowed = entries.filter(({ roles }) => roles === undefined || roles.includes(reader.role));
      return html`<h2 id="menu-${heading.replaceAll(" ", "-")}">${heading}</h2>
        <ul aria-labelledby="menu-${heading.replaceAll(" ", "-")}">
          ${allowed.map((entry) => menuLink(entry, path))}
        </ul>`;
    })}
    <p class="soft"><small>Version ${version}</small></p>`;
}

function menuLink({ name, path }: MenuEntry, current: string): Markup {
  const address = `${BASE}${path}`;
  const isHere = path === "" ? current === BASE : current.startsWith(address);
  return html`<li>
    <a href="${address}" ${isHere ? html`aria-current="page"` : ""}>${name}</a>
  </li>`;
}

function head({ title, lead, above, actions }: Page): Markup {
  return html`<div class="head">
    <div>
      ${
        above === undefined
          ? ""
          : html`<nav class="crumb" aria-label="Path">
              <a href="${above[1]}">${above[0]}</a> <span aria-hidden="true">/</span>
            </nav>`
      }
      <h1>${title}</h1>
      ${lead === undefined ? "" : html`<p>${lead}</p>`}
    </div>
    ${actions === undefined ? "" : html`<div class="actions">${actions}</div>`}
  </div>`;
}
