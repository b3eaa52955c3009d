import { afterEach, beforeEach, expect, it } from "vitest";
import { openSampleService, save, unlimited, type SampleService } from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";

const PAGE = "/manage/languages/demo/app/";
let test: SampleService;
let maintainer: Person;

beforeEach(async () => {
  test = await openSampleService({ settings: { rateLimits: unlimited } });
  maintainer = new Person(test);
  await maintainer.signIn(test.adminToken);
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
});

const lostIn = (text: string): string => /name="lost" value="([^"]*)"/.exec(text)?.[1] ?? "";

it("adds a language, and says what is wrong with a code at its field", async () => {
  const page = await maintainer.open(PAGE);
  expect(page.text).toContain("(n==1) ? 0 : (n&gt;=2 &amp;&amp; n&lt;=4) ? 1 : 2");
  const wrong = await maintainer.manage(PAGE, { do: "add", language_code: "xx_nowhere" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("Could not add &#39;xx_nowhere&#39;!");
  const added = await maintainer.follow(await maintainer.manage(PAGE, { do: "add", language_code: "ja" }));
  expect(added.text).toContain("/projects/demo/app/ja/");
  expect((await test.request("GET", "/api/translations/demo/app/ja/")).json.total).toBe(3);
});

it("removes a language after what goes with it was said, and not where that has grown", async () => {
  await save(test, "demo/app/cs", "button.save", ["Uložit"]);
  const asked = await maintainer.open(`${PAGE}?remove=cs`);
  expect(asked.text).toContain("1 text that nobody committed: git never had them");
  const seen = lostIn(asked.text);
  await save(test, "demo/app/cs", "button.cancel", ["Zrušit"]);
  const overtaken = await maintainer.manage(PAGE, { do: "remove", language: "cs", lost: seen });
  expect(overtaken.status).toBe(409);
  expect(overtaken.text).toContain("2 texts that nobody committed");
  const done = await maintainer.manage(PAGE, { do: "remove", language: "cs", lost: lostIn(overtaken.text) });
  expect((await maintainer.follow(done)).text).toContain("cs is removed");
  expect((await test.request("GET", "/api/translations/demo/app/cs/")).status).toBe(404);
});

it("refuses what the API refuses", async () => {
  const eve = new Person(test);
  await eve.signIn(test.translatorToken);
  await test.request("PATCH", "/api/components/demo/app/", { json: { new_lang: "none" } });
  expect((await eve.open(`${PAGE}?remove=cs`)).status).toBe(403);
  const asked = lostIn((await maintainer.open(`${PAGE}?remove=cs`)).text);
  expect((await eve.manage(PAGE, { do: "remove", language: "cs", lost: asked })).status).toBe(403);
  const added = await eve.manage(PAGE, { do: "add", language_code: "ja" });
  expect(added.status).toBe(403);
  expect(added.text).toContain("Can not create translation");
  expect((await test.request("GET", "/api/translations/demo/app/ja/")).status).toBe(404);
});
