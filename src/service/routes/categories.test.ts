import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSampleService, save, type SampleService } from "../../../test/support/open-test-service.ts";
import { defined } from "../../core/defined.ts";

let test: SampleService;
let number = 0;
let slug: string;

beforeAll(async () => {
  test = await openSampleService();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});
/** Each test has a project of its own. */
beforeEach(async () => {
  number += 1;
  slug = `p${String(number)}`;
  await test.admin.createProject({ name: slug, slug });
});

const categories = "/api/categories/";
const project = (): string => `http://service.test/api/projects/${slug}/`;
const pathOf = (url: string): string => new URL(url).pathname;

async function create(name: string, category?: string | null) {
  const json = { name, slug: name.toLowerCase(), project: project(), category };
  const answer = await test.request("POST", categories, { json });
  return { ...answer, url: answer.status === 201 ? pathOf(answer.json.url) : "", json: answer.json };
}

/** @param category its path; undefined: in none */
async function createComponent(category: string | undefined, component = "app") {
  await test.admin.createComponent(slug, {
    ...defined({ category }),
    repo: test.upstream.remoteUrl,
    branch: "main",
    name: component,
    slug: component,
    file_format: "json-nested",
    filemask: "locales/*.json",
    template: "locales/en.json",
  });
}

const addressesIn = async (): Promise<string[]> =>
  (await test.request("GET", `/api/projects/${slug}/components/`)).json.results.map(({ url }: { url: string }) =>
    pathOf(url),
  );

describe("categories", () => {
  it("are created in a project and in each other, and listed", async () => {
    const outer = await create("Mobile");
    const inner = await create("Apple", outer.json.url);

    expect([outer.status, outer.json]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: "Mobile",
        slug: "mobile",
        project: project(),
        category: null,
        configuration: {},
        url: `http://service.test${outer.url}`,
        web_url: `http://service.test/projects/${slug}/mobile/`,
        statistics_url: `http://service.test${outer.url}statistics/`,
        announcements_url: `http://service.test${outer.url}announcements/`,
      },
    ]);
    expect(inner.json.category).toBe(outer.json.url);
    expect((await test.request("GET", outer.url, { token: null })).json).toEqual(outer.json);
    expect((await test.request("GET", `/api/projects/${slug}/categories/`)).json.results).toEqual([
      outer.json,
      inner.json,
    ]);
    const all = (await test.request("GET", `${categories}?page_size=1000`)).json.results;
    expect(all).toEqual(expect.arrayContaining([outer.json, inner.json]));
  });

  it("nest three deep", async () => {
    const one = await create("One");
    const two = await create("Two", one.json.url);
    const three = await create("Three", two.json.url);
    const four = await create("Four", three.json.url);
    const top = await create("Top");
    const below = await test.request("PATCH", one.url, { json: { category: top.json.url } });

    expect([three.status, four.status, below.status]).toEqual([201, 400, 400]);
    expect(four.json.errors[0]).toMatchObject({ attr: "category", detail: "Too deep nesting of categories!" });
  });

  it.each([
    ["name", "required", { name: undefined }],
    ["name", "max_length", { name: "x".repeat(101) }],
    ["slug", "invalid", { slug: "a b" }],
    ["slug", "max_length", { slug: "x".repeat(101) }],
    ["slug", "unique", { slug: "taken" }],
    ["name", "unique", { name: "Taken" }],
    ["project", "required", { project: undefined }],
    ["project", "no_match", { project: "demo" }],
    ["project", "does_not_exist", { project: "http://service.test/api/projects/nowhere/" }],
    ["category", "no_match", { category: "mobile" }],
    ["category", "does_not_exist", { category: "http://service.test/api/categories/999999/" }],
    ["configuration", "invalid", { configuration: "x" }],
  ])("need a good %s (%s)", async (attr, code, fields) => {
    await create("Taken");
    const json = { name: "New", slug: "new", project: project(), ...fields };
    const answer = await test.request("POST", categories, { json });

    expect([answer.status, answer.json.errors[0]]).toMatchObject([400, { attr, code }]);
  });

  it("share slugs and names with the components beside them", async () => {
    await create("Mobile");
    await createComponent("mobile");
    const parent = (await test.request("GET", `/api/projects/${slug}/categories/`)).json.results[0].url;
    const answer = await create("App", parent);

    expect([answer.status, answer.json.errors[0].attr]).toEqual([400, "slug"]);
  });

  it("take the addresses of all that is in them along when they are renamed", async () => {
    const outer = await create("Mobile");
    await create("Apple", outer.json.url);
    await createComponent("mobile/apple");
    const renamed = await test.request("PATCH", outer.url, { json: { name: "Phones", slug: "phones" } });
    const component = `/api/components/${slug}/phones%252Fapple%252Fapp/`;

    expect([renamed.status, renamed.json.slug, renamed.json.category]).toEqual([200, "phones", null]);
    expect(await addressesIn()).toEqual([component]);
    expect((await test.request("GET", component)).status).toBe(200);
    expect((await test.request("GET", `/api/components/${slug}/mobile%252Fapple%252Fapp/`)).status).toBe(404);
    const { results } = (await test.request("GET", `/api/projects/${slug}/changes/?action=68`)).json;
    expect(results).toMatchObject([{ action_name: "Category renamed", old: "mobile", target: "phones" }]);
  });

  it("move with all that is in them, and not into themselves", async () => {
    const [one, other] = [await create("One"), await create("Other")];
    await createComponent("one");
    const moved = await test.request("PATCH", one.url, { json: { category: other.json.url } });
    const circle = await test.request("PATCH", other.url, { json: { category: one.json.url } });
    const kept = await test.request("PATCH", one.url, { json: { name: "Uno" } });
    const inside = await addressesIn();
    const put = await test.request("PUT", one.url, { json: { name: "Uno", slug: "one", project: project() } });

    expect([moved.status, moved.json.category, kept.json.category]).toEqual([200, other.json.url, other.json.url]);
    expect([circle.status, circle.json.errors[0].attr]).toEqual([400, "category"]);
    expect(inside).toEqual([`/api/components/${slug}/other%252Fone%252Fapp/`]);
    expect([put.status, put.json.category, await addressesIn()]).toEqual([
      200,
      null,
      [`/api/components/${slug}/one%252Fapp/`],
    ]);
    const { results } = (await test.request("GET", `/api/projects/${slug}/changes/?action=69`)).json;
    expect(results).toMatchObject([
      { action_name: "Category moved", old: "other", target: "" },
      { old: "", target: "other" },
    ]);
  });

  it("keep a configuration as it was sent", async () => {
    const { url } = await create("Mobile");
    const configuration = { labels: ["a", "b"], nested: { on: true } };
    const changed = await test.request("PATCH", url, { json: { configuration } });

    expect([changed.status, changed.json.configuration]).toEqual([200, configuration]);
    expect((await test.request("GET", url)).json.configuration).toEqual(configuration);
  });

  it("stay in their project", async () => {
    const { url } = await create("Mobile");
    const json = { project: "http://service.test/api/projects/demo/" };
    const answer = await test.request("PATCH", url, { json });

    expect([answer.status, answer.json.errors[0].attr]).toEqual([400, "project"]);
  });

  it("go with all that is in them", async () => {
    const outer = await create("Mobile");
    const inner = await create("Apple", outer.json.url);
    await createComponent("mobile/apple");
    await createComponent("mobile", "other");
    const { clone_id: clone } = await test.service.database
      .selectFrom("component")
      .select("clone_id")
      .where("path", "=", "mobile/apple/app")
      .executeTakeFirstOrThrow();
    const folder = join(test.service.dataFolder, "clones", String(clone));
    const was = existsSync(folder);
    const removed = await test.request("DELETE", outer.url);

    expect([removed.status, await addressesIn()]).toEqual([204, []]);
    expect([was, existsSync(folder)]).toEqual([true, false]);
    expect((await test.request("GET", inner.url)).status).toBe(404);
    const { results } = (await test.request("GET", `/api/projects/${slug}/changes/?action=67`)).json;
    expect(results.map(({ target }: { target: string }) => target).toSorted()).toEqual(["mobile", "mobile/apple"]);
  });

  it("are for who may edit the project", async () => {
    const { url } = await create("Mobile");
    const requests = [
      ["POST", categories, { name: "B", slug: "b", project: project() }],
      ["PATCH", url, { name: "B" }],
      ["PUT", url, { name: "B", slug: "b", project: project() }],
      ["DELETE", url, undefined],
    ] as const;
    for (const [method, path, json] of requests) {
      const statuses = [null, test.translatorToken].map(
        async (token) => (await test.request(method, path, { token, ...(json && { json }) })).status,
      );
      expect([method, ...(await Promise.all(statuses))]).toEqual([method, 401, 403]);
    }
    const unknown = await test.request("PATCH", `${categories}999999/`, { json: { name: "B" } });
    expect(unknown.status).toBe(404);
  });

  it("of a private project do not exist for others", async () => {
    await test.admin.createProject({ name: `${slug}s`, slug: `${slug}s`, private: true });
    const json = { name: "A", slug: "a", project: `http://service.test/api/projects/${slug}s/` };
    const { url } = (await test.request("POST", categories, { json })).json;
    const statuses = ["", "statistics/", "announcements/"].map(
      async (below) => (await test.request("GET", pathOf(url) + below, { token: test.translatorToken })).status,
    );

    expect(await Promise.all(statuses)).toEqual([404, 404, 404]);
  });

  it("have the statistics of all that is below them", async () => {
    const outer = await create("Mobile");
    await create("Apple", outer.json.url);
    await createComponent("mobile/apple");
    await createComponent("mobile", "other");
    await createComponent(undefined, "outside");
    const { json } = await test.request("GET", `${outer.url}statistics/`, { token: null });
    const one = (await test.request("GET", "/api/components/demo/app/statistics/")).json.results;
    const total = one.reduce((sum: number, row: { total: number }) => sum + row.total, 0);

    expect(json).toMatchObject({
      name: "Mobile",
      url: `http://service.test/projects/${slug}/mobile/`,
      total: 2 * total,
    });
    expect((await test.request("GET", `${categories}999999/statistics/`)).status).toBe(404);
  });
});

it("a translation in a category is saved and committed at its new address", async () => {
  await create("Mobile");
  await createComponent("mobile");
  const { json } = await test.request("GET", `/api/projects/${slug}/categories/`);
  await test.request("PATCH", pathOf(json.results[0].url), { json: { slug: "phones" } });
  const where = `${slug}/phones%252Fapp`;
  await save({ ...test, translatorToken: test.adminToken }, `${where}/de`, "title", ["Guten Tag"]);
  const file = await test.request("GET", `/api/translations/${where}/de/file/`);

  expect(JSON.parse(file.text)).toMatchObject({ title: "Guten Tag" });
});
