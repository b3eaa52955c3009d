import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleService, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

async function idOf(translation: string, key: string): Promise<number> {
  return (await unitsOf(test, translation)).get(key)?.id ?? 0;
}

async function patch(id: number, json: object, token = test.translatorToken) {
  return test.request("PATCH", `/api/units/${String(id)}/`, { token, json });
}

describe("editing a string", () => {
  it("saves text and state, waits for a commit, and is recorded", async () => {
    const id = await idOf("demo/app/cs", "button.save");

    const answer = await patch(id, { target: ["Uložit"], state: 20 });

    expect([answer.status, answer.json]).toEqual([
      200,
      { target: ["Uložit"], state: 20, explanation: "", extra_flags: "", labels: [], propagated: [] },
    ]);
    const unit = (await test.request("GET", `/api/units/${String(id)}/`)).json;
    expect(unit).toMatchObject({ pending: true, translated: true, fuzzy: false });
    const translation = (await test.request("GET", "/api/translations/demo/app/cs/")).json;
    expect(translation).toMatchObject({ translated: 2, last_author: "Jana Nováková" });
    const changes = (await test.request("GET", "/api/translations/demo/app/cs/changes/?user=jana")).json;
    expect(changes.results[0]).toMatchObject({
      action: 5,
      action_name: "Translation added",
      target: "Uložit",
      unit: `http://service.test/api/units/${String(id)}/`,
      author: "http://service.test/api/users/jana/",
    });
  });

  it("changes nothing for an empty body, and PUT needs both fields", async () => {
    const id = await idOf("demo/app/de", "title");

    expect((await patch(id, {})).json.target).toEqual(["Hallo"]);
    const put = await test.request("PUT", `/api/units/${String(id)}/`, { json: { state: 10 } });
    expect([put.status, put.json.errors[0]]).toEqual([
      400,
      { code: "required", detail: "This field is required.", attr: "target" },
    ]);
  });

  it.each([
    [["state", "target"], { state: 20 }],
    [["state", "target"], { target: ["x"] }],
    [["target"], { target: ["x", "y"], state: 20 }],
    [["target"], { target: "x", state: 20 }],
    [["state"], { target: ["x"], state: 30 }],
    [["state"], { target: ["x"], state: 100 }],
    [["state"], { target: ["x"], state: 11 }],
    [["target.0"], { target: [""], state: 20 }],
    [["target.0"], { target: ["a\0b"], state: 20 }],
    [["target.0"], { target: ["\uD800"], state: 20 }],
    [["state"], { target: ["x"], state: 0 }],
    [["state"], { target: ["x"], state: "many" }],
  ])("names %j for %j", async (attrs, body) => {
    const answer = await patch(await idOf("demo/app/de", "title"), body);

    expect([answer.status, answer.json.errors.map(({ attr }: { attr: string }) => attr)]).toEqual([400, attrs]);
  });

  it("marks for edit, also in the PO file", async () => {
    const id = await idOf("demo/server/cs", "Welcome");

    await patch(id, { target: ["Vítej"], state: 10 });

    expect((await test.request("GET", "/api/translations/demo/server/cs/file/")).text).toContain(
      '#, fuzzy\nmsgid "Welcome"',
    );
    const { json } = await test.request("GET", "/api/translations/demo/server/cs/");
    expect([json.fuzzy, json.fuzzy_percent]).toEqual([1, 50]);
  });

  it("is refused for source strings, to outsiders, while locked, and for what is not there", async () => {
    const source = await patch(await idOf("demo/server/en", "Welcome"), { target: ["Hi"], state: 20 });
    const anonymous = await test.request("PATCH", "/api/units/1/", { token: null, json: {} });
    await test.request("POST", "/api/components/demo/app/lock/", { json: { lock: true } });
    const locked = await patch(await idOf("demo/app/de", "title"), { target: ["x"], state: 20 });
    await test.request("POST", "/api/components/demo/app/lock/", { json: { lock: false } });

    expect([source.status, anonymous.status, locked.status, (await patch(99_999, {})).status]).toEqual([
      403, 401, 403, 404,
    ]);
    expect((await test.request("GET", "/api/units/abc/")).status).toBe(404);
  });

  it("reads forms, where a list of one looks like a text", async () => {
    const id = await idOf("demo/app/cs", "title");

    const answer = await test.request("PATCH", `/api/units/${String(id)}/`, {
      token: test.translatorToken,
      form: { target: "Čau", state: "20" },
    });

    expect([answer.status, answer.json.target]).toEqual([200, ["Čau"]]);
  });

  it("keeps a mark that the file has no place for, and empties a string", async () => {
    const marked = await idOf("demo/app/de", "title");
    const emptied = await idOf("demo/app/de", "button.save");
    await patch(marked, { target: ["Hallo?"], state: 10 });
    await patch(emptied, { target: [""], state: 0 });

    await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "file-scan" } });

    const units = await unitsOf(test, "demo/app/de");
    expect(units.get("title")).toMatchObject({ target: ["Hallo?"], state: 10, pending: false });
    expect(units.get("button.save")).toMatchObject({ target: [""], state: 0, pending: false });
    await patch(marked, { target: ["Hallo"], state: 20 });
    await patch(emptied, { target: ["Speichern"], state: 20 });
  });

  it("changes the text of a template for all languages, for who may", async () => {
    const id = await idOf("demo/app/en", "button.cancel");
    const { token } = await test.admin.createUser({ username: "maintainer" });

    const answer = await patch(id, { target: ["Abort"], state: 20 }, token);

    expect(answer.status).toBe(200);
    const german = (await unitsOf(test, "demo/app/de")).get("button.cancel");
    expect(german).toMatchObject({ source: ["Abort"], state: 10, previous_source: "Cancel" });
  });

  it("keeps explanations and flags on source strings", async () => {
    const id = await idOf("demo/app/en", "title");

    const denied = await patch(id, { explanation: "x" });
    const allowed = await patch(id, { explanation: "A greeting", extra_flags: "max-length:10" }, test.botToken);
    const onTranslation = await patch(await idOf("demo/app/de", "title"), { explanation: "x" }, test.botToken);

    expect([denied.status, allowed.status, onTranslation.status]).toEqual([403, 200, 403]);
    const source = (await test.request("GET", `/api/units/${String(id)}/`)).json;
    expect(source).toMatchObject({ explanation: "A greeting", extra_flags: "max-length:10" });
  });
});

describe("reading strings", () => {
  it("lists the translations of a source string, and of that alone", async () => {
    const source = await idOf("demo/app/en", "title");
    const own = await test.request("GET", `/api/units/${String(source)}/translations/`);
    const german = own.json.find(({ language_code: code }: { language_code: string }) => code === "de");
    const wrong = await test.request("GET", `/api/units/${String(german.id)}/translations/`);

    expect(own.json).toHaveLength(2);
    expect(german.source_unit).toBe(`http://service.test/api/units/${String(source)}/`);
    expect([wrong.status, wrong.json.errors[0].code]).toEqual([400, "not-a-source-unit"]);
  });

  it("gives 64-bit hashes as text", async () => {
    const unit = (await test.request("GET", "/api/units/1/")).json;

    expect(unit.id_hash).toMatch(/^-?\d{15,20}$/);
    expect(unit.content_hash).toMatch(/^-?\d{15,20}$/);
  });

  it.each([
    ["key:=title", 1],
    ["key:button", 2],
    ["Hallo", 1],
    ["hallo OR abbrechen", 2],
    ['source:"Save"', 1],
    ["target:=Hallo", 1],
    ["NOT key:button", 1],
    ["(key:title OR key:save) AND has:translation", 2],
    ["has:plural", 0],
    ["language:de project:demo component:app", 3],
    ["language:cs", 0],
    ["changed:<2001-01-01", 0],
    ["added:>2001-01-01", 3],
    ["position:>=2", 2],
    ["100%", 0],
  ])("finds by %s", async (query, count) => {
    const answer = await test.request("GET", `/api/translations/demo/app/de/units/?q=${encodeURIComponent(query)}`);

    expect([answer.status, answer.json.count]).toEqual([200, count]);
  });

  it("finds letters of every script without regard to case", async () => {
    const id = await idOf("demo/app/cs", "title");
    await patch(id, { target: ["Žluťoučký KŮŇ"], state: 20 });

    const url = `/api/translations/demo/app/cs/units/?q=${encodeURIComponent('target:"žluťoučký kůň"')}`;
    expect((await test.request("GET", url)).json.results).toEqual([expect.objectContaining({ id })]);
    await patch(id, { target: ["Ahoj"], state: 20 });
  });

  it.each([
    "foo:bar",
    "state:nothing",
    "is:odd",
    "(key:title",
    "key:title)",
    "AND",
    "a\0b",
    "a ".repeat(2000),
    `${"not ".repeat(2000)}a`,
  ])("refuses the query %s", async (query) => {
    const answer = await test.request("GET", `/api/units/?q=${encodeURIComponent(query)}`);

    expect([answer.status, answer.json.errors[0].attr]).toEqual([400, "q"]);
  });

  it("finds by state over all translations", async () => {
    const todo = (await test.request("GET", "/api/units/?q=state:%3Ctranslated%20AND%20language:cs")).json;

    expect(todo.results.every(({ state }: { state: number }) => state < 20)).toBe(true);
    expect(todo.count).toBeGreaterThan(0);
  });
});

describe("changes", () => {
  it("are filtered by action, user and time", async () => {
    const count = async (query: string) => (await test.request("GET", `/api/changes/?${query}`)).json.count;

    expect(await count("action=50")).toBe(1);
    expect(await count("action=50&action=51")).toBe(3);
    expect(await count("user=nobody")).toBe(0);
    expect(await count("user=&timestamp_after=&timestamp_before=")).toBe(await count(""));
    expect(await count("timestamp_after=2001-01-01")).toBe(await count(""));
    expect(await count("timestamp_before=2001-01-01T00:00:00Z")).toBe(0);
    expect((await test.request("GET", "/api/changes/?action=x")).status).toBe(400);
    expect((await test.request("GET", "/api/changes/?timestamp_after=soon")).status).toBe(400);
  });

  it("of a private project are not seen", async () => {
    await test.admin.createProject({ name: "Secret", slug: "secret", private: true });
    const { json } = await test.request("GET", "/api/changes/?action=50");

    const seen = await test.request("GET", `/api/changes/${String(json.results[0].id)}/`, { token: test.botToken });

    expect([json.count, seen.status]).toEqual([2, 404]);
  });
});
