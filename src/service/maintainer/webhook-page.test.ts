import { expect, it } from "vitest";
import { openSampleService, unlimited } from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";

const PAGE = "/manage/webhook/demo/app/";

it("tells the host's address, plays a push, and shows what arrived and what it matched", async () => {
  await using test = await openSampleService({ settings: { rateLimits: unlimited } });
  const [ann, jana] = [new Person(test), new Person(test)];
  await ann.signIn(test.adminToken);
  await jana.signIn(test.translatorToken);
  expect((await ann.open(PAGE)).text).toContain("http://service.test/hooks/github/");
  const played = await ann.manage(PAGE, {});
  expect(played.text).toContain("Components with this repository: 2; of these on the branch: 2");
  expect(played.text).not.toContain("Nothing yet.");
  await test.request("PATCH", "/api/projects/demo/", { json: { enable_hooks: false } });
  expect((await ann.manage(PAGE, {})).text).toContain("of these with hooks turned on: 0");
  expect((await ann.open(PAGE)).text).toContain("Hooks are turned off");
  expect((await jana.open(PAGE)).status).toBe(403);
  expect((await jana.manage(PAGE, {})).status).toBe(403);
});
