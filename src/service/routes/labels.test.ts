import { afterAll, beforeAll, expect, it } from "vitest";
import { openSampleService, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

const path = "/api/projects/demo/labels/";

it("are added to a project, listed by name, and removed", async () => {
  const added = await test.request("POST", path, { json: { name: "Urgent", description: "Now", color: "red" } });
  const other = await test.request("POST", path, { json: { name: "Menu", color: "navy" } });
  const list = await test.request("GET", path, { token: null });

  expect([added.status, added.json]).toEqual([
    201,
    { id: expect.any(Number), name: "Urgent", description: "Now", color: "red" },
  ]);
  expect(list.json).toMatchObject({ count: 2, results: [other.json, added.json] });
  const removed = await test.request("DELETE", `${path}${String(other.json.id)}/`);
  const again = await test.request("DELETE", `${path}${String(other.json.id)}/`);
  expect([removed.status, again.status, (await test.request("GET", path)).json.count]).toEqual([204, 404, 1]);
});

it.each([
  ["name", "required", { color: "red" }],
  ["name", "blank", { name: " ", color: "red" }],
  ["name", "max_length", { name: "x".repeat(191), color: "red" }],
  ["name", "unique", { name: "Urgent", color: "red" }],
  ["color", "required", { name: "A" }],
  ["color", "invalid_choice", { name: "A", color: "pink" }],
])("need a good %s (%s)", async (attr, code, json) => {
  const answer = await test.request("POST", path, { json });

  expect([answer.status, answer.json.errors[0]]).toMatchObject([400, { attr, code }]);
});

it("are for who may edit the project", async () => {
  const anonymous = await test.request("POST", path, { token: null, json: { name: "A", color: "red" } });
  const translator = await test.request("POST", path, {
    token: test.translatorToken,
    json: { name: "A", color: "red" },
  });
  const removal = await test.request("DELETE", `${path}1/`, { token: test.translatorToken });
  const elsewhere = await test.request("GET", "/api/projects/nowhere/labels/");

  expect([anonymous, translator, removal, elsewhere].map(({ status }) => status)).toEqual([401, 403, 403, 404]);
});

it("are given to source strings as ids and shown as objects", async () => {
  const [label] = (await test.request("GET", path)).json.results;
  const source = (await unitsOf(test, "demo/app/en")).get("title")?.id ?? 0;
  const german = (await unitsOf(test, "demo/app/de")).get("title")?.id ?? 0;

  const given = await test.request("PATCH", `/api/units/${String(source)}/`, { json: { labels: [label.id] } });
  const wrong = await test.request("PATCH", `/api/units/${String(source)}/`, { json: { labels: [9999] } });
  const onTranslation = await test.request("PATCH", `/api/units/${String(german)}/`, { json: { labels: [label.id] } });

  expect([given.status, given.json.labels]).toEqual([200, [label.id]]);
  expect([wrong.status, wrong.json.errors[0].attr, onTranslation.status]).toEqual([400, "labels", 403]);
  expect((await test.request("GET", `/api/units/${String(source)}/`)).json.labels).toEqual([label]);
  const changes = (await test.request("GET", "/api/projects/demo/changes/?action=86")).json;
  expect(changes.results).toMatchObject([{ target: "Added label Urgent" }]);

  await test.request("DELETE", `${path}${String(label.id)}/`);
  expect((await test.request("GET", `/api/units/${String(source)}/`)).json.labels).toEqual([]);
  expect((await test.request("GET", "/api/projects/demo/changes/?action=87")).json.count).toBe(1);
});
