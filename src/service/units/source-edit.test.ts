import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleService, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService();
  await test.request("PATCH", "/api/components/demo/server/", { json: { manage_units: true } });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

async function unitOf(translation: string, key: string) {
  const id = (await unitsOf(test, translation)).get(key)?.id ?? 0;
  return (await test.request("GET", `/api/units/${String(id)}/`)).json;
}

async function editSource(id: number, json: object, token = test.adminToken) {
  return test.request("POST", `/api/units/${String(id)}/source/`, { token, json });
}

async function file(translation: string): Promise<string> {
  return (await test.request("GET", `/api/translations/${translation}/file/`)).text;
}

describe("editing a source string", () => {
  it("renames a key in all files, and the string keeps its comments", async () => {
    const german = await unitOf("demo/app/de", "button.save");
    const source = await unitOf("demo/app/en", "button.save");
    await test.request("POST", `/api/units/${String(german.id)}/comments/`, {
      json: { scope: "translation", comment: "Stays" },
    });

    const answer = await editSource(source.id, { content_hash: source.content_hash, context: "button.store" });

    expect([answer.status, answer.json]).toMatchObject([200, { id: source.id, context: "button.store" }]);
    expect(await file("demo/app/en")).toContain('"store": "Save"');
    expect(await file("demo/app/de")).toContain('"store": "Speichern"');
    expect(await unitOf("demo/app/de", "button.store")).toMatchObject({
      id: german.id,
      has_comment: true,
      state: 20,
      target: ["Speichern"],
    });
    expect((await unitsOf(test, "demo/app/cs")).has("button.save")).toBe(false);
  });

  it("changes the text of the base, so that translations need editing", async () => {
    const source = await unitOf("demo/app/en", "title");

    const answer = await editSource(source.id, {
      content_hash: source.content_hash,
      source: ["Hello to all"],
      explanation: "A greeting",
    });

    expect(answer.json).toMatchObject({ source: ["Hello to all"], context: "title", explanation: "A greeting" });
    expect(await unitOf("demo/app/de", "title")).toMatchObject({ state: 10, previous_source: "Hello" });
  });

  it("changes the text of an entry in the template and all languages, which keep their translation to be edited", async () => {
    const source = await unitOf("demo/server/en", "Welcome");
    const czech = await unitOf("demo/server/cs", "Welcome");

    const answer = await editSource(source.id, { content_hash: source.content_hash, source: ["Be welcome"] });

    expect([answer.status, answer.json.id]).toEqual([200, source.id]);
    expect(await file("demo/server/cs")).toContain('#| msgid "Welcome"\nmsgid "Be welcome"\nmsgstr "Vítejte"');
    expect(await unitOf("demo/server/cs", "Be welcome")).toMatchObject({ id: czech.id, state: 10 });
  });

  it("is refused for what changed meanwhile, what exists, what does not fit, and translations", async () => {
    const source = await unitOf("demo/app/en", "title");
    const german = await unitOf("demo/app/de", "title");
    const hash = source.content_hash;
    const answers = [
      await editSource(source.id, { content_hash: "1", context: "x" }),
      await editSource(source.id, { content_hash: hash, context: "button.cancel" }),
      await editSource(source.id, { content_hash: hash, context: "" }),
      await editSource(source.id, { content_hash: hash, source: [""] }),
      await editSource(source.id, { content_hash: hash, source: ["a", "b"] }),
      await editSource(source.id, { context: "x" }),
      await editSource(german.id, { content_hash: german.content_hash, context: "x" }),
    ];

    expect(answers.map(({ status, json }) => [status, json.errors[0].attr])).toEqual([
      [400, "content_hash"],
      [400, "non_field_errors"],
      [400, "context"],
      [400, "source.0"],
      [400, "source"],
      [400, "content_hash"],
      [400, null],
    ]);
  });

  it("is for who may edit sources, in components that are not locked", async () => {
    const source = await unitOf("demo/app/en", "title");
    const body = { content_hash: source.content_hash, context: "headline" };
    const translator = await editSource(source.id, body, test.translatorToken);
    await test.request("POST", "/api/components/demo/app/lock/", { json: { lock: true } });
    const locked = await editSource(source.id, body);

    expect([translator.status, locked.status, (await editSource(99_999, body)).status]).toEqual([403, 403, 404]);
  });
});
