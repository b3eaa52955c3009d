import { expect, it } from "vitest";
import { openSampleService, unlimited } from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";

it("a translation without strings offers none to go through", async () => {
  await using test = await openSampleService({ settings: { rateLimits: unlimited } });
  await test.upstream.write({ "none/en.json": "{}\n", "none/cs.json": "{}\n" });
  await test.upstream.publish("Begin");
  await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "pull" } });
  await test.admin.createComponent("demo", {
    name: "None",
    slug: "none",
    repo: test.upstream.remoteUrl,
    branch: "main",
    file_format: "json-nested",
    filemask: "none/*.json",
    template: "none/en.json",
  });
  const jana = new Person(test);
  await jana.signIn(test.translatorToken);
  const empty = await jana.open("/projects/demo/none/cs/");
  expect([empty.status, empty.text.includes("<b>0</b> strings")]).toEqual([200, true]);
  expect(empty.text).not.toMatch(/class="begin" href="[^"]*start=yes/);
  expect((await jana.open("/projects/demo/app/cs/")).text).toMatch(/class="begin" href="[^"]*start=yes/);
});
