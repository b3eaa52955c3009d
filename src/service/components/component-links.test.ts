import { afterAll, beforeAll, expect, it } from "vitest";
import { openSampleService, type SampleService } from "../../../test/support/open-test-service.ts";

let test: SampleService;

const links = "/api/components/demo/app/links/";

beforeAll(async () => {
  test = await openSampleService();
  await test.admin.createProject({ name: "Other", slug: "other" });
  await test.admin.createProject({ name: "Secret", slug: "secret", private: true });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

interface Listed {
  readonly slug: string;
}

async function slugsOf(path: string, member = "results", token: string | null = test.adminToken): Promise<string[]> {
  const { json } = await test.request("GET", path, { token });
  const list: Listed[] = json[member];
  return list.map(({ slug }) => slug);
}

it("shows a component in other projects, to who sees it there", async () => {
  for (const slug of ["other", "secret"]) {
    const answer = await test.request("POST", links, { form: { project_slug: slug } });
    expect([answer.status, answer.json.data.slug]).toEqual([201, "app"]);
  }

  expect(await slugsOf(links)).toEqual(["other", "secret"]);
  expect(await slugsOf(links, "projects")).toEqual(["other", "secret"]);
  // Whoever does not manage the component learns nothing of projects that are none of their business.
  expect(await slugsOf(links, "results", null)).toEqual(["other"]);
  expect(await slugsOf("/api/projects/other/components/")).toEqual(["app"]);
  const { json } = await test.request("GET", "/api/projects/other/components/");
  expect(json.results[0].url).toBe("http://service.test/api/components/demo/app/");
});

it("does not let see at another project what is not seen at home", async () => {
  await test.request("PATCH", "/api/projects/demo/", { json: { access_control: 100 } });

  expect(await slugsOf("/api/projects/other/components/", "results", null)).toEqual([]);
  await test.request("PATCH", "/api/projects/demo/", { json: { access_control: 0 } });
});

it("takes a category of the other project, and no other", async () => {
  const category = async (project: string) =>
    (
      await test.request("POST", "/api/categories/", {
        json: { name: "C", slug: "c", project: `http://service.test/api/projects/${project}/` },
      })
    ).json.url.match(/\d+/)[0];

  const fits = { project_slug: "other", category_id: await category("other") };
  const strange = { project_slug: "other", category_id: await category("demo") };

  expect((await test.request("POST", links, { form: fits })).status).toBe(201);
  const refused = await test.request("POST", links, { form: strange });
  expect([refused.status, refused.json.errors[0].attr]).toEqual([400, "category_id"]);
});

it.each([
  ["nothing", {}],
  ["no project", { project_slug: "nowhere" }],
  ["its own project", { project_slug: "demo" }],
])("is refused for %s", async (_, json) => {
  const answer = await test.request("POST", links, { json });

  expect([answer.status, answer.json.errors[0].attr]).toEqual([400, "project_slug"]);
});

it("is for who may edit both the component and the other project", async () => {
  const json = { project_slug: "other" };
  const add = async (token: string) => (await test.request("POST", links, { token, json })).status;
  expect(await add(test.translatorToken)).toBe(403);
  expect((await test.request("DELETE", `${links}other/`, { token: test.translatorToken })).status).toBe(403);

  const manager = await test.admin.createUser({ username: "manager" });
  const { json: groups } = await test.request("GET", "/api/groups/?page_size=1000");
  const own: { id: number; name: string; defining_project: string | null } = groups.results.find(
    (group: { name: string; defining_project: string | null }) =>
      group.name === "Administration" && group.defining_project === "http://service.test/api/projects/demo/",
  );
  await test.request("POST", "/api/users/manager/groups/", { form: { group_id: String(own.id) } });

  const refused = await test.request("POST", links, { token: manager.token, json });
  expect([refused.status, refused.json.detail]).toEqual([403, "You may not edit the project 'other'."]);
});

it("is taken back", async () => {
  expect((await test.request("DELETE", `${links}other/`)).status).toBe(204);
  expect((await test.request("DELETE", `${links}other/`)).status).toBe(404);

  expect(await slugsOf(links)).toEqual(["secret"]);
  expect(await slugsOf("/api/projects/other/components/")).toEqual([]);
});
