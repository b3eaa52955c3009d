import { createHash, randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAdminBrowser, type AdminBrowser } from "../support/admin-browser.ts";
import { everyPage, everyWidth, violationsOf } from "../support/admin-pages.ts";
import type { AdminServer } from "../support/admin-server.ts";
import { chromiumProgram } from "../support/browser.ts";

const chromium = await chromiumProgram();

/** Their names are the same in every scene. */
const pages = Object.keys(everyPage({ repository: 0, running: 0, ended: 0 }));

describe.skipIf(chromium.missing !== undefined)("every page of the administration", () => {
  let admin: AdminBrowser;

  beforeAll(async () => {
    admin = await openAdminBrowser(chromium.path);
  });

  afterAll(() => admin[Symbol.asyncDispose]());

  it("takes no complaint of the browser under its strict policy, and never scrolls sideways", async () => {
    const { address, scene } = admin;
    await using open = await admin.signedIn();
    const { page, complaints } = open;
    const sideways = async (name: string): Promise<void> => {
      for (const width of everyWidth) {
        await page.setViewportSize({ width, height: 800 });
        const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        expect({ name, width, over }).toEqual({ name, width, over: 0 });
      }
    };
    for (const [name, path] of Object.entries(everyPage(scene))) {
      const answer = await page.goto(address(path));
      expect({ name, status: answer?.status() }).toEqual({ name, status: 200 });
      expect(answer?.headers()["content-security-policy"]).toMatch(
        /^default-src 'none'; style-src 'self'; script-src 'self';/,
      );
      await sideways(name);
    }
    await page.goto(address(`/github-app/created?${await returned(page)}`), { waitUntil: "commit" });
    await page.getByRole("link", { name: "Install it" }).waitFor();
    await sideways("a GitHub App that was made");
    expect(complaints).toEqual([]);
  });

  // Each for itself: what one page takes on a busy machine is enough for a test.
  it.each(pages)(
    "%s has nothing that axe finds wrong, in light and in dark, at a desk and on a phone",
    async (name) => {
      await using open = await admin.signedIn({ bypassCSP: true });
      await open.page.goto(admin.address(everyPage(admin.scene)[name] ?? ""));
      expect(await violationsOf(open.page)).toEqual([]);
    },
  );

  it("nor has what one comes to otherwise: back from GitHub, everything open, the menu, signing in", async () => {
    const { address, server } = admin;
    await using open = await admin.signedIn({ bypassCSP: true });
    const { page } = open;
    const found: string[] = [];
    const look = async (name: string, path: string): Promise<void> => {
      await page.goto(address(path));
      found.push(...(await violationsOf(page)).map((violation) => `${name}: ${violation}`));
    };
    await lookAtCreated(page, () => look("back from GitHub", "/github-app/created?code=code&state=state"));
    await look("a GitHub App that was made", `/github-app/take?${await returned(page)}`);
    await page.goto(address("/settings"));
    await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
    found.push(...(await violationsOf(page)).map((violation) => `settings, all open: ${violation}`));
    await page.getByRole("button", { name: "Menu" }).click();
    found.push(...(await violationsOf(page)).map((violation) => `the menu: ${violation}`));
    await open.context.clearCookies();
    for (const path of ["/sign-in", "/forgotten", `/password/${await passwordLink(server)}`]) await look(path, path);
    expect(found).toEqual([]);
  });

  /** What GitHub sends a person back with. */
  async function returned(page: Page): Promise<string> {
    await page.goto(admin.address("/github-app"));
    const form = page.locator("form", { has: page.getByRole("button", { name: /^Make it on / }) });
    const state = new URL((await form.getAttribute("action")) ?? "").searchParams.get("state") ?? "";
    return new URLSearchParams({ code: "code", state }).toString();
  }
});

/** The page goes on at once; here it stays. */
async function lookAtCreated(page: Page, look: () => Promise<void>): Promise<void> {
  const created = "**/github-app/created?*";
  await page.route(created, async (route) => {
    const response = await route.fetch();
    const headers = Object.entries(response.headers()).filter(([name]) => name !== "refresh");
    await route.fulfill({ response, headers: Object.fromEntries(headers) });
  });
  await look();
  await page.unroute(created);
}

/** Token of a link that sets the administrator's password. */
async function passwordLink({ records, administrator: { login } }: AdminServer): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const id = createHash("sha256").update(token).digest("hex");
  const created = new Date().toISOString();
  const expires = new Date(Date.now() + 600_000).toISOString();
  await records.database.insertInto("password_reset").values({ id, login, created, expires }).execute();
  return token;
}
