import { expect, it } from "vitest";
import { openSampleService, save, unlimited } from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";

it("commits, locks and resets all repositories of a project, and asks before something is thrown away", async () => {
  await using test = await openSampleService({ settings: { rateLimits: unlimited } });
  await save(test, "demo/app/cs", "button.save", ["Uložit"]);
  const admin = new Person(test);
  await admin.signIn(test.adminToken);
  const page = "/manage/repositories/demo/";
  expect((await admin.open(page)).text).toContain("Commits 1 string in their repositories.");
  const asked = await admin.manage(page, { do: "reset" });
  expect([asked.status, asked.text.includes("1 string that nobody committed")]).toEqual([409, true]);

  expect((await admin.follow(await admin.manage(page, { do: "commit" }))).text).toContain("Done.");
  const { text } = await admin.open(page);
  expect(text).toContain("Nothing waits: every string is in a commit.");
  // What it threw away grew since it was read.
  expect((await admin.manage(page, { do: "reset", loses: "1 string that nobody committed." })).status).toBe(409);

  expect((await admin.follow(await admin.manage(page, { do: "lock" }))).text).toContain("Unlock all");
  expect((await test.request("GET", "/api/projects/demo/lock/")).json).toEqual({ locked: true });
  await admin.manage(page, { do: "unlock" });
  expect((await test.request("GET", "/api/projects/demo/lock/")).json).toEqual({ locked: false });
});
