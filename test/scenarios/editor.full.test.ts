import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { everyWidth, openPage, violationsOf, type OpenPage } from "../support/admin-pages.ts";
import { chromiumProgram, openBrowser } from "../support/browser.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { scheduled } from "../support/events.ts";
import { gettextFile, type GettextEntry } from "../support/gettext-file.ts";
import { ScreenReader } from "../support/screen-reader.ts";
import { callService, saveTranslation, unitOf } from "../support/service-api.ts";
import { startDeepL, type TestMachine } from "../support/translation-machines.ts";
import { createWorld, type World } from "../support/world.ts";

const chromium = await chromiumProgram();

/** A limit for what hangs: a screen reader speaks when typing pauses, on a busy machine late. */
const patiently = { timeout: 590_000 };

/** Twenty strings of a program, one of them with a plural. */
const entries: readonly GettextEntry[] = [
  { text: "%d article left", plural: "%d articles left", flags: "c-format" },
  ...Array.from({ length: 18 }, (_, at) => ({ text: `Shelf %d of room ${String(at + 1)}`, flags: "c-format" })),
  { text: "Closed\r\non Sundays" },
];
const rules = {
  cs: { count: 3, formula: "(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2" },
  ar: { count: 6, formula: "n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5" },
  ja: { count: 1, formula: "0" },
  pl: { count: 3, formula: "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2" },
};
const files = {
  "po/server.pot": gettextFile(entries),
  ...Object.fromEntries(
    Object.entries(rules).map(([language, rule]) => [`po/${language}.po`, gettextFile(entries, { language, ...rule })]),
  ),
};

describe.skipIf(chromium.missing !== undefined)("the editor in a real browser", () => {
  const stack = new AsyncDisposableStack();
  let browser: Browser;
  let world: World;
  /** Of other translators. */
  let max: string;
  let gerda: string;

  let machine: TestMachine;

  beforeAll(async () => {
    browser = stack.adopt(await openBrowser(chromium.path ?? ""), (each) => each.close());
    machine = stack.use(await startDeepL({ words: (text, target) => `${target} ${text}` }));
    const site = stack.use(await embeddedSite({ settings: { privateAddresses: ["127.0.0.1"] } }));
    ({ token: max } = await site.service.administration.createTranslator(site.project, { username: "max" }));
    ({ token: gerda } = await site.service.administration.createTranslator(site.project, { username: "gerda" }));
    world = stack.use(await createWorld(site, { files }));
  });
  afterAll(() => stack.disposeAsync());

  const address = (path: string): string => new URL(path, world.site.service.url).href;

  async function signedIn(
    options: Parameters<typeof openPage>[2],
    token = world.site.translator.token,
  ): Promise<OpenPage> {
    const open = await openPage(browser, undefined, options);
    await open.page.goto(address("/"));
    await open.page.getByRole("link", { name: "Sign in" }).click();
    await open.page.getByLabel("Your token").fill(token);
    await open.page.getByRole("button", { name: "Sign in by token" }).click();
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

  /** Each page by itself: axe takes seconds on a busy machine. */
  const pages: Readonly<Record<string, (here: string) => string>> = {
    projects: () => "/",
    list: () => `/projects/${world.web}/cs/`,
    editor: (here) => here,
    plural: () => `/translate/${world.server}/cs/`,
    "sign in": () => "/accounts/login/",
    account: () => "/accounts/profile/",
    landing: (here) => `${here}?panel=landing`,
    "one below the other": () => `/translate/${world.server}/cs/?view=zen`,
    "change many": (here) => `${here}?view=bulk`,
    "whole history": (here) => `${here}?history=all`,
    "search put together": () => `/projects/${world.web}/cs/?text=x&state=empty`,
    nothing: () => "/projects/nothing/",
    "a pull request": (here) => `${here}?q=pr:9`,
  };

  it.each(Object.entries(pages))(
    "%s: there is nothing that axe finds wrong, and nothing scrolls sideways",
    async (_, pathAt) => {
      await using open = await signedIn({ bypassCSP: true });
      const { page, complaints } = open;
      await page.goto(address(pathAt(`/translate/${world.web}/cs/`)));
      for (const width of everyWidth) {
        await page.setViewportSize({ width, height: 800 });
        const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        expect({ width, over }).toEqual({ width, over: 0 });
      }
      expect(await violationsOf(page)).toEqual([]);
      // A browser names every answer that refuses something.
      expect(complaints.filter((complaint) => !/status of 404/.test(complaint))).toEqual([]);
    },
  );

  it("speaks German to who chose it, its script too, and no longer word makes it scroll sideways", async () => {
    await using open = await signedIn({ bypassCSP: true }, gerda);
    const { page, complaints } = open;
    const heightsOfButtons = async (): Promise<unknown> => {
      await page.goto(address(`/translate/${world.web}/cs/`));
      const heights: unknown[] = [];
      for (const width of [320, 360, 390, 412, 441]) {
        await page.setViewportSize({ width, height: 800 });
        heights.push(await page.evaluate("document.querySelector('.translate > .actions:not(.tools)').offsetHeight"));
      }
      return heights;
    };
    const inEnglish = await heightsOfButtons();
    await page.goto(address("/accounts/profile/"));
    await page.getByLabel("Language of the editor").selectOption({ label: "Deutsch" });
    await page.getByRole("button", { name: "Save" }).first().click();
    await page.getByText("Saved.").waitFor();
    expect(await heightsOfButtons(), "one row of buttons on a phone").toEqual(inEnglish);
    // What somebody has open is given to nobody else for a while: other tests begin with this string in other languages.
    await page.goto(address(`/translate/${world.server}/ar/?q=article&start=yes`));
    await page.locator("textarea").nth(3).fill("بدون رقم");
    await page.getByText("Fehlt:").first().waitFor();
    await page.getByRole("button", { name: /^Speichern \(kommt nicht in den Pull Request\) und weiter/ }).waitFor();
    for (const width of everyWidth) {
      await page.setViewportSize({ width, height: 800 });
      const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      expect({ width, over }).toEqual({ width, over: 0 });
    }
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press("F1");
    await page.getByRole("heading", { name: "Tasten" }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("the page of a string with a long key, and one with problems, have no fault of this kind", async () => {
    await using open = await signedIn({ bypassCSP: true });
    const { page, complaints } = open;
    const here = `/translate/${world.web}/cs/`;
    await page.goto(address(here));
    await page.setViewportSize({ width: Math.min(...everyWidth), height: 800 });
    await page.evaluate("document.getElementById('string').textContent = 'restrictedAccessDialogMessage'.repeat(3)");
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), "a long key").toBe(0);

    // Without the checks of the page it is always the service that speaks, however slow the machine is.
    await page.route(/\/assets\/checks/, (route) => route.abort());
    await page.goto(address(`${here}?q=state%3A%3Ctranslated&start=yes`));
    await page.locator("textarea").first().fill("two  spaces and an end ");
    await page.getByRole("button", { name: "Save and go on" }).click();
    await page.getByRole("group", { name: "Not saved yet" }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    // The browser names the answer that refused, and the file that it was not given.
    expect(complaints.filter((complaint) => !/status of 422|ERR_FAILED/.test(complaint))).toEqual([]);
  });

  /** What the browser asks whoever closes the page. It is answered: a context that is closed under an open question may end the browser. */
  async function askedAtTheEnd(page: Page): Promise<string> {
    const [asked, closed] = [page.waitForEvent("dialog"), page.waitForEvent("close")];
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    await dialog.accept();
    await closed;
    return dialog.type();
  }

  const fieldsOf = (page: Page) => page.locator("form.translate textarea");
  /** The address of a string, by its source. */
  async function editorOf(language: string, source: string): Promise<string> {
    const q = `source:="${source}"`;
    return address(`/translate/${world.server}/${language}/?${new URLSearchParams({ q }).toString()}`);
  }
  /** The page is there and its script has the checks. */
  async function opened(page: Page, where: string): Promise<void> {
    await page.goto(where);
    await page.locator(".source button.part").first().waitFor();
  }

  it("translates twenty strings in Czech with a key each, three forms of a plural among them, and no page is left", async () => {
    await using open = await signedIn({});
    const { page, complaints } = open;
    await opened(page, address(`/translate/${world.server}/cs/?q=state%3A%3Ctranslated&start=yes`));
    await page.evaluate("document.body.dataset.stays = 'yes'");
    await expect(page.locator(".plural b").allTextContents()).resolves.toEqual(["1", "2, 3, 4", "0, 5, 6, 7 …"]);
    const plural = ["Zbývá %d kus", "Zbývají %d kusy", "Zbývá %d kusů"];
    for (const [form, text] of plural.entries()) await fieldsOf(page).nth(form).fill(text);
    for (let at = 1; at < 19; at += 1) {
      await page.keyboard.press("Control+Enter");
      await page.locator(".source", { hasText: new RegExp(`of room ${String(at)}$`) }).waitFor();
      await page.keyboard.type(`Police %d v místnosti ${String(at)}`);
    }
    await page.keyboard.press("Control+Enter");
    await page.locator(".source", { hasText: "on Sundays" }).waitFor();
    await page.keyboard.type("V neděli");
    await page.keyboard.press("Enter");
    await page.keyboard.type("zavřeno");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("heading", { name: "Saved" }).waitFor();

    const { target } = await unitOf(world.site.service, world.server, "cs", "Closed\r\non Sundays");
    expect(target).toEqual(["V neděli\r\nzavřeno"]);
    expect(await page.evaluate("document.body.dataset.stays")).toBe("yes");
    const { outputs, log } = await world.run(await scheduled(world.repository));
    expect(outputs["changed"], log).toBe("true");
    expect(complaints).toEqual([]);
  });

  it("saves strings one below the other by a key each, and says in its place what is wrong with one", async () => {
    await using open = await signedIn({ bypassCSP: true });
    const { page } = open;
    await page.goto(address(`/translate/${world.server}/ja/?view=zen`));
    const rows = page.locator("section.zen");
    const [second, third] = [rows.nth(1).locator("textarea"), rows.nth(2).locator("textarea")];
    await second.fill("一号室の棚 %d");
    await second.press("Control+Enter");
    await rows.nth(1).getByRole("status").getByText("Saved.").waitFor();
    expect(await page.locator("p[role=status].hidden").textContent()).toContain("Saved.");
    expect(await rows.nth(2).locator("textarea:focus").count()).toBe(1);
    await third.fill("二号室の棚");
    await third.press("Control+Enter");
    await rows.nth(2).getByRole("alert").getByText("Not saved yet").waitFor();
    expect(await third.inputValue()).toBe("二号室の棚");
    await third.press("Control+Enter");
    await rows.nth(2).getByText("Saved, with a failing check: ").waitFor();
    await rows.nth(2).getByText("held back from the pull request until that is mended").waitFor();
    // What nobody saved is there again when the page is.
    await rows.nth(3).locator("textarea").fill("下書き");
    await page.waitForTimeout(600);
    await page.reload();
    expect(await rows.nth(3).locator("textarea").inputValue()).toBe("下書き");
    expect(await violationsOf(page)).toEqual([]);
  });

  it("shows one below the other how a saved text will read, and not beside a text that nobody saved", async () => {
    const where = { component: world.server, language: "ar", unit: "Shelf %d of room 3" };
    await saveTranslation(world.site.service, max, where, ["%d رف"]);
    await using open = await signedIn({});
    const { page } = open;
    await page.goto(address(`/translate/${world.server}/ar/?view=zen`));
    const row = page.locator("section.zen", { hasText: "of room 3" });
    await row.locator(".reading", { hasText: "%d رف" }).waitFor();
    await row.locator("textarea").fill("رف %d");
    await page.waitForTimeout(600);
    await page.reload();
    await row.getByText("Your unsaved text is in the field.").waitFor();
    expect(await row.locator("textarea").inputValue()).toBe("رف %d");
    expect(await row.locator(".reading").count()).toBe(0);
  });

  it("shows what many strings become before it changes them, and takes all of it back", async () => {
    await using open = await signedIn({ bypassCSP: true });
    const { page } = open;
    const where = { component: world.server, language: "ja", unit: "Shelf %d of room 10" };
    await saveTranslation(world.site.service, max, where, ["十号室の棚 %d"]);
    await page.goto(address(`/projects/${world.server}/ja/`));
    await page.getByRole("link", { name: "Change many at once" }).click();
    await page.getByLabel("Replace a text in the translations").check();
    await page.getByLabel("Find").fill("号室");
    await page.getByLabel("Replace by").fill("番");
    await page.getByRole("button", { name: "Show what changes" }).click();
    await page.getByRole("heading", { name: /would change/ }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("button", { name: /^Change \d/ }).click();
    await page.getByText(/^\s*Changed: /).waitFor();
    await page.getByRole("button", { name: "Undo all of it" }).click();
    await page.getByText(/^\s*Taken back: /).waitFor();
  });

  it("says while somebody types what a check finds, marks it, and a click mends it", async () => {
    await using open = await signedIn({});
    const { page } = open;
    await opened(page, await editorOf("ar", "Shelf %d of room 2"));
    const field = fieldsOf(page).first();
    expect([await field.getAttribute("dir"), await field.getAttribute("lang")]).toEqual(["rtl", "ar"]);
    await field.fill("%d في الرف");
    // A field shows "%d" as "d%" there; the line below it does not.
    await page.locator(".reading bdi", { hasText: "%d" }).waitFor();
    // Programs would take it for a text from left to right.
    await page.getByRole("button", { name: "Begin it with a right-to-left mark" }).click();
    expect(await field.inputValue()).toBe("\u200F%d في الرف");
    await page.locator('.marks .sign[data-sign="RLM"]').waitFor({ state: "attached" });
    await page.keyboard.press("Control+z");
    expect(await field.inputValue()).toBe("%d في الرف");
    await page.getByRole("button", { name: "As a file shows it" }).click();
    await page.getByRole("button", { name: "As people read it" }).waitFor();
    expect([await field.getAttribute("dir"), await field.inputValue()]).toEqual(["ltr", "%d في الرف"]);
    await page.getByRole("button", { name: "As people read it" }).click();
    await page.locator(".reading bdi", { hasText: "%d" }).waitFor();
    await page.getByRole("button", { name: "Copy the source" }).click();
    expect(await field.inputValue()).toBe("Shelf %d of room 2");
    await page.getByRole("button", { name: "Copy the source" }).focus();
    await page.keyboard.press("/");
    expect(await page.evaluate("document.activeElement?.id")).toBe("q");
    await page.getByRole("radio").first().focus();
    await page.keyboard.press("/");
    expect(await page.evaluate("document.activeElement?.id")).toBe("q");
    await page.keyboard.press("/");
    expect(await page.locator("#q").inputValue()).toMatch(/^\//);
    await field.fill("");
    await field.click();
    await page.keyboard.type("رف %s في الغرفة 2");
    await page.getByRole("list", { name: "Problems" }).getByText("%d").waitFor();
    await expect(page.locator(".marks .wrong").allTextContents()).resolves.toEqual(["%s"]);
    await page.getByRole("button", { name: "Save, held back from the pull request" }).first().waitFor();
    await page.locator("[role=status].hidden", { hasText: /1 problem.*Marked: %s/ }).waitFor({ state: "attached" });
    await page.keyboard.press("F8");
    await page.getByRole("button", { name: "Insert %d" }).last().click();
    await page.getByRole("list", { name: "Problems" }).waitFor({ state: "detached" });
    expect(await field.inputValue()).toBe("رف %d في الغرفة 2");
    await page.keyboard.press("Control+z");
    expect(await field.inputValue()).toBe("رف %s في الغرفة 2");
    await page.keyboard.press("Control+y");
    await page.keyboard.press("Control+s");
    await page.getByText("Saved.").first().waitFor();
  });

  it("underlines a term that came after the page where a sign cuts it, and lets readers jump to the search", async () => {
    await using open = await signedIn({});
    const { page } = open;
    await page.route(/panel=.*only=yes/, async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      await route.fulfill({
        response,
        body: body.replace("</section>", '<p data-term="CLOSED&#10;on"></p></section>'),
      });
    });
    await page.goto(await editorOf("ar", "Closed\r\non Sundays"));
    await page.locator(".source .sign").first().waitFor({ state: "attached" });
    await expect
      .poll(() => page.evaluate("[...(CSS.highlights.get('term') ?? [])].map(String)"))
      .toEqual(["Closed\non"]);
    // Who may not translate gets the page without it.
    await page.evaluate("document.querySelector('form.translate').remove()");
    await page.keyboard.press("/");
    expect(await page.evaluate("document.activeElement?.id")).toBe("q");
  });

  it("mends what one thing alone mends, inserts what keyboards lack and counts, and the browser's undo takes it back", async () => {
    await using open = await signedIn({ bypassCSP: true });
    const { page } = open;
    const reader = await ScreenReader.on(page);
    await opened(page, await editorOf("cs", "Shelf %d of room 8"));
    const field = fieldsOf(page).first();
    await field.fill("Police  %d v pokoji 8");
    await page.getByRole("button", { name: "Fix Double space" }).click();
    await page.getByRole("list", { name: "Problems" }).waitFor({ state: "detached" });
    expect(await field.inputValue()).toBe("Police %d v pokoji 8");
    // What is said next, a second later, takes its place.
    expect(await reader.said()).toContain("Mended: Double space");
    await page.keyboard.press("Control+z");
    expect(await field.inputValue()).toBe("Police  %d v pokoji 8");
    await page.keyboard.press("Control+y");
    await page.keyboard.press("End");
    // All of them are one stop of Tab before the field; arrows lead from one to the next.
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Shift+Tab");
    const focused = (): Promise<unknown> => page.evaluate("document.activeElement?.title ?? ''");
    for (const [key, character] of [
      ["End", "—"],
      ["Shift+ArrowLeft", "—"],
      ["Home", "„"],
      ["ArrowRight", "“"],
      // The row is left, and reached again where it was left.
      ["Tab", ""],
      ["Shift+Tab", "“"],
      ["ArrowLeft", "„"],
    ] as const) {
      await page.keyboard.press(key);
      expect([key, await focused()]).toEqual([key, character]);
    }
    await page.keyboard.press("Enter");
    expect(await field.inputValue()).toBe("Police %d v pokoji 8„");
    await page.getByText("21 characters; the source has 18").waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  it("goes by F8 from form to form of a plural, also to one in which something is missing and nothing is marked", async () => {
    await using open = await signedIn({});
    const { page } = open;
    await opened(page, await editorOf("cs", "%d article left"));
    const texts = ["Zbývá %s kus", "Zbývají %d kusy", "Zbývá kusů"];
    for (const [form, text] of texts.entries()) await fieldsOf(page).nth(form).fill(text);
    await page.locator("#target-2[aria-invalid]").waitFor();
    await page.locator("#target-0").press("End");
    const caret = (): Promise<unknown> =>
      page.evaluate(
        "(({ id, selectionStart, selectionEnd }) => [id, selectionStart, selectionEnd])(document.activeElement)",
      );
    await page.keyboard.press("F8");
    expect(await caret()).toEqual(["target-2", 10, 10]);
    await page.keyboard.press("Shift+F8");
    expect(await caret()).toEqual(["target-0", 6, 8]);
    await page.keyboard.press("F8");
    expect(await caret()).toEqual(["target-2", 10, 10]);
  });

  it("keeps the buttons that save in reach on a phone, unless a check has something to say before", async () => {
    await using open = await signedIn({ bypassCSP: true });
    const { page } = open;
    await page.setViewportSize({ width: 320, height: 640 });
    // In a search that goes on, with a link to skip the string.
    await opened(page, address(`/translate/${world.server}/pl/?q=state%3A%3Ctranslated&start=yes`));
    await page.getByRole("link", { name: "Skip" }).waitFor();
    const actions = page.locator(".translate > .actions").first();
    await page.evaluate("scrollTo(0, document.getElementById('target-0').getBoundingClientRect().top + scrollY - 300)");
    const { y = 0, height = 0 } = (await actions.boundingBox()) ?? {};
    expect({ bottom: Math.round(y + height), isLow: height <= 56 }).toEqual({ bottom: 640, isLow: true });
    expect(await violationsOf(page)).toEqual([]);
    await fieldsOf(page).first().fill("Został artykuł");
    await page.getByRole("list", { name: "Problems" }).first().waitFor();
    await page.setViewportSize({ width: 320, height: 640 });
    const position = await page.evaluate("getComputedStyle(document.querySelector('.translate > .actions')).position");
    expect(position).toBe("static");
  });

  it("tells whoever types on who else opened the string since, and says so with the page that comes", async () => {
    await using open = await signedIn({});
    await using other = await signedIn({}, max);
    const { page } = open;
    const where = await editorOf("ja", "Shelf %d of room 14");
    await opened(page, where);
    await opened(other.page, where);
    const spoken = (words: RegExp) =>
      page.locator("p[role=status].hidden", { hasText: words }).waitFor({ state: "attached" });
    await page.evaluate("{ const now = Date.now; Date.now = () => now() + 61_000; }");
    await fieldsOf(page).first().fill("棚 %d 部屋 14");
    await page.locator("#open").getByText("max has this string open.").waitFor();
    await spoken(/^\s*max has this string open\.$/);
    await page.keyboard.press("Control+s");
    await spoken(/Saved\. max has this string open\. String 15 of 20/);
    expect(open.complaints).toEqual([]);
  });

  it("translates an Arabic plural into its six forms, each named by its numbers", async () => {
    await using open = await signedIn({});
    const { page } = open;
    await opened(page, await editorOf("ar", "%d article left"));
    expect(await page.locator(".plural b").allTextContents()).toHaveLength(6);
    expect(await page.locator(".plural b").first().textContent()).toBe("0");
    const texts = ["لا قطع", "قطعة واحدة", "قطعتان", "%d قطع", "%d قطعة", "%d قطعة أخرى"];
    for (const [form, text] of texts.entries()) await fieldsOf(page).nth(form).fill(text);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("heading", { name: "Saved" }).waitFor();
    expect((await unitOf(world.site.service, world.server, "ar", "%d article left")).target).toEqual(texts);
  });

  it("saves no text with a problem that is out of sight before it named it, and says what was saved with it", async () => {
    await using open = await signedIn({});
    const { page } = open;
    const reader = await ScreenReader.on(page);
    await opened(page, await editorOf("ar", "%d article left"));
    const texts = ["لا قطع", "قطعة واحدة", "قطعتان", "%d قطع", "%d قطعة", "قطعة أخرى"];
    for (const [form, text] of texts.entries()) await fieldsOf(page).nth(form).fill(text);
    // Each stands under the field that it is of.
    await page.locator(".plural", { hasText: "other" }).getByRole("list", { name: "Problems" }).waitFor();
    await page.evaluate("scrollTo(0, 0); document.getElementById('target-0').focus({ preventScroll: true })");
    await page.keyboard.press("Control+s");
    await page
      .getByRole("group", { name: /^Not saved yet: a check has something to say of your text: C format/ })
      .waitFor();
    expect((await unitOf(world.site.service, world.server, "ar", "%d article left")).target).not.toEqual(texts);
    await reader.said();
    await page.keyboard.press("Control+s");
    const words =
      "Saved, with a failing check: C format. The text is held back from the pull request until that is mended.";
    await page.getByText(words).first().waitFor();
    expect((await reader.said()).join()).toContain(words);
    // What stands before somebody's eyes is saved at once.
    await fieldsOf(page).nth(5).fill("قطعة أخرى هناك");
    await page.getByRole("button", { name: "Save, held back from the pull request" }).first().waitFor();
    await page.keyboard.press("Control+s");
    await page.getByText(words).first().waitFor();
    expect((await unitOf(world.site.service, world.server, "ar", "%d article left")).target.at(-1)).toBe(
      "قطعة أخرى هناك",
    );
  });

  it("takes its keys where the focus is nowhere, and accepts a suggestion and brings a text back by keys alone", async () => {
    await using open = await signedIn({ bypassCSP: true });
    const { page } = open;
    const unit = "Shelf %d of room 18";
    const { service } = world.site;
    for (const text of ["Regal %d, Raum 18", "Police %d v pokoji 18"])
      await saveTranslation(service, max, { component: world.server, language: "cs", unit }, [text]);
    await opened(page, await editorOf("cs", unit));
    const id = await page.locator("form.translate input[name=unit]").first().inputValue();
    const body = { target: ["Police %d v místnosti 18"] };
    await callService(service, "POST", `/api/units/${id}/suggestions/`, { body, token: max });
    await opened(page, await editorOf("cs", unit));
    await page.locator("main").click({ position: { x: 2, y: 2 } });
    expect(await page.evaluate("document.activeElement === document.body")).toBe(true);
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog", { name: "Insert" });
    await dialog.getByText("1 Police %d v místnosti 18 (Accept the suggestion of max)").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press("a");
    await page.keyboard.press("1");
    await page.getByText("Saved.").first().waitFor();
    expect((await unitOf(service, world.server, "cs", unit)).target).toEqual(["Police %d v místnosti 18"]);

    await page.keyboard.press("Control+k");
    const words = await dialog.getByRole("button", { name: /Regal %d, Raum 18 \(Bring this text back/ }).textContent();
    const number = /^\d+/.exec(words ?? "")?.[0] ?? "";
    await page.keyboard.press("h");
    await page.keyboard.press(number);
    await dialog.waitFor({ state: "detached" });
    await expect
      .poll(async () => (await unitOf(service, world.server, "cs", unit)).target, patiently)
      .toEqual(["Regal %d, Raum 18"]);
  });

  it("leads from the form to suggestions, comments and history by a few keys, and past the head of the page by one", async () => {
    await using open = await signedIn({ javaScriptEnabled: false });
    const { page } = open;
    await page.goto(await editorOf("cs", "Shelf %d of room 18"));
    const focused = (): Promise<unknown> => page.evaluate("document.activeElement?.textContent.trim()");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("To the field");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate("document.activeElement?.tagName")).toBe("TEXTAREA");
    let presses = 0;
    for (; presses < 20 && (await focused()) !== "History"; presses += 1) await page.keyboard.press("Tab");
    expect(presses).toBeLessThanOrEqual(10);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement?.closest('aside') !== null")).toBe(true);
    expect(await focused()).toMatch(/^(?:jana|max|Undo|Bring)/);
  });

  it("stays where a link leads to a place of the page, and puts the next string's field, whole, under the keys that went on to it", async () => {
    await using open = await signedIn({ viewport: { width: 1280, height: 560 } });
    const { page } = open;
    await opened(page, await editorOf("pl", "Shelf %d of room 18"));
    await fieldsOf(page).first().fill("Półka");
    await page.evaluate("document.body.dataset.stays = 'yes'");
    await page.getByRole("link", { name: "History", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/#history$/);
    await page.keyboard.press("Alt+ArrowUp");
    await page.locator("[role=status].hidden", { hasText: "no other string" }).waitFor({ state: "attached" });
    expect(await page.evaluate("document.body.dataset.stays")).toBe("yes");
    expect(await fieldsOf(page).first().inputValue()).toBe("Półka");

    // A plural needs more room above its first field than the window has.
    await opened(
      page,
      address(
        `/translate/${world.server}/pl/?unit=${String((await unitOf(world.site.service, world.server, "pl", "Shelf %d of room 1")).id)}`,
      ),
    );
    await page.keyboard.press("Alt+ArrowUp");
    await page.waitForURL(/start=yes/);
    await page.locator("#target-0:focus").waitFor();
    const below = "innerHeight - document.getElementById('target-0').getBoundingClientRect().bottom";
    expect(await page.evaluate(below)).toBeGreaterThanOrEqual(0);
  });

  it("saves nothing while a Japanese word is composed, and counts one form", async () => {
    await using open = await signedIn({});
    const { page, context } = open;
    await opened(page, await editorOf("ja", "Shelf %d of room 3"));
    await fieldsOf(page).first().click();
    const session = await context.newCDPSession(page);
    await session.send("Input.imeSetComposition", { text: "たな", selectionStart: 2, selectionEnd: 2 });
    // While a word is composed, browsers give keys this code.
    await page.evaluate(`document.activeElement.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, isComposing: true, bubbles: true }))`);
    expect(page.url()).toContain("source");
    await session.send("Input.insertText", { text: "棚 %d 部屋 3" });
    await page.keyboard.press("Control+Enter");
    await page.getByRole("heading", { name: "Saved" }).waitFor();
  });

  it("keeps a text that nobody saved through a closed tab, and brings it back where it was typed", async () => {
    await using open = await signedIn({});
    const { page, context } = open;
    const unit = "Shelf %d of room 4";
    await saveTranslation(world.site.service, max, { component: world.server, language: "cs", unit }, [
      "Police %d v místnosti 4",
    ]);
    const where = await editorOf("cs", unit);
    await opened(page, where);
    await fieldsOf(page).first().fill("Police %d, ještě ne");
    await expect.poll(() => page.evaluate("Object.keys(localStorage).length")).toBe(1);
    await page.close();
    const again = await context.newPage();
    await opened(again, where);
    await again.locator("main [data-draft]").getByText("Your unsaved text of").waitFor();
    expect(await fieldsOf(again).first().inputValue()).toBe("Police %d, ještě ne");
    await again.getByRole("button", { name: "Discard it" }).click();
    expect(await fieldsOf(again).first().inputValue()).toBe("Police %d v místnosti 4");
    expect(await again.evaluate("Object.keys(localStorage).length")).toBe(0);
  });

  it("lists on the first page what was typed here and not saved, saves all of it, and names what is in conflict", async () => {
    await using open = await signedIn({ bypassCSP: true });
    const { page } = open;
    const [first, second] = ["Shelf %d of room 15", "Shelf %d of room 16"] as const;
    for (const [at, text] of [first, second].entries()) {
      await opened(page, await editorOf("pl", text));
      await fieldsOf(page)
        .first()
        .fill(`Półka %d, nie zapisana ${String(at)}`);
      await expect.poll(() => page.evaluate("Object.keys(localStorage).length"), patiently).toBe(at + 1);
    }
    const where = { component: world.server, language: "pl", unit: second };
    await saveTranslation(world.site.service, max, where, ["Półka %d od Maksa"]);

    await page.goto(address("/"));
    const unsaved = page.locator("#unsaved");
    await unsaved.getByRole("heading", { name: "Unsaved here (2)" }).waitFor();
    await unsaved.getByRole("button", { name: "Save all" }).click();
    await unsaved.getByText("Conflict: the string was changed meanwhile.").waitFor(patiently);

    expect(await unsaved.getByRole("heading").textContent()).toBe("Unsaved here (1)");
    const saved = await unitOf(world.site.service, world.server, "pl", first);
    expect(saved).toMatchObject({ target: ["Półka %d, nie zapisana 0"], state: 20 });
    await unsaved.getByRole("link", { name: second }).click();
    await page.locator("main [data-draft]").getByText("the string was changed since then").waitFor(patiently);
    // Who only looks at it, and goes away, keeps it.
    await page.goto(address("/"));
    expect(await violationsOf(page)).toEqual([]);
    await unsaved.getByRole("button", { name: "Discard" }).click();
    await unsaved.waitFor({ state: "hidden" });
  });

  const draftsIn = (page: Page) => page.evaluate("Object.keys(localStorage).length");

  it("saves nothing that was typed by somebody else than who is signed in now", async () => {
    await using open = await signedIn({});
    const { page, context } = open;
    const text = "Shelf %d of room 13";
    await opened(page, await editorOf("pl", text));
    await fieldsOf(page).first().fill("Półka %d, od Any");
    await expect.poll(() => draftsIn(page), patiently).toBe(1);
    await page.goto(address("/"));
    await context.clearCookies();
    const other = await context.newPage();
    await other.goto(address("/accounts/login/"));
    await other.getByLabel("Your token").fill(max);
    await other.getByRole("button", { name: "Sign in by token" }).click();
    await other.waitForURL(address("/"));

    const unsaved = page.locator("#unsaved");
    await unsaved.getByRole("button", { name: "Save it" }).click();
    await unsaved.getByText("Somebody else is signed in in this browser now.").waitFor(patiently);

    expect((await unitOf(world.site.service, world.server, "pl", text)).target).toEqual([""]);
    expect(await draftsIn(page)).toBe(1);
  });

  it("keeps what was typed on while it saves all, and a text of more plural forms than there are", async () => {
    await using open = await signedIn({});
    const { page } = open;
    const text = "Shelf %d of room 12";
    await opened(page, await editorOf("pl", text));
    await fieldsOf(page).first().fill("Półka %d, początek");
    await expect.poll(() => draftsIn(page), patiently).toBe(1);
    await page.goto(address("/"));
    const key = "Object.keys(localStorage)[0]";
    const changed = (change: string) =>
      page.evaluate(
        `localStorage.setItem(${key}, JSON.stringify({ ...JSON.parse(localStorage.getItem(${key})), ${change} }))`,
      );
    const unsaved = page.locator("#unsaved");
    await changed('target: ["Półka %d, początek", "Półki %d"]');
    await unsaved.getByRole("button", { name: "Save it" }).click();
    await unsaved.getByText("Conflict: its plural forms changed.").waitFor(patiently);
    expect(await draftsIn(page)).toBe(1);

    await changed('target: ["Półka %d, początek"]');
    await page.route("**/translate/**", async (route) => {
      if (route.request().method() === "POST") await changed('target: ["Półka %d, dalej"], time: Date.now() + 1');
      await route.continue();
    });
    await unsaved.getByRole("button", { name: "Save it" }).click();
    await unsaved.getByText("You typed on in another tab").waitFor(patiently);
    expect((await unitOf(world.site.service, world.server, "pl", text)).target).toEqual(["Półka %d, początek"]);
    await unsaved.getByText("Półka %d, dalej").waitFor(patiently);
  });

  it("keeps a text in conflict whatever is typed beside it, until its author decides", async () => {
    await using open = await signedIn({});
    const { page } = open;
    const text = "Shelf %d of room 11";
    const where = await editorOf("pl", text);
    await opened(page, where);
    await fieldsOf(page).first().fill("Półka %d, pierwsza");
    await expect.poll(() => draftsIn(page), patiently).toBe(1);
    await page.goto(address("/"));
    const at = { component: world.server, language: "pl", unit: text };
    await saveTranslation(world.site.service, max, at, ["Półka %d od Maksa"]);

    await opened(page, where);
    await page.locator("main [data-draft]").getByText("the string was changed since then").waitFor(patiently);
    await fieldsOf(page).first().fill("Półka %d, druga");
    await page.goto(address("/"));
    const unsaved = page.locator("#unsaved");
    await unsaved.getByRole("heading", { name: "Unsaved here (2)" }).waitFor(patiently);
    await unsaved.getByText("Półka %d, pierwsza").waitFor();

    await opened(page, where);
    expect(await fieldsOf(page).first().inputValue()).toBe("Półka %d, druga");
    await page.getByRole("button", { name: "Put it in the field" }).click();
    expect(await fieldsOf(page).first().inputValue()).toBe("Półka %d, pierwsza");
    expect(await draftsIn(page)).toBe(1);
    await page.keyboard.press("Control+s");
    await page.getByText("Saved.").first().waitFor(patiently);
    expect(await draftsIn(page)).toBe(0);
  });

  it("sends a text by itself when the lost line is back, once", async () => {
    await using open = await signedIn({});
    const { page, context } = open;
    await opened(page, await editorOf("ja", "Shelf %d of room 5"));
    await fieldsOf(page).first().fill("棚 %d 部屋 5");
    await context.setOffline(true);
    await page.keyboard.press("Control+s");
    await page.getByText("Not saved: the server cannot be reached").waitFor();
    expect(await fieldsOf(page).first().inputValue()).toBe("棚 %d 部屋 5");
    await context.setOffline(false);
    await page.getByText("Saved.").first().waitFor();
    expect(await page.evaluate("Object.keys(localStorage).length")).toBe(0);
    await expect(page.locator(".history li").count()).resolves.toBe(1);
  });

  it("shows both texts where somebody else saved meanwhile, and overwrites nothing", async () => {
    await using open = await signedIn({});
    const { page } = open;
    await opened(page, await editorOf("ja", "Shelf %d of room 6"));
    await fieldsOf(page).first().fill("わたし %d 6");
    const where = { component: world.server, language: "ja", unit: "Shelf %d of room 6" };
    await saveTranslation(world.site.service, max, where, ["ほか %d 6"]);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("group", { name: /saved this string meanwhile/ }).waitFor();
    expect(await page.evaluate("document.activeElement?.getAttribute('aria-label')")).toContain(
      "saved this string meanwhile",
    );
    expect(await fieldsOf(page).first().inputValue()).toBe("わたし %d 6");
    await page.getByRole("button", { name: "Use my text", exact: false }).last().click();
    await page.getByText("Saved.").first().waitFor();
  });

  it("tells whoever hears it instead of seeing it source, numbers, what is wrong and what was saved, each once", async () => {
    await using open = await signedIn({});
    const { page } = open;
    const reader = await ScreenReader.on(page);
    await page.goto(address("/"));
    expect(await reader.reads()).toContain("heading: What needs you");
    await opened(page, address(`/translate/${world.server}/pl/?q=state%3A%3Ctranslated&start=yes`));
    await reader.said();

    const heard = await reader.reads();
    expect(heard).toEqual(expect.arrayContaining(["heading: String in Polish", "heading: Source", "for several"]));
    const source = heard.indexOf("heading: Source");
    expect(heard.slice(source + 1, source + 7)).toEqual([
      "for one",
      "button: Insert %d",
      "article left",
      "for several",
      "button: Insert %d",
      "articles left",
    ]);
    expect(heard).toContain("group: Translation into Polish, 3 forms");
    // From field to field and out of them by the one key that leaves a field.
    await fieldsOf(page).first().focus();
    const fields = [
      "1 (one) : 1 article left",
      "2, 3, 4, 22 … (few) : 2 articles left",
      "0, 5, 6, 7 … (many) : 5 articles left",
    ];
    for (const numbers of fields) {
      expect(await reader.focused()).toBe(`textbox: For ${numbers}`);
      await page.keyboard.press("Tab");
    }
    expect(await reader.focused()).not.toContain("textbox");
    expect(await reader.said()).toEqual([]);

    await fieldsOf(page).first().focus();
    await page.keyboard.type("Został %s artykuł");
    await expect
      .poll(() => reader.lastSaid(), patiently)
      .toMatch(/^3 problems: For 1: Not in the source: "%s"\. Marked: %s\. For 2, 3, 4, 22 …: /);
    // What the field is described by is not read out to who types in it, and is there for who comes back.
    expect(await reader.focused()).toBe("textbox: For 1 (one) : 1 article left, invalid");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    expect(await reader.focused()).toMatch(
      /^textbox: For 1 \(one\) : 1 article left, invalid \(Error.*"%s"\.\s*Marked: %s\./,
    );
    await fieldsOf(page).first().fill("Został %d artykuł");
    await page.locator(".found", { hasText: '"%s"' }).waitFor({ state: "detached" });
    expect(await reader.focused()).toBe("textbox: For 1 (one) : 1 article left");
    await fieldsOf(page).nth(1).fill("Zostały %d artykuły");
    await fieldsOf(page).nth(2).fill("Zostało %d artykułów");
    await expect.poll(() => reader.lastSaid(), patiently).toBe("No problems");
    await reader.said();
    await page.keyboard.press("Control+Enter");
    await page.locator(".source", { hasText: "of room 1" }).first().waitFor();
    await expect.poll(() => reader.focused(), patiently).toBe("textbox: Translation into Polish (Shelf %d of room 1)");
    expect(await reader.said()).toEqual([expect.stringMatching(/^Saved\. String 2 of 20, 1\d to do$/)]);

    await fieldsOf(page).first().fill("Półka %d w pokoju 1");
    const where = { component: world.server, language: "pl", unit: "Shelf %d of room 1" };
    await saveTranslation(world.site.service, max, where, ["Regał %d w pokoju 1"]);
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => reader.focused(), patiently).toMatch(/^group: \S+ saved this string meanwhile$/);
    // Where the focus goes is said by it alone.
    expect(await reader.said()).toEqual([]);
    expect(await reader.reads()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^Nothing was overwritten\. Your text is in the fields below, theirs of [\d-]+ [\d:]+ is here\.$/,
        ),
        "link: Use theirs",
        "button: Use my text and go on",
      ]),
    );
  });

  it("tells whoever opens a string with a problem of it, before and after its checks came, until it is mended", async () => {
    const where = { component: world.server, language: "pl", unit: "Shelf %d of room 2" };
    await saveTranslation(world.site.service, max, where, ["Półka %s w pokoju 2"]);
    await using open = await signedIn({});
    const { page } = open;
    const reader = await ScreenReader.on(page);
    const field = /^textbox: Translation into Polish, invalid \(Shelf %d of room 2 Error.*"%s"/;
    let sendChecks = (): void => undefined;
    const asked = new Promise<void>((resolve) => (sendChecks = resolve));
    await page.route(/\/assets\/checks/, async (route) => {
      await asked;
      await route.continue();
    });
    await opened(page, `${await editorOf("pl", where.unit)}&start=yes`);
    expect(await reader.focused()).toMatch(field);
    sendChecks();
    await page.locator(".marks .wrong").first().waitFor({ state: "attached" });
    expect(await reader.focused()).toMatch(field);
    await fieldsOf(page).fill("Półka %d w pokoju 2");
    await page.locator(".found").waitFor({ state: "detached" });
    expect(await reader.focused()).toBe("textbox: Translation into Polish (Shelf %d of room 2)");
  });

  it("lists its keys, inserts by number, and leaves the keys of the browser alone", async () => {
    await using open = await signedIn({ bypassCSP: true });
    const { page } = open;
    await opened(page, await editorOf("cs", "Shelf %d of room 7"));
    await fieldsOf(page).first().fill("Police ");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Insert" }).waitFor();
    await page.keyboard.press("1");
    // Its dialog closes first, and gives the place in the text back.
    await expect.poll(() => fieldsOf(page).first().inputValue()).toBe("Police %d");
    await page.keyboard.press("Control+b");
    expect(await fieldsOf(page).first().inputValue()).toBe("Shelf %d of room 7");
    await page.keyboard.press("F1");
    await page.getByRole("dialog", { name: "Keys" }).getByText("Save and go on").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await page.evaluate("document.activeElement?.tagName")).toBe("TEXTAREA");
  });

  it("leaves keys of one character to whoever switches them off, and keeps nothing typed where nobody wants it", async () => {
    await using open = await signedIn({ bypassCSP: true });
    const { page } = open;
    await opened(page, await editorOf("pl", "Shelf %d of room 10"));
    await fieldsOf(page).first().fill("Półka");
    await expect.poll(() => draftsIn(page), patiently).toBe(1);
    await page.keyboard.press("F1");
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel("/ and ? are keys").uncheck();
    page.once("dialog", (dialog) => dialog.dismiss());
    await page.getByLabel("Keep what I typed and did not save").click();
    expect(await page.getByLabel("Keep what I typed and did not save").isChecked()).toBe(true);
    page.once("dialog", (dialog) => dialog.accept());
    await page.getByLabel("Keep what I typed and did not save").uncheck();
    await page.keyboard.press("Escape");

    const drafts = "Object.keys(localStorage).filter((key) => key.startsWith('interlinear-draft')).length";
    expect(await page.evaluate(drafts)).toBe(0);
    await page.getByRole("radio").first().focus();
    await page.keyboard.press("/");
    expect(await page.evaluate("document.activeElement?.id")).not.toBe("q");
    await fieldsOf(page).first().fill("Półka %d");
    await page.waitForTimeout(600);
    expect(await page.evaluate(drafts)).toBe(0);
    expect(await askedAtTheEnd(page)).toBe("beforeunload");
  });

  it.each([
    ["somebody wants nothing kept", 11],
    ["the browser keeps nothing", 12],
  ])(
    "leaves in the field what was typed while a suggestion is taken back, where %s, and where that is refused",
    async (why, room) => {
      await using open = await signedIn({ bypassCSP: true });
      const { page, complaints } = open;
      const where = await editorOf("pl", `Shelf %d of room ${String(room)}`);
      await opened(page, where);
      const unit = await page.locator("form.translate input[name=unit]").first().inputValue();
      for (const text of ["Jedna %d", "Druga %d"]) {
        const options = { body: { target: [text] }, token: world.site.translator.token };
        await callService(world.site.service, "POST", `/api/units/${unit}/suggestions/`, options);
      }
      const isKeptOut = why.startsWith("the browser");
      if (isKeptOut)
        await page.addInitScript(
          "Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } })",
        );
      await opened(page, where);
      if (isKeptOut) {
        // What somebody chooses holds as long as the page is there.
        await page.keyboard.press("F1");
        await page.getByLabel("/ and ? are keys").uncheck();
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "Keys" }).focus();
        await page.keyboard.press("?");
        expect(await page.getByRole("dialog").count()).toBe(0);
        expect(complaints).toEqual([]);
      } else {
        await page.keyboard.press("F1");
        await page.getByLabel("Keep what I typed and did not save").uncheck();
        await page.keyboard.press("Escape");
      }
      await fieldsOf(page).first().fill("Półka %d, długo pisana");
      const takeBack = async (): Promise<void> => {
        await page.getByText("Take it back…").first().click();
        await page
          .getByRole("button", { name: /Take it back/ })
          .first()
          .click();
      };
      await takeBack();
      await page.getByText("The suggestion is gone").first().waitFor();
      expect(await fieldsOf(page).first().inputValue()).toBe("Półka %d, długo pisana");
      await page.evaluate(
        "document.querySelectorAll('.editor [name=csrf_token]').forEach((each) => { each.value = 'x' })",
      );
      await takeBack();
      await page.locator(".flash.bad").waitFor();
      expect(await fieldsOf(page).first().inputValue()).toBe("Półka %d, długo pisana");
      if (!isKeptOut) expect(await page.evaluate("Object.keys(localStorage).join().includes('draft')")).toBe(false);
      expect(await askedAtTheEnd(page)).toBe("beforeunload");
    },
  );

  it("shows the lines that a text changes before it is saved, and dismisses a check by keys and a reason", async () => {
    await using open = await signedIn({});
    const { page } = open;
    await opened(page, await editorOf("cs", "Shelf %d of room 9"));
    await fieldsOf(page).first().fill("Police %d v pokoji 9  tady");
    await page.getByRole("button", { name: "Show what my text changes" }).click();
    await page.locator(".change .added", { hasText: "Police %d v pokoji 9  tady" }).waitFor();
    expect(await fieldsOf(page).first().inputValue()).toBe("Police %d v pokoji 9  tady");
    await fieldsOf(page).first().focus();
    await page.getByRole("list", { name: "Problems" }).getByText("Warning · Double space").waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Insert" }).waitFor();
    await page.keyboard.press("x");
    await page.keyboard.press("1");
    await expect.poll(() => page.evaluate("document.activeElement?.name")).toBe("reason");
    await page.getByRole("button", { name: "Save the text and dismiss it" }).click();
    await page.getByRole("list", { name: "Dismissed checks" }).getByText("correct in this language").waitFor();
    await page.getByRole("list", { name: "Problems" }).waitFor({ state: "detached" });
  });

  it("shows a machine's text once it is switched on, apart from the memory, and saves it only by the person's hand", async () => {
    await using open = await signedIn({ bypassCSP: true });
    const { page } = open;
    const { url } = machine;
    // Czech is translated by now: no machine is asked unless somebody does it.
    const here = await editorOf("pl", "Shelf %d of room 17");
    await opened(page, here);
    await page.getByRole("region", { name: "Memory" }).waitFor();
    expect(await page.getByRole("region", { name: "Machine translation" }).count()).toBe(0);
    const { service, project } = world.site;
    const body = { service: "deepl", configuration: { key: "dl-7f3a9c21", url: `${url}/v2` } };
    await callService(service, "POST", `/api/projects/${project}/machinery_settings/`, { body });
    await opened(page, here);
    const region = page.getByRole("region", { name: "Machine translation" });
    await region.getByText("PL Shelf %d of room 17").waitFor();
    expect(await region.getByText(/The source text is sent to DeepL/).count()).toBe(1);
    expect(await violationsOf(page)).toEqual([]);
    await region.getByRole("button", { name: "Use the text of DeepL" }).click();
    expect(await fieldsOf(page).first().inputValue()).toBe("PL Shelf %d of room 17");
    expect((await unitOf(service, world.server, "pl", "Shelf %d of room 17")).target).toEqual([""]);
    await page.keyboard.press("Control+z");
    await expect.poll(() => fieldsOf(page).first().inputValue()).toBe("");
    const sent = machine.seen.length;
    machine.answers = { status: 456 };
    await opened(page, await editorOf("pl", "Shelf %d of room 18"));
    await region.getByText("The quota of this DeepL account is used up.").waitFor();
    expect(machine.seen.length).toBeGreaterThan(sent);
    machine.answers = undefined;
  });

  it("puts what the memory offers into the field by keys alone, and takes it back by undo", async () => {
    await using open = await signedIn({ bypassCSP: true });
    const { page } = open;
    const where = { component: world.server, language: "cs", unit: "Shelf %d of room 6" };
    await saveTranslation(world.site.service, max, where, ["Police %d v místnosti 6"]);
    await opened(page, await editorOf("cs", "Shelf %d of room 8"));
    await page.getByRole("region", { name: "Memory" }).getByText("94 %").first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await fieldsOf(page).first().fill("Má vlastní slova %d");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Insert" }).waitFor();
    await page.keyboard.press("m");
    await page.keyboard.press("1");
    await expect.poll(() => fieldsOf(page).first().inputValue()).toMatch(/^Police %d v (?:místnosti|pokoji) \d+/);
    await page.locator("[role=status].hidden", { hasText: "is in the field" }).waitFor({ state: "attached" });
    await page.keyboard.press("Control+z");
    expect(await fieldsOf(page).first().inputValue()).toBe("Má vlastní slova %d");
  });
});
