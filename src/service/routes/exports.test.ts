import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleService, save, type SampleService } from "../../../test/support/open-test-service.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService();
  await save(test, "demo/app/cs", "button.save", ["<Uložit> & jít"]);
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

async function anonymous(path: string) {
  return test.request("GET", path, { token: null });
}

describe("/exports/stats/", () => {
  const path = "/exports/stats/demo/app/";

  it("is an array with a record per language", async () => {
    const { status, json } = await anonymous(path);
    expect([status, json.map(({ code }: { code: string }) => code)]).toEqual([200, ["en", "cs", "de"]]);
    expect(json[1]).toEqual({
      code: "cs",
      name: "Czech",
      total: 3,
      total_words: 3,
      translated: 2,
      translated_percent: 66.6,
      translated_words: 2,
      fuzzy: 0,
      fuzzy_percent: 0,
      failing: expect.any(Number),
      failing_percent: expect.any(Number),
      last_change: expect.any(String),
      last_author: "Jana Nováková",
      url: "http://service.test/projects/demo/app/cs/",
      url_translate: "http://service.test/translate/demo/app/cs/",
    });
  });

  it("is CSV where asked for", async () => {
    const { text, headers } = await anonymous(`${path}?format=csv`);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(text.split("\r\n")[0]).toMatch(/^code,name,total,/);
    expect(text.split("\r\n")).toHaveLength(5);
  });

  it("is indented, and called with, as older clients ask", async () => {
    expect((await anonymous(`${path}?indent=2`)).text).toMatch(/^\[\n {2}\{\n {4}"code": "en"/);
    const script = await anonymous(`${path}?jsonp=window.show`);
    expect(script.headers.get("content-type")).toBe("application/javascript");
    expect(script.text).toMatch(/^\/\*\*\/window\.show\(\[.*\]\);$/);
  });

  it.each([
    ["jsonp", "alert(1)//"],
    ["jsonp", ""],
    ["indent", "99"],
    ["indent", "two"],
    ["format", "xml"],
  ])("refuses %s=%s", async (name, value) => {
    const answer = await anonymous(`${path}?${name}=${encodeURIComponent(value)}`);
    expect([answer.status, answer.json.errors[0].attr]).toEqual([400, name]);
  });

  it("is not there for a component nobody sees", async () => {
    expect((await anonymous("/exports/stats/demo/none/")).status).toBe(404);
  });
});

describe("/exports/rss/", () => {
  it.each([
    ["", "Interlinear"],
    ["demo/", "Demo"],
    ["demo/app/", "Demo/App"],
    ["demo/app/cs/", "Demo/App — Czech"],
    ["language/cs/", "Czech"],
  ])("%s tells of recent changes", async (path, title) => {
    const { status, headers, text } = await anonymous(`/exports/rss/${path}`);
    expect([status, headers.get("content-type")]).toEqual([200, "application/rss+xml; charset=utf-8"]);
    expect(text).toContain(`<channel>\n<title>${title}</title>`);
    expect(text).toContain("<title>Translation added: demo/app/cs (jana)</title>");
    expect(text).toContain("<description>&lt;Uložit&gt; &amp; jít</description>");
    expect(text).toContain("<link>http://service.test/projects/demo/app/cs/</link>");
  });

  it.each(["nowhere/", "demo/nothing/", "demo/app/xx/", "language/xx-yy/"])("%s is not there", async (path) => {
    expect((await anonymous(`/exports/rss/${path}`)).status).toBe(404);
  });

  it("has nothing of another language", async () => {
    expect((await anonymous("/exports/rss/demo/app/de/")).text).not.toContain("Uložit");
  });

  it("has nothing of a private project for strangers", async () => {
    await using site = await openSampleService();
    await site.request("PATCH", "/api/projects/demo/", { json: { access_control: 100 } });
    const feed = await site.request("GET", "/exports/rss/", { token: null });
    expect(feed.text).not.toContain("<item>");
    expect((await site.request("GET", "/exports/rss/demo/", { token: null })).status).toBe(404);
    expect((await site.request("GET", "/exports/rss/demo/", { token: site.botToken })).status).toBe(200);
  });
});
