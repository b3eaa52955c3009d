import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  openSampleService,
  sampleFiles,
  save,
  unitsOf,
  type SampleService,
} from "../../../test/support/open-test-service.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

async function addLanguage(component: string, code: string | undefined, token = test.botToken) {
  const json = code === undefined ? {} : { language_code: code };
  return test.request("POST", `/api/components/demo/${component}/translations/`, { token, json });
}

describe("adding a language", () => {
  it("creates and commits its file, and answers in both forms", async () => {
    const answer = await addLanguage("app", "fr");

    expect(answer.status).toBe(201);
    expect(answer.json.data).toEqual(answer.json.result);
    expect(answer.json.data).toMatchObject({
      language_code: "fr",
      filename: "locales/fr.json",
      total: 3,
      translated: 0,
    });
    expect(answer.json.data.revision).toMatch(/^[0-9a-f]{40},[0-9a-f]{40}$/);
    const file = await test.request("GET", "/api/translations/demo/app/fr/file/");
    expect(JSON.parse(file.text)).toEqual({});
    expect((await test.request("GET", "/api/components/demo/app/repository/")).json.needs_push).toBe(true);
  });

  it("fills a PO file from the template for new translations", async () => {
    const answer = await addLanguage("server", "de");

    expect(answer.json.data).toMatchObject({ filename: "po/de.po", total: 2, translated: 0 });
    const file = (await test.request("GET", "/api/translations/demo/server/de/file/")).text;
    expect(file).toContain('"Language: de\\n"');
    expect(file).toContain("nplurals=2");
    expect((await unitsOf(test, "demo/server/de")).get("%d file")?.target).toEqual(["", ""]);
  });

  it.each(["cs", "xx_NOBODY", "pt-BR"])("refuses %s: 400", async (code) => {
    const answer = await addLanguage("app", code);

    expect([answer.status, answer.json.errors[0].detail]).toEqual([400, `Could not add '${code}'!`]);
  });

  it("refuses the source language, nothing, and callers who may not", async () => {
    expect((await addLanguage("app", "en")).json.errors[0].detail).toBe(
      "The given language is used as a source language.",
    );
    expect((await addLanguage("app", undefined)).json.errors[0].detail).toBe("Missing 'language_code' parameter");
    const { token } = await test.admin.createUser({ username: "outsider" });
    await test.request("PATCH", "/api/projects/demo/", { json: { access_control: 1 } });
    expect((await addLanguage("app", "it", token)).status).toBe(403);
    await test.request("PATCH", "/api/projects/demo/", { json: { access_control: 0 } });
  });

  it("is taken back by DELETE; the source language stays", async () => {
    await addLanguage("app", "it");

    expect((await test.request("DELETE", "/api/translations/demo/app/it/")).status).toBe(204);
    expect((await test.request("GET", "/api/translations/demo/app/it/")).status).toBe(404);
    expect((await test.request("DELETE", "/api/translations/demo/app/en/")).status).toBe(403);
  });
});

describe("the stored file", () => {
  it("comes as it is committed, with the real service's headers", async () => {
    const answer = await test.request("GET", "/api/translations/demo/app/de/file/");

    expect(answer.text).toBe(sampleFiles["locales/de.json"]);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="demo-app-de.json"');
    expect(answer.headers.get("content-length")).toBe(String(answer.text.length));
    expect(answer.headers.get("last-modified")).toMatch(/GMT$/);
  });

  it("has what was saved just before, because that is committed first", async () => {
    await save(test, "demo/server/cs", "Welcome", ["Buďte vítáni"]);

    const answer = await test.request("GET", "/api/translations/demo/server/cs/file/");

    expect(answer.text).toContain("Buďte vítáni");
    expect((await test.request("GET", "/api/components/demo/server/repository/")).json.needs_commit).toBe(false);
  });

  it("is 304 for who has it, without committing anything", async () => {
    const { json } = await test.request("GET", "/api/translations/demo/app/cs/");
    const since = { "if-modified-since": new Date(json.last_change).toUTCString() };

    const unchanged = await test.request("GET", "/api/translations/demo/app/cs/file/", { headers: since });
    const old = { "if-modified-since": new Date(0).toUTCString() };
    const changed = await test.request("GET", "/api/translations/demo/app/cs/file/", { headers: old });

    expect([unchanged.status, unchanged.text, changed.status]).toEqual([304, "", 200]);
  });

  it("comes again after another change within the second that the header names", async () => {
    await save(test, "demo/app/cs", "title", ["Nazdar"]);
    const first = await test.request("GET", "/api/translations/demo/app/cs/file/");
    await save(test, "demo/app/cs", "title", ["Ahoj"]);

    const since = { "if-modified-since": first.headers.get("last-modified") ?? "" };
    const second = await test.request("GET", "/api/translations/demo/app/cs/file/", { headers: since });

    expect([second.status, second.text]).toEqual([200, first.text.replace("Nazdar", "Ahoj")]);
  });

  it("answers HEAD without a body", async () => {
    const answer = await test.request("HEAD", "/api/translations/demo/app/de/file/");

    expect([answer.status, answer.text]).toEqual([200, ""]);
    expect(answer.headers.get("content-length")).toBe(String(sampleFiles["locales/de.json"].length));
  });

  it("is not converted yet, and needs the right to download", async () => {
    const converted = await test.request("GET", "/api/translations/demo/app/de/file/?format=bogus");
    const filtered = await test.request("GET", "/api/translations/demo/app/de/file/?q=x");
    await test.request("PATCH", "/api/projects/demo/", { json: { access_control: 1 } });
    const denied = await test.request("GET", "/api/translations/demo/app/de/file/", { token: null });
    await test.request("PATCH", "/api/projects/demo/", { json: { access_control: 0 } });

    expect([converted.json.errors[0].attr, filtered.json.errors[0].attr]).toEqual(["format", "q"]);
    expect(denied.status).toBe(403);
  });
});

describe("archives", () => {
  it("have repository paths below project and component", async () => {
    const answer = await test.request("GET", "/api/components/demo/server/file/");

    expect(answer.headers.get("content-type")).toBe("application/zip");
    const names = Object.keys(unzipSync(await bytesOf("/api/components/demo/server/file/")));
    expect(names.toSorted()).toEqual(["demo/app/po/cs.po", "demo/app/po/de.po", "demo/app/po/server.pot"]);
  });

  it("of a project can be limited to a language, with the source files", async () => {
    const names = Object.keys(unzipSync(await bytesOf("/api/projects/demo/file/?language_code=cs")));
    const unknown = unzipSync(await bytesOf("/api/projects/demo/file/?language_code=xx"));

    expect(names.toSorted()).toEqual([
      "demo/app/locales/cs.json",
      "demo/app/locales/en.json",
      "demo/app/po/cs.po",
      "demo/app/po/server.pot",
    ]);
    expect(Object.keys(unknown)).toEqual([]);
  });

  async function bytesOf(path: string): Promise<Uint8Array> {
    const { serviceApp } = await import("../app.ts");
    const headers = { authorization: `Token ${test.adminToken}` };
    const answer = await serviceApp(test.service).request(`http://service.test${path}`, { headers });
    return new Uint8Array(await answer.arrayBuffer());
  }
});

describe("base files of a component", () => {
  it("come where there are any", async () => {
    const base = await test.request("GET", "/api/components/demo/app/monolingual_base/");
    const template = await test.request("GET", "/api/components/demo/server/new_template/");
    const none = await test.request("GET", "/api/components/demo/server/monolingual_base/");

    expect([base.text, template.text, none.status]).toEqual([
      sampleFiles["locales/en.json"],
      sampleFiles["po/server.pot"],
      404,
    ]);
    expect(base.headers.get("content-disposition")).toBe('attachment; filename="en.json"');
  });
});

describe("adding a string", () => {
  const path = "/api/translations/demo/app/en/units/";

  it("adds it to the base and to every language", async () => {
    const answer = await test.request("POST", path, { json: { key: "help.text", value: ["Help"] } });

    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ context: "help.text", source: ["Help"], state: 20, pending: true });
    expect(answer.json.unit.id).toBe(answer.json.id);
    expect((await unitsOf(test, "demo/app/cs")).get("help.text")).toMatchObject({ target: [""], state: 0 });
    expect((await test.request("GET", "/api/translations/demo/app/en/file/")).text).toContain('"help": {');
  });

  it("is refused twice, in a language, without a key, and where strings are not managed", async () => {
    const twice = await test.request("POST", path, { json: { key: "title", value: ["Title"] } });
    const language = await test.request("POST", path.replace("/en/", "/cs/"), { json: { key: "x", value: ["X"] } });
    const keyless = await test.request("POST", path, { json: { value: ["X"] } });
    const bilingual = await test.request("POST", "/api/translations/demo/server/cs/units/", {
      json: { source: ["X"], target: ["Y"] },
    });

    expect([twice.status, twice.json.errors[0].detail]).toEqual([400, "This string seems to already exist."]);
    expect([language.status, language.json.detail]).toEqual([403, "Add the string to the source language instead."]);
    expect([keyless.status, keyless.json.errors[0].attr]).toEqual([400, "key"]);
    expect(bilingual.status).toBe(403);
  });
});

describe("statistics", () => {
  it("are the counters of the real service, in a page per component", async () => {
    await using fresh = await openSampleService();
    const page = (await fresh.request("GET", "/api/components/demo/app/statistics/")).json;
    const project = (await fresh.request("GET", "/api/projects/demo/statistics/")).json;
    const language = (await fresh.request("GET", "/api/languages/cs/statistics/")).json;

    const cs = page.results.find(({ code }: { code: string }) => code === "cs");
    expect(cs).toMatchObject({
      language: "Czech",
      total: 3,
      total_words: 3,
      total_chars: 15,
      translated: 1,
      translated_percent: 33.3,
      words_percent: 33.3,
      fuzzy: 0,
      readonly: 0,
      url: "http://service.test/projects/demo/app/cs/",
    });
    expect(project).toMatchObject({ total: 13, translated: 10, readonly: 2, name: "Demo" });
    expect(language).toMatchObject({ total: 5, translated: 2, code: "cs" });
  });
});
