import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleService, type SampleService } from "../../../test/support/open-test-service.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

const lists = "/api/component-lists/";
const app = "http://service.test/api/components/demo/app/";
const server = "http://service.test/api/components/demo/server/";

async function create(slug: string, fields: Readonly<Record<string, unknown>> = {}) {
  return test.request("POST", lists, { json: { name: slug.toUpperCase(), slug, ...fields } });
}

async function idOf(component: string): Promise<number> {
  return (await test.request("GET", `/api/components/${component}/`)).json.id;
}

async function addComponent(project: string, slug: string, fields: { readonly restricted?: boolean } = {}) {
  await test.admin.createComponent(project, {
    ...fields,
    repo: test.upstream.remoteUrl,
    branch: "main",
    name: slug,
    slug,
    file_format: "json-nested",
    filemask: "locales/*.json",
    template: "locales/en.json",
  });
}

describe("component lists", () => {
  it("are created and listed", async () => {
    const created = await create("core", { show_dashboard: false });
    const list = await test.request("GET", lists, { token: null });

    expect([created.status, created.json]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: "CORE",
        slug: "core",
        show_dashboard: false,
        components: [],
        auto_assign: [],
        url: "http://service.test/api/component-lists/core/",
      },
    ]);
    expect(list.json).toMatchObject({ count: 1, results: [created.json] });
    expect((await test.request("GET", `${lists}core/`, { token: null })).json).toEqual(created.json);
    expect((await test.request("GET", `${lists}nope/`)).status).toBe(404);
  });

  it.each([
    ["name", "required", { slug: "a" }],
    ["name", "unique", { name: "TAKEN", slug: "a" }],
    ["name", "max_length", { name: "x".repeat(101), slug: "a" }],
    ["slug", "required", { name: "A" }],
    ["slug", "invalid", { name: "A", slug: "a b" }],
    ["slug", "unique", { name: "A", slug: "taken" }],
    ["slug", "max_length", { name: "A", slug: "x".repeat(101) }],
    ["show_dashboard", "invalid", { name: "A", slug: "a", show_dashboard: "maybe" }],
    ["auto_assign.0.project_match", "invalid", { name: "A", slug: "a", auto_assign: [rule("(", "x")] }],
    ["auto_assign.0.component_match", "invalid", { name: "A", slug: "a", auto_assign: [rule("x", "(a+)+$")] }],
    [
      "auto_assign.0.component_match",
      "max_length",
      { name: "A", slug: "a", auto_assign: [rule("x", "y".repeat(201))] },
    ],
  ])("need a good %s (%s)", async (attr, code, json) => {
    await create("taken");
    const answer = await test.request("POST", lists, { json });

    expect([answer.status, answer.json.errors[0]]).toMatchObject([400, { attr, code }]);
  });

  it("change by what is sent; PUT wants name and slug", async () => {
    await create("old");
    const patched = await test.request("PATCH", `${lists}old/`, { json: { show_dashboard: false } });
    const incomplete = await test.request("PUT", `${lists}old/`, { json: { name: "New" } });
    const put = await test.request("PUT", `${lists}old/`, { json: { name: "New", slug: "new" } });
    const taken = await test.request("PATCH", `${lists}new/`, { json: { slug: "core" } });

    expect([patched.status, patched.json.name, patched.json.show_dashboard]).toEqual([200, "OLD", false]);
    expect([incomplete.status, incomplete.json.errors[0].attr]).toEqual([400, "slug"]);
    expect([put.status, put.json.slug, put.json.show_dashboard]).toEqual([200, "new", false]);
    expect([taken.status, taken.json.errors[0].attr]).toEqual([400, "slug"]);
    expect((await test.request("GET", `${lists}old/`)).status).toBe(404);
  });

  it("are removed; their components stay", async () => {
    await create("short");
    await test.request("POST", `${lists}short/components/`, { json: { component_id: await idOf("demo/app") } });
    const removed = await test.request("DELETE", `${lists}short/`);
    const again = await test.request("DELETE", `${lists}short/`);

    expect([removed.status, again.status]).toEqual([204, 404]);
    expect((await test.request("GET", "/api/components/demo/app/")).status).toBe(200);
  });

  it("are for who may manage them", async () => {
    await create("guarded");
    const requests = [
      ["POST", lists, { name: "X", slug: "x" }],
      ["PATCH", `${lists}guarded/`, { name: "X" }],
      ["PUT", `${lists}guarded/`, { name: "X", slug: "x" }],
      ["DELETE", `${lists}guarded/`, undefined],
      ["POST", `${lists}guarded/components/`, { component_id: await idOf("demo/app") }],
      ["DELETE", `${lists}guarded/components/app/`, undefined],
    ] as const;
    for (const [method, path, json] of requests) {
      const statuses = [null, test.translatorToken, test.botToken].map(
        async (token) => (await test.request(method, path, { token, ...(json && { json }) })).status,
      );
      expect([method, path, ...(await Promise.all(statuses))]).toEqual([method, path, 401, 403, 403]);
    }
  });
});

describe("the components of a list", () => {
  it("come and go, with and without the slash at the end", async () => {
    await create("parts");
    const add = async (component: string) =>
      test.request("POST", `${lists}parts/components/`, { form: { component_id: String(await idOf(component)) } });
    const [first, second] = [await add("demo/app"), await add("demo/server")];
    const page = await test.request("GET", `${lists}parts/components/?page_size=1`, { token: null });
    const removals = [
      await test.request("DELETE", `${lists}parts/components/app`),
      await test.request("DELETE", `${lists}parts/components/server/`),
      await test.request("DELETE", `${lists}parts/components/server/`),
    ];

    expect([first.status, second.status, second.json.components]).toEqual([200, 200, [app, server]]);
    expect(page.json).toMatchObject({
      count: 2,
      next: `http://service.test${lists}parts/components/?page_size=1&page=2`,
      results: [{ slug: "app", url: app }],
    });
    expect(removals.map(({ status }) => status)).toEqual([204, 204, 404]);
    expect((await test.request("GET", `${lists}parts/`)).json.components).toEqual([]);
  });

  it.each([
    ["required", {}],
    ["invalid", { component_id: "x" }],
    ["does_not_exist", { component_id: 999_999 }],
  ])("need a good id (%s)", async (code, json) => {
    await create("bad");
    const answer = await test.request("POST", `${lists}bad/components/`, { json });

    expect([answer.status, answer.json.errors[0]]).toMatchObject([400, { attr: "component_id", code }]);
  });

  it("are shown to those who see them", async () => {
    await test.admin.createProject({ name: "Secret", slug: "secret", private: true });
    await addComponent("secret", "hidden");
    await addComponent("demo", "restricted", { restricted: true });
    await create("mixed");
    for (const component of ["secret/hidden", "demo/restricted", "demo/app"]) {
      const json = { component_id: await idOf(component) };
      await test.request("POST", `${lists}mixed/components/`, { json });
    }
    const seen = await test.request("GET", `${lists}mixed/`, { token: test.translatorToken });
    const page = await test.request("GET", `${lists}mixed/components/`, { token: test.translatorToken });

    expect(seen.json.components).toEqual([app]);
    expect([page.json.count, page.json.results.length]).toEqual([1, 1]);
    expect((await test.request("GET", `${lists}mixed/`)).json.components).toHaveLength(3);
  });
});

describe("automatic assignment", () => {
  it("takes the components that its rules want, those to come and those that are there", async () => {
    const created = await create("rules", { auto_assign: [rule("^demo$", "new|app"), rule("nowhere", ".*")] });
    await addComponent("demo", "newest");
    await addComponent("demo", "other");
    const { json } = await test.request("GET", `${lists}rules/`);

    expect(created.json.auto_assign).toEqual([rule("^demo$", "new|app"), rule("nowhere", ".*")]);
    expect(created.json.components).toEqual([app]);
    expect(json.components).toEqual([app, "http://service.test/api/components/demo/newest/"]);
    const changed = await test.request("PATCH", `${lists}rules/`, { json: { auto_assign: [rule("demo", "server")] } });
    expect(changed.json.components).toContain(server);
  });
});

function rule(project: string, component: string) {
  return { project_match: project, component_match: component };
}
