import { expect, it } from "vitest";
import { openSampleService, unlimited } from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";

it("announces something to translators on top of the pages it is about, and takes it back", async () => {
  await using test = await openSampleService({ settings: { rateLimits: unlimited } });
  const [ann, jana] = [new Person(test), new Person(test)];
  await ann.signIn(test.adminToken);
  await jana.signIn(test.translatorToken);
  const message = "<script>alert(1)</script> String freeze until Monday";
  for (const place of ["demo/", "demo/app/"]) {
    const page = `/manage/announcements/${place}`;
    expect((await ann.manage(page, { do: "add", message: " " })).text).toContain('id="field-message-problem"');
    const long = await ann.manage(page, { do: "add", message: "x".repeat(20_001) });
    expect(/id="field-message-problem"[^>]*>([^<]*)/.exec(long.text)?.[1]).toContain("no more than 20000 characters");
    expect((await ann.manage(page, { do: "add", message, expiry: "soon" })).text).toContain(
      'id="field-expiry-problem"',
    );
    expect((await ann.manage(page, { do: "add", message, severity: "warning" })).status).toBe(303);
    const shown = (await jana.open(`/projects/${place}`)).text;
    expect(shown).toContain("&lt;script&gt;alert(1)&lt;/script&gt; String freeze");
    expect((await jana.open(page)).status).toBe(403);
    expect((await jana.manage(page, { do: "add", message })).status).toBe(403);
    const [, id = ""] = /name="id" value="(\d+)"/.exec((await ann.open(page)).text) ?? [];
    expect((await jana.manage(page, { do: "remove", id })).status).toBe(403);
    await ann.manage(page, { do: "remove", id });
    expect((await jana.open(`/projects/${place}`)).text).not.toContain("String freeze");
  }
});
