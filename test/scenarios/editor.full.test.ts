import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser } from "playwright-core";
import { everyWidth, openPage, violationsOf, type OpenPage } from "../support/admin-pages.ts";
import { chromiumProgram, openBrowser } from "../support/browser.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { scheduled } from "../support/events.ts";
import { createWorld, type World } from "../support/world.ts";

const chromium = await chromiumProgram();

describe.skipIf(chromium.missing !== undefined)("the editor in a real browser", () => {
  const stack = new AsyncDisposableStack();
  let browser: Browser;
  let world: World;

  beforeAll(async () => {
    browser = stack.adopt(await openBrowser(chromium.path ?? ""), (each) => each.close());
    const site = stack.use(await embeddedSite());
    world = stack.use(await createWorld(site));
  });
  afterAll(() => stack.disposeAsync());

  const address = (path: string): string => new URL(path, world.site.service.url).href;

  async function signedIn(options: Parameters<typeof openPage>[2]): Promise<OpenPage> {
    const open = await openPage(browser, undefined, options);
    await open.page.goto(address("/"));
    await open.page.getByRole("link", { name: "Sign in" }).click();
    await open.page.getByLabel("Your token").fill(world.site.translator.token);
    await open.page.getByRole("button", { name: "Sign in" }).click();
    return open;
  }

  it("brings a text from a field to the pull request, which credits who typed it, without a script and by keyboard alone", async () => {
    await using open = await signedIn({ javaScriptEnabled: false });
    const { page } = open;
    await page.goto(address(`/translate/${world.web}/cs/?q=state%3A%3Ctranslated&start=yes`));
    const source = (await page.locator(".source").first().textContent()) ?? "";
    const isInField = (): Promise<unknown> => page.evaluate("document.activeElement?.tagName === 'TEXTAREA'");
    for (let tries = 0; tries < 40 && (await isInField()) !== true; tries += 1) await page.keyboard.press("Tab");
    await page.keyboard.type(`Přeloženo: ${source}`);
    const isOnSave = (): Promise<unknown> => page.evaluate("document.activeElement?.value === 'next'");
    for (let tries = 0; tries < 10 && (await isOnSave()) !== true; tries += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("Saved.").waitFor();
    expect(await page.locator(".source").first().textContent()).not.toBe(source);

    const { outputs, log } = await world.run(await scheduled(world.repository));
    expect(outputs["changed"], log).toBe("true");
    const [pull] = world.github.world.pulls;
    expect(pull?.body).toContain(world.site.translator.name);
  });

  it("has nothing that axe finds wrong, and never scrolls sideways", async () => {
    await using open = await signedIn({ bypassCSP: true });
    const { page, complaints } = open;
    const here = `/translate/${world.web}/cs/`;
    const pages = {
      projects: "/",
      list: `/projects/${world.web}/cs/`,
      editor: here,
      plural: `/translate/${world.server}/cs/`,
      "sign in": "/accounts/login/",
      nothing: "/projects/nothing/",
    };
    const found: string[] = [];
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(address(path));
      for (const width of everyWidth) {
        await page.setViewportSize({ width, height: 800 });
        const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        expect({ name, width, over }).toEqual({ name, width, over: 0 });
      }
      found.push(...(await violationsOf(page)).map((violation) => `${name}: ${violation}`));
    }
    await page.goto(address(`${here}?q=state%3A%3Ctranslated&start=yes`));
    await page.locator("textarea").first().fill("two  spaces and an end ");
    await page.getByRole("button", { name: "Save and go on" }).click();
    await page.getByRole("alert").waitFor();
    found.push(...(await violationsOf(page)).map((violation) => `problems: ${violation}`));

    expect(found).toEqual([]);
    // A browser names every answer that refuses something.
    expect(complaints.filter((complaint) => !/status of (?:404|422)/.test(complaint))).toEqual([]);
  });
});
