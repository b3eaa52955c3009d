import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleService, save, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";
import { startLibreTranslate } from "../../../test/support/translation-machines.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService({ settings: { privateAddresses: ["127.0.0.1"] } });
  // A second component with the same texts: German is done there, Czech has one more.
  await test.request("POST", "/api/projects/demo/components/", {
    json: { name: "Web", slug: "web", from_component: "demo/app", allow_translation_propagation: false },
  });
  await save(test, "demo/app/cs", "button.save", ["Uložit"]);
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

async function autotranslate(translation: string, json: object, token = test.adminToken) {
  return test.request("POST", `/api/translations/demo/${translation}/autotranslate/`, { token, json });
}

const others = { mode: "translate", auto_source: "others" };
const memory = { mode: "translate", auto_source: "mt", engines: ["weblate-translation-memory"] };

describe("automatic translation from other components", () => {
  it("takes what they have for the same source text, and marks and records it", async () => {
    const answer = await autotranslate("web/cs", others);

    expect([answer.status, answer.json.details]).toEqual([
      200,
      "Automatic translation completed, 1 string was updated.",
    ]);
    expect((await unitsOf(test, "demo/web/cs")).get("button.save")).toMatchObject({ target: ["Uložit"], state: 20 });
    const marked = await test.request("GET", "/api/translations/demo/web/cs/units/?q=is:automatically-translated");
    expect(marked.json.count).toBe(1);
    const { json } = await test.request("GET", "/api/translations/demo/web/cs/changes/?action=6");
    expect(json.results).toMatchObject([{ target: "Uložit", action_name: "Automatically translated" }]);
  });

  it("leaves alone what is translated, unless the query asks for it", async () => {
    await save(test, "demo/app/de", "title", ["Servus"]);

    expect((await autotranslate("web/de", others)).json.details).toContain("no strings were updated");
    const asked = await autotranslate("web/de", { ...others, q: "key:title", mode: "fuzzy" });

    expect(asked.json.details).toContain("1 string was updated");
    expect((await unitsOf(test, "demo/web/de")).get("title")).toMatchObject({ target: ["Servus"], state: 10 });
  });

  it("suggests where it is asked to", async () => {
    await save(test, "demo/app/cs", "button.cancel", ["Zrušit"]);

    const first = await autotranslate("web/cs", { ...others, mode: "suggest" });
    const again = await autotranslate("web/cs", { ...others, mode: "suggest" });

    expect([first.json.details, again.json.details]).toEqual([
      "Automatic translation completed, 1 string was updated.",
      "Automatic translation completed, no strings were updated.",
    ]);
    expect((await unitsOf(test, "demo/web/cs")).get("button.cancel")?.state).toBe(0);
    expect((await test.request("GET", "/api/translations/demo/web/cs/")).json.have_suggestion).toBe(1);
  });

  it("takes another project's component only where that project shares, and by its name", async () => {
    await test.admin.createProject({ name: "Other", slug: "other" });
    await test.request("POST", "/api/projects/other/components/", {
      json: { name: "Copy", slug: "copy", from_component: "demo/app" },
    });
    const path = "/api/translations/other/copy/cs/autotranslate/";
    const json = { ...others, component: "demo/app", q: "key:button.save" };

    expect((await test.request("POST", path, { json: others })).json.details).toContain("no strings");
    expect((await test.request("POST", path, { json })).json.details).toContain("1 string was updated");
    await test.request("PATCH", "/api/projects/demo/", { json: { contribute_shared_tm: false } });
    const closed = await test.request("POST", path, { json });
    expect([closed.status, closed.json.errors[0].attr]).toEqual([400, "component"]);
    await test.request("PATCH", "/api/projects/demo/", { json: { contribute_shared_tm: true } });
  });
});

describe("automatic translation from the memory", () => {
  it("takes what is good enough", async () => {
    await test.request("POST", "/api/translations/demo/app/en/units/", { json: { key: "save2", value: ["Save!"] } });

    const strict = await autotranslate("app/de", { ...memory, q: "key:save2", threshold: 100 });
    const lax = await autotranslate("app/de", { ...memory, q: "key:save2", threshold: "75" });

    expect([strict.json.details, lax.json.details]).toEqual([
      "Automatic translation completed, no strings were updated.",
      "Automatic translation completed, 1 string was updated.",
    ]);
    expect((await unitsOf(test, "demo/app/de")).get("save2")?.target).toEqual(["Speichern"]);
  });

  it("is done as a task where that is asked for", async () => {
    await test.request("POST", "/api/translations/demo/app/en/units/", { json: { key: "save3", value: ["Save"] } });

    const answer = await autotranslate("app/de", { ...memory, q: "key:save3", background: true });
    await test.service.jobs.idle();

    expect(answer.status).toBe(202);
    const task = await test.request("GET", new URL(answer.json.task_url).pathname);
    expect(task.json).toMatchObject({ completed: true, result: { strings: 1 } });
    expect((await unitsOf(test, "demo/app/de")).get("save3")?.target).toEqual(["Speichern"]);
  });
});

describe("automatic translation by a machine", () => {
  const settings = "/api/projects/demo/machinery_settings/";
  const machine = { mode: "suggest", auto_source: "mt", engines: ["libretranslate"] };

  it("suggests, or marks for editing, and never counts as translated; what lost a placeholder is left out", async () => {
    await using stand = await startLibreTranslate({
      words: (text, target) => (/\d/.test(text) ? "mnoho" : `${target}: ${text}`),
    });
    const configuration = { url: stand.url };
    await test.request("POST", settings, { json: { service: "libretranslate", configuration } });
    await test.request("POST", "/api/translations/demo/app/en/units/", { json: { key: "stop", value: ["Stop now"] } });
    const before = (await unitsOf(test, "demo/app/cs")).get("stop");
    expect([before?.target, before?.state]).toEqual([[""], 0]);

    const stop = { ...machine, q: "key:stop" };
    const suggested = await autotranslate("app/cs", stop);
    expect(suggested.json.details).toBe("Automatic translation completed, 1 string was updated.");
    expect((await unitsOf(test, "demo/app/cs")).get("stop")).toMatchObject({ target: [""], state: 0 });
    const kept = await autotranslate("app/cs", { ...stop, mode: "fuzzy" });
    expect(kept.json.details).toBe("Automatic translation completed, 1 string was updated.");
    const after = (await unitsOf(test, "demo/app/cs")).get("stop");
    expect([after?.target, after?.state]).toEqual([["cs: Stop now"], 10]);
    const counted = await autotranslate("server/cs", machine);
    expect(counted.json.details).toBe("Automatic translation completed, no strings were updated.");
    expect(stand.seen.at(-1)?.body.q).toEqual(["[X0X] file", "[X0X] files"]);
  });

  it("leaves alone what a person translated while the machine was asked", async () => {
    await using stand = await startLibreTranslate();
    await test.request("PUT", settings, { json: { libretranslate: { url: stand.url } } });
    await test.request("POST", "/api/translations/demo/app/en/units/", { json: { key: "wait", value: ["Wait here"] } });
    stand.meanwhile = () => save(test, "demo/app/cs", "wait", ["Počkej tady"]);

    const answer = await autotranslate("app/cs", { ...machine, mode: "fuzzy", q: "key:wait" });

    expect(answer.json.details).toBe("Automatic translation completed, no strings were updated.");
    expect((await unitsOf(test, "demo/app/cs")).get("wait")).toMatchObject({ target: ["Počkej tady"], state: 20 });
  });

  it("says how far it came where the machine stops, and is refused for what would count as done", async () => {
    await using stand = await startLibreTranslate();
    stand.answers = { status: 429 };
    const configuration = { url: stand.url };
    await test.request("PUT", settings, { json: { libretranslate: configuration } });

    // No text that was asked for above: a stand-in at the same port would have its answer kept.
    await test.request("POST", "/api/translations/demo/app/en/units/", { json: { key: "go", value: ["Go on"] } });
    const stopped = await autotranslate("app/cs", { ...machine, q: "key:go", threshold: 80 });
    expect(stopped.json.details).toBe(
      "Automatic translation completed, no strings were updated. LibreTranslate takes no more requests now. Try again later.",
    );
    for (const [json, attr, words] of [
      [{ ...machine, mode: "translate" }, "mode", "never counts as translated"],
      [{ ...machine, threshold: 90 }, "threshold", "LibreTranslate counts as 89"],
      [{ ...machine, engines: ["deepl"] }, "engines", "this project has weblate-translation-memory, libretranslate"],
    ] as const) {
      const answer = await autotranslate("app/cs", json);
      expect([answer.status, answer.json.errors]).toEqual([
        400,
        [expect.objectContaining({ attr, detail: expect.stringContaining(words) })],
      ]);
    }
    await test.request("PUT", settings, { json: {} });
  });
});

describe("automatic translation is refused", () => {
  it.each([
    ["mode", { auto_source: "others" }],
    ["mode", { ...others, mode: "bogus" }],
    ["mode", { ...others, mode: "approved" }],
    ["auto_source", { mode: "translate" }],
    ["auto_source", { ...others, auto_source: "guess" }],
    ["q", { ...others, q: "foo:bar" }],
    ["component", { ...others, component: "demo/nothing" }],
    ["component", { ...others, component: "demo/app" }],
    ["engines", { ...memory, engines: ["deepl"] }],
    ["engines", { ...memory, engines: [] }],
    ["threshold", { ...memory, threshold: 0 }],
    ["threshold", { ...memory, threshold: 101 }],
  ])("for a wrong %s: %j", async (attr, json) => {
    const answer = await autotranslate("app/cs", json);

    expect([answer.status, answer.json.errors[0].attr]).toEqual([400, attr]);
  });

  it("to who may not, for the source language, and while the component is locked", async () => {
    expect((await autotranslate("app/cs", others, test.translatorToken)).status).toBe(403);
    expect((await autotranslate("app/en", others)).json.detail).toBe("Can not auto translate");
    await test.request("POST", "/api/components/demo/app/lock/", { json: { lock: true } });
    expect((await autotranslate("app/cs", others)).json.detail).toBe("This translation is currently locked.");
    await test.request("POST", "/api/components/demo/app/lock/", { json: { lock: false } });
  });

  it("to who may not override votes, where these decide", async () => {
    const settings = (json: object) => test.request("PATCH", "/api/components/demo/web/", { json });
    await settings({ enable_suggestions: true, suggestion_voting: true, suggestion_autoaccept: 2 });
    const { token } = await test.admin.createUser({ username: "automatic" });
    const roles = test.service.database.updateTable("role").where("name", "=", "Power user");
    await roles.set({ permissions: JSON.stringify(["translation.auto"]) }).execute();

    const refused = await autotranslate("web/cs", others, token);
    await settings({ suggestion_voting: false, suggestion_autoaccept: 0 });
    const done = await autotranslate("web/cs", others, token);

    expect([refused.status, refused.json.detail, done.status]).toEqual([
      403,
      "Only suggestions are allowed in this translation.",
      200,
    ]);
  });
});
