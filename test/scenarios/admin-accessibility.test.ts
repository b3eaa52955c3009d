import { createHash, randomBytes } from "node:crypto";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { everyLook, everyPage, openPage, signInOn, violationsOf } from "../support/admin-pages.ts";
import { adminScene, type AdminScene } from "../support/admin-scene.ts";
import { startAdmin, type AdminServer } from "../support/admin-server.ts";
import { chromiumProgram, openBrowser } from "../support/browser.ts";

const chromium = await chromiumProgram();

describe.skipIf(chromium.missing !== undefined)("every page of the administration", () => {
  let browser: Browser;
  let server: AdminServer;
  let scene: AdminScene;

  beforeAll(async () => {
    browser = await openBrowser(chromium.path ?? "");
    server = await startAdmin();
    scene = await adminScene(server.records);
  });

  afterAll(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
  });

  const address = (path: string): string => `${server.url.replace(/\/$/, "")}${path}`;

  it("takes no complaint of the browser under its strict policy, and never scrolls sideways", async () => {
    for (const looks of everyLook) {
      await using open = await openPage(browser, looks);
      const { page, complaints } = open;
      await signInOn(page, address(""), server.administrator);
      for (const [name, path] of Object.entries(everyPage(scene))) {
        const answer = await page.goto(address(path));
        expect({ name, status: answer?.status() }).toEqual({ name, status: 200 });
        expect(answer?.headers()["content-security-policy"]).toMatch(
          /^default-src 'none'; style-src 'self'; script-src 'self';/,
        );
        const wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        expect({ name, looks: looks.name, wide }).toEqual({ name, looks: looks.name, wide: 0 });
      }
      expect(complaints).toEqual([]);
    }
  });

  it.each(everyLook)("has nothing that axe finds wrong, on any page: $name", async (looks) => {
    await using open = await openPage(browser, looks, { bypassCSP: true });
    const { page } = open;
    const found: string[] = [];
    const look = async (name: string): Promise<void> => {
      found.push(...(await violationsOf(page)).map((violation) => `${name}: ${violation}`));
    };
    const link = await passwordLink(server);
    for (const path of ["/sign-in", "/forgotten", `/password/${link}`]) {
      await page.goto(address(path));
      await look(path);
    }
    await signInOn(page, address(""), server.administrator);
    for (const [name, path] of Object.entries(everyPage(scene))) {
      await page.goto(address(path));
      await look(name);
    }
    await page.goto(address("/settings"));
    await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
    await look("settings, all open");
    if (looks.width < 600) {
      await page.getByRole("button", { name: "Menu" }).click();
      await look("the menu");
    }
    expect(found).toEqual([]);
  });
});

/** Token of a link that sets the administrator's password. */
async function passwordLink({ records, administrator: { login } }: AdminServer): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const id = createHash("sha256").update(token).digest("hex");
  const created = new Date().toISOString();
  const expires = new Date(Date.now() + 600_000).toISOString();
  await records.database.insertInto("password_reset").values({ id, login, created, expires }).execute();
  return token;
}
