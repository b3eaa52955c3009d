import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { followTransactions } from "../../../test/support/followed-transactions.ts";
import {
  openSampleService,
  sampleFiles,
  unitsOf,
  type SampleService,
} from "../../../test/support/open-test-service.ts";
import { callerOf } from "../identity/identity.ts";
import { visibleUnit } from "../identity/visible.ts";
import { editSource as editOf, type SourceEdit } from "./source-edit.ts";

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
});

describe("a source text with plurals", () => {
  const plural = "%d file";

  it("needs all of its forms: a file names the string by the first", async () => {
    const source = await unitOf("demo/server/en", plural);
    const hash = source.content_hash;
    const answers = [
      await editSource(source.id, { content_hash: hash, source: ["", "%d files"] }),
      await editSource(source.id, { content_hash: hash, source: ["%d file", ""] }),
      await test.request("POST", "/api/translations/demo/server/cs/units/", { json: { source: ["", "%d files"] } }),
    ];

    expect(answers.map(({ status, json }) => [status, json.errors?.[0]])).toMatchObject([
      [400, { attr: "source.0", code: "blank" }],
      [400, { attr: "source.1", code: "blank" }],
      [400, { attr: "source.0", code: "blank" }],
    ]);
    expect(await file("demo/server/cs")).toContain(`msgid "${plural}"`);
  });

  it("is changed where another form than the first changes", async () => {
    const source = await unitOf("demo/server/en", plural);
    const czech = await unitOf("demo/server/cs", plural);
    const target = ["%d soubor", "%d soubory", "%d souborů"];
    await test.request("PATCH", `/api/units/${String(czech.id)}/`, { json: { target, state: 20 } });

    const answer = await editSource(source.id, { content_hash: source.content_hash, source: [plural, "%d documents"] });

    expect([answer.status, answer.json]).toMatchObject([200, { id: source.id, source: [plural, "%d documents"] }]);
    expect(await unitOf("demo/server/cs", plural)).toMatchObject({
      id: czech.id,
      source: [plural, "%d documents"],
      target,
      state: 10,
    });
    expect(await file("demo/server/cs")).toContain(
      `msgid "${plural}"\nmsgid_plural "%d documents"\nmsgstr[0] "%d soubor"`,
    );
  });
});

it("keeps the counters of words in step with each step of it", async () => {
  const { database } = test.service;
  const source = await unitOf("demo/server/en", "Be welcome");
  const wrong: unknown[] = [];
  const done = async () => {
    const rows = await database
      .selectFrom("translation")
      .innerJoin("unit", "unit.translation_id", "translation.id")
      .select(({ fn }) => ["translation.id", "total_words", fn.sum<number>("num_words").as("counted")])
      .groupBy(["translation.id", "total_words"])
      .execute();
    wrong.push(...rows.filter(({ total_words: kept, counted }) => kept !== counted));
  };
  using _followed = followTransactions(database, { done });

  const answer = await editSource(source.id, { content_hash: source.content_hash, source: ["Be very welcome here"] });

  expect([answer.status, wrong]).toEqual([200, []]);
});

it("gives an empty text of the template a state with its text", async () => {
  const files = { ...sampleFiles, "locales/en.json": '{\n  "title": "Hello",\n  "later": ""\n}\n' };
  await using other = await openSampleService({ files });
  const { id } = (await unitsOf(other, "demo/app/en")).get("later") ?? {};
  const path = `/api/units/${String(id)}/`;
  const { content_hash: hash, state } = (await other.request("GET", path)).json;

  const answer = await other.request("POST", `${path}source/`, { json: { content_hash: hash, source: ["Later"] } });

  expect([state, answer.status, answer.json.state]).toEqual([0, 200, 20]);
});

describe("two edits of one source at the same time", () => {
  async function begun(translation: string, key: string) {
    const { database } = test.service;
    const admin = database.selectFrom("user").select("id").where("username", "=", "admin");
    const caller = await callerOf(test.service, (await admin.executeTakeFirstOrThrow()).id);
    const source = await unitOf(translation, key);
    const place = await visibleUnit(test.service, caller, String(source.id));
    const edit = (change: Omit<SourceEdit, "content_hash">) =>
      editOf(test.service, caller, place, { content_hash: source.content_hash, ...change });
    return { source, edit };
  }
  const late = { status: 400, message: expect.stringContaining("The source string was changed meanwhile.") };

  it("leave the text of the first", async () => {
    const { source, edit } = await begun("demo/app/en", "button.cancel");
    await editSource(source.id, { content_hash: source.content_hash, source: ["Go back"] });

    await expect(edit({ source: ["Stop"] })).rejects.toMatchObject(late);
    await expect(edit({ context: "button.stop" })).rejects.toMatchObject(late);
    expect(await unitOf("demo/app/en", "button.cancel")).toMatchObject({ source: ["Go back"], target: ["Go back"] });
  });

  it("leave the name that the first gave, in files and database", async () => {
    const { source, edit } = await begun("demo/server/en", "Be very welcome here");
    await editSource(source.id, { content_hash: source.content_hash, source: ["Good day"] });

    await expect(edit({ source: ["Good evening"] })).rejects.toMatchObject(late);
    expect(await unitOf("demo/server/en", "Good day")).toMatchObject({ id: source.id });
    expect(await file("demo/server/cs")).toContain('msgid "Good day"');
  });

  it("leave a key to the one that got it first", async () => {
    const first = await begun("demo/app/en", "title");
    const second = await begun("demo/app/en", "button.cancel");
    const editing = [first.edit({ context: "headline" }), second.edit({ context: "headline" })];

    const outcomes = await Promise.allSettled(editing);

    const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(refusals).toMatchObject([{ status: 400, message: expect.stringContaining("already exist") }]);
    expect(JSON.parse(await file("demo/app/en"))).toMatchObject({ headline: expect.any(String) });
  });
});

it("is for who may edit sources, in components that are not locked", async () => {
  const source = await unitOf("demo/app/en", "headline");
  const body = { content_hash: source.content_hash, context: "title" };
  const translator = await editSource(source.id, body, test.translatorToken);
  await test.request("POST", "/api/components/demo/app/lock/", { json: { lock: true } });
  const locked = await editSource(source.id, body);

  expect([translator.status, locked.status, (await editSource(99_999, body)).status]).toEqual([403, 403, 404]);
});
