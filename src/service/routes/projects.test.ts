import { existsSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSampleService, save, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";
import { serviceApp } from "../app.ts";

let test: SampleService;
let number = 0;
let slug: string;
let path: string;

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
  path = `/api/projects/${slug}/`;
  await test.admin.createProject({ name: `Project ${slug}`, slug });
});

const projects = "/api/projects/";
const web = "https://example.org/";

async function addComponent(component = "app", fields: Readonly<Record<string, unknown>> = {}) {
  return test.admin.createComponent(slug, {
    repo: test.upstream.remoteUrl,
    branch: "main",
    name: component,
    slug: component,
    file_format: "json-nested",
    filemask: "locales/*.json",
    template: "locales/en.json",
    ...fields,
  });
}

const changesOf = async (action: number) =>
  (await test.request("GET", `${path}changes/?action=${String(action)}`)).json.results;

describe("a project", () => {
  it("is created with its settings", async () => {
    const json = {
      name: "New",
      slug: "new",
      web,
      source_language: "de",
      instructions: "Be brief.",
      translation_review: true,
      enable_hooks: false,
      set_language_team: "false",
      language_aliases: "no:nb_NO",
      access_control: 100,
    };
    const { status, json: created, headers } = await test.request("POST", projects, { json });

    expect([status, headers.get("location")]).toEqual([201, "http://service.test/api/projects/new/"]);
    expect(created).toMatchObject({
      ...json,
      source_language: { code: "de", name: "German" },
      set_language_team: false,
      source_review: false,
      url: "http://service.test/api/projects/new/",
      web_url: "http://service.test/projects/new/",
      components_list_url: "http://service.test/api/projects/new/components/",
      repository_url: "http://service.test/api/projects/new/repository/",
      statistics_url: "http://service.test/api/projects/new/statistics/",
      categories_url: "http://service.test/api/projects/new/categories/",
      changes_list_url: "http://service.test/api/projects/new/changes/",
      languages_url: "http://service.test/api/projects/new/languages/",
      labels_url: "http://service.test/api/projects/new/labels/",
      lock_url: "http://service.test/api/projects/new/lock/",
      announcements_url: "http://service.test/api/projects/new/announcements/",
    });
    expect((await test.request("GET", `${projects}new/`)).json).toEqual(created);
    expect((await test.request("GET", `${projects}new/`, { token: test.translatorToken })).status).toBe(404);
  });

  it.each([
    ["name", "required", { name: undefined }],
    ["name", "blank", { name: "" }],
    ["name", "max_length", { name: "x".repeat(61) }],
    ["name", "invalid", { name: "Two\nlines" }],
    ["name", "invalid", { name: "A header\r\nX: 1" }],
    ["name", "unique", { name: "Demo" }],
    ["slug", "required", { slug: undefined }],
    ["slug", "invalid", { slug: "a b" }],
    ["slug", "max_length", { slug: "x".repeat(61) }],
    ["slug", "unique", { slug: "demo" }],
    ["web", "required", { web: undefined }],
    ["web", "blank", { web: "" }],
    ["web", "invalid", { web: "example.org" }],
    ["web", "invalid", { web: "javascript:alert(1)" }],
    ["web", "invalid", { web: "https://example.org/\r\nx" }],
    ["web", "invalid", { web: "https://example.org/ x" }],
    ["web", "max_length", { web: `https://example.org/${"x".repeat(200)}` }],
    ["source_language", "does_not_exist", { source_language: "xx" }],
    ["language_aliases", "invalid", { language_aliases: "nonsense" }],
    ["language_aliases", "invalid", { language_aliases: "a:cs,a:de" }],
    ["language_aliases", "does_not_exist", { language_aliases: "a:xx" }],
    ["enable_hooks", "invalid", { enable_hooks: "maybe" }],
    ["access_control", "invalid_choice", { access_control: 7 }],
  ])("needs a good %s (%s)", async (attr, code, fields) => {
    const json = { name: "Other", slug: "other", web, ...fields };
    const answer = await test.request("POST", projects, { json });

    expect([answer.status, answer.json.errors[0]]).toMatchObject([400, { attr, code }]);
  });

  it("changes by what is sent, which the change log tells", async () => {
    const json = { instructions: "Be brief.", source_language: { code: "fr" }, access_control: 1 };
    const changed = await test.request("PATCH", path, { json });

    expect([changed.status, changed.json]).toMatchObject([200, { ...json, name: `Project ${slug}` }]);
    expect(await changesOf(95)).toMatchObject([
      { action_name: "Project setting changed", details: { setting: "source_language" }, old: "en", target: "fr" },
      { details: { setting: "instructions" }, old: "", target: "Be brief." },
    ]);
    expect(await changesOf(33)).toMatchObject([
      { action_name: "Visibility changed", old: "0", target: "1", details: { access_control: 1 } },
    ]);
  });

  it("is replaced by what every project has to have", async () => {
    await test.request("PATCH", path, { json: { instructions: "Be brief." } });
    const incomplete = await test.request("PUT", path, { json: { name: "Only" } });
    const put = await test.request("PUT", path, { json: { name: `Put ${slug}`, slug, web } });

    expect([incomplete.status, incomplete.json.errors.map(({ attr }: { attr: string }) => attr)]).toEqual([
      400,
      ["slug", "web"],
    ]);
    expect([put.status, put.json]).toMatchObject([200, { name: `Put ${slug}`, web, instructions: "Be brief." }]);
  });

  it("keeps its strings and its clone under another slug", async () => {
    await addComponent();
    await save({ ...test, translatorToken: test.adminToken }, `${slug}/app/de`, "title", ["Guten Tag"]);
    const renamed = await test.request("PATCH", path, { json: { slug: `${slug}-new` } });
    const old = await test.request("GET", path);
    const unit = (await unitsOf(test, `${slug}-new/app/de`)).get("title");
    const file = await test.request("GET", `/api/translations/${slug}-new/app/de/file/`);

    expect([renamed.json.url, old.status]).toEqual([`http://service.test/api/projects/${slug}-new/`, 404]);
    expect([unit?.target, JSON.parse(file.text).title]).toEqual([["Guten Tag"], "Guten Tag"]);
    path = `/api/projects/${slug}-new/`;
    expect(await changesOf(41)).toMatchObject([
      { action_name: "Project renamed", old: slug, target: `${slug}-new`, user: expect.stringContaining("admin") },
    ]);
  });

  it("reads files by its language aliases", async () => {
    await test.request("PATCH", path, { json: { language_aliases: "de:nds" } });
    await addComponent();
    const codes = (await test.request("GET", `${path}languages/`)).json.map(({ code }: { code: string }) => code);

    expect(codes.toSorted()).toEqual(["cs", "en", "nds"]);
  });

  it("is removed with its components and clones, by a task", async () => {
    const { clone_id: clone } = await addComponent();
    const folder = join(test.service.dataFolder, "clones", String(clone));
    const was = existsSync(folder);
    const removed = await test.request("DELETE", path);
    const task = await test.request("GET", new URL(removed.json.task_url).pathname);

    expect([removed.status, removed.json.detail]).toEqual([202, expect.any(String)]);
    expect(task.json).toMatchObject({ completed: true, progress: 100, result: { removed: slug } });
    expect([was, existsSync(folder)]).toEqual([true, false]);
    expect((await test.request("GET", path)).status).toBe(404);
    expect((await test.request("DELETE", path)).status).toBe(404);
  });

  it("is for who may manage it", async () => {
    const requests = [
      ["POST", projects, { name: "X", slug: "x", web }],
      ["PATCH", path, { name: "X" }],
      ["PUT", path, { name: "X", slug: "x", web }],
      ["DELETE", path, undefined],
      ["POST", `${path}lock/`, { lock: true }],
      ["POST", `${path}repository/`, { operation: "pull" }],
    ] as const;
    for (const [method, address, json] of requests) {
      const statuses = [null, test.translatorToken].map(
        async (token) => (await test.request(method, address, { token, ...(json && { json }) })).status,
      );
      expect([method, address, ...(await Promise.all(statuses))]).toEqual([method, address, 401, 403]);
    }
    expect((await test.request("PATCH", `${projects}nope/`, { json: { name: "X" } })).status).toBe(404);
  });

  it("is opened to others only by who manages access as well", async () => {
    const { token } = await botWith(["project.edit"]);
    const open = await test.request("PATCH", path, { token, json: { access_control: 1 } });
    const same = await test.request("PATCH", path, { token, json: { access_control: 0, instructions: "Hi" } });

    expect([open.status, open.json.detail, same.status]).toEqual([403, "Can not manage project access", 200]);
  });
});

/** A user who has these permissions in every project. */
async function botWith(permissions: readonly string[]) {
  const username = `user${String(number)}`;
  const { user, token } = await test.admin.createUser({ username });
  const { database } = test.service;
  const role = await database
    .insertInto("role")
    .values({ name: username, permissions: JSON.stringify(permissions) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const team = await database
    .insertInto("team")
    .values({ name: username, project_selection: 1, defining_project_id: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database.insertInto("team_role").values({ team_id: team.id, role_id: role.id }).execute();
  await database.insertInto("team_member").values({ team_id: team.id, user_id: user }).execute();
  return { token };
}

describe("the repositories of a project", () => {
  it("are operated all together", async () => {
    await addComponent("one");
    await addComponent("two");
    await addComponent("three", { disable_autoshare: true, push: `${test.upstream.remoteUrl}-gone` });
    await save({ ...test, translatorToken: test.adminToken }, `${slug}/three/de`, "title", ["Guten Abend"]);
    const commit = await test.request("POST", `${path}repository/`, { json: { operation: "commit" } });
    const push = await test.request("POST", `${path}repository/`, { json: { operation: "push" } });
    const status = await test.request("GET", `${path}repository/`);

    expect([commit.status, commit.json]).toMatchObject([
      200,
      {
        result: true,
        included_components: [`${slug}/one`, `${slug}/two`, `${slug}/three`],
        skipped_components: [],
      },
    ]);
    expect([push.status, push.json.result]).toEqual([200, false]);
    expect(push.json.detail).toMatch(/Push is turned off for one\.\nCould not push three/);
    expect(status.json).toEqual({
      needs_commit: false,
      needs_merge: false,
      needs_push: true,
      url: `http://service.test${path}repository/`,
    });
  });

  it("are left out, and not named, where the caller may not even see them", async () => {
    await addComponent("home");
    await addComponent("away", { disable_autoshare: true, restricted: true });
    const { token } = await botWith(["vcs.commit"]);
    const answer = await test.request("POST", `${path}repository/`, { token, json: { operation: "commit" } });
    const denied = await test.request("POST", `${path}repository/`, { token, json: { operation: "reset" } });

    expect([answer.status, answer.json]).toMatchObject([
      200,
      { result: true, included_components: [`${slug}/home`], skipped_components: [], permission_blockers: [] },
    ]);
    expect(denied.status).toBe(403);
  });

  it("of another project are operated by who may do it there", async () => {
    await addComponent("home");
    await addComponent("guest", { repo: "weblate://demo/app" });
    const { token } = await test.admin.createBot(slug);
    const operation = async (as: string) =>
      (await test.request("POST", `${path}repository/`, { token: as, json: { operation: "commit" } })).json;

    expect(await operation(token)).toMatchObject({
      result: true,
      included_components: [`${slug}/home`],
      skipped_components: [`${slug}/guest`],
      permission_blockers: [],
    });
    expect((await operation(test.adminToken)).included_components).toHaveLength(2);
  });

  it.each([
    ["required", {}],
    ["invalid_choice", { operation: "explode" }],
  ])("want an operation (%s)", async (code, json) => {
    const answer = await test.request("POST", `${path}repository/`, { json });

    expect([answer.status, answer.json.errors[0]]).toMatchObject([400, { attr: "operation", code }]);
  });

  it("are nobody's business without a permission", async () => {
    const { token } = await botWith(["unit.edit"]);
    await test.request("PATCH", path, { json: { access_control: 1 } });

    expect((await test.request("GET", `${path}repository/`, { token })).status).toBe(403);
  });
});

describe("the lock of a project", () => {
  it("locks and unlocks all components, and commits what waits", async () => {
    await addComponent("one");
    await addComponent("two");
    await save({ ...test, translatorToken: test.adminToken }, `${slug}/one/de`, "title", ["Guten Morgen"]);
    const before = await test.request("GET", `${path}lock/`, { token: null });
    const locked = await test.request("POST", `${path}lock/`, { form: { lock: "true" } });
    await test.service.jobs.idle();
    const status = await test.request("GET", `${path}repository/`);
    const component = await test.request("GET", `/api/components/${slug}/two/lock/`);
    const unlocked = await test.request("POST", `${path}lock/`, { json: { lock: false } });

    expect([before.json, locked.json, component.json, unlocked.json]).toEqual([
      { locked: false },
      { locked: true },
      { locked: true },
      { locked: false },
    ]);
    expect(status.json.needs_commit).toBe(false);
    expect([(await changesOf(14)).length, (await changesOf(15)).length]).toEqual([2, 2]);
  });

  it("of a project without components is open", async () => {
    const answer = await test.request("POST", `${path}lock/`, { json: { lock: true } });

    expect([answer.status, answer.json]).toEqual([200, { locked: false }]);
  });

  it.each([
    ["required", {}],
    ["invalid", { lock: "banana" }],
  ])("wants a boolean (%s)", async (code, json) => {
    const answer = await test.request("POST", `${path}lock/`, { json });

    expect([answer.status, answer.json.errors[0]]).toMatchObject([400, { attr: "lock", code }]);
  });
});

describe("the files of a project", () => {
  async function archive(address: string): Promise<string[]> {
    const app = serviceApp(test.service);
    const headers = { authorization: `Token ${test.adminToken}` };
    const response = await app.request(`http://service.test${address}`, { headers });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
    return Object.keys(unzipSync(new Uint8Array(await response.arrayBuffer()))).toSorted();
  }

  it("come in one archive, also of one language", async () => {
    await addComponent();
    const files = ["cs", "de", "en"].map((code) => `${slug}/app/locales/${code}.json`);

    expect(await archive(`${path}file/`)).toEqual(files);
    expect(await archive(`${path}file/?format=zip`)).toEqual(files);
    expect(await archive(`${path}file/?language_code=de`)).toEqual([files[1], files[2]]);
    expect(await archive(`${path}file/?language_code=xx`)).toEqual([]);
  });

  it("of one language come without templates, and by what is in the slugs of components", async () => {
    await addComponent("app");
    await addComponent("other");

    expect(await archive(`${path}languages/de/file/`)).toEqual([`${slug}/app/locales/de.json`]);
    expect(await archive(`${path}languages/de/file/?filter=oth`)).toEqual([`${slug}/app/locales/de.json`]);
    expect(await archive(`${path}languages/de/file/?filter=none`)).toEqual([]);
    expect((await test.request("GET", `${path}languages/xx/file/`)).status).toBe(404);
  });

  it("are for who may download", async () => {
    await test.request("PATCH", path, { json: { access_control: 1 } });
    const { token } = await botWith(["unit.edit"]);
    const statuses = ["file/", "languages/de/file/"].map(
      async (below) => (await test.request("GET", path + below, { token })).status,
    );

    expect(await Promise.all(statuses)).toEqual([403, 403]);
  });
});

describe("statistics of a project", () => {
  it("sum its components, and those that are shown in it", async () => {
    await addComponent();
    const alone = (await test.request("GET", `${path}statistics/`, { token: null })).json;
    await test.request("POST", "/api/components/demo/server/links/", { json: { project_slug: slug } });
    const together = (await test.request("GET", `${path}statistics/`)).json;
    const server = (await test.request("GET", "/api/components/demo/server/statistics/")).json.results;
    const added = server.reduce((sum: number, row: { total: number }) => sum + row.total, 0);

    expect(alone).toMatchObject({ name: `Project ${slug}`, url: `http://service.test/projects/${slug}/`, failing: 0 });
    expect(together.total).toBe(Number(alone.total) + Number(added));
    expect((await test.request("GET", `${projects}nope/statistics/`)).status).toBe(404);
  });

  it("come per language in one array", async () => {
    await addComponent();
    const { json } = await test.request("GET", `${path}languages/`, { token: null });

    expect(json.map(({ name }: { name: string }) => name)).toEqual(["Czech", "English", "German"]);
    expect(json[2]).toMatchObject({
      code: "de",
      total: 3,
      translated: 3,
      translated_percent: 100,
      url: `http://service.test/projects/${slug}/-/de/`,
      translate_url: `http://service.test/translate/${slug}/-/de/`,
    });
  });

  it("of nothing are complete in translating, or in approving where there is review", async () => {
    const plain = (await test.request("GET", `${path}statistics/`)).json;
    await test.request("PATCH", path, { json: { translation_review: true } });
    const reviewed = (await test.request("GET", `${path}statistics/`)).json;

    expect([plain.translated_percent, plain.translated_words_percent, plain.approved_percent]).toEqual([100, 100, 0]);
    expect([reviewed.translated_percent, reviewed.approved_percent, reviewed.approved_chars_percent]).toEqual([
      0, 100, 100,
    ]);
  });
});
