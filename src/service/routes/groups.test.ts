import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestService, type TestService } from "../../../test/support/open-test-service.ts";

let test: TestService;
let jana: string;
const at = "http://service.test/api";

beforeAll(async () => {
  test = await openTestService();
  await test.admin.createProject({ name: "Demo", slug: "demo" });
  await test.admin.createProject({ name: "Other", slug: "other" });
  jana = (await test.admin.createTranslator("demo", { username: "jana" })).token;
  await test.service.database
    .insertInto("component_list")
    .values({ name: "Core", slug: "core", show_dashboard: 1 })
    .execute();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

async function newGroup(json: object = {}): Promise<{ id: number; path: string }> {
  const answer = await test.request("POST", "/api/groups/", { json: { name: "Circle", ...json } });
  return { id: answer.json.id, path: `/api/groups/${String(answer.json.id)}/` };
}

async function idOf(
  table: "project" | "component_list" | "role" | "user" | "component",
  where: string,
): Promise<number> {
  const { database } = test.service;
  const row =
    table === "user"
      ? await database.selectFrom("user").select("id").where("username", "=", where).executeTakeFirstOrThrow()
      : table === "role"
        ? await database.selectFrom("role").select("id").where("name", "=", where).executeTakeFirstOrThrow()
        : await database.selectFrom(table).select("id").where("slug", "=", where).executeTakeFirstOrThrow();
  return row.id;
}

/** A component without files: groups look at its id alone. */
async function newComponent(project: string, slug: string): Promise<number> {
  const { database } = test.service;
  const language = await database
    .selectFrom("language")
    .select("id")
    .where("code", "=", "en")
    .executeTakeFirstOrThrow();
  const project_id = await idOf("project", project);
  const clone = await database
    .insertInto("clone")
    .values({ project_id, repo: "", branch: "main", head: "", ahead: 0, behind: 0, dirty: 0 })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id } = await database
    .insertInto("component")
    .values({
      project_id,
      clone_id: clone.id,
      name: slug,
      slug,
      path: slug,
      source_language_id: language.id,
      settings: "{}",
      locked: 0,
      auto_locked: 0,
      template_revision: "",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

describe("listing groups", () => {
  it("shows all to who manages groups, to others those they are in, to guests theirs", async () => {
    const names = async (token?: string | null) => {
      const { json } = await test.request("GET", "/api/groups/?page_size=1000", token === undefined ? {} : { token });
      return json.results.map((group: { name: string }) => group.name);
    };

    expect(await names()).toEqual(expect.arrayContaining(["Guests", "Managers", "Project creators", "Administration"]));
    expect(await names(jana)).toEqual(["Viewers", "Users", "Translate"]);
    expect(await names(null)).toEqual(["Guests", "Viewers"]);
  });

  it("does not show one that the caller is not in", async () => {
    const { path } = await newGroup();

    expect((await test.request("GET", path)).json.name).toBe("Circle");
    expect((await test.request("GET", path, { token: jana })).status).toBe(404);
    expect((await test.request("GET", "/api/groups/99999/")).status).toBe(404);
    expect((await test.request("GET", "/api/groups/first/")).status).toBe(404);
  });
});

describe("a group", () => {
  it("is added, changed and removed by who manages groups", async () => {
    const created = await test.request("POST", "/api/groups/", {
      json: { name: "Germans", project_selection: 3, language_selection: 0, defining_project: `${at}/projects/demo/` },
    });
    const path = `/api/groups/${String(created.json.id)}/`;
    const put = await test.request("PUT", path, { json: { name: "Austrians", project_selection: 1 } });
    const patched = await test.request("PATCH", path, { form: { language_selection: "1" } });
    const deleted = await test.request("DELETE", path);

    expect([created.status, created.json]).toEqual([
      201,
      {
        id: created.json.id,
        name: "Germans",
        project_selection: 3,
        language_selection: 0,
        defining_project: `${at}/projects/demo/`,
        url: `${at}/groups/${String(created.json.id)}/`,
        roles: [],
        projects: [],
        components: [],
        componentlists: [],
        languages: [],
        admins: [],
      },
    ]);
    expect(put.json).toMatchObject({ name: "Austrians", project_selection: 1, language_selection: 0 });
    expect(patched.json).toMatchObject({ name: "Austrians", language_selection: 1 });
    expect([deleted.status, (await test.request("GET", path)).status]).toEqual([204, 404]);
  });

  it("is not made of nonsense", async () => {
    const errorOf = async (json: object) => (await test.request("POST", "/api/groups/", { json })).json.errors[0];

    expect(await errorOf({})).toMatchObject({ attr: "name", code: "required" });
    expect(await errorOf({ name: "x", project_selection: 9 })).toMatchObject({
      attr: "project_selection",
      code: "invalid_choice",
    });
    expect(await errorOf({ name: "x", defining_project: "demo" })).toMatchObject({ code: "no_match" });
    expect(await errorOf({ name: "x", defining_project: `${at}/projects/none/` })).toMatchObject({
      attr: "defining_project",
      code: "does_not_exist",
    });
    const { path } = await newGroup();
    expect((await test.request("PUT", path, { json: { project_selection: 1 } })).json.errors[0].attr).toBe("name");
    expect((await test.request("PATCH", path, { json: { language_selection: 7 } })).status).toBe(400);
  });

  it("is nobody else's to manage", async () => {
    const { path } = await newGroup();
    const as = { token: jana, json: { name: "Mine" } };

    for (const [method, address] of [
      ["POST", "/api/groups/"],
      ["PUT", path],
      ["PATCH", path],
      ["DELETE", path],
      ["DELETE", "/api/groups/99999/"],
    ] as const) {
      const answer = await test.request(method, address, as);
      expect([answer.status, answer.json.detail]).toEqual([403, "Can not manage groups"]);
    }
    expect((await test.request("POST", "/api/groups/", { token: null, json: { name: "Mine" } })).status).toBe(401);
  });
});

describe("what a group lists", () => {
  const cases = [
    ["roles", "role_id", async () => idOf("role", "Translate")],
    ["projects", "project_id", async () => idOf("project", "demo")],
    ["components", "component_id", async () => newComponent("demo", "listed")],
    ["componentlists", "component_list_id", async () => idOf("component_list", "core")],
    ["languages", "language_code", async () => "cs"],
    ["admins", "user_id", async () => idOf("user", "jana")],
  ] as const;

  it.each(cases)("has %s that come and go", async (list, field, find) => {
    const { path } = await newGroup();
    const value = String(await find());
    const added = await test.request("POST", `${path}${list}/`, { form: { [field]: value } });
    const again = await test.request("POST", `${path}${list}/`, { json: { [field]: value } });
    // The specification writes these addresses without the slash at the end.
    const removed = await test.request("DELETE", `${path}${list}/${value}`);
    const removedAgain = await test.request("DELETE", `${path}${list}/${value}/`);

    expect([added.status, added.json[list].length, again.json[list].length]).toEqual([200, 1, 1]);
    expect(added.json[list][0]).toContain(at);
    expect([removed.status, removedAgain.status]).toEqual([204, 404]);
    expect((await test.request("GET", path)).json[list]).toEqual([]);
  });

  it.each(cases)("refuses %s that do not exist, and callers who do not manage it", async (list, field, find) => {
    const { path } = await newGroup();
    const unknown = await test.request("POST", `${path}${list}/`, {
      json: { [field]: field === "language_code" ? "none" : 999_999 },
    });
    const missing = await test.request("POST", `${path}${list}/`, { json: {} });
    const value = await find().catch(() => 1);

    expect([unknown.status, unknown.json.errors[0].attr]).toEqual([400, field]);
    expect(missing.json.errors[0]).toMatchObject({ attr: field, code: "required" });
    const as = { token: jana, json: { [field]: value } };
    expect((await test.request("POST", `${path}${list}/`, as)).status).toBe(403);
    expect((await test.request("DELETE", `${path}${list}/${String(value)}/`, as)).status).toBe(403);
    expect((await test.request("DELETE", `${path}${list}/99999/`)).status).toBe(404);
  });
});

describe("somebody who manages one project's access", () => {
  it("lets nobody into a group of the project that reaches beyond it", async () => {
    const { token } = await test.admin.createUser({ username: "keeper" });
    await test.admin.grant("keeper", "Administration", "demo");
    const groupWith = async (settings: object, project?: number): Promise<number> => {
      const json = { name: "Wide", defining_project: `${at}/projects/demo/`, ...settings };
      const { id } = (await test.request("POST", "/api/groups/", { json })).json;
      const path = `/api/groups/${String(id)}/projects/`;
      if (project !== undefined) await test.request("POST", path, { json: { project_id: project } });
      return id;
    };
    const joining = async (group_id: number): Promise<number> =>
      (await test.request("POST", "/api/users/keeper/groups/", { token, json: { group_id } })).status;

    expect(await joining(await groupWith({}, await idOf("project", "demo")))).toBe(200);
    expect(await joining(await groupWith({}, await idOf("project", "other")))).toBe(403);
    const all = await groupWith({ project_selection: 1 });
    expect(await joining(all)).toBe(403);
    const role = { json: { role_id: await idOf("role", "Administration") }, token };
    expect((await test.request("POST", `/api/groups/${String(all)}/roles/`, role)).status).toBe(403);
  });

  it("manages the groups of that project, and nothing that reaches beyond it", async () => {
    const { token } = await test.admin.createBot("demo", "access");
    const defining_project = `${at}/projects/demo/`;
    const { status, json } = await test.request("POST", "/api/groups/", {
      token,
      json: { name: "Ours", defining_project },
    });
    const path = `/api/groups/${String(json.id)}/`;
    const add = async (list: string, body: object) =>
      (await test.request("POST", `${path}${list}/`, { token, json: body })).status;

    expect(status).toBe(201);
    expect((await test.request("GET", path, { token })).json.name).toBe("Ours");
    expect(await add("projects", { project_id: await idOf("project", "demo") })).toBe(200);
    expect(await add("projects", { project_id: await idOf("project", "other") })).toBe(400);
    expect(await add("components", { component_id: await newComponent("demo", "own") })).toBe(200);
    expect(await add("components", { component_id: await newComponent("other", "foreign") })).toBe(400);
    expect(await add("componentlists", { component_list_id: await idOf("component_list", "core") })).toBe(403);
    expect(await add("roles", { role_id: await idOf("role", "Translate") })).toBe(200);
    expect(await add("roles", { role_id: await idOf("role", "Add new projects") })).toBe(403);
    expect((await test.request("PATCH", path, { token, json: { project_selection: 1 } })).status).toBe(403);
    const elsewhere = { defining_project: `${at}/projects/other/` };
    expect((await test.request("PATCH", path, { token, json: elsewhere })).status).toBe(400);
    expect((await test.request("POST", "/api/groups/", { token, json: { name: "All" } })).status).toBe(403);
    expect((await test.request("PATCH", (await newGroup()).path, { token, json: { name: "x" } })).status).toBe(403);
  });
});
