import { afterAll, beforeAll, expect, it } from "vitest";
import { openSampleService, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";

let test: SampleService;
let jana: Person;

beforeAll(async () => {
  test = await openSampleService();
  await test.request("PATCH", "/api/components/demo/app/", {
    json: { enable_suggestions: true, edit_template: true, manage_units: true },
  });
  jana = new Person(test);
  await jana.signIn(test.translatorToken);
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

const long = "x".repeat(5_000_000);
const id = async (translation: string, key: string): Promise<string> =>
  String((await unitsOf(test, translation)).get(key)?.id);
const file = (content: string) => ({ file: Buffer.from(content), conflicts: "replace-translated" });
const upload = (language: string, fields: Record<string, string | Uint8Array>) =>
  test.request("POST", `/api/translations/demo/app/${language}/file/`, { multipart: fields });

it.each<[string, () => Promise<{ readonly status: number; readonly text: string }>]>([
  ["saved", async () => patch(await id("demo/app/de", "title"), { target: [long], state: 20 })],
  ["suggested", async () => post(`/api/units/${await id("demo/app/de", "title")}/suggestions/`, { target: [long] })],
  ["added", () => post("/api/translations/demo/app/en/units/", { key: "long", value: [long] })],
  ["as a key", () => post("/api/translations/demo/app/en/units/", { key: long, value: ["text"] })],
  ["uploaded", () => upload("de", file(JSON.stringify({ title: long })))],
  [
    "uploaded in the place of a file",
    () => upload("de", { ...file(JSON.stringify({ title: long })), method: "replace" }),
  ],
  ["typed in the editor", () => typed(long)],
])("a text of five million characters is refused when it is %s, and changes nothing", async (_, send) => {
  const before = await unitsOf(test, "demo/app/de");

  const { status, text } = await send();

  expect([400, 413]).toContain(status);
  expect(text.length).toBeLessThan(100_000);
  const texts = [...(await unitsOf(test, "demo/app/de")).values()].map(({ target }) => target);
  expect(texts).toEqual([...before.values()].map(({ target }) => target));
  expect((await unitsOf(test, "demo/app/en")).has("long")).toBe(false);
});

const prose = "x".repeat(20_001);

it.each<[string, string, string, object]>([
  ["instructions", "PATCH", "/api/projects/demo/", { instructions: prose }],
  ["agreement", "PATCH", "/api/components/demo/app/", { agreement: prose }],
  ["message", "POST", "/api/projects/demo/announcements/", { message: prose }],
  [
    "configuration",
    "POST",
    "/api/components/demo/app/addons/",
    { name: "weblate.flags.bulk", configuration: { q: prose } },
  ],
  ["from_component", "POST", "/api/projects/demo/components/", { name: "B", slug: "b", from_component: prose }],
])("%s longer than what people write for people is refused, and said so", async (attr, method, path, json) => {
  const answer = await test.request(method, path, { json });

  expect([answer.status, answer.json.errors[0]]).toMatchObject([400, { attr }]);
  expect(answer.json.errors[0].detail).toMatch(/^Ensure this field has no more than [\d]+ characters\.$/);
});

it("an explanation may be as long as that, and no longer", async () => {
  const source = await id("demo/app/en", "title");
  const refused = await patch(source, { explanation: prose });
  expect([refused.status, refused.json.errors]).toMatchObject([400, [{ attr: "explanation", code: "max_length" }]]);
  expect((await patch(source, { explanation: prose.slice(1) })).status).toBe(200);
});

async function patch(unit: string, json: object) {
  return test.request("PATCH", `/api/units/${unit}/`, { json });
}

async function post(path: string, json: object) {
  return test.request("POST", path, { json });
}

async function typed(text: string) {
  const address = `/translate/demo/app/de/?unit=${await id("demo/app/de", "title")}`;
  return jana.send(await jana.open(address), { "target.0": text });
}
