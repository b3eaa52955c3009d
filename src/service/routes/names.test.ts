import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleService, unlimited, type SampleService } from "../../../test/support/open-test-service.ts";

let test: SampleService;
beforeAll(async () => {
  test = await openSampleService({ settings: { rateLimits: unlimited } });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

describe("a name of several lines is refused", () => {
  it.each([
    ["a project", "POST", "/api/projects/", { slug: "other", web: "https://example.org" }, "name"],
    [
      "a category",
      "POST",
      "/api/categories/",
      { slug: "c", project: "http://service.test/api/projects/demo/" },
      "name",
    ],
    ["a component", "PATCH", "/api/components/demo/app/", {}, "name"],
    ["a user", "POST", "/api/users/", { username: "eva", email: "eva@example.org" }, "full_name"],
    ["a team", "POST", "/api/groups/", { project_selection: 0, language_selection: 0 }, "name"],
    ["a role", "POST", "/api/roles/", { permissions: [] }, "name"],
    ["a label", "POST", "/api/projects/demo/labels/", { color: "navy" }, "name"],
    ["a list", "POST", "/api/component-lists/", { slug: "list" }, "name"],
  ])("of %s", async (_, method, path, fields, field) => {
    for (const name of ["One\r\nTwo", "One\nTwo", "One\u2028Two", "One\u0007"]) {
      const { status, json } = await test.request(method, path, { json: { ...fields, [field]: name } });
      expect([name, status, json.errors[0].attr]).toEqual([name, 400, field]);
    }
  });
});

it.each([
  ["/api/projects/demo/", "web", "https://example.org/"],
  ["/api/components/demo/app/", "repoweb", "https://example.org/{{filename}}/"],
  ["/api/components/demo/app/", "report_source_bugs", "bugs@example.org"],
])("an address at %s (%s) has nothing that turns it around or that nobody sees", async (path, field, address) => {
  for (const hidden of ["\u202E", "\u2067", "\u0085", "\u001B"]) {
    const { status, json } = await test.request("PATCH", path, { json: { [field]: `${address}${hidden}x` } });
    expect([hidden, status, json.errors[0].attr]).toEqual([hidden, 400, field]);
  }
});

it("a mistake is told to people as a page, and to programs as JSON", async () => {
  const unstorable = ["/projects/%00/", "/projects/demo/app/%00/", "/translate/demo/app/cs/?q=%00", "/user/%00/"];
  const nowhere = ["/projects/none/", "/translate/demo/app/xx/", "/engage/none/", "/languages/xx/", "/user/none/"];
  for (const path of [...nowhere, ...unstorable]) {
    const page = await test.request("GET", path, { headers: { accept: "text/html,*/*;q=0.8" } });
    expect([path, page.status, page.headers.get("content-type")]).toEqual([path, 404, "text/html; charset=utf-8"]);
    expect(page.text).not.toMatch(/"errors"|&quot;errors&quot;|"type":/);
    const program = await test.request("GET", path, { headers: { accept: "application/json" } });
    expect(program.json.errors[0].code).toBe("not_found");
  }
});

it("a form that is sent to an address where nothing is gets a page, and a program JSON", async () => {
  for (const path of ["/projects/demo", "/widgets/demo/"]) {
    const page = await test.request("POST", path, { headers: { accept: "text/html,*/*;q=0.8" } });
    expect([path, page.status, page.headers.get("content-type")]).toEqual([path, 404, "text/html; charset=utf-8"]);
    expect(page.text).toContain("There is nothing here");
    const program = await test.request("POST", path, { headers: { accept: "application/json" } });
    expect(program.json.errors[0].code).toBe("not_found");
  }
});
