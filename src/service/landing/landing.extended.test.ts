import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  openSampleService,
  sampleFiles,
  save,
  unlimited,
  unitsOf,
  type SampleService,
} from "../../../test/support/open-test-service.ts";
import { formOf, Person } from "../../../test/support/page-person.ts";
import { variants } from "../../../test/support/samples.ts";
import { Clone } from "../clone/clone.ts";
import { timesOf } from "./landing.ts";

let test: SampleService;
let jana: Person;

beforeEach(async () => {
  const files = {
    ...sampleFiles,
    ".github/workflows/translations.yml":
      "on:\n  schedule:\n    - cron: '17 3 * * *'\njobs: { sync: { steps: [{ uses: acme/interlinear@v1 }] } }\n",
    // Of this name git would not know whether it is a file, or one of a commit.
    "refs/remotes/origin/main:locales/cs.json": "",
    ".github/workflows/other.yml": "on:\n  schedule:\n    - cron: '* * * * *'\n",
  };
  test = await openSampleService({ files, settings: { rateLimits: unlimited } });
  jana = new Person(test);
  await jana.signIn(test.translatorToken);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await test[Symbol.asyncDispose]();
});

const editor = async (component: string, key: string): Promise<string> =>
  `/translate/demo/${component}/cs/?unit=${String((await unitsOf(test, `demo/${component}/cs`)).get(key)?.id)}`;

const plain = (text: string): string => text.replaceAll(/\s*<[^>]*>\s*/g, " ").replaceAll(/\s+/g, " ");

/** From now on only administrators have it. */
const withoutPermission = async (permission: string): Promise<void> => {
  const { database } = test.service;
  for (const { id, permissions } of await database.selectFrom("role").selectAll().execute()) {
    const rest = JSON.stringify(JSON.parse(permissions).filter((each: string) => each !== permission));
    await database.updateTable("role").set({ permissions: rest }).where("id", "=", id).execute();
  }
};

describe("where a text lands", () => {
  it("shows the very lines that the commit will have, before anything is saved, and who will be its author", async () => {
    const page = await jana.open(await editor("server", "%d file"));
    const answer = await jana.send(page, {
      do: "change",
      "target.0": "%d soubor",
      "target.1": "%d soubory",
      "target.2": "%d souborů",
    });

    const text = plain(answer.text);
    expect(text).toContain("Goes into po/cs.po , line 15");
    expect(text).toContain("removed: - msgstr[0] &quot;&quot;");
    expect(text).toContain("added: + msgstr[2] &quot;%d souborů&quot;");
    expect(text).toContain("Committed as Jana Nováková &lt;jana@example.org&gt;");
    expect(formOf(answer).fields["target.0"]).toBe("%d soubor");

    await jana.send(answer, {
      do: "next",
      "target.0": "%d soubor",
      "target.1": "%d soubory",
      "target.2": "%d souborů",
    });
    await test.request("POST", "/api/components/demo/server/repository/", { json: { operation: "push" } });
    const difference = await test.upstream.remoteGit("show", "main", "--", "po/cs.po");
    expect(difference).toContain('+msgstr[2] "%d souborů"');
    expect(difference.match(/^[-+]msgstr/gm)).toHaveLength(6);
  });

  it("says of a committed text that the repository does not have it yet, and offers no empty one", async () => {
    await save(test, "demo/server/cs", "%d file", ["%d soubor", "%d soubory", "%d souborů"]);
    await test.request("POST", "/api/components/demo/server/repository/", { json: { operation: "commit" } });
    const text = plain((await jana.open(`${await editor("server", "%d file")}&panel=landing`)).text);
    expect(text).toContain("In git, main has no translation of it yet.");
    expect(text).not.toContain("Use the text of git");
  });

  it("names the open pull request by git alone, and when the repository's workflow runs next", async () => {
    const none = plain((await jana.open(`${await editor("app", "title")}&panel=landing`)).text);
    expect(none).toContain("locales/cs.json , line 2 has this very text");
    expect(none).toContain("&quot;title&quot;: &quot;Ahoj&quot;,");
    expect(none).toMatch(
      /No pull request with translations is open\. The repository&#39;s workflow runs \d{4}-\d\d-\d\d 03:17 UTC/,
    );
  });

  it("knows the number of a pull request by its commit", async () => {
    const names = ["refs/heads/interlinear/main", "refs/pull/42/head"];
    await test.upstream.publishElsewhere({ "x.txt": "x" }, "Translations", names);

    const text = plain((await jana.open(`${await editor("app", "title")}&panel=landing`)).text);

    expect(text).toContain("Open: pull request #42");
  });

  it("links to the preview that the pull request's description names, for who may see the repository", async () => {
    const names = ["refs/heads/interlinear/main", "refs/pull/42/head"];
    await test.upstream.publishElsewhere({ "x.txt": "x" }, "Translations", names);
    await test.service.database.updateTable("clone").set({ repo: "https://github.com/acme/shop.git" }).execute();
    const asked = vi.fn<typeof fetch>(() =>
      Promise.resolve(Response.json({ body: "Preview: https://pr-42.shop.example/?l=cs&x=1" })),
    );
    vi.stubGlobal("fetch", asked);
    const address = `${await editor("app", "title")}&panel=landing`;

    expect((await jana.open(address)).text).toContain('<a href="https://pr-42.shop.example/?l=cs&amp;x=1"');
    await withoutPermission("vcs.view");
    const { text } = await jana.open(address);
    expect([text.includes("pull request #42"), text.includes("pr-42")]).toEqual([true, false]);
    expect(asked).toHaveBeenCalledOnce();
  });

  it("says nothing to guests, and refuses what git does not have", async () => {
    const guest = new Person(test);
    const page = await guest.open(`${await editor("app", "title")}&panel=landing&only=yes`);
    expect(page.text).not.toContain("locales/cs.json");
    expect((await jana.send(await jana.open(await editor("app", "title")), { do: "git" })).status).toBe(403);
  });
});

/** Both sides give the same string another text. */
async function inConflict(): Promise<void> {
  await save(test, "demo/app/cs", "title", ["Ahoj z webu"]);
  await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "commit" } });
  await test.upstream.write({ "locales/cs.json": '{\n  "title": "Ahoj z gitu",\n  "extra": "navíc"\n}\n' });
  await test.upstream.publish("Greet otherwise");
  await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "pull" } });
}

async function twoInConflict(): Promise<void> {
  await save(test, "demo/app/cs", "button.save", ["Uložit z webu"]);
  await save(test, "demo/app/cs", "title", ["Ahoj z webu"]);
  await test.upstream.write({
    "locales/cs.json": '{\n  "title": "Ahoj z gitu",\n  "button": { "save": "Uložit z gitu" }\n}\n',
  });
  await test.upstream.publish("Say otherwise");
  await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "pull" } });
}

/** What the alerts of failed merges keep of what was decided. */
async function settled(): Promise<unknown[]> {
  const { database } = test.service;
  const rows = await database.selectFrom("alert").select("details").where("name", "=", "MergeFailure").execute();
  return rows.map(({ details }) => JSON.parse(details).settled);
}

/** Keys that the search finds. */
async function inDispute(component = "app"): Promise<string[]> {
  const q = encodeURIComponent(`is:conflicting AND project:demo AND component:${component} AND language:cs`);
  const { json } = await test.request("GET", `/api/units/?q=${q}`);
  const ids = new Set(json.results.map(({ id }: { readonly id: number }) => id));
  const units = [...(await unitsOf(test, `demo/${component}/cs`))];
  return units.flatMap(([key, { id }]) => (ids.has(id) ? [key] : [])).toSorted();
}

describe("what stands in the way of a pull request", () => {
  it("is the first filter: a text that would break the program", async () => {
    await save(test, "demo/server/cs", "%d file", ["soubor", "soubory", "souborů"]);
    const list = await jana.open("/projects/demo/server/cs/?q=is%3Aheld-back");
    expect(list.text).toContain("%d file");
    expect(list.text).not.toContain(">Welcome<");
  });

  it("is a string that git changed too: both texts are there, and git's goes into the field by a button", async () => {
    // Else nobody could save anything until the merge is done.
    await test.request("PATCH", "/api/components/demo/app/", { json: { auto_lock_error: false } });
    await inConflict();

    const list = await jana.open("/projects/demo/app/cs/");
    expect(list.text).toContain("Conflicting with git");
    const component = await jana.open("/projects/demo/app/");
    expect(component.text).toMatch(
      /<a href="\/translate\/demo\/app\/cs\/[?]q=is%3Aconflicting">Czech<\/a>:\s*1 string to decide/,
    );
    const conflicting = await jana.open("/projects/demo/app/cs/?q=is%3Aconflicting");
    expect(conflicting.text).toContain("Ahoj z webu");
    expect(conflicting.text.match(/<tr>/g)).toHaveLength(2);

    const page = await jana.open(`${await editor("app", "title")}&panel=landing`);
    expect(plain(page.text)).toContain("this string says: Ahoj z gitu");
    const taken = await jana.send(page, { do: "git" });
    expect(formOf(taken).fields["target.0"]).toBe("Ahoj z gitu");
  });

  it.each(
    variants([
      ["rebase", "Ahoj z gitu"],
      ["merge", "Ahoj z webu"],
      ["rebase", "Ahoj z webu"],
      ["merge", "Ahoj z gitu"],
      ["rebase", "Ahoj odjinud"],
    ]),
  )(
    "is settled by who saves a text beside that of git, also where it locks the rest: by %s, %s",
    async (style, text) => {
      await test.request("PATCH", "/api/components/demo/app/", { json: { merge_style: style } });
      await inConflict();
      const here = await editor("app", "title");
      const page = await jana.open(here);
      expect(plain(page.text)).toContain(
        "Git has another text of this string In git, on main , this string says: Ahoj z removed: webu added: gitu",
      );
      const other = await jana.open(await editor("app", "button.save"));
      expect(other.text).toContain("A failure locked it");
      expect(other.text).not.toContain('<button name="do" value="next"');
      expect((await jana.send(page, { "target.0": text })).status).toBe(303);
      await test.service.jobs.idle();

      expect((await jana.open(here)).text).not.toContain("Git has another text");
      expect((await test.request("GET", "/api/components/demo/app/lock/")).json).toEqual({ locked: false });
      expect((await jana.open("/projects/demo/app/cs/")).text).not.toContain("Conflicting with git");
      await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "push" } });
      expect(JSON.parse(await test.upstream.remoteGit("show", "main:locales/cs.json"))).toMatchObject({
        title: text,
        extra: "navíc",
      });
    },
  );

  it("is in conflict again where git changed it once more after somebody looked at it", async () => {
    await inConflict();
    const page = await jana.open(await editor("app", "title"));
    await test.upstream.write({ "locales/cs.json": '{\n  "title": "Ahoj zas z gitu",\n  "extra": "navíc"\n}\n' });
    await test.upstream.publish("Greet otherwise again");
    expect((await jana.send(page, { do: "stay" })).status).toBe(303);
    await test.service.jobs.idle();
    const { text } = await jana.open(await editor("app", "title"));
    expect(plain(text)).toContain("Git has another text of this string");
    expect(formOf({ text }).fields["settles"]).toBe('["Ahoj zas z gitu"]');
  });

  it("is settled by nobody without the right to edit it, nor while a person keeps the component locked", async () => {
    await inConflict();
    const page = await jana.open(await editor("app", "title"));
    for (const lock of [false, true]) await test.request("POST", "/api/components/demo/app/lock/", { json: { lock } });
    expect((await jana.send(page, { do: "stay" })).status).toBe(403);
    await test.service.database.updateTable("component").set({ locked: 1, auto_locked: 1 }).execute();
    await withoutPermission("unit.edit");
    expect((await jana.send(page, { do: "stay" })).status).toBe(403);
    expect(await settled()).toEqual([{}, {}]);
  });

  it("is settled by nobody who did not see what git says, and other ways to save find it locked", async () => {
    await inConflict();
    const page = await jana.open(await editor("app", "title"));
    expect((await jana.send(page, { do: "stay", settles: '["Něco jiného"]' })).status).toBe(303);
    expect(await settled()).toEqual([{}, {}]);
    expect((await jana.send(page, { "target.0": "Ze seznamu", settles: "[]" })).status).toBe(403);
  });

  it("is found in the alert of an older version, too, which has its name in the words alone", async () => {
    await inConflict();
    const { database } = test.service;
    const { details } = await database.selectFrom("alert").select("details").executeTakeFirstOrThrow();
    const { error } = JSON.parse(details);
    await database
      .updateTable("alert")
      .set({ details: JSON.stringify({ error }) })
      .execute();
    expect(await inDispute()).toEqual(["title"]);
    expect((await jana.open("/projects/demo/app/cs/")).text).toContain("Conflicting with git");
    expect((await jana.open(await editor("app", "title"))).text).not.toContain("Git has another text");
  });

  it("is in conflict again where what settled it is undone before the merge", async () => {
    await twoInConflict();
    const title = await editor("app", "title");
    await jana.send(await jana.open(title), { do: "stay", "target.0": "Ahoj z gitu" });
    expect(await inDispute()).toEqual(["button.save"]);
    expect((await jana.open(title)).text).not.toContain("Git has another text");
    const saved = await jana.open(title);
    expect(saved.text).not.toContain("bring-back");
    const undo = /undo-change:\d+/.exec(saved.text)?.[0] ?? "";
    expect((await jana.send(saved, { do: undo })).status).toBe(303);
    expect(await inDispute()).toEqual(["button.save", "title"]);

    await jana.send(await jana.open(await editor("app", "button.save")), { do: "stay" });
    await test.service.jobs.idle();
    expect(plain((await jana.open(title)).text)).toContain("this string says: Ahoj z removed: webu added: gitu");
    await jana.send(await jana.open(title), { do: "stay" });
    await test.service.jobs.idle();
    expect(await inDispute()).toEqual([]);
    expect((await test.request("GET", "/api/components/demo/app/lock/")).json).toEqual({ locked: false });
  });

  it("is settled also where that happens while a merge runs, which then is made once more", async () => {
    await twoInConflict();
    await test.upstream.write({
      "locales/cs.json": sampleFiles["locales/cs.json"].replace("Ahoj", "Ahoj z gitu"),
    });
    await test.upstream.publish("Take one back");
    const page = await jana.open(await editor("app", "title"));
    const merge = vi.spyOn(Clone.prototype, "merge").mockImplementationOnce(async function (
      this: Clone,
      ...arguments_
    ) {
      expect((await jana.send(page, { do: "stay" })).status).toBe(303);
      merge.mockRestore();
      await this.merge(...arguments_);
    });
    await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "pull" } });
    await test.service.jobs.idle();
    expect(await settled()).toEqual([]);
    expect((await unitsOf(test, "demo/app/cs")).get("title")?.target).toEqual(["Ahoj z webu"]);
  });

  it("is settled also where git gave it another key", async () => {
    const file = (context: string, text: string) => ({
      "po/cs.po": `${sampleFiles["po/cs.po"]}\nmsgctxt "${context}"\nmsgid "Title"\nmsgstr "${text}"\n`,
    });
    await test.upstream.write(file("old", "Starý"));
    await test.upstream.publish("A new string");
    await test.request("POST", "/api/components/demo/server/repository/", { json: { operation: "pull" } });
    await save(test, "demo/server/cs", "old", ["Z webu"]);
    await test.upstream.write(file("new", "Z gitu"));
    await test.upstream.publish("Rename it");
    await test.request("POST", "/api/components/demo/server/repository/", { json: { operation: "pull" } });

    expect(await inDispute("server")).toEqual(["old"]);
    await jana.send(await jana.open(await editor("server", "old")), { do: "stay" });
    await test.service.jobs.idle();
    expect((await unitsOf(test, "demo/server/cs")).get("new")?.target).toEqual(["Z webu"]);
    expect((await test.request("GET", "/api/components/demo/server/lock/")).json).toEqual({ locked: false });
  });

  it.each(["one\\ntwo", String.raw`a \\ and \"b\"`])("may have any key: %s", async (msgid) => {
    const file = (text: string) => ({ "po/cs.po": `${sampleFiles["po/cs.po"]}\nmsgid "${msgid}"\nmsgstr "${text}"\n` });
    await test.upstream.write(file(""));
    await test.upstream.publish("A new string");
    await test.request("POST", "/api/components/demo/server/repository/", { json: { operation: "pull" } });
    const key = JSON.parse(`"${msgid}"`);
    await save(test, "demo/server/cs", key, [`${key} z webu`]);
    await test.upstream.write(file(`${msgid} z gitu`));
    await test.upstream.publish("Translate it");
    await test.request("POST", "/api/components/demo/server/repository/", { json: { operation: "pull" } });

    expect(await inDispute("server")).toEqual([key]);
    expect((await jana.send(await jana.open(await editor("server", key)), { do: "stay" })).status).toBe(303);
    await test.service.jobs.idle();
    expect(await inDispute("server")).toEqual([]);
    expect((await unitsOf(test, "demo/server/cs")).get(key)?.target).toEqual([`${key} z webu`]);
  });
});

it.each([
  ["on: push", []],
  ["on:\n  schedule: [{ cron: '0 5 * * 1' }]", ["2026-11-30T05:00:00.000Z"]],
  ["on:\n  schedule: [{ cron: 'never' }]", []],
  ["- no\n: workflow {", []],
  ["", []],
])("reads times of a workflow: %s", (text, times) => {
  expect(timesOf(text, new Date("2026-11-24T00:00:00Z")).map((time) => time.toISOString())).toEqual(times);
});
