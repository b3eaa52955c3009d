/**
 * `node scripts/role-pictures.ts`: docs/roles.md, what each role sees and can do in the administration, read from the pages of a made-up
 * team in a browser, and its pictures. Needs Chromium (`CHROMIUM` names it, if it is not where Debian has it). Look at them before you
 * commit.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import type { Role } from "../src/admin/contract/endpoint.ts";
import { everyPage, openPage, signInOn } from "../test/support/admin-pages.ts";
import { adminScene } from "../test/support/admin-scene.ts";
import { startAdmin } from "../test/support/admin-server.ts";
import { chromiumProgram, openBrowser } from "../test/support/browser.ts";
import { root } from "./stage.ts";

const WIDTH = 1100;
const PHONE_WIDTH = 390;
const images = join(root, "docs", "images");

interface Picture {
  readonly name: string;
  readonly page: string;
  readonly height: number;
  readonly width?: number;
  readonly of: readonly Role[];
  readonly shows: string;
}

const pictures: readonly Picture[] = [
  { name: "repository", page: "repository", height: 620, of: ["viewer", "operator"], shows: "A repository" },
  { name: "settings", page: "settings", height: 760, of: ["operator", "administrator"], shows: "The page of settings" },
  {
    name: "phone",
    page: "repository",
    height: 760,
    width: PHONE_WIDTH,
    of: ["operator"],
    shows: "A repository on a phone",
  },
];

/** The least first. */
const shown: readonly Role[] = ["viewer", "operator", "administrator"];

const { path: chromium, missing } = await chromiumProgram();
if (chromium === undefined) throw new Error(missing);
await mkdir(images, { recursive: true });
await using server = await startAdmin({
  settings: { publicUrl: "https://bot.example.org", services: { main: serviceOfTeam() } },
});
const scene = await adminScene(server.records);
const people = new Map<Role, { readonly login: number; readonly password: string }>();
for (const role of shown) people.set(role, await server.addUser(`the ${role}`, role));
const browser = await openBrowser(chromium);
try {
  const sees = new Map<Role, ReadonlyMap<string, readonly string[] | undefined>>();
  for (const role of shown) sees.set(role, await actionsOf(browser, role));
  for (const picture of pictures) for (const role of picture.of) await take(browser, picture, role);
  await writeFile(join(root, "docs", "roles.md"), documentOf(sees));
} finally {
  await browser.close();
}

function serviceOfTeam() {
  return { url: "https://translate.example.org", token: "", webhookSecret: "", repositories: ["acme/*"] };
}

async function signedIn(page: Page, role: Role): Promise<void> {
  const person = people.get(role);
  if (person === undefined) throw new Error(`There is no ${role}.`);
  await signInOn(page, server.url, person);
}

/** Page → what can be done there; undefined where the page is refused. */
async function actionsOf(on: Browser, role: Role): Promise<ReadonlyMap<string, readonly string[] | undefined>> {
  await using open = await openPage(on, { scheme: "light", width: WIDTH });
  const { page } = open;
  await signedIn(page, role);
  const found = new Map<string, readonly string[] | undefined>();
  for (const [name, path] of Object.entries(everyPage(scene))) {
    const answer = await page.goto(addressOf(path));
    const isRefused = answer?.status() === 403;
    found.set(name, isRefused ? undefined : await buttonsOf(page));
  }
  return found;
}

/** What changes something, in its own words; filters and the switch of colours change nothing. */
async function buttonsOf(page: Page): Promise<readonly string[]> {
  const words = await page.locator("main form[method=post] button, main a.button[href$='/new']").allTextContents();
  return [...new Set(words.map((text) => text.replaceAll(/\s+/g, " ").replace(/ \d+$/, "").trim()))].filter(
    (text) => text !== "",
  );
}

async function take(on: Browser, { name, page: shownPage, height, width = WIDTH }: Picture, role: Role): Promise<void> {
  for (const scheme of ["light", "dark"] as const) {
    await using open = await openPage(on, { scheme, width });
    await signedIn(open.page, role);
    await open.page.setViewportSize({ width, height });
    await open.page.goto(addressOf(everyPage(scene)[shownPage] ?? ""));
    await open.page.screenshot({ path: join(images, `role-${role}-${name}-${scheme}.png`) });
  }
}

function addressOf(path: string): string {
  return `${server.url.replace(/\/$/, "")}${path}`;
}

function documentOf(sees: ReadonlyMap<Role, ReadonlyMap<string, readonly string[] | undefined>>): string {
  const rows = Object.keys(everyPage(scene)).map((page) => {
    const cells = shown.map((role, at) => {
      const actions = sees.get(role)?.get(page);
      if (actions === undefined) return "not shown";
      const before = at === 0 ? [] : (sees.get(shown[at - 1] ?? role)?.get(page) ?? []);
      const more = actions.filter((action) => !before.includes(action));
      if (actions.length === 0) return "looks";
      return more.length === 0 ? "the same" : more.join(", ");
    });
    return `| ${page} | ${cells.join(" | ")} |`;
  });
  const shownPictures = pictures.flatMap(({ name, of, shows, width = WIDTH }) =>
    of.map((role) => {
      const words = `${shows}, as ${article(role)} ${role} sees it`;
      return [
        "<picture>",
        `  <source media="(prefers-color-scheme: dark)" srcset="images/role-${role}-${name}-dark.png">`,
        `  <img alt="${words}" src="images/role-${role}-${name}-light.png" width="${String(Math.min(width, 900))}">`,
        "</picture>\n",
        `${words}.\n`,
      ].join("\n");
    }),
  );
  return [
    "# What each role sees\n",
    "Read from the pages of a made-up team in a browser, with the pictures, by `node scripts/role-pictures.ts`. A cell names the buttons that",
    "change something; of a wider role, those that come on top. What one may not do is not shown, and the API refuses it all the same:",
    "[roles](administration.md#roles).\n",
    `| page | ${shown.join(" | ")} |`,
    `|---|${"---|".repeat(shown.length)}`,
    ...rows,
    "",
    ...shownPictures,
  ].join("\n");
}

function article(role: Role): string {
  return /^[aeiou]/.test(role) ? "an" : "a";
}
