import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleService, save, type SampleService } from "../../../test/support/open-test-service.ts";
import { insertAll } from "../../store/bulk.ts";
import { action } from "../changes/actions.ts";
import { contributions } from "../reports/contribution.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService();
  await save(test, "demo/app/cs", "button.save", ["Uložit"]);
  await save(test, "demo/app/cs", "button.save", ["Ulož"]);
  await save(test, "demo/app/de", "title", ["Guten Tag"]);
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

const period = { start: "2020-01-01", end: "2100-01-01" };

/** Has a report made; its id is in the result of its task. */
async function make(path: string, json: object): Promise<number> {
  const answer = await test.request("POST", path, { json });
  expect([answer.status, answer.json]).toEqual([
    202,
    { detail: "Report generation has been scheduled.", task_url: expect.stringContaining("/api/tasks/") },
  ]);
  await test.service.jobs.idle();
  const task = await test.request("GET", new URL(answer.json.task_url).pathname);
  expect(task.json).toMatchObject({ completed: true, progress: 100 });
  return task.json.result.report;
}

async function dataOf(path: string, json: object) {
  const id = await make(path, json);
  return (await test.request("GET", `/api/reports/${String(id)}/json/`)).json;
}

const ofComponent = "/api/components/demo/app/reports/";

describe("a report", () => {
  it("of credits names who translated to which language", async () => {
    expect(await dataOf(ofComponent, { kind: "credits", ...period })).toEqual([
      {
        Czech: [
          {
            email: "jana@example.org",
            username: "jana",
            full_name: "Jana Nováková",
            change_count: expect.any(Number),
            date_joined: expect.any(String),
          },
        ],
      },
      { German: [expect.objectContaining({ username: "jana" })] },
    ]);
  });

  it("of contributors counts a string once, or every change", async () => {
    const kind = "contributor_stats";
    const [unique] = await dataOf(ofComponent, { kind, ...period, language: "cs" });
    const [all] = await dataOf(ofComponent, { kind, ...period, language: "cs", counting_mode: "all" });
    expect([unique.count, all.count]).toEqual([2, 2]);
    expect(unique).toMatchObject({ name: "Jana Nováková", count_new: 1, count_edit: 1, words_new: 1, t_chars_edit: 4 });
    const [german] = await dataOf(ofComponent, { kind, ...period, language: "de" });
    expect(german).toMatchObject({ count: 1, words: 1, t_words: 2 });
  });

  it("of translators' work says where and when", async () => {
    const rows = await dataOf("/api/projects/demo/reports/", { kind: "translator_work", ...period });
    expect(rows.map(({ language }: { language: string }) => language).toSorted()).toEqual(["cs", "de"]);
    expect(rows[0]).toMatchObject({ username: "jana", first: expect.any(String), last: expect.any(String) });
  });

  it("of costs multiplies words by what they cost", async () => {
    const json = { kind: "cost_estimate", language: "cs", base_rate: "0.10", rate_new: 200 };
    const data = await dataOf("/api/reports/", { ...json, component: "demo/server" });
    expect(data).toMatchObject({ strings: 1, words: 4, cost: "0.80" });
    expect(data.languages).toMatchObject([{ language: "cs", classes: { new: { strings: 1, words: 4 } } }]);
  });

  it("has nothing of before and after its period", async () => {
    expect(await dataOf(ofComponent, { kind: "credits", start: "2020-01-01", end: "2020-12-31" })).toEqual([]);
  });

  it("is a page and reStructuredText as well", async () => {
    const id = await make(ofComponent, { kind: "credits", ...period });
    const page = await test.request("GET", `/api/reports/${String(id)}/html/`);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.text).toContain("<h2>Czech</h2>");
    const rst = await test.request("GET", `/api/reports/${String(id)}/rst/`);
    expect(rst.text).toMatch(/^Czech\n-----\n\n=/);
    expect(rst.text).toContain("Jana Nováková");
  });

  it("is listed where it belongs, newest first", async () => {
    const id = await make("/api/projects/demo/reports/", { kind: "credits", ...period });
    const listed = (await test.request("GET", "/api/projects/demo/reports/")).json.results;
    expect(listed[0]).toEqual({
      id,
      kind: "credits",
      version: 1,
      creator: "admin",
      created: expect.any(String),
      scope: { project: "demo" },
      url: `http://service.test/api/reports/${String(id)}/`,
      json_url: `http://service.test/api/reports/${String(id)}/json/`,
      html_url: `http://service.test/api/reports/${String(id)}/html/`,
      rst_url: `http://service.test/api/reports/${String(id)}/rst/`,
    });
    const filtered = await test.request("GET", "/api/reports/?kind=cost_estimate&component=demo/server");
    expect(filtered.json.results).toMatchObject([{ kind: "cost_estimate", scope: { component: "demo/server" } }]);
    const whole = (await test.request("GET", `/api/reports/${String(id)}/`)).json;
    expect(whole).toMatchObject({ id, parameters: { kind: "credits" }, data: expect.any(Array) });
  });
});

describe("a report is refused", () => {
  it.each([
    ["kind", {}],
    ["kind", { kind: "weather" }],
    ["start", { kind: "credits", end: "2026-01-01" }],
    ["end", { kind: "credits", start: "2026-01-01", end: "soon" }],
    ["tm_threshold", { kind: "cost_estimate", tm_threshold: 10 }],
    ["rate_new", { kind: "cost_estimate", rate_new: "much" }],
    ["q", { kind: "cost_estimate", q: "x".repeat(501) }],
  ])("without a usable %s", async (attr, json) => {
    const answer = await test.request("POST", ofComponent, { json });
    expect([answer.status, answer.json.errors[0].attr]).toEqual([400, attr]);
  });

  it("where it would be of two things", async () => {
    const json = { kind: "cost_estimate", project: "demo", component: "demo/app" };
    expect((await test.request("POST", "/api/reports/", { json })).json.errors[0].attr).toBe("component");
  });

  it("to those who may not see reports", async () => {
    const json = { kind: "credits", ...period };
    const { translatorToken: token } = test;
    expect((await test.request("POST", ofComponent, { token, json })).status).toBe(403);
    expect((await test.request("GET", ofComponent, { token })).status).toBe(403);
    expect((await test.request("POST", "/api/reports/", { token: test.botToken, json })).status).toBe(403);
    expect((await test.request("POST", ofComponent, { token: null, json })).status).toBe(401);
    const id = await make(ofComponent, json);
    expect((await test.request("GET", `/api/reports/${String(id)}/`, { token })).status).toBe(404);
    expect((await test.request("GET", "/api/reports/", { token })).json.count).toBe(0);
  });

  it("for what is not there", async () => {
    expect((await test.request("GET", "/api/reports/999999/")).status).toBe(404);
    expect((await test.request("GET", "/api/categories/999999/reports/")).status).toBe(404);
  });
});

it("a report has all changes and strings, however many there are", async () => {
  const { database } = test.service;
  const { id: _, ...change } = await database
    .selectFrom("change")
    .selectAll()
    .where("action", "=", action.translationChanged)
    .limit(1)
    .executeTakeFirstOrThrow();
  const changes = Array.from({ length: 1201 }, () => ({ ...change, timestamp: "2015-06-01T00:00:00.000Z" }));
  await insertAll(database, changes, (batch) => database.insertInto("change").values(batch));
  const longAgo = { start: "2015-01-01", end: "2015-12-31" };
  const [all] = await dataOf(ofComponent, { kind: "contributor_stats", ...longAgo, counting_mode: "all" });
  expect(all.count).toBe(1201);

  // Others are answered between two parts of the changes, however few of them are of the time.
  let statements = 0;
  const counting = database.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const scope = { components: [change.component_id ?? 0] };
  expect(await contributions({ ...test.service, database: counting }, scope, "2014-01-01", "2014-12-31")).toEqual([]);
  expect(statements).toBe(4);

  await database
    .updateTable("unit")
    .set(({ eb }) => ({ position: eb("position", "+", 600) }))
    .execute();
  const costs = { kind: "cost_estimate", language: "cs", base_rate: "0.10", component: "demo/server" };
  expect((await dataOf("/api/reports/", costs)).strings).toBe(1);
});
