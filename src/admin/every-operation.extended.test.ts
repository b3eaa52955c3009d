import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  basic,
  startAdmin,
  type AdminRequestOptions,
  type AdminServer,
  type AdminSession,
} from "../../test/support/admin-server.ts";
import { defined } from "../core/defined.ts";
import { managementOf } from "../records/settings/management.ts";
import { defaultSettings } from "../records/settings/settings.ts";
import { successStatusOf } from "../http-api/endpoint.ts";
import { isWrite, roles, type Role } from "./contract/endpoint.ts";
import { adminEndpoints } from "./contract/index.ts";
import { operations } from "./operations/index.ts";

type Wrong = readonly [status: number, path: string, json?: unknown];

/** A request that succeeds, and requests that are wrong: each a path with a query, and a body. */
interface Sample {
  readonly path: (world: World) => string;
  readonly json?: (world: World) => unknown;
  readonly headers?: (world: World) => Readonly<Record<string, string>>;
  /** Wrong ones, with their status. */
  readonly wrong: readonly Wrong[];
}

interface World {
  readonly server: AdminServer;
  /** Somebody whom nobody signs in as. */
  readonly somebody: number;
  /** A template that is not built in. */
  readonly template: number;
}

const PASSWORD = "a password of some length";
const whole = { name: "Eva", email: "eva@example.org", role: "viewer", active: true };
const text = { kind: "commit-message", name: "Ours", repositories: "acme/*", body: "{{ standard }}" };

const samples: Readonly<Record<string, Sample>> = {
  "users.list": { path: () => "/users?role=administrator&active=true&text=a", wrong: [[400, "/users?role=boss"]] },
  "users.create": {
    path: () => "/users",
    json: () => ({ ...whole, email: "new@example.org", password: PASSWORD }),
    wrong: [
      [400, "/users", { ...whole, password: "short" }],
      [400, "/users", { ...whole, password: PASSWORD, boss: true }],
      [409, "/users", { ...whole, password: PASSWORD, login: 1 }],
      [409, "/users", { ...whole, password: PASSWORD, email: "ADMINISTRATOR@interlinear.invalid" }],
      [409, "/users", whole],
    ],
  },
  "users.get": {
    path: ({ somebody }) => `/users/${String(somebody)}`,
    wrong: [
      [404, "/users/4711"],
      [400, "/users/1?fields=name"],
    ],
  },
  "users.replace": {
    path: ({ somebody }) => `/users/${String(somebody)}`,
    json: () => whole,
    wrong: [
      [400, "/users/1", { name: "Jana" }],
      [404, "/users/4711", whole],
      [409, "/users/1", { ...whole, email: "root@example.org", role: "operator" }],
      [409, "/users/1", { ...whole, email: "root@example.org", role: "administrator", active: false }],
    ],
  },
  "users.change": {
    path: ({ somebody }) => `/users/${String(somebody)}`,
    json: () => ({ role: "operator", password: PASSWORD }),
    wrong: [
      [400, "/users/1", { role: "boss" }],
      [400, "/users/1", { password: PASSWORD }],
      [400, "/users/1", { password: PASSWORD, current_password: "wrong" }],
      [404, "/users/4711", { name: "Jana" }],
      [409, "/users/1", { role: "viewer" }],
      [409, "/users/1", { active: false }],
    ],
  },
  "users.remove": {
    path: ({ somebody }) => `/users/${String(somebody)}`,
    wrong: [
      [404, "/users/4711"],
      [409, "/users/1"],
    ],
  },
  "users.passwordreset": {
    path: () => "/users/passwordreset",
    json: () => ({ users: ["eva@example.org"] }),
    wrong: [
      [400, "/users/passwordreset", { users: [] }],
      [400, "/users/passwordreset", { users: ["Eva"] }],
      [400, "/users/passwordreset", { users: [0] }],
    ],
  },
  "auth.login": {
    path: () => "/login",
    headers: ({ server }) => ({ authorization: basic(server.administrator.login, server.administrator.password) }),
    wrong: [
      [401, "/login"],
      [400, "/login?remember=true"],
    ],
  },
  "auth.logout": { path: () => "/logout", wrong: [[400, "/logout?everywhere=true"]] },
  "health.hardware": {
    path: () => "/health/hardware?points=10",
    wrong: [
      [400, "/health/hardware?points=0"],
      [400, "/health/hardware?since=yesterday"],
      [400, "/health/hardware?since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z"],
    ],
  },
  "health.system": {
    path: () => "/health/system?level=info&component=users&text=made&size=5",
    wrong: [
      [400, "/health/system?level=loud"],
      [400, "/health/system?component=roof"],
      [400, "/health/system?run=0"],
    ],
  },
  "health.access": {
    path: () => "/health/access?method=GET&status=2&path=/users",
    wrong: [
      [400, "/health/access?status=200"],
      [400, "/health/access?method=FETCH"],
    ],
  },
  "health.sendtestmail": {
    path: () => "/health/sendtestmail",
    json: () => ({ to: "eva@example.org" }),
    wrong: [
      [400, "/health/sendtestmail", { to: "Eva" }],
      [400, "/health/sendtestmail", { too: "eva@example.org" }],
    ],
  },
  "management.get": { path: () => "/management", wrong: [[400, "/management?secrets=true"]] },
  "management.replace": {
    path: () => "/management",
    json: () => managementOf(defaultSettings),
    wrong: [
      [400, "/management", { theme: "pink" }],
      [400, "/management", { limits: { runs_at_once: 0 } }],
      [400, "/management", { colour: "blue" }],
    ],
  },
  "management.change": {
    path: () => "/management",
    json: () => ({ theme: "dark" }),
    wrong: [
      [400, "/management", { theme: "pink" }],
      [400, "/management", { schedules: { default: "every night" } }],
      [400, "/management", { colour: "blue" }],
    ],
  },
  "templates.list": { path: () => "/templates?kind=mail-test", wrong: [[400, "/templates?kind=poem"]] },
  "templates.create": {
    path: () => "/templates",
    json: () => text,
    wrong: [
      [400, "/templates", { ...text, body: "{{ nothing }}" }],
      [400, "/templates", { ...text, body: "{% if %}" }],
      [400, "/templates", { ...text, kind: "poem" }],
      [400, "/templates?preview=maybe", text],
    ],
  },
  "templates.get": {
    path: ({ template }) => `/templates/${String(template)}`,
    wrong: [
      [404, "/templates/4711"],
      [404, "/templates/first"],
    ],
  },
  "templates.replace": {
    path: ({ template }) => `/templates/${String(template)}`,
    json: () => ({ name: "Ours", repositories: "acme/*", body: "{{ standard }}!" }),
    wrong: [
      [400, "/templates/1", { body: "{{ standard }}" }],
      [404, "/templates/4711", { name: "Ours", repositories: "*", body: "{{ standard }}" }],
    ],
  },
  "templates.change": {
    path: ({ template }) => `/templates/${String(template)}`,
    json: () => ({ body: "{{ standard }}." }),
    wrong: [
      [400, "/templates/1", { body: "" }],
      [400, "/templates/1", { text: "" }],
      [404, "/templates/4711", { body: "{{ standard }}" }],
    ],
  },
  "templates.remove": { path: ({ template }) => `/templates/${String(template)}`, wrong: [[404, "/templates/4711"]] },
  "maps.list": {
    path: () => "/maps?state=conflict&language=cs&size=10",
    wrong: [
      [400, "/maps?state=fine"],
      [400, "/maps?page=0"],
      [400, "/maps?sort=colour"],
    ],
  },
  "search.find": {
    path: () => "/search?q=administrator",
    wrong: [
      [400, "/search"],
      [400, "/search?q="],
      [400, "/search?q=a&limit=0"],
    ],
  },
  "bottlenecks.show": { path: () => "/bottlenecks?window=1h", wrong: [[400, "/bottlenecks?window=forever"]] },
};

/** Rights as they are meant, operation by operation: administrator, operator, viewer, nobody. */
const rights: Readonly<Record<string, readonly [number, number, number, number]>> = {
  "users.list": [200, 200, 200, 401],
  "users.create": [201, 403, 403, 401],
  "users.get": [200, 200, 403, 401],
  "users.replace": [200, 403, 403, 401],
  "users.change": [200, 403, 403, 401],
  "users.remove": [200, 403, 403, 401],
  "users.passwordreset": [200, 200, 200, 200],
  "auth.login": [200, 200, 200, 200],
  "auth.logout": [200, 200, 200, 200],
  "health.hardware": [200, 200, 200, 401],
  "health.system": [200, 200, 200, 401],
  "health.access": [200, 200, 403, 401],
  "health.sendtestmail": [200, 403, 403, 401],
  "management.get": [200, 200, 403, 401],
  "management.replace": [200, 403, 403, 401],
  "management.change": [200, 403, 403, 401],
  "templates.list": [200, 200, 200, 401],
  "templates.create": [200, 200, 403, 401],
  "templates.get": [200, 200, 200, 401],
  "templates.replace": [200, 200, 403, 401],
  "templates.change": [200, 200, 403, 401],
  "templates.remove": [200, 200, 403, 401],
  "maps.list": [200, 200, 200, 401],
  "search.find": [200, 200, 200, 401],
  "bottlenecks.show": [200, 200, 200, 401],
};

let world: World;
let sessions: Readonly<Record<Role, AdminSession>>;
let people = 0;

beforeAll(async () => {
  const server = await startAdmin();
  const signedIn = async (role: Role) => server.signIn(await server.addUser(role, role));
  sessions = {
    administrator: await server.signIn(server.administrator),
    operator: await signedIn("operator"),
    viewer: await signedIn("viewer"),
  };
  world = { server, somebody: 0, template: 0 };
});
afterAll(async () => {
  await world.server[Symbol.asyncDispose]();
});

/** Every request finds somebody and a text that none before it changed, and nobody of whom a write told. */
beforeEach(async () => {
  const { server } = world;
  const { database } = server.records;
  await database.deleteFrom("operator").where("email", "in", ["new@example.org", "eva@example.org"]).execute();
  await database.deleteFrom("attempt").execute();
  const { login } = await server.addUser(`Somebody${String((people += 1))}`, "viewer");
  const { id } = await database
    .insertInto("template")
    .values({ ...text, built_in: 0, updated: new Date().toISOString(), updated_by: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  world = { server, somebody: login, template: id };
});

function optionsOf({ json, headers }: Sample, session: AdminSession | undefined): AdminRequestOptions {
  return {
    session,
    ...(json !== undefined && { json: json(world) }),
    ...(headers !== undefined && { headers: headers(world) }),
  };
}

it("there is an answer to every operation of the contract, and a sample of it", () => {
  const ids = adminEndpoints.map(({ id }) => id).toSorted();

  expect(operations.map(({ endpoint }) => endpoint.id).toSorted()).toEqual(ids);
  expect(Object.keys(samples).toSorted()).toEqual(ids);
  expect(Object.keys(rights).toSorted()).toEqual(ids);
});

describe.each(adminEndpoints.map((declared) => [declared.id, declared] as const))("%s", (id, declared) => {
  const sample = samples[id]!;
  const ask = (session: AdminSession | undefined) =>
    world.server.request(declared.method, sample.path(world), optionsOf(sample, session));

  it("answers as declared", async () => {
    // Its own session, which signing in and out may end.
    const { status, json } = await ask(await world.server.signIn(world.server.administrator));

    expect([status, json]).toEqual([successStatusOf(declared), expect.anything()]);
    const shape = declared.responses[status];
    expect(() => typeof shape === "function" && shape().parse(json)).not.toThrow();
    expect(shape).toBeTypeOf("function");
  });

  it.each([...roles, "nobody"] as const)("has the right answer for %s", async (role) => {
    const own = role === "nobody" ? undefined : sessions[role];
    // Signing in and out ends the session of the cookie that comes along.
    const isAboutSessions = declared.path === "/login" || declared.path === "/logout";
    const { status } = await ask(isAboutSessions ? undefined : own);

    expect(status).toBe(rights[id]?.[[...roles, "nobody"].indexOf(role)]);
  });

  it.each(sample.wrong.map((wrong) => ({ wrong })))("refuses $wrong", async ({ wrong: [status, path, json] }) => {
    const isAboutSessions = declared.path === "/login" || declared.path === "/logout";
    const session = isAboutSessions ? undefined : sessions.administrator;
    const answer = await world.server.request(declared.method, path, {
      session,
      ...defined({ json }),
    });

    expect([answer.status, answer.json.errors]).toEqual([status, expect.any(Array)]);
  });
});

const writes = adminEndpoints.filter((declared) => isWrite(declared) && declared.roles !== "anyone");

it.each(writes.map((declared) => [declared.id, declared] as const))("%s needs the CSRF token", async (id, declared) => {
  const sample = samples[id]!;
  const session = { ...sessions.administrator, csrf: "" };

  const { status } = await world.server.request(declared.method, sample.path(world), optionsOf(sample, session));

  expect(status).toBe(403);
});
