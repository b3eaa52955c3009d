import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../support/admin-pages.ts";
import { chromiumProgram, openBrowser } from "../support/browser.ts";
import { createBotWorld, SERVICE } from "../support/bot-world.ts";
import { MANIFEST_CODE } from "../support/github/manifest.ts";
import { webSource } from "../support/sample-files.ts";

const { path: chromium, missing } = await chromiumProgram();
/** A limit for what hangs. */
const HANGING_MILLISECONDS = 3_600_000;

/** What the world's bot is told at its start otherwise: here somebody sets all of it. */
const UNSET = [
  "INTERLINEAR_BOT_GITHUB_APP_ID",
  "INTERLINEAR_BOT_GITHUB_PRIVATE_KEY",
  "INTERLINEAR_BOT_GITHUB_WEBHOOK_SECRET",
  "INTERLINEAR_BOT_GITHUB_SERVER_URL",
  "INTERLINEAR_BOT_PUBLIC_URL",
  "INTERLINEAR_BOT_REPOSITORIES",
  "INTERLINEAR_SERVICE_URL",
  "INTERLINEAR_TOKEN",
  "INTERLINEAR_BOT_SERVICE_WEBHOOK_SECRET",
];

/** What people take for a key and for a click with the look that goes before it, in seconds: Card, Moran and Newell, 1980. */
const KEY_SECONDS = 0.28;
const CLICK_SECONDS = 1.1 + 1.35;

/** A person at a browser, whose hands are counted. */
class Person {
  readonly #page: Page;
  clicks = 0;
  keys = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async fill(label: string, text: string, within = "body"): Promise<void> {
    this.clicks += 1;
    this.keys += text.length;
    await this.#page.locator(within).getByLabel(label, { exact: true }).fill(text);
  }

  async press(name: string | RegExp, within = "body"): Promise<void> {
    this.clicks += 1;
    await this.#page.locator(within).getByRole("button", { name }).click();
  }

  async follow(name: string | RegExp): Promise<void> {
    this.clicks += 1;
    await this.#page.getByRole("link", { name }).first().click();
  }
}

/** GitHub's page on which somebody agrees to the App: its button goes back to where the manifest says. */
async function agreeOnGitHub(route: Route): Promise<void> {
  const request = route.request();
  const { redirect_url: back } = JSON.parse(new URLSearchParams(request.postData() ?? "").get("manifest") ?? "{}");
  const state = new URL(request.url()).searchParams.get("state") ?? "";
  const next = `${String(back)}?${new URLSearchParams({ code: MANIFEST_CODE, state }).toString()}`;
  const contentType = "text/html";
  await route.fulfill({
    contentType,
    body: `<a href="${next.replaceAll("&", "&amp;")}">Create GitHub App for acme</a>`,
  });
}

test.skipIf(chromium === undefined)(
  `from nothing to the first pull request, as docs/bot-start.md has it${missing === undefined ? "" : `: ${missing}`}`,
  { timeout: HANGING_MILLISECONDS },
  async () => {
    await using world = await createBotWorld({
      isProcess: true,
      starts: false,
      serviceTells: false,
      installed: false,
      environment: Object.fromEntries(UNSET.map((name) => [name, ""])),
    });
    const { app, bot, host, site } = world;
    const browser = await openBrowser(chromium ?? "");
    await using _browser = { [Symbol.asyncDispose]: () => browser.close() };
    await using open = await openPage(browser, { scheme: "light", width: 1_100 });
    const { page } = open;
    await page.route(`${host.serverUrl}/organizations/**`, agreeOnGitHub);
    const person = new Person(page);
    const begun = performance.now();

    await bot.start();
    const started = performance.now();
    await page.goto(`${bot.url}/admin`);
    await person.fill("Login or mail address", String(bot.administrator?.login));
    await person.fill("Password", bot.administrator?.password ?? "");
    await person.press("Sign in");

    await person.follow("Settings");
    await person.fill("Public address", bot.url);
    await person.press(/^Save.*General/);
    await person.follow(/Create the GitHub App/);
    await person.fill("Organisation", "acme");
    await person.fill("GitHub Enterprise server", host.serverUrl);
    await person.press("Change");
    await person.press(/^Make it on/);
    await person.follow("Create GitHub App for acme");
    await page.getByRole("link", { name: /Install/ }).waitFor();
    // On GitHub: which repositories.
    person.clicks += 3;
    await host.owners.install("acme", ["acme/app"]);

    await person.follow("Settings");
    await page.locator("#services").getByText("Add a service").click();
    await person.fill("Name", SERVICE, "#services");
    await person.fill("Address", site.proxy.url, "#services");
    await person.fill("Token", site.botToken, "#services");
    await person.fill("Repositories", "acme/*", "#services");
    await person.press("Add", "#services");
    await page.locator("#services").getByRole("status").waitFor();
    await world.settled();

    // The mapping is there; somebody changes a source, and a translator saves a text.
    await app.push({ "locales/en.json": webSource.replace('"Hello"', '"Welcome"') });
    await world.settled();
    await app.translate("de", "title", "Willkommen");
    await person.follow("Repositories");
    await person.follow("acme/app");
    await person.press("Run now");
    await world.until("there is a pull request", () => app.ours().length === 1);

    const seconds = (performance.now() - begun) / 1_000;
    const hands = person.clicks * CLICK_SECONDS + person.keys * KEY_SECONDS;
    console.log(
      [
        `${String(person.clicks)} clicks, ${String(person.keys)} keys: ${hands.toFixed(0)} s of a person's hands`,
        `${seconds.toFixed(0)} s of all machines, ${((started - begun) / 1_000).toFixed(1)} of them to start`,
      ].join("\n"),
    );
    expect(person.clicks).toBeLessThan(40);
    expect(hands).toBeLessThan(300 - 120);
  },
);
