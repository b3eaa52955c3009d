import { expect, test } from "vitest";
import { openPage, signInOn } from "../support/admin-pages.ts";
import { createBotWorld } from "../support/bot-world.ts";
import { chromiumProgram, openBrowser } from "../support/browser.ts";
import { webSource } from "../support/sample-files.ts";

const HELD_MILLISECONDS = 5_000;

/** Requests of one kind that wait until they are let go. */
class Held {
  readonly #arrived = Promise.withResolvers<void>();
  readonly #released = Promise.withResolvers<void>();

  async wait(): Promise<void> {
    this.#arrived.resolve();
    await this.#released.promise;
  }

  get arrived(): Promise<void> {
    return this.#arrived.promise;
  }

  letGo(): void {
    this.#released.resolve();
  }
}

const chromium = await chromiumProgram();

test.skipIf(chromium.missing !== undefined)(
  "whoever watches the bot sees a run happen, the files come into step, and what was slow",
  async () => {
    await using world = await createBotWorld();
    const { app, bot, host, site } = world;
    await using stack = new AsyncDisposableStack();
    const browser = stack.adopt(await openBrowser(chromium.path ?? ""), (each) => each.close());
    const { page, complaints } = stack.use(await openPage(browser));
    const { login = 0, password = "" } = bot.administrator ?? {};
    const admin = `${bot.url}/admin`;
    await signInOn(page, admin, { login, password });
    await page.getByRole("heading", { name: "Nothing is bound yet" }).waitFor();

    const [looks, uploads] = [new Held(), new Held()];
    site.proxy.hold(async ({ method, path }) => {
      if (path.startsWith(`/api/components/${app.server}/`)) await looks.wait();
      if (method === "POST" && path.includes("/file/")) await uploads.wait();
    });
    await app.push({ "locales/en.json": webSource.replace('"Hello"', '"Hello there"') });
    await looks.arrived;
    await page.goto(`${admin}/runs?state=running`);
    await page.getByRole("link", { name: app.name }).press("Enter");
    const words = page.locator("[data-words]");
    await words.filter({ hasText: "observe: 1 of 2" }).waitFor();
    const run = page.url();
    looks.letGo();
    await uploads.arrived;
    await words.filter({ hasText: /^upload: 0 of \d+ · acme\/web$/ }).waitFor();
    await new Promise((resolve) => setTimeout(resolve, HELD_MILLISECONDS));
    uploads.letGo();
    await page.getByRole("row", { name: new RegExp(`upload ${app.web}`) }).waitFor();
    expect(page.url()).toBe(run);
    expect(await page.getByRole("progressbar").count()).toBe(0);
    await world.settled();

    await app.translate("de", "title", "Guten Tag");
    await world.until("there is a pull request", () => app.ours().length === 1);
    await world.settled();
    await page.goto(admin);
    await page.getByRole("heading", { name: /^1 file of \d+ is not in step$/ }).waitFor();
    await page.getByRole("link", { name: /behind, 1 of \d/ }).waitFor();

    await host.people.merge(app.name, app.ours()[0]?.number ?? 0);
    await page.getByRole("heading", { name: "Everything is in step" }).waitFor({ timeout: 60_000 });
    await world.settled();

    await page.goto(`${admin}/bottlenecks`);
    // Which one did depends on the machine; of what was held, the figures below tell.
    await page.getByText(/the step “[^”]+” took the most/).waitFor();
    const figures = async (chart: string, name: RegExp): Promise<number> => {
      const row = page.getByRole("region", { name: `Chart: ${chart}` }).getByRole("row", { name });
      return Number.parseFloat((await row.locator("td.number").first().textContent()) ?? "");
    };
    const seconds = HELD_MILLISECONDS / 1_000;
    expect(await figures("Steps", /^upload /)).toBeGreaterThanOrEqual(seconds);
    expect(await figures("Endpoints", /^POST \/api\/translations\/.+\/file\/ /)).toBeGreaterThanOrEqual(seconds);
    expect(complaints).toEqual([]);
  },
);
