import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endRun, noteProgress } from "../../src/records/runs/runs.ts";
import { openAdminBrowser, type AdminBrowser } from "../support/admin-browser.ts";
import { chromiumProgram } from "../support/browser.ts";

const chromium = await chromiumProgram();

describe.skipIf(chromium.missing !== undefined)("the administration's pages in a real browser", () => {
  let admin: AdminBrowser;

  beforeAll(async () => {
    admin = await openAdminBrowser(chromium.path);
  });

  afterAll(() => admin[Symbol.asyncDispose]());

  it("previews a template while it is typed, refuses one that cannot be filled in, and restores the built-in one", async () => {
    const { address, signedIn } = admin;
    await using open = await signedIn();
    const { page } = open;
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
    const { address, scene, server, signedIn } = admin;
    await using open = await signedIn();
    const { page } = open;
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
    const { address, signedIn } = admin;
    await using open = await signedIn();
    const { page } = open;
    await page.goto(address(""));
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
    const { address, signedIn } = admin;
    await using open = await signedIn();
    const { page } = open;
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
    await form.getByLabel("Token", { exact: true }).fill("wlu_a-secret-that-nobody-sees");
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
    const { address, signedIn } = admin;
    for (const javaScriptEnabled of [true, false]) {
      await using open = await signedIn({ javaScriptEnabled });
      const { page } = open;
      await page.goto(address("/repositories"));
      const names = page.locator("tbody th a");
      await page.getByRole("link", { name: "Not in step" }).click();
      await page.locator('th[aria-sort="ascending"]', { hasText: "Not in step" }).waitFor();
      await page.getByRole("link", { name: "Not in step" }).click();
      await page.locator('th[aria-sort="descending"]', { hasText: "Not in step" }).waitFor();
      expect(await names.first().textContent()).toBe("acme/website");
      await page.getByLabel("Name or problem").fill("hand");
      if (!javaScriptEnabled) await page.getByRole("button", { name: "Filter" }).click();
      await expect.poll(() => names.allTextContents()).toEqual(["community/handbook"]);
    }
  });

  it("remembers the theme that was chosen in this browser", async () => {
    const { address, signedIn } = admin;
    await using open = await signedIn();
    const { page } = open;
    await page.goto(address(""));
    await page.getByLabel("Theme").selectOption("dark");
    await page.goto(address("/runs"));
    expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
    expect(await page.getByLabel("Theme").inputValue()).toBe("dark");
    expect(await page.evaluate("getComputedStyle(document.body).colorScheme")).toBe("dark");
  });

  it("brings back a delivery that was given up, runs a repository now, and pauses it", async () => {
    const { address, scene, signedIn } = admin;
    await using open = await signedIn();
    const { page } = open;
    await page.goto(address("/deliveries?state=dead"));
    expect(await page.locator("tbody tr").count()).toBe(2);
    await page
      .getByRole("button", { name: /^Replay delivery/ })
      .first()
      .click();
    await page.getByRole("status").getByText("waits for another try").waitFor();
    await page.goto(address("/deliveries?state=dead"));
    page.once("dialog", (dialog) => void dialog.accept());
    await page.getByRole("button", { name: "Replay it" }).click();
    await page.getByRole("status").getByText("wait for another try").waitFor();
    await page.goto(address(`/repositories/${String(scene.repository)}`));
    await page.getByRole("button", { name: "Run now" }).click();
    await page.getByRole("status").getByText("The run is asked for").waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("status").getByText("The repository is paused").waitFor();
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("status").getByText("is served again").waitFor();
  });
});
