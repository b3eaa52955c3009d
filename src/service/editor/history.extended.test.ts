import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSampleService, unlimited, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";

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

const save = async () => (await unitsOf(test, "demo/app/cs")).get("button.save");
const editor = async (more = ""): Promise<string> =>
  `/translate/demo/app/cs/?unit=${String((await save())?.id)}${more}`;
const orderIn = (text: string, order: string): string =>
  new RegExp(`value="(${order}:\\d+)"`).exec(text)?.[1] ?? "none";

describe("the history of a string", () => {
  it("leads back from a save at once, with the state of before", async () => {
    const page = await jana.open(await editor());
    const saved = await jana.send(page, { "target.0": "Uložit" });
    const next = await jana.open(saved.headers.get("location") ?? "");
    const undone = await jana.send(await jana.open(await editor()), { do: orderIn(next.text, "undo-change") });

    expect(undone.status).toBe(303);
    expect(await save()).toMatchObject({ target: [""], state: 0 });
    const { json } = await test.request("GET", "/api/translations/demo/app/cs/changes/");
    expect(json.results[0]).toMatchObject({ action_name: "Translation reverted", old: "Uložit", details: {} });
  });

  it("brings an older text back by one button, and that can be undone as well", async () => {
    for (const text of ["Uložit", "Ulož"])
      await jana.send(await jana.open(await editor()), { "target.0": text, do: "stay" });
    const page = await jana.open(await editor());
    expect((await jana.send(page, { do: orderIn(page.text, "bring-back") })).status).toBe(303);
    expect((await save())?.target).toEqual(["Uložit"]);
    const again = await jana.open(await editor());
    await jana.send(again, { do: orderIn(again.text, "undo-change") });
    expect((await save())?.target).toEqual(["Ulož"]);
  });

  it("undoes nothing that somebody changed since, and says so with the text still in the field", async () => {
    await jana.send(await jana.open(await editor()), { "target.0": "Uložit", do: "stay" });
    const page = await jana.open(await editor());
    await test.request("PATCH", `/api/units/${String((await save())?.id)}/`, { json: { target: ["Ulož"], state: 20 } });
    const answer = await jana.send(page, { "target.0": "Moje", do: orderIn(page.text, "undo-change") });

    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining("Somebody changed the string since")]);
    expect(answer.text).toContain("Moje</textarea>");
    expect((await save())?.target).toEqual(["Ulož"]);
  });

  it("is one line of time across the service and git: commits, merges and what is open, for who may know of the repository", async () => {
    const { upstream } = test;
    const [english, czech] = await Promise.all(
      ["locales/en.json", "locales/cs.json"].map((path) => upstream.git("show", `main:${path}`)),
    );
    await upstream.git("checkout", "--quiet", "-b", "topic");
    await upstream.write({ "locales/cs.json": (czech ?? "").replace('"Ahoj"', '"Nazdar"') });
    await upstream.git("commit", "--quiet", "--all", "-m", "Say it shorter\n\nAs people do");
    await upstream.git("checkout", "--quiet", "main");
    await upstream.git(
      "merge",
      "--quiet",
      "--no-ff",
      "topic",
      "-m",
      "Merge pull request #42 from ann/topic\n\nShorter",
    );
    await upstream.write({ "locales/en.json": (english ?? "").replace('"Hello"', '"Hello <b>you</b>"') });
    await upstream.git("commit", "--quiet", "--all", "-m", "Greet whom (#43)");
    await upstream.git("push", "--quiet", "origin", "main");
    await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "pull" } });
    const unit = (await unitsOf(test, "demo/app/cs")).get("title");
    const address = `/translate/demo/app/cs/?unit=${String(unit?.id)}`;
    const first = await jana.open(address);
    expect(first.text).toContain("with its commits and pull requests");
    await jana.send(first, { "target.0": "Čau <b>vám</b>", state: "20", do: "stay" });

    const [, list = ""] =
      /<ul class="history">(.*?)<\/ul>/s.exec((await jana.open(`${address}&history=all`)).text) ?? [];

    const entries = list.split("</li>").map((entry) =>
      entry
        .replaceAll(/<[^>]*>/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    );
    const told = (part: string): number => entries.findIndex((entry) => entry.includes(part));
    expect(told("Translation changed by jana")).toBe(0);
    expect(told("Added in git")).toBeGreaterThan(told("Greet whom"));
    expect(told("Greet whom")).toBeGreaterThan(0);
    expect(entries[told("Greet whom")]).toMatch(/^Source changed in git [\da-f]{10} by .* came with pull request #43/);
    expect(entries[told("Say it shorter")]).toMatch(/^Committed [\da-f]{10} by .* Say it shorter .*Nazdar/);
    expect(entries[told("Say it shorter")]).not.toContain("#42");
    expect(told("Merged by pull request #42 Shorter")).toBeGreaterThan(0);
    expect(list).toContain("&lt;b&gt;");
    const stranger = new Person(test);
    expect((await stranger.open(`${address}&history=all`)).text).not.toMatch(/Greet whom|with its commits/);
  });

  it("has all of it at an address, and no button for who may not save", async () => {
    for (let at = 0; at < 7; at += 1)
      await jana.send(await jana.open(await editor()), { "target.0": `Text ${String(at)}`, do: "stay" });
    const [short, whole] = [await jana.open(await editor()), await jana.open(await editor("&history=all"))];
    expect(short.text).toContain("Show the whole history");
    expect(short.text).not.toContain("Text 0");
    expect(whole.text).toContain("Text 0");
    const stranger = await new Person(test).open(await editor());
    expect(stranger.text).not.toMatch(/bring-back|undo-change/);
  });
});

describe("suggestions beside a string", () => {
  const suggest = async (text: string): Promise<void> => {
    await test.request("POST", `/api/units/${String((await save())?.id)}/suggestions/`, { json: { target: [text] } });
  };

  it("can be put into the field, changed and saved; then they wait no longer", async () => {
    await suggest("Uložiť");
    const page = await jana.open(await editor());
    const taken = await jana.send(page, { do: orderIn(page.text, "take") });
    expect(taken.text).toContain("Uložiť</textarea>");
    const answer = await jana.send(taken, { "target.0": "Uložit" });
    expect([303, 422]).toContain(answer.status);
    expect(await save()).toMatchObject({ target: ["Uložit"] });
  });

  it("are voted for, and declined with a reason that the log keeps", async () => {
    await test.request("PATCH", "/api/components/demo/app/", { json: { suggestion_voting: true } });
    await suggest("Uložiť");
    const page = await jana.open(await editor());
    expect((await jana.send(page, { do: orderIn(page.text, "vote") })).status).toBe(303);
    expect((await jana.open(await editor())).text).toContain("2 votes");
    const declined = await jana.send(page, { do: orderIn(page.text, "decline"), why: "Slovak" });
    expect(declined.status).toBe(303);
    const { json } = await test.request("GET", "/api/translations/demo/app/cs/changes/?action=26");
    expect(json.results[0]).toMatchObject({ details: { rejection_reason: "Slovak" } });
  });
});

describe("a text that waits for its commit, and that somebody else saves over", () => {
  it("is committed under its author's name before the new one, and nobody waits for the clone", async () => {
    const max = await test.admin.createTranslator("demo", {
      username: "max",
      fullName: "Max",
      email: "max@example.org",
    });
    const id = String((await save())?.id);
    await test.request("PATCH", `/api/units/${id}/`, { token: max.token, json: { target: ["Ulož"], state: 20 } });
    const page = await jana.open(await editor());
    const { clone_id: clone } = await test.service.database
      .selectFrom("component")
      .select("clone_id")
      .where("slug", "=", "app")
      .executeTakeFirstOrThrow();
    let answer = 0;
    await test.service.locks.hold(clone, "app", async () => {
      answer = (await jana.send(page, { "target.0": "Uložit" })).status;
    });
    expect(answer).toBe(303);

    await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "commit" } });
    await test.service.jobs.idle();
    const { json } = await test.request("GET", "/api/components/demo/app/changes/?action=17");
    expect(json.results.map(({ author }: { author: string }) => author.split("/").at(-2))).toEqual(["jana", "max"]);
    expect((await save())?.target).toEqual(["Uložit"]);
    expect(await test.service.database.selectFrom("set_aside_text").selectAll().execute()).toEqual([]);
    expect((await unitsOf(test, "demo/app/cs")).get("button.save")?.pending).toBe(false);
  });
});
