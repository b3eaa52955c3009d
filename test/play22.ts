import { openPage } from "./support/admin-pages.ts";
import { chromiumProgram, openBrowser } from "./support/browser.ts";
import { sampleFiles } from "./support/open-test-service.ts";
import { createRepository } from "./support/repository.ts";
import { startService } from "./support/service.ts";
import { callService, createComponent, createProject, saveTranslation } from "./support/service-api.ts";

const lock = process.argv[2] === "lock";
await using service = await startService();
await using upstream = await createRepository(sampleFiles);
await createProject(service, "demo");
await createComponent(service, "demo", { name: "App", slug: "app", repo: upstream.remoteUrl, push: upstream.remoteUrl, branch: "main", file_format: "json-nested", filemask: "locales/*.json", template: "locales/en.json", auto_lock_error: lock });
const { token } = await service.administration.createTranslator("demo", { username: "jana", fullName: "Jana" });
await callService(service, "PATCH", "/api/users/jana/", { body: { languages: ["cs"] } }).catch(() => undefined);
const { token: max } = await service.administration.createTranslator("demo", { username: "max" });
const where = { component: "demo/app", language: "cs", unit: "title" };
await saveTranslation(service, max, where, ["Ahoj z webu"]);
await callService(service, "POST", "/api/components/demo/app/repository/", { body: { operation: "commit" } });
await upstream.write({ "locales/cs.json": '{\n  "title": "Ahoj z gitu",\n  "extra": "navíc"\n}\n' });
await upstream.publish("Greet otherwise");
const pulled = await callService(service, "POST", "/api/components/demo/app/repository/", { body: { operation: "pull" } });
console.log(JSON.stringify(pulled));
const browser = await openBrowser((await chromiumProgram()).path ?? "");
const plain = (t: string) => t.replaceAll(/\s+/g, " ");
for (const javaScriptEnabled of [true, false]) {
  await using open = await openPage(browser, undefined, { javaScriptEnabled });
  const { page } = open;
  const at = (path: string) => new URL(path, service.url).href;
  await page.goto(at("/accounts/login/"));
  await page.getByLabel("Your token").fill(token);
  await page.getByRole("button", { name: "Sign in by token" }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  const shot = (name: string) => page.screenshot({ path: `/tmp/w22play/${lock ? "lock" : "open"}-${javaScriptEnabled ? "js" : "nojs"}-${name}.png`, fullPage: true });
  await shot("1-dashboard");
  await page.goto(at("/projects/demo/app/cs/"));
  await shot("2-list");
  await page.goto(at("/translate/demo/app/cs/?q=is%3Aconflicting&start=yes"));
  console.log(page.url(), plain(await page.locator("main").innerText()).slice(0, 600));
  await page.waitForTimeout(1000);
  await shot("3-editor");
  if (javaScriptEnabled) continue;
  const useGit = page.getByRole("button", { name: "Use the text of git" });
  if ((await useGit.count()) === 0) {
    const link = page.getByRole("link", { name: "Show file, lines and pull request" });
    if ((await link.count()) === 0) continue;
    await link.click();
    await shot("4-landing");
  }
  if ((await useGit.count()) > 0) {
    await useGit.click();
    await shot("5-taken");
    await page.getByRole("button", { name: /^Save/ }).first().click();
    await shot("6-saved");
    console.log(page.url(), plain(await page.locator("main").innerText()).slice(0, 300));
    console.log(JSON.stringify(await callService(service, "POST", "/api/components/demo/app/repository/", { body: { operation: "pull" } })));
    await page.goto(at("/projects/demo/app/cs/"));
    await shot("7-after");
    console.log(plain(await page.locator("main nav.pages").first().innerText()));
  }
}
await browser.close();
