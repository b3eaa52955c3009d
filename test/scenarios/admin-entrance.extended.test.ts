import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAdminBrowser, type AdminBrowser } from "../support/admin-browser.ts";
import { openPage, signInOn } from "../support/admin-pages.ts";
import { chromiumProgram } from "../support/browser.ts";
import { linkIn } from "./admin-entrance.ts";

const chromium = await chromiumProgram();

describe.skipIf(chromium.missing !== undefined)("who comes in at the administration, in a real browser", () => {
  let admin: AdminBrowser;

  beforeAll(async () => {
    admin = await openAdminBrowser(chromium.path);
  });

  afterAll(() => admin[Symbol.asyncDispose]());

  it("lets somebody in, shows whether everything is in step, and lets them out again", async () => {
    const { address, browser, server } = admin;
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
    const { address, browser, server } = admin;
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
    const { address, browser, mails, server } = admin;
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
});
