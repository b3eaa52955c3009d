import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAdminBrowser, type AdminBrowser } from "../support/admin-browser.ts";
import { openPage, signInOn } from "../support/admin-pages.ts";
import { chromiumProgram } from "../support/browser.ts";
import { linkIn } from "./admin-entrance.ts";

const chromium = await chromiumProgram();

/** What `src/admin/identity/password-reset.test.ts` has by HTTP. */
describe.skipIf(chromium.missing !== undefined)("who forgot a password, in a real browser", () => {
  let admin: AdminBrowser;

  beforeAll(async () => {
    admin = await openAdminBrowser(chromium.path);
  });

  afterAll(() => admin[Symbol.asyncDispose]());

  it("mails a link to whoever forgot a password, and says the same of an address that nobody has", async () => {
    const { address, browser, mails, server } = admin;
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
});
