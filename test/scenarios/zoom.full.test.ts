import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refused } from "../../src/http-api/refusal.ts";
import { managementPages } from "../../src/service/maintainer/maintainer.ts";
import { NEW_PROJECT } from "../../src/service/maintainer/new-project-page.ts";
import { FOR_YOU, PROFILE, SIGN_IN } from "../../src/service/pages/addresses.ts";
import { refusalPage } from "../../src/service/pages/refusal-page.ts";
import { openPage, type OpenPage } from "../support/admin-pages.ts";
import { chromiumProgram, openBrowser } from "../support/browser.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { gettextFile } from "../support/gettext-file.ts";
import { createGlossary, glossaryFiles, glossaryPages } from "../support/glossary.ts";
import { createRepository } from "../support/repository.ts";
import { addScreenshot } from "../support/screenshots.ts";
import { callService, saveTranslation, unitOf } from "../support/service-api.ts";
import { createWorld, type World } from "../support/world.ts";
import { faultsZoomed, zoomed } from "../support/zoomed.ts";

const chromium = await chromiumProgram();
const LONG = "restrictedAccessDialogMessageForPeopleWithoutAnAccountOfTheirOwn";
const entries = [
  { text: "%d article left", plural: "%d articles left", flags: "c-format" },
  { text: "Shelf %d", flags: "c-format" },
  { text: "Hello %s, welcome back!", flags: "c-format" },
  { text: LONG },
];
const rule = { count: 6, formula: "n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5" };
const files = {
  "po/server.pot": gettextFile(entries),
  "po/ar.po": gettextFile(entries, { language: "ar", ...rule }),
};

describe.skipIf(chromium.missing !== undefined)("at 400 %, where a window has 320 × 256 pixels", () => {
  const stack = new AsyncDisposableStack();
  let browser: Browser;
  let world: World;
  let max: string;
  let glossary: string;
  let screenshot: number;

  beforeAll(async () => {
    browser = stack.adopt(await openBrowser(chromium.path ?? ""), (each) => each.close());
    const site = stack.use(await embeddedSite());
    ({ token: max } = await site.service.administration.createTranslator(site.project, { username: "max" }));
    world = stack.use(await createWorld(site, { files }));
    const { service } = site;
    const { id } = await unitOf(service, world.server, "ar", LONG);
    await saveTranslation(service, max, { component: world.server, language: "ar", unit: LONG }, [LONG]);
    await callService(service, "POST", `/api/units/${String(id)}/suggestions/`, {
      body: { target: [`${LONG}!`] },
      token: max,
    });
    const { remoteUrl } = stack.use(await createRepository(glossaryFiles("ar")));
    glossary = await createGlossary(service, site.project, remoteUrl);
    screenshot = await addScreenshot(service, world.server, { name: LONG });
    const comment = { scope: "translation", comment: `See ${LONG}` };
    await callService(service, "POST", `/api/units/${String(id)}/comments/`, { body: comment });
  });
  afterAll(() => stack.disposeAsync());

  const address = (path: string): string => new URL(path, world.site.service.url).href;

  async function zoomedIn(): Promise<OpenPage> {
    const open = await openPage(browser, undefined, { viewport: zoomed, deviceScaleFactor: 4, bypassCSP: true });
    await open.page.goto(address(SIGN_IN));
    await open.page.getByLabel("Your token").fill(world.site.service.adminToken);
    await open.page.getByRole("button", { name: "Sign in by token" }).click();
    await open.page.getByRole("button", { name: "Sign out" }).waitFor();
    return open;
  }

  it("no page scrolls sideways, and nothing that has the focus is covered", async () => {
    await using open = await zoomedIn();
    const { page } = open;
    const { project } = world.site;
    const translation = `${world.server}/ar`;
    const editor = `/translate/${translation}/`;
    const named = (source: string): string => `${editor}?q=${encodeURIComponent(`source:="${source}"`)}`;
    const places = { project, component: world.server, translation };
    const paths = [
      "/",
      SIGN_IN,
      PROFILE,
      FOR_YOU,
      `/projects/${project}/`,
      `/projects/${world.server}/`,
      "/languages/ar/",
      "/user/max/",
      `/engage/${project}/`,
      "/nothing/",
      "/api/",
      "/api/docs/",
      `/api/components/${world.server}/`,
      `/projects/${translation}/`,
      `/projects/${translation}/?q=%28`,
      `/projects/${translation}/?text=x&state=empty`,
      `${editor}?start=yes`,
      named("%d article left"),
      named(LONG),
      `${named(LONG)}&history=all`,
      `${editor}?view=zen`,
      `${editor}?view=bulk`,
      `${editor}?done=yes&saved=1`,
      `${editor}?q=pr:9`,
      NEW_PROJECT,
      ...managementPages.flatMap(({ name, of }) => of.map((kind) => `/manage/${name}/${places[kind]}/`)),
      `/manage/languages/${world.server}/?remove=ar`,
      `/manage/repository/${world.server}/?confirm=reset`,
      `/manage/screenshots/${world.server}/?screenshot=${String(screenshot)}&find=e`,
      ...glossaryPages(glossary, "ar"),
    ];
    const found: (readonly string[])[] = [];
    for (const path of paths) {
      await page.goto(address(path));
      const faults = await faultsZoomed(page);
      if (faults.length > 0) found.push([path, ...faults]);
    }
    expect(found).toEqual([]);
  });

  /** What a form leads to. */
  const answers: Readonly<Record<string, (page: Page) => Promise<void>>> = {
    "what a repository holds": async (page) => {
      await page.goto(address(`/manage/new-component/${world.site.project}/`));
      await page.getByLabel("Address that git clones").fill(world.repository.remoteUrl);
      await page.getByRole("button", { name: "Look at it" }).first().click();
      await page.getByRole("button", { name: "Add what is ticked" }).waitFor();
    },
    "what an upload changes": async (page) => {
      await page.goto(address(`/manage/files/${world.server}/ar/`));
      const file = `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "${LONG}"\nmsgstr "${LONG}${LONG}"\n`;
      const buffer = Buffer.from(file);
      await page.getByLabel("File", { exact: true }).setInputFiles({ name: "ar.po", mimeType: "text/plain", buffer });
      await page.getByLabel("Strings that are translated already").selectOption("replace-translated");
      await page.getByRole("button", { name: "Show what would change" }).click();
      await page.getByRole("heading", { name: "What would change" }).waitFor();
    },
    "what a bulk edit changes": async (page) => {
      await page.goto(address(`/translate/${world.server}/ar/?view=bulk`));
      await page.getByLabel("Replace a text in the translations").check();
      await page.getByLabel("Find").fill("Dialog");
      await page.getByLabel("Replace by").fill("Dialogue");
      await page.getByRole("button", { name: "Show what changes" }).click();
      await page.getByRole("heading", { name: /would change/ }).waitFor();
    },
    "an add-on's form that was refused": async (page) => {
      await page.goto(address(`/manage/addons/${world.server}/`));
      await page.locator("details:has(textarea, input[required]) > summary").first().click();
      await page.evaluate("for (const each of document.forms) each.noValidate = true");
      await page.locator("details[open] button[value=install]").first().click();
      await page.locator("main [role=alert], main .flash").first().waitFor();
    },
    "problems before a save": async (page) => {
      await page.goto(address(`/translate/${world.server}/ar/?q=${encodeURIComponent('source:="%d article left"')}`));
      for (const area of await page.locator("form.translate textarea").all()) await area.fill("بدون");
      await page.locator(".found").first().waitFor();
      await page.evaluate("scrollTo(0, 0)");
      await page.keyboard.press("Control+s");
      await page.getByRole("group", { name: "Not saved yet" }).waitFor();
    },
    "two texts in conflict": async (page) => {
      const unit = "Hello %s, welcome back!";
      await page.goto(address(`/translate/${world.server}/ar/?q=${encodeURIComponent(`source:="${unit}"`)}`));
      await page.locator("form.translate textarea").first().fill("أهلا %s!");
      await saveTranslation(world.site.service, max, { component: world.server, language: "ar", unit }, ["مرحبا %s!"]);
      await page.locator("form.translate button[value=stay]").click();
      await page.getByRole("group", { name: /saved this string meanwhile/ }).waitFor();
    },
    ...Object.fromEntries(
      [429, 503].map((status) => [
        String(status),
        async (page: Page) => {
          const kept = { "target.0": LONG, unit: "1" };
          const refusal = refused(status, "busy", "Ask again in a minute.", { headers: { "Retry-After": "60" } });
          const body = refusalPage("Interlinear", { signedIn: undefined, here: "/" }, refusal, { isForm: true, kept });
          await page.route("**/refused/", (route) =>
            route.fulfill({ status, body, contentType: "text/html; charset=utf-8" }),
          );
          await page.goto(address("/refused/"));
          await page.getByRole("heading", { level: 1 }).waitFor();
        },
      ]),
    ),
  };
  it.each(Object.entries(answers))("%s is all there", async (_, lead) => {
    await using open = await zoomedIn();
    await lead(open.page);
    expect(await faultsZoomed(open.page)).toEqual([]);
  });
});
