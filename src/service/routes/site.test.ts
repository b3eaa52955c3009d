import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleService, type SampleService } from "../../../test/support/open-test-service.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

describe("GET /api/metrics/", () => {
  it("counts what there is", async () => {
    const { status, json } = await test.request("GET", "/api/metrics/");
    expect([status, json]).toEqual([
      200,
      {
        units: 13,
        units_translated: 10,
        users: 3,
        changes: expect.any(Number),
        projects: 1,
        components: 2,
        translations: 5,
        languages: 3,
        checks: expect.any(Number),
        configuration_errors: 0,
        suggestions: 0,
        worker_queues: expect.any(Object),
        celery_queues: expect.any(Object),
        name: "Interlinear",
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      },
    ]);
  });

  it("speaks OpenMetrics", async () => {
    const { headers, text } = await test.request("GET", "/api/metrics/?format=openmetrics");
    expect(headers.get("content-type")).toBe("application/openmetrics-text; version=1.0.0; charset=utf-8");
    expect(text).toMatch(/^units 13$/m);
    expect(text).toMatch(/# EOF\n$/);
  });

  it("is for people who are signed in", async () => {
    const { status, json } = await test.request("GET", "/api/metrics/", { token: null });
    expect([status, json.errors[0].code]).toEqual([401, "not_authenticated"]);
  });
});

describe("GET /api/search/", () => {
  const search = async (q: string, token: string | null = test.botToken) =>
    (await test.request("GET", `/api/search/?q=${encodeURIComponent(q)}`, { token })).json;

  it("finds projects, components and languages by their name", async () => {
    expect(await search("DEM")).toContainEqual({ url: "/projects/demo/", name: "Demo", category: "Project" });
    expect(await search("serv")).toEqual([
      { url: "/projects/demo/server/", name: "Demo/Server", category: "Component" },
    ]);
    expect(await search("Czech")).toContainEqual({ url: "/languages/cs/", name: "Czech", category: "Language" });
  });

  it("finds users for those who are signed in, and a project token itself alone", async () => {
    const jana = { url: "/user/jana/", name: "jana", category: "User" };
    expect(await search("jana", test.translatorToken)).toEqual([jana]);
    expect(await search("jana", null)).toEqual([]);
    expect(await search("jana", test.botToken)).toEqual([]);
  });

  it("takes at most five of a kind, and no pattern", async () => {
    expect(await search("an")).toHaveLength(5);
    expect(await search("%%")).toEqual([]);
    expect(await search("a")).toEqual([]);
  });

  it("refuses a text that is too long", async () => {
    const { status, json } = await test.request("GET", `/api/search/?q=${"x".repeat(501)}`);
    expect([status, json.errors[0].attr]).toEqual([400, "q"]);
  });

  it("finds nothing that the caller does not see", async () => {
    await using site = await openSampleService();
    await site.request("PATCH", "/api/projects/demo/", { json: { access_control: 100 } });
    const { json } = await site.request("GET", "/api/search/?q=demo", { token: null });
    expect(json).toEqual([]);
  });
});
