import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  openSampleService,
  openTestService,
  unitsOf,
  unlimited,
  type SampleService,
  type TestAnswer,
} from "../../../test/support/open-test-service.ts";
import type { Service } from "../service.ts";
import { triggerUpdate } from "../hooks/update.ts";
import { instantClock } from "../../../test/support/test-clock.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

function push(repository: string, branch = "main") {
  return { ref: `refs/heads/${branch}`, repository: { name: "app", owner: { login: "acme" }, clone_url: repository } };
}

async function notify(json: unknown, headers: Record<string, string> = {}, provider = "github/") {
  return test.request("POST", `/hooks/${provider}`, { token: null, json, headers });
}

it("uses up nobody's requests, and is slowed only where it floods", async () => {
  const anonymous = { requests: 2, windowSeconds: 86_400 };
  const rateLimits = { anonymous, user: anonymous };
  await using limited = await openTestService({ rateLimits }, { clock: instantClock() });
  const ping = (): Promise<TestAnswer> =>
    limited.request("POST", "/hooks/github/", { token: null, json: {}, headers: { "X-GitHub-Event": "ping" } });
  const answers: TestAnswer[] = [];
  for (let count = 0; count < 601; count += 1) answers.push(await ping());

  expect(answers.slice(0, 600).filter(({ status }) => status !== 201)).toEqual([]);
  expect(answers[0]?.headers.has("x-ratelimit-remaining")).toBe(false);
  expect([answers[600]?.status, answers[600]?.headers.get("retry-after")]).toEqual([429, "60"]);
  const other = await limited.request("GET", "/api/", { token: null });
  expect([other.status, other.headers.get("x-ratelimit-remaining")]).toEqual([200, "1"]);
});

it("counts for whom a proxy on this machine names, so that nobody behind it locks another one out", async () => {
  await using limited = await openTestService({}, { clock: instantClock() });
  const ping = (sender: string): Promise<TestAnswer> =>
    limited.request("POST", "/hooks/github/", {
      token: null,
      json: {},
      headers: { "X-GitHub-Event": "ping", "X-Forwarded-For": `10.0.0.1, ${sender}` },
    });
  for (let count = 0; count < 601; count += 1) await ping("192.0.2.66");

  expect((await ping("192.0.2.66")).status).toBe(429);
  expect((await ping("192.0.2.7")).status).toBe(201);
});

it("fills no log and pulls no more often than thirty times a minute however many pushes are told of", async () => {
  await using flooded = await openSampleService({ settings: { rateLimits: unlimited } });
  const { json: before } = await flooded.request("GET", "/api/components/demo/app/changes/?action=53");
  for (let count = 0; count < 100; count += 1) {
    const { status } = await flooded.request("GET", "/hooks/update/demo/app/", { token: null });
    expect(status).toBe(200);
  }

  const { json } = await flooded.request("GET", "/api/components/demo/app/changes/?action=53");
  expect(json.count - before.count).toBeLessThanOrEqual(31);
});

it("pulls for the next push where the database was away when one was to be noted", async () => {
  await using away = await openSampleService({ settings: { rateLimits: unlimited } });
  const component = await away.service.database
    .selectFrom("component")
    .select(["id", "path", "clone_id", "project_id"])
    .where("path", "=", "app")
    .executeTakeFirstOrThrow();
  const project = await away.service.database.selectFrom("project").selectAll().executeTakeFirstOrThrow();
  const clock = instantClock();
  let isAway = false;
  const asked: Date[] = [];
  const enqueue: Service["jobs"]["enqueue"] = async (_kind, _payload, options) => {
    if (isAway) throw new Error("The database is away.");
    asked.push(options?.runAfter ?? clock.now());
  };
  const jobs = new Proxy(away.service.jobs, {
    get: (queue, name) => (name === "enqueue" ? enqueue : Reflect.get(queue, name)),
  });
  const service = { ...away.service, clock, jobs };
  const tell = () => triggerUpdate(service, [{ project, component }], {});
  for (let count = 0; count < 30; count += 1) await tell();
  isAway = true;
  await expect(tell()).rejects.toThrow("away");
  isAway = false;
  await tell();

  expect(asked).toHaveLength(31);
});

describe("a push that a host tells of", () => {
  it("is pulled into every component of the repository, without a token", async () => {
    await test.upstream.write({ "locales/cs.json": '{\n  "title": "Nazdar"\n}\n' });
    await test.upstream.publish("Change upstream");

    const answer = await notify(push(test.upstream.remoteUrl), { "X-GitHub-Event": "push" });

    expect([answer.status, answer.json]).toEqual([
      200,
      {
        status: "success",
        message: "Update triggered: demo/app, demo/server",
        match_status: { repository_matches: 2, branch_matches: 2, enabled_hook_matches: 2 },
        updated_components: [
          "http://service.test/api/components/demo/app/",
          "http://service.test/api/components/demo/server/",
        ],
      },
    ]);
    await test.service.jobs.idle();
    expect((await unitsOf(test, "demo/app/cs")).get("title")?.target).toEqual(["Nazdar"]);
    const updated = await test.request("GET", "/api/translations/demo/app/cs/changes/?action=0");
    expect(updated.json.results).toMatchObject([{ action: 0, action_name: "Resource updated", unit: null }]);
    const changes = await test.request("GET", "/api/components/demo/app/changes/?action=53");
    expect(changes.json.results).toMatchObject([{ action: 53, details: { repository: "acme/app", branch: "main" } }]);
  });

  it("may come as a form, and to the address without its slash", async () => {
    const form = { payload: JSON.stringify(push(test.upstream.remoteUrl)) };
    const answer = await test.request("POST", "/hooks/github", { token: null, form });
    expect(answer.status).toBe(200);
  });

  it.each([
    ["https://github.com/acme/other.git", "main", { repository_matches: 0, branch_matches: 0 }],
    [undefined, "other", { repository_matches: 2, branch_matches: 0 }],
  ])("of %s, branch %s, matches nothing and says how far it got", async (repository, branch, match) => {
    const answer = await notify(push(repository ?? test.upstream.remoteUrl, branch));
    expect([answer.status, answer.json.status, answer.json.message]).toEqual([
      202,
      "failure",
      "No matching repositories found!",
    ]);
    expect(answer.json.match_status).toEqual({ ...match, enabled_hook_matches: 0 });
  });

  it("another event is taken note of", async () => {
    const answer = await notify({ zen: "Design for failure." }, { "X-GitHub-Event": "ping" });
    expect([answer.status, answer.json]).toEqual([201, { status: "success", message: "Hook working" }]);
  });

  it.each([{}, { ref: "refs/heads/main" }, { payload: "{" }])("%j is refused", async (json) => {
    const answer = await notify(json);
    expect([answer.status, answer.json.type]).toEqual([400, "validation_error"]);
  });

  it("from a host nobody knows is no address, and it is POST only", async () => {
    expect((await notify({}, {}, "sourceforge/")).status).toBe(404);
    const answer = await test.request("GET", "/hooks/github/", { token: null });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  });
});

describe("hooks that are turned off", () => {
  it("in a project match nothing there", async () => {
    await test.request("PATCH", "/api/projects/demo/", { json: { enable_hooks: false } });
    const answer = await notify(push(test.upstream.remoteUrl));
    await test.request("PATCH", "/api/projects/demo/", { json: { enable_hooks: true } });
    expect([answer.status, answer.json.match_status]).toEqual([
      202,
      { repository_matches: 2, branch_matches: 2, enabled_hook_matches: 0 },
    ]);
  });

  it("on the whole site refuse every method", async () => {
    await using site = await openSampleService({ settings: { enableHooks: false } });
    const answer = await site.request("POST", "/hooks/github/", { token: null, json: push(site.upstream.remoteUrl) });
    expect(answer.status).toBe(405);
    expect((await site.request("GET", "/hooks/update/demo/")).status).toBe(405);
  });
});

it("components of a private project are pulled but not named to strangers", async () => {
  await using site = await openSampleService();
  await site.request("PATCH", "/api/projects/demo/", { json: { access_control: 100 } });
  const answer = await site.request("POST", "/hooks/github/", { token: null, json: push(site.upstream.remoteUrl) });
  expect(answer.json).toMatchObject({ status: "success", message: "Update triggered", updated_components: [] });
  await site.service.jobs.idle();
});

describe("the hooks of old", () => {
  it.each(["demo/", "demo/app/"])("/hooks/update/%s pulls", async (path) => {
    await test.upstream.write({ "locales/de.json": `{\n  "title": "Hallo ${path}"\n}\n` });
    await test.upstream.publish("Change upstream");
    const answer = await test.request("GET", `/hooks/update/${path}`, { token: null });
    expect([answer.status, answer.json]).toEqual([200, { status: "success", message: "Update triggered" }]);
    await test.service.jobs.idle();
    expect((await unitsOf(test, "demo/app/de")).get("title")?.target).toEqual([`Hallo ${path}`]);
  });

  it.each(["nowhere/", "demo/nothing/"])("/hooks/update/%s is not there", async (path) => {
    expect((await test.request("GET", `/hooks/update/${path}`, { token: null })).status).toBe(404);
  });
});
