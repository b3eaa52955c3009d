import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { openSampleService, type SampleService } from "../../../test/support/open-test-service.ts";
import { defined } from "../../core/defined.ts";

let test: SampleService;

beforeEach(async () => {
  test = await openSampleService();
  onTestFinished(() => test[Symbol.asyncDispose]());
});

const inComponent = "/api/components/demo/app/addons/";
const inProject = "/api/projects/demo/addons/";

async function install(name: string, configuration?: object, path = inComponent) {
  return test.request("POST", path, { json: { name, ...defined({ configuration }) } });
}

async function actions(): Promise<readonly number[]> {
  const rows = await test.service.database
    .selectFrom("change")
    .select("action")
    .where("action", "in", [60, 61, 62])
    .orderBy("id")
    .execute();
  return rows.map(({ action }) => action);
}

describe("installing", () => {
  it("answers the add-on, shows it at the component and records it", async () => {
    const { status, json, headers } = await install("weblate.git.squash", { squash: "language" });

    expect(status).toBe(201);
    expect(headers.get("location")).toBe(json.url);
    expect(json).toEqual({
      id: json.id,
      name: "weblate.git.squash",
      component: "http://service.test/api/components/demo/app/",
      project: null,
      configuration: { squash: "language", append_trailers: true, commit_message: "" },
      url: `http://service.test/api/addons/${String(json.id)}/`,
    });
    expect((await test.request("GET", "/api/components/demo/app/")).json.addons).toEqual([json.url]);
    expect(await actions()).toEqual([60]);
  });

  it("may be for a whole project", async () => {
    const { status, json } = await install("weblate.consistency.languages", undefined, inProject);

    expect(status).toBe(201);
    expect(json).toMatchObject({ component: null, project: "http://service.test/api/projects/demo/" });
  });

  it.each([
    ["weblate.nobody.knows", {}, "name", "Add-on not found: weblate.nobody.knows"],
    ["weblate.gettext.xgettext", {}, "name", /not provided by this server/],
    ["weblate.gettext.msgmerge", {}, "name", /not compatible: it needs PO files/],
    ["weblate.consistency.languages", {}, "name", /for projects, not for components/],
    ["weblate.git.squash", { squash: "some" }, "configuration", /parameter squash.*is not a valid choice/],
    ["weblate.git.squash", { squashed: "all" }, "configuration", /squashed/],
    ["weblate.generate.generate", { filename: "a.txt" }, "configuration", /parameter template.*required/],
    ["weblate.removal.comments", { age: "old" }, "configuration", /parameter age.*integer/],
    ["weblate.autotranslate.autotranslate", { auto_source: "mt" }, "configuration", /parameter engines.*required/],
    ["weblate.autotranslate.autotranslate", { q: "nobody:x" }, "configuration", /parameter q.*not understood/],
    ["weblate.webhook.webhook", { webhook_url: "ftp://x", events: [2] }, "configuration", /parameter webhook_url.*URL/],
    ["weblate.webhook.webhook", { webhook_url: "https://x", events: [9999] }, "configuration", /parameter events.*.+/],
  ])("refuses %s with %j", async (name, configuration, attr, detail) => {
    const { status, json } = await install(name, configuration);

    expect(status).toBe(400);
    expect(json.errors[0]).toMatchObject({ code: "invalid", attr });
    expect(json.errors[0].detail).toMatch(detail);
  });

  it("is refused twice in the same place, unless several make sense", async () => {
    const generator = { filename: "{{ language_code }}.txt", template: "x" };

    expect((await install("weblate.git.squash")).status).toBe(201);
    expect((await install("weblate.git.squash")).json.errors[0].attr).toBe("name");
    expect((await install("weblate.generate.generate", generator)).status).toBe(201);
    expect((await install("weblate.generate.generate", generator)).status).toBe(201);
  });

  it("is for those who may edit the component or the project", async () => {
    const json = { name: "weblate.git.squash" };
    const asTranslator = { json, token: test.translatorToken };

    expect((await test.request("POST", inComponent, asTranslator)).status).toBe(403);
    expect((await test.request("POST", inProject, asTranslator)).status).toBe(403);
    expect((await test.request("POST", inComponent, { json, token: null })).status).toBe(401);
    expect((await test.request("POST", inComponent, { json: {} })).status).toBe(400);
    expect((await test.request("POST", "/api/components/demo/nothing/addons/", { json })).status).toBe(404);
  });
});

describe("an installed add-on", () => {
  it("is listed and shown to those who may configure it, and is not there for others", async () => {
    const { json } = await install("weblate.git.squash");
    const path = new URL(json.url).pathname;

    expect((await test.request("GET", "/api/addons/")).json).toMatchObject({ count: 1, results: [json] });
    expect((await test.request("GET", path)).json).toEqual(json);
    expect((await test.request("GET", "/api/addons/", { token: test.translatorToken })).json.count).toBe(0);
    expect((await test.request("GET", path, { token: test.translatorToken })).status).toBe(404);
    expect((await test.request("PATCH", path, { json: {}, token: test.translatorToken })).status).toBe(404);
    expect((await test.request("DELETE", path, { token: test.translatorToken })).status).toBe(404);
    expect((await test.request("GET", path, { token: null })).status).toBe(404);
    expect((await test.request("GET", "/api/addons/99999/")).status).toBe(404);
  });

  it.each(["PATCH", "PUT"])("takes another configuration by %s", async (method) => {
    const { json } = await install("weblate.git.squash");
    const path = new URL(json.url).pathname;

    const changed = await test.request(method, path, { json: { configuration: { squash: "file" } } });
    const wrong = await test.request(method, path, { json: { configuration: { squash: "x" } } });
    const renamed = await test.request(method, path, { json: { name: "weblate.properties.sort" } });

    expect(changed.json).toEqual({ ...json, configuration: { ...json.configuration, squash: "file" } });
    expect([changed.status, wrong.status, renamed.status]).toEqual([200, 400, 400]);
    expect(await actions()).toEqual([60, 61]);
  });

  it("never shows its secrets, and keeps those that are not sent again", async () => {
    const configuration = { webhook_url: "https://hooks.example.org/", events: [2], secret: "c2VjcmV0" };
    const { json } = await install("weblate.webhook.webhook", configuration);
    const path = new URL(json.url).pathname;

    await test.request("PATCH", path, {
      json: { configuration: { ...configuration, secret: undefined, events: [3] } },
    });

    const shown = await test.request("GET", path);
    expect(shown.json.configuration).toEqual({ webhook_url: "https://hooks.example.org/", events: [3] });
    const row = await test.service.database.selectFrom("addon").select("configuration").executeTakeFirstOrThrow();
    expect(JSON.parse(row.configuration).secret).toBe("c2VjcmV0");
  });

  it("goes when it is deleted", async () => {
    const { json } = await install("weblate.git.squash");
    const path = new URL(json.url).pathname;

    expect((await test.request("DELETE", path)).status).toBe(204);
    expect((await test.request("GET", path)).status).toBe(404);
    expect(await actions()).toEqual([60, 62]);
  });

  it("does its work when it is triggered, as a task", async () => {
    const configuration = { filename: "stats/{{ language_code }}.txt", template: "{{ stats.translated }}" };
    const { json } = await install("weblate.generate.generate", configuration);
    const path = `${new URL(json.url).pathname}trigger/`;

    const triggered = await test.request("POST", path);
    await test.service.jobs.idle();

    expect(triggered.status).toBe(202);
    const task = await test.request("GET", new URL(triggered.json.task_url).pathname);
    expect(task.json).toMatchObject({ completed: true, result: { components: 1 } });
    expect((await test.request("POST", path, { token: test.translatorToken })).status).toBe(404);
  });
});
