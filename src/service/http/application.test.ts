import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  openSampleService,
  openTestService,
  unlimited,
  type SampleService,
} from "../../../test/support/open-test-service.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService({ settings: { rateLimits: unlimited } });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const typeOf = (headers: Headers): string | null => headers.get("content-type");

describe("an answer", () => {
  it("is JSON unless something else is asked for", async () => {
    for (const accept of ["", "*/*", "application/json"]) {
      const { headers, json } = await test.request("GET", "/api/projects/demo/", { headers: { accept } });
      expect([typeOf(headers), json.slug]).toEqual(["application/json", "demo"]);
    }
  });

  it("is CSV with a row for each of a list's results", async () => {
    const { headers, text } = await test.request("GET", "/api/components/?format=csv");

    const [head = "", ...rows] = text.trimEnd().split("\r\n");
    expect(typeOf(headers)).toBe("text/csv; charset=utf-8");
    expect(head.split(",")).toEqual(expect.arrayContaining(["id", "slug", "project.slug", "source_language.code"]));
    expect(rows).toHaveLength(2);
  });

  it("is CSV with one row for an object", async () => {
    const { text } = await test.request("GET", "/api/projects/demo/", { headers: { accept: "text/csv" } });

    expect(text.trimEnd().split("\r\n")).toHaveLength(2);
  });

  it("is a page for a browser", async () => {
    const { headers, text } = await test.request("GET", "/api/projects/demo/", { headers: browser });

    expect(typeOf(headers)).toBe("text/html; charset=utf-8");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(text).toContain('<a href="http://service.test/api/projects/demo/components/">');
  });

  it("leaves the envelope out of statistics where it is asked to", async () => {
    const path = "/api/components/demo/app/statistics/";
    const rows = (await test.request("GET", `${path}?format=json-flat`)).json;

    expect(rows).toEqual((await test.request("GET", path)).json.results);
    expect((await test.request("GET", "/api/components/?format=json-flat")).status).toBe(404);
  });

  it("differs by what was accepted and who asked, and says so", async () => {
    expect((await test.request("GET", "/api/")).headers.get("vary")).toContain("Accept, Authorization, Cookie");
  });

  it("to HEAD has the headers alone", async () => {
    const { status, headers, text } = await test.request("HEAD", "/api/projects/demo/");

    expect([status, typeOf(headers), text]).toEqual([200, "application/json", ""]);
  });

  it("to OPTIONS tells methods, representations and fields", async () => {
    const { status, headers, json } = await test.request("OPTIONS", "/api/components/demo/app/lock/");

    expect([status, headers.get("allow")]).toEqual([200, "GET, POST, HEAD, OPTIONS"]);
    expect(json).toMatchObject({
      methods: ["GET", "POST", "HEAD", "OPTIONS"],
      renders: ["application/json", "text/html", "text/csv"],
      parses: ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"],
      actions: { POST: { lock: { required: true } } },
    });
  });

  it("is not changed by a file's own format", async () => {
    const file = await test.request("GET", "/api/translations/demo/app/cs/file/", { headers: browser });
    const xml = await test.request("GET", "/api/translations/demo/app/cs/file/", {
      headers: { accept: "application/xml" },
    });

    expect([file.status, xml.status]).toEqual([200, 200]);
    expect(file.text).toBe(xml.text);
  });
});

describe("a refusal", () => {
  it("comes in the representation that was asked for", async () => {
    const csv = await test.request("GET", "/api/projects/nothing/?format=csv");
    const page = await test.request("GET", "/api/projects/nothing/", { headers: browser });
    const unauthorized = await test.request("GET", "/api/projects/", { headers: browser, token: "svu_wrong" });

    expect([csv.status, typeOf(csv.headers)]).toEqual([404, "text/csv; charset=utf-8"]);
    expect(csv.text).toContain("client_error,not_found,Not found.");
    expect([page.status, typeOf(page.headers)]).toEqual([404, "text/html; charset=utf-8"]);
    expect([unauthorized.status, typeOf(unauthorized.headers)]).toEqual([401, "text/html; charset=utf-8"]);
    expect(unauthorized.headers.get("www-authenticate")).toBe("Token");
  });

  it("meets a format that does not exist with 404, and an Accept that nothing satisfies with 406", async () => {
    const unknown = await test.request("GET", "/api/projects/?format=banana");
    const xml = await test.request("GET", "/api/projects/", { headers: { accept: "application/xml" } });

    expect([unknown.status, unknown.json.errors[0].code]).toEqual([404, "not_found"]);
    expect([xml.status, xml.json.errors[0].code]).toEqual([406, "not_acceptable"]);
  });

  it("comes before anything is done", async () => {
    const headers = { accept: "application/xml" };

    const { status } = await test.request("POST", "/api/components/demo/app/lock/", { json: { lock: true }, headers });

    expect(status).toBe(406);
    expect((await test.request("GET", "/api/components/demo/app/lock/")).json).toEqual({ locked: false });
  });

  it("meets an address of nothing with JSON, and in a browser with a page", async () => {
    const json = await test.request("GET", "/api/nothing/");
    const page = await test.request("GET", "/api/nothing/", { headers: browser });

    expect([json.status, typeOf(json.headers)]).toEqual([404, "application/json"]);
    expect([page.status, typeOf(page.headers)]).toEqual([404, "text/html; charset=utf-8"]);
  });
});

describe("hostile addresses", () => {
  it.each([
    "/api/projects/%00/",
    "/api/projects/%ff/",
    "/api/projects/%E0%80%80/",
    "/api/projects/%/",
    "/api/components/demo/%252500/",
    "/api/components/demo/app%2500/",
    "/api/units/99999999999999999999/",
    "/api/units/1e3/",
    "/api/units/-1/",
    `/api/projects/${"x".repeat(5000)}/`,
    "/api/projects/..%2f..%2fetc%2fpasswd/",
    "/api/projects/%3Cscript%3E/",
  ])("%s names nothing", async (path) => {
    for (const headers of [{}, browser]) expect((await test.request("GET", path, { headers })).status).toBe(404);
  });
});

describe("numbers that no column holds", () => {
  it.each([
    ["GET", "/api/changes/?action=99999999999999", undefined, 200],
    ["GET", "/api/projects/demo/changes/?action=2&action=99999999999", undefined, 200],
    ["GET", "/api/reports/?category=99999999999", undefined, 400],
    ["POST", "/api/reports/", { kind: "cost_estimate", category: 99_999_999_999 }, 400],
    ["PATCH", "/api/languages/de/", { population: 99_999_999_999 }, 400],
    ["PATCH", "/api/units/1/", { labels: [99_999_999_999] }, 400],
    ["POST", "/api/units/1/screenshots/", { screenshot_id: 99_999_999_999 }, 404],
    ["POST", "/api/components/demo/app/translations/", { language_code: "fr", from_component: [999_999_999_999] }, 400],
  ])("%s %s is no failure of the service", async (method, path, json, status) => {
    const answer = await test.request(method, path, json === undefined ? {} : { json });
    expect(answer.status, answer.text).toBe(status);
  });
});

describe("a list", () => {
  it("has as many items on a page as the deployment says, unless it is asked for another number", async () => {
    await using small = await openTestService({ pageSize: 3 });
    const lengthOf = async (query: string) =>
      (await small.request("GET", `/api/languages/${query}`)).json.results.length;

    expect(await lengthOf("")).toBe(3);
    expect(await lengthOf("?page_size=7")).toBe(7);
    expect((await small.request("GET", "/api/languages/?page=2")).json.next).toBe(
      "http://service.test/api/languages/?page=3",
    );
  });

  it("has a hundred items at most on a page for people, who are led to the next ones", async () => {
    const path = "/api/languages/?page_size=1000";
    const { json } = await test.request("GET", path);

    const { text } = await test.request("GET", path, { headers: { accept: "text/html" } });

    expect(json.results.length).toBeGreaterThan(100);
    expect(text).toContain(`<b>100 of ${json.count}</b>`);
    const [, next = ""] = /<a rel="next" href="([^"]*)"/.exec(text) ?? [];
    const { pathname, search } = new URL(next.replaceAll("&amp;", "&"));
    const following = await test.request("GET", `${pathname}${search}`);
    // A program finds at that address what people do.
    expect(following.json.results).toEqual(json.results.slice(100, 200));
  });
});

it("a service behind a proxy gives the addresses under which people reach it", async () => {
  await using proxied = await openSampleService({ settings: { siteUrl: "https://translate.example.org" } });

  const { json } = await proxied.request("GET", "/api/languages/?page=2&page_size=1");

  expect(json.results[0].url).toMatch(/^https:\/\/translate\.example\.org\/api\/languages\//);
  expect(json.next).toBe("https://translate.example.org/api/languages/?page=3&page_size=1");
});
