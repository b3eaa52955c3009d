import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endRun, noteProgress } from "../../src/records/runs/runs.ts";
import { openPage, signInOn } from "../support/admin-pages.ts";
import { adminScene, type AdminScene } from "../support/admin-scene.ts";
import { startAdmin, type AdminServer } from "../support/admin-server.ts";
import { chromiumProgram, openBrowser } from "../support/browser.ts";
import { startMailServer, type MailServer } from "../support/mail-server.ts";

const chromium = await chromiumProgram();

describe.skipIf(chromium.missing !== undefined)("the administration's pages in a real browser", () => {
  let browser: Browser;
  let server: AdminServer;
  let mails: MailServer;
  let scene: AdminScene;

  beforeAll(async () => {
    browser = await openBrowser(chromium.path ?? "");
    mails = await startMailServer();
    server = await startAdmin({ settings: { mail: mails.settings } });
    scene = await adminScene(server.records);
  });

  afterAll(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
    await mails[Symbol.asyncDispose]();
  });

  const address = (path: string): string => `${server.url.replace(/\/$/, "")}${path}`;

  it("lets somebody in, shows whether everything is in step, and lets them out again", async () => {
    await using open = await openPage(browser);
    const { page } = open;
    await page.goto(address("/bottlenecks?window=7d"));
    await page.getByLabel("Login or mail address").fill("1");
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    expect(await page.getByRole("alert").textContent()).toContain("do not belong together");
    await page.getByLabel("Password").fill(server.administrator.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(address("/bottlenecks?window=7d"));

    await page.getByRole("link", { name: "Overview" }).click();
    await page.getByRole("heading", { name: "10 files of 98 are not in step" }).waitFor();
    await page.getByRole("link", { name: "conflict, 2 of 7" }).click();
    await page.waitForURL(/\/repositories\/\d+\?component=/);
    expect(await page.locator("tbody tr", { hasText: "Both sides changed" }).count()).toBe(2);

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("status").getByText("You are signed out.").waitFor();
    await page.goto(address("/users"));
    await page.waitForURL(/\/sign-in\?to=/);
  });

  it("is walked through by the keyboard alone, from signing in to a new user", async () => {
    await using open = await openPage(browser);
    const { page, complaints } = open;
    await page.goto(address(""));
    await page.keyboard.type("1");
    await page.keyboard.press("Tab");
    await page.keyboard.type(server.administrator.password);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Overview" }).waitFor();

    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("content");

    await page.goto(address("/users/new"));
    await page.keyboard.type("Keyla Board");
    await page.keyboard.press("Tab");
    await page.keyboard.type("keyla@example.org");
    await page.keyboard.press("Tab");
    await page.keyboard.press("o");
    await page.keyboard.press("Tab");
    await page.keyboard.type("wide open spaces 3");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent.trim()")).toBe("Create the user");
    expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("solid");
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("The user is there.").waitFor();
    expect(await page.locator("tr", { hasText: "keyla@example.org" }).textContent()).toContain("operator");
    expect(complaints).toEqual([]);
  });

  it("invites a user by mail, whose link sets a password once, and signs in with it", async () => {
    await using administrator = await openPage(browser);
    await signInOn(administrator.page, address(""), server.administrator);
    await administrator.page.goto(address("/users/new"));
    await administrator.page.getByLabel("Name", { exact: true }).fill("Jana Nováková");
    await administrator.page.getByLabel("Mail address").fill("jana@example.org");
    await administrator.page.getByRole("button", { name: "Create the user" }).click();
    await administrator.page.getByRole("status").getByText("is on its way").waitFor();

    await using jana = await openPage(browser);
    const link = linkIn(mails.messages.at(-1)?.text);
    await jana.page.goto(link);
    await jana.page.getByLabel("New password").fill("short");
    await jana.page.getByLabel("Once more").fill("short");
    await jana.page.getByRole("button", { name: "Set the password" }).click();
    expect(await jana.page.locator(".problem").textContent()).toBe("Expected at least 12 characters.");
    await jana.page.getByLabel("New password").fill("four quiet words here");
    await jana.page.getByLabel("Once more").fill("four quiet words here");
    await jana.page.getByRole("button", { name: "Set the password" }).click();
    await jana.page.getByText("The password is set.").waitFor();
    await signInOn(jana.page, address(""), { login: "jana@example.org", password: "four quiet words here" });

    await jana.page.goto(link);
    await jana.page.getByText("This link was used already").waitFor();
  });

  it("mails a link to whoever forgot a password, and says the same of an address that nobody has", async () => {
    const user = await server.addUser("Olena", "viewer");
    const before = mails.messages.length;
    await using open = await openPage(browser);
    const { page } = open;
    for (const email of ["nobody@example.org", "olena@example.org"]) {
      await page.goto(address("/sign-in"));
      await page.getByRole("link", { name: "Forgot the password?" }).click();
      await page.getByLabel("Mail address").fill(email);
      await page.getByRole("button", { name: "Send the link" }).click();
      await page.getByText("If an active account has this address").waitFor();
    }
    await expect.poll(() => mails.messages.length).toBe(before + 1);
    await page.goto(linkIn(mails.messages.at(-1)?.text));
    await page.getByLabel("New password").fill("another set of words 9");
    await page.getByLabel("Once more").fill("another set of words 9");
    await page.getByRole("button", { name: "Set the password" }).click();
    await signInOn(page, address(""), { login: user.login, password: "another set of words 9" });
    expect(await page.getByRole("link", { name: "Settings" }).count()).toBe(0);
    expect((await page.goto(address("/settings")))?.status()).toBe(403);
  });

  it("previews a template while it is typed, refuses one that cannot be filled in, and restores the built-in one", async () => {
    await using open = await openPage(browser);
    const { page } = open;
    await signInOn(page, address(""), server.administrator);
    await page.goto(address("/templates"));
    await page.getByRole("link", { name: "Title of a pull request" }).click();
    const text = page.getByLabel("Template, in Liquid");
    expect(await text.inputValue()).toBe("{{ standard }}");
    await text.fill("Words for you: {{ standard }}");
    await page.locator("#shown").getByText("Words for you: ").waitFor();
    await text.fill("{{ standart }}");
    await page.locator("#shown").getByText("standart").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").waitFor();
    expect(await text.inputValue()).toBe("{{ standart }}");

    await text.fill("Words: {{ standard }}");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("status").getByText("The template is saved").waitFor();
    expect(await text.inputValue()).toBe("Words: {{ standard }}");
    page.once("dialog", (dialog) => void dialog.accept());
    await page.getByRole("button", { name: "Restore the built-in text" }).click();
    await page.getByRole("status").getByText("restored").waitFor();
    expect(await text.inputValue()).toBe("{{ standard }}");
  });

  it("follows a run as it happens, to its end", async () => {
    await using open = await openPage(browser);
    const { page } = open;
    await signInOn(page, address(""), server.administrator);
    const { id } = await server.records.database
      .insertInto("run")
      .values({
        repository_id: scene.repository,
        kind: "sync",
        cause: "a person",
        branch: "main",
        state: "running",
        outcome: "",
        started: new Date().toISOString(),
        progress: "{}",
        summary: "",
        trace: "[]",
        requests: 0,
        worker: "test",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await page.goto(address(`/runs/${String(id)}`));
    await page.getByText("Begins.").first().waitFor();
    for (const done of [1, 4, 7]) {
      await noteProgress(server.records, id, {
        phase: "upload",
        done,
        total: 7,
        detail: `locales/${String(done)}.json`,
      });
      await page.getByText(`upload: ${String(done)} of 7 · locales/${String(done)}.json`).waitFor();
      expect(await page.getByRole("progressbar").getAttribute("value")).toBe(String(done));
    }
    const trace = [
      { name: "upload", component: "acme/website", begin: 0, milliseconds: 1200, outcome: "done", detail: "" },
    ];
    await endRun(server.records, id, {
      state: "done",
      outcome: "7 files went up.",
      summary: "**7** files",
      trace,
      requests: 9,
      timings: [],
    });
    await page.getByText("7 files went up.").waitFor();
    expect(await page.getByRole("row", { name: /upload acme\/website/ }).textContent()).toContain("1.2 s");
    expect(await page.locator(".prose strong").textContent()).toBe("7");
  });

  it("names the slow step first", async () => {
    await using open = await openPage(browser);
    const { page } = open;
    await signInOn(page, address(""), server.administrator);
    await page.getByRole("link", { name: "Bottlenecks" }).click();
    await page.getByText("the step “upload” took the most").waitFor();
    const steps = page.getByRole("region", { name: "Chart: Steps" });
    expect(await steps.locator("tbody th").allTextContents()).toEqual([
      "upload",
      "download",
      "commit",
      "observe",
      "propose",
      "fetch",
    ]);
    const bars = await Promise.all((await steps.locator(".bar .fill").all()).map((bar) => bar.boundingBox()));
    const widths = bars.map((bar) => bar?.width ?? 0);
    expect(widths[0]).toBeGreaterThan(100);
    expect(widths).toEqual(widths.toSorted((one, other) => other - one));
  });

  it("changes a setting, says what is wrong at the field, and never shows a secret", async () => {
    await using open = await openPage(browser);
    const { page } = open;
    await signInOn(page, address(""), server.administrator);
    await page.goto(address("/settings"));
    await page.getByLabel("Every repository").fill("whenever");
    await page.getByRole("button", { name: "Save Schedules" }).click();
    const field = page.getByLabel("Every repository");
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    expect(await field.inputValue()).toBe("whenever");
    await field.fill("5 4 * * *");
    await page.getByRole("button", { name: "Save Schedules" }).click();
    await page.getByRole("status").getByText("The settings are saved").waitFor();
    expect(await field.inputValue()).toBe("5 4 * * *");

    await page.getByText("Add a service").click();
    const form = page
      .locator("form", { has: page.getByRole("button", { name: "Add", exact: true }) })
      .filter({ has: page.locator('[name="services.+service.token"]') });
    await form.getByLabel("Name").fill("main");
    await form.getByLabel("Address").fill("https://translate.example.org");
    await form.getByLabel("Token").fill("wlu_a-secret-that-nobody-sees");
    await form.getByLabel("Repositories").fill("acme/*");
    await form.getByRole("button", { name: "Add" }).click();
    await page.getByRole("status").getByText("The settings are saved").waitFor();
    expect(await page.content()).not.toContain("a-secret-that-nobody-sees");
    await page.getByText("main Service").click();
    expect(await page.getByText("Set. Left empty, it stays as it is.").first().isVisible()).toBe(true);

    await page.getByRole("button", { name: "Send a test mail" }).click();
    await page.getByText("The mail server said:").waitFor();
  });

  it("sorts and filters lists in place, and without the script by links and buttons", async () => {
    for (const javaScriptEnabled of [true, false]) {
      await using open = await openPage(browser, undefined, { javaScriptEnabled });
      const { page } = open;
      await signInOn(page, address(""), server.administrator);
      await page.goto(address("/repositories"));
      const names = page.locator("tbody th a");
      await page.getByRole("link", { name: "Not in step" }).click();
      await page.locator('th[aria-sort="ascending"]', { hasText: "Not in step" }).waitFor();
      await page.getByRole("link", { name: "Not in step" }).click();
      await page.locator('th[aria-sort="descending"]', { hasText: "Not in step" }).waitFor();
      expect(await names.first().textContent()).toBe("acme/website");
      await page.getByLabel("Name", { exact: true }).fill("hand");
      if (!javaScriptEnabled) await page.getByRole("button", { name: "Filter" }).click();
      await expect.poll(() => names.allTextContents()).toEqual(["community/handbook"]);
    }
  });

  it("remembers the theme that was chosen in this browser", async () => {
    await using open = await openPage(browser);
    const { page } = open;
    await signInOn(page, address(""), server.administrator);
    await page.getByLabel("Theme").selectOption("dark");
    await page.goto(address("/runs"));
    expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
    expect(await page.getByLabel("Theme").inputValue()).toBe("dark");
    expect(await page.evaluate("getComputedStyle(document.body).colorScheme")).toBe("dark");
  });

  it("brings back a delivery that was given up, runs a repository now, and pauses it", async () => {
    await using open = await openPage(browser);
    const { page } = open;
    await signInOn(page, address(""), server.administrator);
    await page.goto(address("/deliveries?state=dead"));
    expect(await page.locator("tbody tr").count()).toBe(2);
    await page
      .getByRole("button", { name: /^Replay/ })
      .first()
      .click();
    await page.getByRole("status").getByText("waits for another try").waitFor();
    await page.goto(address(`/repositories/${String(scene.repository)}`));
    await page.getByRole("button", { name: "Run now" }).click();
    await page.getByRole("status").getByText("The run is asked for").waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("status").getByText("The repository is paused").waitFor();
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("status").getByText("is served again").waitFor();
  });
});

/** The link that a mail is for. */
function linkIn(text: string | undefined): string {
  const link = /http:\/\/127\.0\.0\.1:\d+\/admin\/password\/[\w-]+/.exec(text ?? "")?.[0];
  if (link === undefined) throw new Error(`The mail has no link: ${text ?? ""}`);
  return link;
}
