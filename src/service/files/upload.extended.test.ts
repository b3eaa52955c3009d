import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import {
  openSampleService,
  save,
  sampleFiles,
  unitsOf,
  type SampleService,
  type TestAnswer,
} from "../../../test/support/open-test-service.ts";

let test: SampleService;

beforeEach(async () => {
  test = await openSampleService();
  onTestFinished(() => test[Symbol.asyncDispose]());
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function upload(
  translation: string,
  content: string,
  fields: Readonly<Record<string, string>> = {},
  token: string = test.botToken,
): Promise<TestAnswer> {
  const path = `/api/translations/demo/${translation}/file/`;
  return test.request("POST", path, { token, multipart: { ...fields, file: bytes(content) } });
}

async function fileOf(translation: string): Promise<string> {
  return (await test.request("GET", `/api/translations/demo/${translation}/file/`)).text;
}

const replaceSource = '{\n  "title": "Hi",\n  "button": { "save": "Save" },\n  "new": "New"\n}\n';

describe("translate", () => {
  it("fills what is untranslated, keeps the rest, and counts the keys of a monolingual file that the base lacks", async () => {
    const answer = await upload("app/cs", '{"title":"Nazdar","button":{"save":"Uložit"},"unknown":"x"}');

    expect(answer.json).toEqual({ not_found: 1, skipped: 1, accepted: 1, total: 3, result: true, count: 3 });
    const units = await unitsOf(test, "demo/app/cs");
    expect(units.get("title")?.target).toEqual(["Ahoj"]);
    expect(units.get("button.save")).toMatchObject({ target: ["Uložit"], state: 20, pending: true });
  });

  it("says result false when there was nothing new", async () => {
    const answer = await upload("app/de", sampleFiles["locales/de.json"]);

    expect([answer.status, answer.json.result, answer.json.accepted]).toEqual([200, false, 0]);
  });

  it("overwrites with conflicts=replace-translated", async () => {
    const answer = await upload("app/cs", '{"title":"Nazdar"}', { conflicts: "replace-translated" });

    expect(answer.json.accepted).toBe(1);
    expect(await fileOf("app/cs")).toBe('{\n  "title": "Nazdar",\n  "extra": "navíc"\n}\n');
  });

  it("counts what a bilingual file has and the component lacks", async () => {
    const po = `${sampleFiles["po/cs.po"]}\nmsgid "Nobody knows"\nmsgstr "Nikdo neví"\n`;

    const answer = await upload("server/cs", po);

    expect(answer.json).toMatchObject({ not_found: 1, accepted: 0, total: 3 });
  });

  it("takes a JSON file uploaded to a PO component for what it is", async () => {
    const answer = await upload("server/cs", '{"a":"b","c":"d"}');

    expect([answer.status, answer.json.not_found, answer.json.accepted]).toEqual([200, 2, 0]);
  });

  it("leaves fuzzy entries out, imports them marked, or as translated", async () => {
    const po = sampleFiles["po/cs.po"].replace(
      '#: src/a.c:1\nmsgid "Welcome"\nmsgstr "Vítejte"',
      '#, fuzzy\nmsgid "Welcome"\nmsgstr "Vítej"',
    );
    const overwriting = { conflicts: "replace-translated" };

    const ignored = await upload("server/cs", po, overwriting);
    const processed = await upload("server/cs", po, { ...overwriting, fuzzy: "process" });
    const marked = (await unitsOf(test, "demo/server/cs")).get("Welcome");
    const approved = await upload("server/cs", po, { ...overwriting, fuzzy: "approve" });
    const translated = (await unitsOf(test, "demo/server/cs")).get("Welcome");

    expect([ignored, processed, approved].map(({ json }) => json.accepted)).toEqual([0, 1, 1]);
    expect([marked?.state, translated?.state]).toEqual([10, 20]);
  });

  it("marks everything with method=fuzzy, also in the PO file", async () => {
    const po = sampleFiles["po/cs.po"].replace(
      'msgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""',
      'msgstr[0] "%d soubor"\nmsgstr[1] "%d soubory"\nmsgstr[2] "%d souborů"',
    );

    const answer = await upload("server/cs", po, { method: "fuzzy" });

    expect(answer.json).toMatchObject({ accepted: 1, skipped: 1 });
    expect(await fileOf("server/cs")).toContain("#, fuzzy, c-format");
  });

  it("changes source texts on the source language, which marks the translations", async () => {
    const answer = await upload("app/en", '{"title":"Hi"}', { conflicts: "replace-translated" });

    expect(answer.json.accepted).toBe(1);
    expect((await unitsOf(test, "demo/app/cs")).get("title")).toMatchObject({
      source: ["Hi"],
      state: 10,
      previous_source: "Hello",
    });
    expect(await fileOf("app/en")).toContain('"title": "Hi"');
  });

  it("is committed with the author that the upload names", async () => {
    await upload("app/cs", '{"button":{"save":"Uložit"}}', { author_name: "Pavel", author_email: "pavel@example.net" });
    await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "push" } });

    expect(await test.upstream.remoteGit("log", "-1", "--format=%an <%ae>", "main")).toBe("Pavel <pavel@example.net>");
    const { json } = await test.request("GET", "/api/translations/demo/app/cs/changes/?action=9");
    expect(json.results[0].author).toBe("http://service.test/api/users/pavel%40example.net/");
    expect(json.results[0].user).toBe("http://service.test/api/users/bot-demo-ci/");
  });
});

describe("replace", () => {
  it("stores a translation byte for byte, at once, and commits what waited before", async () => {
    await save(test, "demo/app/de", "title", ["Guten Tag"]);
    const content = '{"title":   "Nazdar", "unknown": "x"}';

    const answer = await upload("app/cs", content, { method: "replace" });

    expect(answer.json).toEqual({ not_found: 0, skipped: 0, accepted: 3, total: 2, result: true, count: 2 });
    expect(await fileOf("app/cs")).toBe(content);
    const { json } = await test.request("GET", "/api/components/demo/app/repository/");
    expect(json).toMatchObject({ needs_commit: false, needs_push: true });
  });

  it("replaces the source: new strings in all languages, changed ones marked, removed ones gone", async () => {
    const answer = await upload("app/en", replaceSource, { method: "replace" });

    expect(answer.json).toMatchObject({ accepted: 3, total: 3 });
    const units = await unitsOf(test, "demo/app/de");
    expect([...units.keys()]).toEqual(["title", "button.save", "new"]);
    expect(units.get("title")).toMatchObject({ state: 10, previous_source: "Hello" });
    const { json } = await test.request("GET", "/api/translations/demo/app/de/");
    const { json: source } = await test.request("GET", "/api/translations/demo/app/en/");
    expect(json.revision.split(",")[1]).toBe(source.revision.split(",")[0]);
    expect(await fileOf("app/de")).toBe(sampleFiles["locales/de.json"]);
  });

  it("is refused to translators", async () => {
    const answer = await upload("app/cs", "{}", { method: "replace" }, test.translatorToken);

    expect([answer.status, answer.json.errors[0].attr]).toEqual([400, "method"]);
  });
});

describe("source", () => {
  it("brings every language up to the template, in one commit", async () => {
    const pot = `${sampleFiles["po/server.pot"]}\n#: src/b.c:1\nmsgid "Brand new"\nmsgstr ""\n`;

    const answer = await upload("server/en", pot, { method: "source" });

    expect(answer.json).toEqual({ not_found: 0, skipped: 0, accepted: 3, total: 3, result: true, count: 3 });
    const units = await unitsOf(test, "demo/server/cs");
    expect(units.get("Brand new")).toMatchObject({ target: [""], state: 0 });
    expect(units.get("Welcome")).toMatchObject({ target: ["Vítejte"], state: 20 });
    await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "push" } });
    const names = await test.upstream.remoteGit("show", "--name-only", "--format=", "main");
    expect(names.split("\n").toSorted()).toEqual(["po/cs.po", "po/server.pot"]);
    expect(await test.upstream.remoteGit("show", "main:po/cs.po")).toContain('msgid "Brand new"');
  });

  it.each([
    ["does not parse", 'msgid "unclosed\n', "the text is not closed"],
    [
      "leaves its charset open, as msgmerge warns on a real service",
      sampleFiles["po/server.pot"].replace("charset=UTF-8", "charset=CHARSET"),
      "charset=CHARSET names no charset",
    ],
  ])("changes nothing when the template %s", async (_, template, words) => {
    const answer = await upload("server/en", template, { method: "source" });

    expect([answer.status, answer.json.errors[0].attr]).toEqual([400, "file"]);
    expect(answer.json.detail).toContain(words);
    const { json } = await test.request("GET", "/api/components/demo/server/repository/");
    expect(json.status).toContain("working tree clean");
    expect(json.needs_push).toBe(false);
  });

  it.each([
    ["server/cs", "This method is not available here. Source upload is only supported on the source language."],
    [
      "app/en",
      "This method is not available here. Source upload is only supported for bilingual translations, you might want to use replace upload instead.",
    ],
  ])("is refused on %s", async (translation, detail) => {
    const answer = await upload(translation, "{}", { method: "source" });

    expect([answer.status, answer.json.detail]).toEqual([400, `method: ${detail}`]);
    expect(answer.json.errors).toEqual([{ code: "invalid", detail, attr: "method" }]);
  });
});

describe("add", () => {
  it("adds new keys to the base and thereby to every language, and changes none", async () => {
    const answer = await upload("app/en", '{"title":"Other","fresh":"Fresh"}', { method: "add" });

    expect(answer.json).toMatchObject({ accepted: 1, skipped: 1, total: 2 });
    expect((await unitsOf(test, "demo/app/cs")).get("fresh")).toMatchObject({ state: 0, source: ["Fresh"] });
    const file = await fileOf("app/en");
    expect(file).toContain('"fresh": "Fresh"');
    expect(file).toContain('"title": "Hello"');
  });

  it.each([
    ["app/cs", "Add the string to the source language instead."],
    ["server/cs", "Adding strings is disabled in the component configuration."],
  ])("is refused on %s", async (translation, reason) => {
    const answer = await upload(translation, sampleFiles["po/cs.po"], { method: "add" });

    expect(answer.json.errors[0].detail).toContain(reason);
  });
});

describe("other ways to send a file", () => {
  it("takes raw bytes with a file name, and PUT", async () => {
    const answer = await test.request("PUT", "/api/translations/demo/app/cs/file/", {
      body: '{"button":{"save":"Uložit"}}',
      headers: { "content-type": "application/octet-stream", "content-disposition": "attachment; filename=cs.json" },
    });

    expect([answer.status, answer.json.accepted]).toEqual([200, 1]);
  });
});
