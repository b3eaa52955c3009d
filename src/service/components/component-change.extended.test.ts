import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleService, save, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";
import { createRepository } from "../../../test/support/repository.ts";

const path = "/api/components/demo/app/";

async function actionsOf(test: SampleService, address = path): Promise<number[]> {
  const { json } = await test.request("GET", `${address}changes/`);
  const changes: { action: number }[] = json.results;
  return changes.map(({ action }) => action);
}

describe("changing a component", () => {
  it("reads its files by the new settings", async () => {
    await using test = await openSampleService();

    const answer = await test.request("PATCH", path, { json: { language_regex: "^(cs|en)$", priority: 80 } });

    expect([answer.status, answer.json.priority, answer.json.task_url]).toEqual([200, 80, null]);
    expect((await test.request("GET", "/api/translations/demo/app/de/")).status).toBe(404);
  });

  it("writes its files by new format parameters from then on", async () => {
    await using test = await openSampleService();

    await test.request("PATCH", path, { json: { file_format_params: { json_indent: 1, json_sort_keys: true } } });
    await save(test, "demo/app/de", "title", ["Servus"]);

    expect((await test.request("GET", "/api/translations/demo/app/de/file/")).text).toBe(
      '{\n "button": {\n  "cancel": "Abbrechen",\n  "save": "Speichern"\n },\n "title": "Servus"\n}\n',
    );
  });

  it("gives it another address, and keeps what hangs on it", async () => {
    await using test = await openSampleService();
    await save(test, "demo/app/de", "title", ["Servus"]);

    const answer = await test.request("PATCH", path, { json: { slug: "web" } });

    expect([answer.status, answer.json.url]).toEqual([200, "http://service.test/api/components/demo/web/"]);
    expect((await test.request("GET", path)).status).toBe(404);
    expect((await unitsOf(test, "demo/web/de")).get("title")?.target).toEqual(["Servus"]);
    expect(await actionsOf(test, "/api/components/demo/web/")).toContain(42);
  });

  it("moves it into a category and out again", async () => {
    await using test = await openSampleService();
    const category = await test.request("POST", "/api/categories/", {
      json: { name: "Mobile", slug: "mobile", project: "http://service.test/api/projects/demo/" },
    });

    const moved = await test.request("PATCH", path, { json: { category: category.json.url } });
    const inside = "/api/components/demo/mobile%252Fapp/";
    expect([moved.status, moved.json.url]).toEqual([200, `http://service.test${inside}`]);
    expect(await actionsOf(test, inside)).toContain(43);

    const back = await test.request("PATCH", inside, { json: { category: null } });
    expect([back.json.category, back.json.url]).toEqual([null, `http://service.test${path}`]);
  });

  it("tells of a new licence and a new agreement, and of the settings that changed", async () => {
    await using test = await openSampleService();

    await test.request("PATCH", path, { json: { license: "MIT", agreement: "Sign here.", priority: 60 } });

    const { json } = await test.request("GET", `${path}changes/`);
    expect(json.results.slice(0, 3)).toMatchObject([
      { action: 96, details: { settings: ["priority"] } },
      { action: 56, target: "Sign here." },
      { action: 55, target: "MIT", old: "" },
    ]);
  });

  it("is a whole component by PUT, where what is left out stays", async () => {
    await using test = await openSampleService();
    const { json: before } = await test.request("GET", path);

    const partial = await test.request("PUT", path, { json: { name: "Web" } });
    expect(partial.json.errors).toMatchObject(
      ["slug", "repo", "filemask", "file_format"].map((attr) => ({ attr, code: "required" })),
    );
    const { slug, repo, filemask, file_format: format } = before;
    const whole = await test.request("PUT", path, { json: { name: "Web", slug, repo, filemask, file_format: format } });

    expect(whole.json).toEqual({ ...before, name: "Web" });
  });

  it("takes another repository, whose files count from then on, and those who share it come along", async () => {
    await using test = await openSampleService();
    await using other = await createRepository({
      "locales/en.json": '{ "hello": "Hello" }\n',
      "locales/fr.json": '{ "hello": "Bonjour" }\n',
      "po/server.pot": 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "New"\nmsgstr ""\n',
    });
    const clones = readdirSync(join(test.service.dataFolder, "clones")).length;

    const answer = await test.request("PATCH", path, { json: { repo: other.remoteUrl, push: "" } });

    expect([answer.status, answer.json.repo]).toEqual([200, other.remoteUrl]);
    expect((await unitsOf(test, "demo/app/fr")).get("hello")?.target).toEqual(["Bonjour"]);
    expect((await test.request("GET", "/api/translations/demo/app/cs/")).status).toBe(404);
    const shared = await test.request("GET", "/api/components/demo/server/");
    expect([shared.json.repo, shared.json.linked_component]).toEqual([other.remoteUrl, `http://service.test${path}`]);
    expect([...(await unitsOf(test, "demo/server/en")).keys()]).toEqual(["New"]);
    expect(readdirSync(join(test.service.dataFolder, "clones"))).toHaveLength(clones);
  });

  it("takes another branch only when nothing of the old one would be lost", async () => {
    await using test = await openSampleService();
    await save(test, "demo/app/de", "title", ["Servus"]);
    await test.request("POST", `${path}repository/`, { json: { operation: "commit" } });

    const answer = await test.request("PATCH", path, { json: { branch: "other" } });

    expect(answer.json.errors).toMatchObject([{ attr: "branch" }]);
    expect(answer.text).toContain("1 commits that were not pushed");
  });

  it("lets it have a repository of its own, and share one again", async () => {
    await using test = await openSampleService();
    const server = "/api/components/demo/server/";
    const files = { "po/server.pot": 'msgid ""\nmsgstr ""\n\nmsgid "New"\nmsgstr ""\n' };
    await using other = await createRepository(files);

    const alone = await test.request("PATCH", server, { json: { repo: other.remoteUrl } });
    expect([alone.json.linked_component, alone.json.repo]).toEqual([null, other.remoteUrl]);
    expect((await test.request("GET", path)).json.repo).toBe(test.upstream.remoteUrl);

    const again = await test.request("PATCH", server, { json: { repo: "weblate://demo/app" } });
    expect(again.json.linked_component).toBe(`http://service.test${path}`);
    expect((await unitsOf(test, "demo/server/cs")).get("Welcome")?.target).toEqual(["Vítejte"]);
  });
});

describe("a change of a component is refused", () => {
  let test: SampleService;

  beforeAll(async () => {
    test = await openSampleService();
  });
  afterAll(async () => {
    await test[Symbol.asyncDispose]();
  });

  it.each([
    ["repo", { repo: "file:///nowhere/at/all" }],
    ["repo", { repo: "weblate://demo/nothing" }],
    ["repo", { repo: "weblate://demo/app" }],
    ["branch", { branch: "--force" }],
    ["repo", { branch: "other" }],
    ["slug", { slug: "server" }],
    ["name", { name: "Server" }],
    ["category", { category: "http://service.test/api/categories/999/" }],
    ["source_language", { source_language: "de" }],
    ["template", { template: "locales/none.json" }],
    ["template", { template: "../en.json" }],
    ["filemask", { filemask: "en.json" }],
    ["language_regex", { language_regex: "(" }],
    ["push", { push: "--force" }],
    ["file_format", { file_format: "idml" }],
    ["name", { name: " " }],
    ["new_base", { new_base: "locales/none.json" }],
    ["merge_style", { merge_style: "octopus" }],
    ["file_format_params", { file_format_params: { po_line_wrap: 77 } }],
    ["file_format_params", { file_format_params: "x" }],
  ])("for a wrong %s: %j, and changes nothing", async (attr, wrong) => {
    const before = (await test.request("GET", path)).text;

    const answer = await test.request("PATCH", path, { json: wrong });

    expect([answer.status, answer.json.errors[0].attr]).toEqual([400, attr]);
    expect((await test.request("GET", path)).text).toBe(before);
    expect(readdirSync(join(test.service.dataFolder, "clones"))).toHaveLength(1);
  });

  it.each(["PATCH", "PUT"])("to translators by %s", async (method) => {
    const json = { name: "x", slug: "app", repo: "x", filemask: "*", file_format: "json" };

    expect((await test.request(method, path, { token: test.translatorToken, json })).status).toBe(403);
  });
});
