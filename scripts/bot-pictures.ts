/**
 * `node scripts/bot-pictures.ts`: the pictures of docs/bot-start.md, of a bot that somebody sets up in a browser, from nothing to its
 * first pull request, between stand-ins for GitHub and the embedded service. Needs Chromium (`CHROMIUM` names it, if it is not where
 * Debian has it). Look at them before you commit.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import * as z from "zod";
import { openPage } from "../test/support/admin-pages.ts";
import { chromiumProgram, openBrowser } from "../test/support/browser.ts";
import { createBotWorld, FORGE, SERVICE } from "../test/support/bot-world.ts";
import { webSource } from "../test/support/sample-files.ts";
import { root } from "./stage.ts";

const WIDTH = 1000;
const known = z.object({ forges: z.record(z.string(), z.record(z.string(), z.unknown())) });
const images = join(root, "docs", "images");

const { path: chromium, missing } = await chromiumProgram();
if (chromium === undefined) throw new Error(missing);
await mkdir(images, { recursive: true });
await using world = await createBotWorld({ serviceTells: false, installed: false });
const { app, bot, host, site } = world;
const admin = await world.signIn();
const { forges } = await settingsNow();
await admin.change({ forges: { [FORGE]: null }, services: { [SERVICE]: null }, public_url: "" });
const administration = `${bot.url}/admin`;
const browser = await openBrowser(chromium);
try {
  await using light = await openPage(browser, { scheme: "light", width: WIDTH });
  await using dark = await openPage(browser, { scheme: "dark", width: WIDTH });
  const pages = [light.page, dark.page];
  for (const page of pages) await page.goto(administration);
  await takeBoth("sign-in", 480);
  for (const page of pages) {
    await page.getByLabel("Login or mail address").fill(String(bot.administrator?.login));
    await page.getByLabel("Password").fill(bot.administrator?.password ?? "");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  }
  await takeBoth("nothing-yet", 900);

  await light.page.goto(`${administration}/settings`);
  await light.page.getByLabel("Public address").fill("https://bot.example.org");
  await light.page.getByRole("button", { name: /^Save.*General/ }).click();
  for (const page of pages) await page.goto(`${administration}/github-app?organization=acme`);
  await takeBoth("app", 760);
  // What GitHub hands back when somebody has agreed.
  await admin.change({ forges: { [FORGE]: { ...forges[FORGE], ...secretsOfApp() } }, public_url: bot.url });

  await light.page.goto(`${administration}/settings#services`);
  const service = light.page.locator("#services");
  await service.getByText("Add a service").click();
  await service.getByLabel("Name", { exact: true }).fill(SERVICE);
  await service.getByLabel("Address").fill(site.proxy.url);
  await service.getByLabel("Token", { exact: true }).fill(site.botToken);
  await service.getByLabel("Repositories").fill("acme/*");
  await service.getByRole("button", { name: "Add" }).click();
  await service.getByRole("status").waitFor();
  await dark.page.goto(`${administration}/settings`);
  await dark.page.locator("#services summary").first().click();
  await dark.page.locator("#services").getByRole("button", { name: "Try it" }).click();
  await dark.page.locator("#services").getByRole("status").waitFor();
  for (const page of pages) await page.locator("#services").scrollIntoViewIfNeeded();
  await takeBoth("service", 1_080, "#services details[open]");

  await host.owners.install("acme", ["acme/app"]);
  await world.settled();
  await app.push({ "locales/en.json": webSource.replace('"Hello"', '"Welcome"') });
  await world.settled();
  await app.translate("de", "title", "Willkommen");
  await light.page.goto(`${administration}/repositories/1`);
  await light.page.getByRole("button", { name: "Run now" }).click();
  await world.until("there is a pull request", () => app.ours().length === 1);
  await world.settled();
  for (const page of pages) await page.goto(administration);
  await takeBoth("first-repository", 980);
  const [run] = bot.rows("select id from run where kind = 'sync' order by id desc limit 1");
  for (const page of pages) await page.goto(`${administration}/runs/${String(run?.["id"])}`);
  await takeBoth("first-run", 900);

  async function takeBoth(name: string, height: number, part?: string): Promise<void> {
    for (const page of pages) {
      const scheme = page === light.page ? "light" : "dark";
      await page.setViewportSize({ width: WIDTH, height });
      await renameServers(page);
      if (part !== undefined)
        await page.locator(part).evaluate("(shown) => { shown.scrollIntoView(); scrollBy(0, -80); }");
      await page.screenshot({ path: join(images, `bot-${name}-${scheme}.png`) });
    }
  }
} finally {
  await browser.close();
}

/** Stand-ins have ports of their own in each run: the pages show the names that documents use. */
async function renameServers(page: Page): Promise<void> {
  const names = Object.entries({
    [site.proxy.url]: "https://translate.example.org",
    [host.serverUrl]: "https://github.com",
    [bot.url]: "https://bot.example.org",
  }).flatMap(([url, name]) => [
    [url, name],
    [new URL(url).host, new URL(name).host],
  ]);
  await page.evaluate(`{
    const names = ${JSON.stringify(names)};
    const named = (text) => names.reduce((all, [from, to]) => all.replaceAll(from, to), text);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) texts.currentNode.data = named(texts.currentNode.data);
    for (const input of document.querySelectorAll("input, textarea")) input.value = named(input.value);
  }`);
}

async function settingsNow(): Promise<z.infer<typeof known>> {
  return known.parse((await admin.call("GET", "/management")).body);
}

/** In place of what the API shows of secrets. */
function secretsOfApp(): object {
  const hook = host.hook.address?.secret ?? "";
  const pem = world.secrets.find((secret) => secret.startsWith("-----BEGIN")) ?? "";
  return { private_key: pem, webhook_secret: hook };
}
