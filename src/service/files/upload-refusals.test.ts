import { afterAll, beforeAll, expect, it } from "vitest";
import {
  openSampleService,
  sampleFiles,
  type SampleService,
  type TestAnswer,
} from "../../../test/support/open-test-service.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
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

it.each([
  ["a method that reviews would allow", { method: "approve" }, "method"],
  ["conflicts that reviews would allow", { conflicts: "replace-approved" }, "conflicts"],
  ["an unknown method", { method: "bogus" }, "method"],
])("%s: 400", async (_, fields, attr) => {
  const answer = await upload("app/cs", "{}", fields);

  expect([answer.status, answer.json.errors[0].attr]).toEqual([400, attr]);
});

it("a file that does not parse: 400 with its place, and nothing has changed", async () => {
  const answer = await upload("app/cs", '{\n  "title": \n}', { method: "replace" });

  expect([answer.status, answer.json.errors[0].attr]).toEqual([400, "file"]);
  expect(answer.json.detail).toContain("line");
  expect(await fileOf("app/cs")).toBe(sampleFiles["locales/cs.json"]);
});

it("no file, an empty file, or JSON instead of a form: 400", async () => {
  const path = "/api/translations/demo/app/cs/file/";
  const none = await test.request("POST", path, { multipart: { method: "translate" } });
  const empty = await upload("app/cs", "");
  const json = await test.request("POST", path, { json: { file: "x" } });

  expect([none, empty, json].map(({ status, json: { errors } }) => [status, errors[0].code])).toEqual([
    [400, "required"],
    [400, "empty"],
    [400, "parse_error"],
  ]);
});

it("a file over the limit: 400", async () => {
  await using small = await openSampleService({ settings: { uploadBytes: 10 } });

  const answer = await small.request("POST", "/api/translations/demo/app/cs/file/", {
    multipart: { file: bytes('{"title":"longer than ten bytes"}') },
  });

  expect([answer.status, answer.json.errors[0].attr]).toEqual([400, "file"]);
});

it("a text that is no text but a file: 400 with the string's name, and nothing is saved", async () => {
  const answer = await upload("app/cs", JSON.stringify({ title: "x".repeat(5_000_000) }));

  expect([answer.status, answer.json.errors[0]]).toMatchObject([400, { code: "max_length", attr: "file" }]);
  expect(answer.json.detail).toContain("title");
  expect(await fileOf("app/cs")).toContain("Ahoj");
});

it("a locked component: 403 in the service's words; downloads go on", async () => {
  await test.request("POST", "/api/components/demo/app/lock/", { json: { lock: true } });

  const answer = await upload("app/cs", "{}");

  const file = await fileOf("app/cs");
  await test.request("POST", "/api/components/demo/app/lock/", { json: { lock: false } });
  expect([answer.status, answer.json.detail]).toEqual([403, "This translation is currently locked."]);
  expect(file).toBe(sampleFiles["locales/cs.json"]);
});

it("a translation in which votes decide: 403 for who may not override them, whatever the method", async () => {
  const settings = (json: object) => test.request("PATCH", "/api/components/demo/app/", { json });
  await settings({ enable_suggestions: true, suggestion_voting: true, suggestion_autoaccept: 2 });
  const fields = [{ conflicts: "replace-translated" }, { method: "fuzzy" }, { method: "suggest" }];
  const before = await fileOf("app/cs");

  const answers = [];
  for (const each of fields) answers.push(await upload("app/cs", '{"title": "Nazdar"}', each, test.translatorToken));
  const page = await test.request("GET", "/api/translations/demo/app/cs/units/?q=has:suggestion");
  const mayOverride = await upload("app/cs", '{"title": "Nazdar"}', { conflicts: "replace-translated" });

  expect(answers.map(({ status, json }) => [status, json.detail])).toEqual(
    fields.map(() => [403, "Only suggestions are allowed in this translation."]),
  );
  expect([before, page.json.count]).toEqual([sampleFiles["locales/cs.json"], 0]);
  expect([mayOverride.status, mayOverride.json.accepted]).toEqual([200, 1]);
  await settings({ suggestion_voting: false, suggestion_autoaccept: 0 });
});

it("a translator on the source language: 403; the template of a bilingual one is read-only", async () => {
  const translator = await upload("app/en", "{}", {}, test.translatorToken);
  const template = await upload("server/en", sampleFiles["po/server.pot"]);

  expect([translator.status, translator.json.detail]).toEqual([
    403,
    "Insufficient privileges for editing source strings.",
  ]);
  expect([template.status, template.json.errors[0].detail]).toEqual([
    400,
    "This method is not available here. The translation is read-only.",
  ]);
});
