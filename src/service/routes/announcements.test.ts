import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSampleService, type SampleService } from "../../../test/support/open-test-service.ts";
import { defined } from "../../core/defined.ts";

let test: SampleService;
let category: string;
let coordinatorToken: string;

beforeAll(async () => {
  test = await openSampleService();
  const json = { name: "Mobile", slug: "mobile", project: "http://service.test/api/projects/demo/" };
  category = new URL((await test.request("POST", "/api/categories/", { json })).json.url).pathname;
  const { user, token } = await test.admin.createUser({ username: "coordinator" });
  coordinatorToken = token;
  await giveRole(user, "Translation coordinator");
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

/** A team that may do what the role says, everywhere. */
async function giveRole(user: number, name: string): Promise<void> {
  const { database } = test.service;
  const role = await database.selectFrom("role").select("id").where("name", "=", name).executeTakeFirstOrThrow();
  const team = await database
    .insertInto("team")
    .values({ name, project_selection: 1, defining_project_id: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database.insertInto("team_role").values({ team_id: team.id, role_id: role.id }).execute();
  await database.insertInto("team_member").values({ team_id: team.id, user_id: user }).execute();
}

const places = [
  ["a project", () => "/api/projects/demo/announcements/"],
  ["a language in a project", () => "/api/projects/demo/languages/de/announcements/"],
  ["a category", () => `${category}announcements/`],
  ["a component", () => "/api/components/demo/app/announcements/"],
  ["a translation", () => "/api/translations/demo/app/de/announcements/"],
] as const;

describe.each(places)("announcements of %s", (_, at) => {
  let path: string;
  beforeEach(() => {
    path = at();
  });

  const post = async (fields: Readonly<Record<string, unknown>>, token?: string | null) =>
    test.request("POST", path, {
      json: { message: "Freeze on *Monday*", ...fields },
      ...defined({ token }),
    });

  it("are posted, listed and removed", async () => {
    const posted = await post({ severity: "warning", expiry: "2999-12-31", notify: false }, coordinatorToken);
    const plain = await post({});
    const list = await test.request("GET", path, { token: null });
    const removals = [
      await test.request("DELETE", `${path}${String(posted.json.id)}/`, { token: coordinatorToken }),
      await test.request("DELETE", `${path}${String(plain.json.id)}/`),
      await test.request("DELETE", `${path}${String(plain.json.id)}/`),
    ];

    expect([posted.status, posted.json]).toEqual([
      201,
      {
        id: expect.any(Number),
        message: "Freeze on *Monday*",
        severity: "warning",
        expiry: "2999-12-31",
        notify: false,
      },
    ]);
    expect(plain.json).toMatchObject({ severity: "info", expiry: null, notify: true });
    expect(list.json).toMatchObject({ count: 2, next: null, results: [plain.json, posted.json] });
    expect(removals.map(({ status }) => status)).toEqual([204, 204, 404]);
    expect((await test.request("GET", path)).json.count).toBe(0);
  });

  it("are hidden from the day after they expire", async () => {
    const today = new Date().toISOString().slice(0, 10);
    const current = await post({ expiry: today });
    const past = await post({ expiry: "2001-01-01" });
    const list = (await test.request("GET", path)).json.results;
    for (const { json } of [current, past]) {
      expect((await test.request("DELETE", `${path}${String(json.id)}/`)).status).toBe(204);
    }

    expect(list).toEqual([current.json]);
  });

  it.each([
    ["message", "required", { message: undefined }],
    ["message", "blank", { message: " " }],
    ["severity", "invalid_choice", { severity: "loud" }],
    ["expiry", "invalid", { expiry: "tomorrow" }],
    ["expiry", "invalid", { expiry: "2026-02-30" }],
    ["notify", "invalid", { notify: "maybe" }],
  ])("need a good %s (%s)", async (attr, code, fields) => {
    const answer = await post(fields);

    expect([answer.status, answer.json.errors[0]]).toMatchObject([400, { attr, code }]);
  });

  it("are for who may announce", async () => {
    const { json } = await post({});
    const one = `${path}${String(json.id)}/`;
    const statuses = [
      (await post({}, null)).status,
      (await post({}, test.translatorToken)).status,
      (await test.request("DELETE", one, { token: null })).status,
      (await test.request("DELETE", one, { token: test.translatorToken })).status,
      (await test.request("DELETE", `${path}none/`)).status,
      (await test.request("DELETE", one)).status,
    ];

    expect(statuses).toEqual([401, 403, 401, 403, 404, 204]);
  });

  it("are in the change log", async () => {
    await post({ message: `For the log of ${path}`, severity: "danger" }, coordinatorToken);
    const { results } = (await test.request("GET", "/api/projects/demo/changes/?action=46")).json;

    expect(results[0]).toMatchObject({
      action_name: "Announcement posted",
      target: `For the log of ${path}`,
      user: "http://service.test/api/users/coordinator/",
      details: { severity: "danger", notify: true },
    });
  });
});

it("announcements of one place are not those of another", async () => {
  const paths = places.map(([, at]) => at());
  for (const path of paths) await test.request("POST", path, { json: { message: path } });
  const lists = paths.map(async (path) => (await test.request("GET", path)).json.results);
  const own = (await Promise.all(lists)).map((results) =>
    results.map(({ message }: { message: string }) => message).filter((message: string) => paths.includes(message)),
  );
  const [first = ""] = paths;
  const { id } = (await test.request("GET", first)).json.results[0];

  expect(own).toEqual(paths.map((path) => [path]));
  expect((await test.request("DELETE", `${paths[1] ?? ""}${String(id)}/`)).status).toBe(404);
});

it("announcements of what the caller does not see do not exist", async () => {
  await test.admin.createProject({ name: "Secret", slug: "secret", private: true });
  const path = "/api/projects/secret/announcements/";
  const statuses = [
    (await test.request("GET", path, { token: test.translatorToken })).status,
    (await test.request("POST", path, { token: test.translatorToken, json: { message: "Hi" } })).status,
    (await test.request("GET", "/api/projects/demo/languages/nope/announcements/")).status,
    (await test.request("GET", "/api/translations/demo/app/zu/announcements/")).status,
  ];

  expect(statuses).toEqual([404, 404, 404, 404]);
});
