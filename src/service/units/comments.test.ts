import { afterAll, beforeAll, expect, it } from "vitest";
import { openSampleService, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";

let test: SampleService;
let source: number;
let czech: number;

beforeAll(async () => {
  test = await openSampleService();
  source = (await unitsOf(test, "demo/app/en")).get("title")?.id ?? 0;
  czech = (await unitsOf(test, "demo/app/cs")).get("title")?.id ?? 0;
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

async function comment(unit: number, json: object, token: string | null = test.translatorToken) {
  return test.request("POST", `/api/units/${String(unit)}/comments/`, { token, json });
}

async function read(unit: number, part = "") {
  return (await test.request("GET", `/api/units/${String(unit)}/${part}`)).json;
}

it("stays with the translation it is about, mentions and all", async () => {
  const answer = await comment(czech, { scope: "translation", comment: "Nice, @admin **thanks**" });

  expect([answer.status, answer.json]).toEqual([
    201,
    {
      id: expect.any(Number),
      comment: "Nice, @admin **thanks**",
      user: "http://service.test/api/users/jana/",
      timestamp: expect.stringMatching(/Z$/),
    },
  ]);
  expect([(await read(czech)).has_comment, (await read(source)).has_comment]).toEqual([true, false]);
  expect((await read(czech, "comments/")).results).toEqual([answer.json]);
  expect((await test.request("GET", "/api/translations/demo/app/cs/")).json.have_comment).toBe(1);
  const changes = (await test.request("GET", "/api/translations/demo/app/cs/changes/?action=3")).json;
  expect(changes.results[0]).toMatchObject({ details: { comment: "Nice, @admin **thanks**" } });
});

it("for all languages goes to the source string, and is listed at every translation", async () => {
  const { json } = await comment(czech, { scope: "global", comment: "What is this?" });

  expect((await read(source)).has_comment).toBe(true);
  expect((await read(source, "comments/")).results).toEqual([json]);
  expect((await read(czech, "comments/")).count).toBe(2);
});

it("can be given another author and time by administrators of the project", async () => {
  const given = { user_email: "jana@example.org", timestamp: "2020-01-02T03:04:05Z" };

  const answer = await comment(czech, { scope: "translation", comment: "Old", ...given }, test.adminToken);
  const unknown = await comment(
    czech,
    { scope: "translation", comment: "x", user_email: "who@example.org" },
    test.adminToken,
  );
  const denied = await comment(czech, { scope: "translation", comment: "x", ...given });

  expect(answer.json).toMatchObject({
    user: "http://service.test/api/users/jana/",
    timestamp: "2020-01-02T03:04:05.000Z",
  });
  expect(unknown.json.user).toBe("http://service.test/api/users/admin/");
  expect(denied.status).toBe(403);
});

it.each([
  ["scope", "required", { comment: "x" }],
  ["scope", "invalid_choice", { comment: "x", scope: "everywhere" }],
  ["scope", "invalid", { comment: "x", scope: "report" }],
  ["comment", "required", { scope: "translation" }],
  ["comment", "blank", { scope: "translation", comment: " " }],
  ["comment", "max_length", { scope: "translation", comment: "x".repeat(1001) }],
  ["user_email", "invalid", { scope: "translation", comment: "x", user_email: "nobody" }],
  ["timestamp", "invalid", { scope: "translation", comment: "x", timestamp: "soon" }],
])("needs a good %s (%s)", async (attr, code, json) => {
  const answer = await comment(czech, json, test.adminToken);

  expect([answer.status, answer.json.errors[0]]).toMatchObject([400, { attr, code }]);
});

it("cannot be about the translation of a source string, and reports need a review of sources", async () => {
  const wrong = await comment(source, { scope: "translation", comment: "x" });
  await test.service.database.updateTable("project").set({ source_review: 1 }).execute();
  const report = await comment(czech, { scope: "report", comment: "A mistake" });
  await test.service.database.updateTable("project").set({ source_review: 0 }).execute();

  expect([wrong.status, wrong.json.errors[0].attr, report.status]).toEqual([400, "scope", 201]);
  expect((await read(source, "comments/")).results.at(-1)).toEqual(report.json);
});

it("is for who is signed in and may comment", async () => {
  const body = { scope: "translation", comment: "x" };
  await test.service.database.updateTable("role").set({ permissions: "[]" }).execute();
  const denied = await comment(czech, body);
  await test.service.database.updateTable("project").set({ access_control: 100 }).execute();
  const stranger = (await test.admin.createUser({ username: "stranger" })).token;

  expect([(await comment(czech, body, null)).status, denied.status]).toEqual([401, 403]);
  expect((await comment(czech, body, stranger)).status).toBe(404);
});
