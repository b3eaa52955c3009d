import { afterAll, beforeAll, expect, it } from "vitest";
import { openSampleService, openTestService, type TestService } from "../../../test/support/open-test-service.ts";
import { authenticate } from "./identity.ts";
import { may, type Caller } from "./permissions.ts";

let test: TestService;

beforeAll(async () => {
  test = await openTestService();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

async function callerOf(token: string): Promise<Caller> {
  return authenticate(test.service, `Token ${token}`);
}

async function groupsOf(project: string): Promise<string[]> {
  const { json } = await test.request("GET", "/api/groups/?page_size=1000");
  const groups: { name: string; defining_project: string | null }[] = json.results;
  return groups
    .filter((group) => group.defining_project === `http://service.test/api/projects/${project}/`)
    .map((group) => group.name);
}

it("gives a public project administrators, and one with limited access a team for each kind of work", async () => {
  await test.admin.createProject({ name: "Open", slug: "open" });
  await test.admin.createProject({ name: "Secret", slug: "secret", private: true });

  expect(await groupsOf("open")).toEqual(["Administration"]);
  expect(await groupsOf("secret")).toEqual([
    "Administration",
    "Review",
    "Translate",
    "Sources",
    "Languages",
    "Glossary",
    "Memory",
    "Screenshots",
    "Bulk editing",
    "Automatic translation",
    "VCS",
  ]);
});

it("limits what a team gives to its languages, and a member's part in it further", async () => {
  const project = await test.admin.createProject({ name: "Languages", slug: "languages" });
  const { token, user } = await test.admin.createUser({ username: "kim" });
  const { json: group } = await test.request("POST", "/api/groups/", {
    json: { name: "Central Europe", language_selection: 0 },
  });
  const path = `/api/groups/${String(group.id)}/`;
  const role = await test.service.database
    .selectFrom("role")
    .select("id")
    .where("name", "=", "Review strings")
    .executeTakeFirstOrThrow();
  await test.request("POST", `${path}roles/`, { json: { role_id: role.id } });
  await test.request("POST", `${path}projects/`, { json: { project_id: project.id } });
  for (const code of ["cs", "de"]) await test.request("POST", `${path}languages/`, { json: { language_code: code } });
  const languages = await test.service.database.selectFrom("language").select(["id", "code"]).execute();
  const reviews = async () => {
    const caller = await callerOf(token);
    return ["cs", "de", "fr"].filter((code) => {
      const language = languages.find((each) => each.code === code);
      return may(caller, { project, language }, "unit.review");
    });
  };
  const join = async (codes: readonly string[]) =>
    test.request("POST", "/api/users/kim/groups/", { json: { group_id: group.id, limit_language_codes: codes } });

  await join([]);
  expect(await reviews()).toEqual(["cs", "de"]);
  await join(["de", "fr"]);
  expect(await reviews()).toEqual(["de"]);
  expect(may(await callerOf(token), project, "unit.review")).toBe(false);
  const members = await test.service.database
    .selectFrom("team_member")
    .selectAll()
    .where("user_id", "=", user)
    .execute();
  expect(members.filter((row) => row.team_id === group.id)).toHaveLength(1);
});

it("grants a user a role in a project, again without harm", async () => {
  const project = await test.admin.createProject({ name: "Granted", slug: "granted" });
  const { token } = await test.admin.createUser({ username: "lou" });
  expect(may(await callerOf(token), project, "vcs.push")).toBe(false);

  await test.admin.grant("lou", "Manage repository", "granted");
  await test.admin.grant("lou", "Manage repository", "granted");

  expect(may(await callerOf(token), project, "vcs.push")).toBe(true);
  expect(await groupsOf("granted")).toEqual(["Administration", "VCS"]);
  await expect(test.admin.grant("lou", "Boss", "granted")).rejects.toThrow("There is no role “Boss”. Roles: ");
  await expect(test.admin.grant("nobody", "Translate", "granted")).rejects.toThrow("There is no user “nobody”.");
  await expect(test.admin.grant("lou", "Translate", "none")).rejects.toThrow("There is no project “none”.");
});

it("hides a restricted component from lists and addresses, but for teams that name it", async () => {
  const sample = await openSampleService();
  await using _ = sample;
  await sample.request("PATCH", "/api/components/demo/server/", { json: { restricted: true } });
  const seen = async (token: string | null) => {
    const count = async (list: string): Promise<number> => (await sample.request("GET", list, { token })).json.count;
    const { status } = await sample.request("GET", "/api/components/demo/server/", { token });
    const units = await count("/api/units/?q=component:=server");
    return [status, await count("/api/components/"), await count("/api/translations/?page_size=1000"), units > 0];
  };
  const hidden = [404, 1, 3, false];

  expect(await seen(sample.translatorToken)).toEqual(hidden);
  expect(await seen(null)).toEqual(hidden);
  expect((await seen(sample.adminToken))[0]).toBe(200);
  const changes = await sample.request("GET", "/api/changes/?page_size=1000", { token: null });
  expect(changes.text).not.toContain("/demo/server/");

  const { json: component } = await sample.request("GET", "/api/components/demo/server/");
  const { json: group } = await sample.request("POST", "/api/groups/", { json: { name: "Server people" } });
  await sample.request("POST", `/api/groups/${String(group.id)}/components/`, { json: { component_id: component.id } });
  await sample.request("POST", "/api/users/jana/groups/", { json: { group_id: group.id } });

  expect(await seen(sample.translatorToken)).toEqual([200, 2, 5, true]);
});
