import { expect, it } from "vitest";
import { openSampleService, unlimited } from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";

it("a search that nobody can read stays at the list, which says beside the field what is wrong", async () => {
  await using test = await openSampleService({ settings: { rateLimits: unlimited } });
  const jana = new Person(test);
  await jana.signIn(test.translatorToken);
  const list = await jana.open("/projects/demo/app/cs/?q=state%3A");
  expect(list.status).toBe(200);
  expect(list.text).toContain('aria-invalid="true" aria-describedby="q-problem"');
  expect(list.text).toContain('role="alert">This search cannot be read: “state:” needs a value.</p>');
  expect(list.text).not.toContain("Translate these");
  for (const view of ["", "&view=zen", "&view=bulk", "&start=yes"]) {
    const editor = await jana.open(`/translate/demo/app/cs/?q=state%3A${view}`);
    expect([editor.status, editor.headers.get("location")]).toEqual([303, "/projects/demo/app/cs/?q=state%3A"]);
  }
});

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
