import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSampleService, save, unlimited, type SampleService } from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";

const PAGE = "/manage/repository/demo/app/";
let test: SampleService;
let maintainer: Person;

beforeEach(async () => {
  test = await openSampleService({ settings: { rateLimits: unlimited } });
  maintainer = await signedIn(test.adminToken);
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
});

async function signedIn(token: string): Promise<Person> {
  const person = new Person(test);
  await person.signIn(token);
  return person;
}

async function pending(): Promise<number> {
  const { json } = await test.request("GET", "/api/components/demo/app/repository/");
  return json.pending_units.total;
}

describe("the page of a repository", () => {
  it("says what each operation will do to how many strings, and does it", async () => {
    await save(test, "demo/app/cs", "button.save", ["Uložit"]);
    await save(test, "demo/server/cs", "Welcome", ["Vítej"]);
    const page = await maintainer.open(PAGE);
    expect(page.text).toContain("Writes 2 strings into the files and commits that");
    expect(page.text).toContain("Commits 2 strings first. Takes over what is new upstream");

    const done = await maintainer.follow(await maintainer.manage(PAGE, { do: "commit" }));
    expect(done.text).toContain("Done.");
    expect(done.text).toContain("Nothing waits: every string is in a commit.");
    expect(done.text).toMatch(/sends 2 commits\s+to main of/);
    expect(await pending()).toBe(0);
  });

  it("throws nothing away that nobody was told of", async () => {
    await save(test, "demo/app/cs", "button.save", ["Uložit"]);
    expect((await maintainer.open(PAGE)).text).toContain("It throws away 1 string that nobody committed.");
    const asked = await maintainer.open(`${PAGE}?confirm=reset`);
    expect(asked.text).toContain("This is thrown away, and nobody can bring it back");

    const unasked = await maintainer.manage(PAGE, { do: "reset" });
    expect(unasked.text).toContain("nobody can bring it back");
    await save(test, "demo/app/cs", "button.cancel", ["Zrušit"]);
    const overtaken = await maintainer.manage(PAGE, { do: "reset", loses: "1 string that nobody committed." });
    expect(overtaken.status).toBe(409);
    expect(await pending()).toBe(2);

    await maintainer.manage(PAGE, { do: "reset", loses: "2 strings that nobody committed." });
    expect(await pending()).toBe(0);
  });

  it("tells a failed operation, the alert of it, and what ends it", async () => {
    await test.upstream[Symbol.asyncDispose]();
    const failed = await maintainer.follow(await maintainer.manage(PAGE, { do: "pull" }));
    expect(failed.text).toContain("It did not succeed");
    expect(failed.text).toContain("The repository cannot be fetched");
    expect(failed.text).toContain("then pull again");
    expect(failed.text).not.toContain(test.service.dataFolder);
  });

  it("locks and unlocks", async () => {
    const locked = await maintainer.follow(await maintainer.manage(PAGE, { do: "lock" }));
    expect(locked.text).toContain("Locked: nobody saves a translation until it is unlocked.");
    expect((await test.request("GET", "/api/components/demo/app/lock/")).json).toEqual({ locked: true });
    await maintainer.manage(PAGE, { do: "unlock" });
    expect((await test.request("GET", "/api/components/demo/app/lock/")).json).toEqual({ locked: false });
  });

  it("refuses what the API refuses: forms of guests, of other sessions, of who may not", async () => {
    const translator = await signedIn(test.translatorToken);
    await save(test, "demo/app/cs", "button.save", ["Uložit"]);
    const page = await translator.open(PAGE);
    expect(page.status).toBe(200);
    expect(page.text).toContain("You may look at the repository.");
    for (const operation of ["commit", "pull", "reset", "lock"]) {
      expect((await translator.manage(PAGE, { do: operation, loses: "1 string that nobody committed." })).status).toBe(
        403,
      );
    }
    expect((await maintainer.post(PAGE, { do: "commit", csrf_token: "another" })).status).toBe(403);
    expect((await new Person(test).post(PAGE, { do: "commit" })).status).toBe(401);
    await test.request("PATCH", "/api/projects/demo/", { json: { access_control: 100 } });
    const stranger = await signedIn((await test.admin.createUser({ username: "stranger" })).token);
    expect((await stranger.open(PAGE)).status).toBe(404);
    expect((await stranger.manage(PAGE, { do: "commit" })).status).toBe(404);
    expect(await pending()).toBe(1);
  });
});
