import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { everyWidth, openPage, violationsOf, type OpenPage } from "../support/admin-pages.ts";
import { managementPages } from "../../src/service/maintainer/maintainer.ts";
import { chromiumProgram, openBrowser } from "../support/browser.ts";
import { sampleFiles } from "../support/open-test-service.ts";
import { createGlossary, glossaryFiles, glossaryPages } from "../support/glossary.ts";
import { addScreenshot } from "../support/screenshots.ts";
import { createRepository, type TestRepository } from "../support/repository.ts";
import { startService, type EmbeddedService } from "../support/service.ts";

const chromium = await chromiumProgram();

describe.skipIf(chromium.missing !== undefined)("an empty service, looked after in a real browser alone", () => {
  const stack = new AsyncDisposableStack();
  let browser: Browser;
  let service: EmbeddedService;
  let upstream: TestRepository;

  beforeAll(async () => {
    browser = stack.adopt(await openBrowser(chromium.path ?? ""), (each) => each.close());
    service = stack.use(await startService());
    upstream = stack.use(await createRepository(sampleFiles));
    await service.administration.createUser({ username: "ann", email: "ann@example.org", superuser: true });
  });
  afterAll(() => stack.disposeAsync());

  const address = (path: string): string => new URL(path, service.url).href;

  async function signedIn(options: Parameters<typeof openPage>[2]): Promise<OpenPage> {
    const open = await openPage(browser, undefined, options);
    const link = await service.administration.issueSignInLink("ann");
    await open.page.goto(address(link));
    await open.page.locator("main button").click();
    return open;
  }

  /** Where the keyboard is after so many steps of Tab at most. */
  async function tabTo(page: Page, isThere: string): Promise<void> {
    for (let tries = 0; tries < 80; tries += 1) {
      if ((await page.evaluate(isThere)) === true) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`The keyboard does not come to ${isThere}.`);
  }

  it("comes from nothing to a translated string that is in git, without a script", async () => {
    await using open = await signedIn({ javaScriptEnabled: false });
    const { page } = open;
    await page.getByRole("link", { name: "Begin a project" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Shop");
    await page.getByLabel("Name in addresses").fill("shop");
    await page.getByLabel("Web site").fill("https://shop.example.org");
    await page.getByRole("button", { name: "Make the project" }).click();

    await page.getByLabel("Address that git clones").fill(upstream.remoteUrl);
    await page.getByRole("button", { name: "Look at it" }).first().click();
    await page.getByText("locales/*.json").first().waitFor();
    await page.getByRole("button", { name: "Add what is ticked" }).click();
    await page.getByRole("heading", { name: "Components" }).waitFor();

    await page.goto(address("/projects/shop/"));
    await page.locator("table.progress").first().getByRole("link").first().click();
    await page.getByRole("link", { name: "Languages" }).click();
    await page.getByLabel("Language", { exact: true }).fill("ja");
    await page.getByRole("button", { name: "Add it" }).click();
    await page.getByRole("link", { name: "Translate into ja" }).click();
    await page.getByRole("link", { name: "Translate what is to do" }).click();
    await page.locator("textarea").first().fill("こんにちは");
    await page.getByRole("button", { name: "Save and go on" }).click();
    await page.getByRole("status").getByText("Saved.").waitFor();

    const [, component = ""] = /\/translate\/shop\/(.+)\/ja\//.exec(page.url()) ?? [];
    await page.goto(address(`/manage/settings/shop/${component}/`));
    await page.getByLabel("Push address").fill(upstream.remoteUrl);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("link", { name: "Repository" }).click();
    await page.getByText("1 string").first().waitFor();
    await page.getByRole("button", { name: "Push", exact: true }).click();
    await page.getByText("Done.").waitFor();
    const written = await upstream.remoteGit(
      "show",
      `main:${component.includes("server") ? "po" : "locales"}/ja.${component.includes("server") ? "po" : "json"}`,
    );
    expect(written).toContain("こんにちは");
  });

  it("is reached by keyboard alone, and what is wrong is announced at its field", async () => {
    await using open = await signedIn({});
    const { page } = open;
    await page.goto(address("/projects/shop/"));
    await tabTo(page, "document.activeElement?.textContent === 'Add a component'");
    await page.keyboard.press("Enter");
    await page.waitForURL(/new-component/);
    await tabTo(page, "document.activeElement?.getAttribute('name') === 'repo'");
    await page.keyboard.type("ext::sh -c true");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    expect(await page.locator("#field-repo").getAttribute("aria-invalid")).toBe("true");
  });

  it("has nothing that axe finds wrong, and never scrolls sideways", async () => {
    await using open = await signedIn({ bypassCSP: true });
    const { page, complaints } = open;
    const { results } = await components();
    const [first = ""] = results.map(({ slug }) => slug);
    const component = `shop/${first}/`;
    await using words = await createRepository(glossaryFiles("cs"));
    const glossary = await createGlossary(service, "shop", words.remoteUrl);
    const screenshot = await addScreenshot(service, `shop/${first}`, { name: "The cart" });
    const places = { project: "shop/", component, translation: `${component}ja/` };
    const paths = [
      "/manage/new-project/",
      ...managementPages.flatMap(({ name, of }) => of.map((kind) => `/manage/${name}/${places[kind]}`)),
      `/manage/languages/${component}?remove=ja`,
      `/manage/repository/${component}?confirm=reset`,
      `/manage/screenshots/${component}?screenshot=${String(screenshot)}&find=e`,
      ...glossaryPages(glossary, "cs"),
      "/projects/shop/",
      `/projects/${component}`,
      "/languages/ja/",
      "/user/ann/",
    ];
    const found: string[] = [];
    for (const path of paths) {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await page.goto(address(path));
        await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
        found.push(...(await violationsOf(page)).map((violation) => `${path} ${colorScheme}: ${violation}`));
      }
      for (const width of [...everyWidth, 768, 1600]) {
        await page.setViewportSize({ width, height: 800 });
        const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        expect({ path, width, over }).toEqual({ path, width, over: 0 });
      }
    }
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
  });

  async function components(): Promise<{ readonly results: readonly { readonly slug: string }[] }> {
    const { token } = await service.administration.createUser({ username: "reader", superuser: true });
    const answer = await fetch(address("/api/projects/shop/components/"), {
      headers: { authorization: `Token ${token}` },
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the API's own list
    return (await answer.json()) as { results: { slug: string }[] };
  }
});
