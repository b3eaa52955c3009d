import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  openSampleService,
  save,
  unitsOf,
  unlimited,
  type SampleService,
  type TestAnswer,
} from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";

const PAGE = "/manage/files/demo/app/cs/";
let test: SampleService;
let jana: Person;

beforeEach(async () => {
  test = await openSampleService({ settings: { rateLimits: unlimited } });
  jana = new Person(test);
  await jana.signIn(test.translatorToken);
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
});

const file = (value: object): File => new File([JSON.stringify(value)], "cs.json");
const hidden = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
      .map(([, name = "", value = ""]) => [name, value] as const)
      .filter(([name]) => name !== "csrf_token"),
  );

describe("a file that somebody uploads", () => {
  it("is shown with what it would change before it changes anything, and what it keeps", async () => {
    const page = await jana.manage(PAGE, {
      do: "preview",
      method: "translate",
      file: file({ title: "Nazdar", button: { save: "<img src=x onerror=alert(1)>" }, unknown: "x" }),
    });
    expect(page.text).toContain("1 string changed");
    expect(page.text).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(page.text).toContain("Kept as it is, though the file says otherwise");
    expect(page.text).toMatch(/<del>.*Ahoj<\/del>/);
    expect(page.text).toContain("1 not found here");
    expect((await unitsOf(test, "demo/app/cs")).get("button.save")?.target).toEqual([""]);

    const done = await jana.follow(await jana.manage(PAGE, { do: "upload", ...hidden(page.text) }));
    expect(done.text).toContain("Done: 1 string taken over");
    const units = await unitsOf(test, "demo/app/cs");
    expect(units.get("button.save")?.target).toEqual(["<img src=x onerror=alert(1)>"]);
    expect(units.get("title")?.target).toEqual(["Ahoj"]);
  });

  it.each([
    ["suggest", {}, "2 strings suggested for", [""]],
    ["fuzzy", {}, "untranslated → needs editing", ["Uložit"]],
    ["translate", { conflicts: "replace-translated" }, "2 strings changed", ["Uložit"]],
    ["replace", {}, "removed", ["Uložit"]],
  ])("says of the method %s what it does, and does that", async (method, options, words, target) => {
    const admin = new Person(test);
    await test.request("PATCH", "/api/users/admin/", { json: { email: "admin@example.org" } });
    await admin.signIn(test.adminToken);
    const sent = { method, ...options, file: file({ title: "Nazdar", button: { save: "Uložit" } }) };
    const page = await admin.manage(PAGE, { do: "preview", ...sent });
    expect(page.text).toContain(words);
    expect((await admin.manage(PAGE, { do: "upload", ...hidden(page.text) })).status).toBe(303);
    expect((await unitsOf(test, "demo/app/cs")).get("button.save")?.target).toEqual(target);
  });

  it("adds what is missing to the source, and to nothing else", async () => {
    const admin = new Person(test);
    await test.request("PATCH", "/api/users/admin/", { json: { email: "admin@example.org" } });
    await admin.signIn(test.adminToken);
    const sent = { do: "preview", method: "add", file: file({ title: "Hi", fresh: "New" }) };
    expect((await admin.manage(PAGE, sent)).text).toContain("Add the string to the source language instead.");
    const page = await admin.manage("/manage/files/demo/app/en/", sent);
    expect(page.text).toContain("1 string added");
    await admin.manage("/manage/files/demo/app/en/", { do: "upload", ...hidden(page.text) });
    expect([...(await unitsOf(test, "demo/app/cs")).keys()]).toContain("fresh");
  });

  it("is not taken over where somebody saved since it was shown", async () => {
    const page = await jana.manage(PAGE, {
      do: "preview",
      method: "translate",
      file: file({ button: { save: "Ulož" } }),
    });
    await save(test, "demo/app/cs", "button.save", ["Uložit"]);
    const answer = await jana.manage(PAGE, { do: "upload", ...hidden(page.text) });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain("Somebody saved strings since you were shown this");
    expect((await unitsOf(test, "demo/app/cs")).get("button.save")?.target).toEqual(["Uložit"]);
  });

  it("is refused with its place where it is damaged, and kept for nobody else", async () => {
    const broken = await jana.manage(PAGE, {
      do: "preview",
      method: "translate",
      file: new File(['{ "title": '], "cs.json"),
    });
    expect(broken.status).toBe(400);
    expect(broken.text).toContain('id="field-file-problem"');
    const page = await jana.manage(PAGE, {
      do: "preview",
      method: "translate",
      file: file({ button: { save: "Ulož" } }),
    });
    const { token } = await test.admin.createTranslator("demo", { username: "eve", email: "eve@example.org" });
    const eve = new Person(test);
    await eve.signIn(token);
    expect((await eve.manage(PAGE, { do: "upload", ...hidden(page.text) })).text).toContain("not kept any more");
    await jana.manage(PAGE, { do: "cancel", ...hidden(page.text) });
    expect((await jana.manage(PAGE, { do: "upload", ...hidden(page.text) })).text).toContain("not kept any more");
  });

  it("is offered to who may alone", async () => {
    const guest = new Person(test);
    expect((await guest.open(PAGE)).text).not.toContain("Show what would change");
    expect((await guest.post(PAGE, { do: "preview" })).status).toBe(401);
    const page = await jana.open(PAGE);
    expect(page.text).toContain("/api/translations/demo/app/cs/file/?format=xliff");
  });
});

describe("links of pages to files and to the API", () => {
  it("work for whom they are shown to in a private project, for nobody else, and from no other site", async () => {
    await save(test, "demo/app/cs", "button.save", ["Uložit"]);
    await test.request("PATCH", "/api/projects/demo/", { json: { access_control: 100 } });
    const pages = await Promise.all(["", "app/", "app/cs/"].map((place) => jana.open(`/projects/demo/${place}`)));
    const links = [...pages, await jana.open(PAGE)].flatMap(({ text }) =>
      [...text.matchAll(/href="(\/(?:api|exports)\/[^"]*\bdemo\b[^"]*)"/g)].map(([, link = ""]) => link),
    );
    expect(new Set(links).size).toBeGreaterThan(9);
    const { token } = await test.admin.createUser({ username: "stranger" });
    const stranger = new Person(test);
    await stranger.signIn(token);
    const elsewhere = { "sec-fetch-site": "cross-site" };
    const answers = async (opened: (link: string) => Promise<TestAnswer>): Promise<ReadonlySet<number>> =>
      new Set((await Promise.all(links.map(opened))).map(({ status }) => status));
    const isWaiting = async () => (await unitsOf(test, "demo/app/cs")).get("button.save")?.pending;

    expect(await answers((link) => stranger.open(link))).toEqual(new Set([404]));
    expect(await answers((link) => jana.open(link, elsewhere))).toEqual(new Set([404]));
    expect(await isWaiting()).toBe(true);
    expect(await answers((link) => jana.open(link))).toEqual(new Set([200]));
    expect(await isWaiting()).toBe(false);
  });

  it("are not shown to who sees the strings and may not download", async () => {
    await test.request("POST", "/api/roles/", { json: { name: "Only edits", permissions: ["unit.edit"] } });
    const { token } = await test.admin.createUser({ username: "editor" });
    await test.admin.grant("editor", "Only edits", "demo");
    await test.request("PATCH", "/api/projects/demo/", { json: { access_control: 100 } });
    const editor = new Person(test);
    await editor.signIn(token);
    const list = "/projects/demo/app/cs/";
    expect((await jana.open(list)).text).toContain(`/app/cs/file/"`);
    const seen = await editor.open(list);
    expect([seen.status, seen.text.includes("/file/")]).toEqual([200, false]);
  });
});
