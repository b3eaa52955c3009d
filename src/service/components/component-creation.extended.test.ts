import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { createComponent } from "./component-creation.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  openSampleService,
  sampleFiles,
  save,
  unitsOf,
  type SampleService,
} from "../../../test/support/open-test-service.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function fields(slug: string) {
  return {
    name: slug,
    slug,
    repo: test.upstream.remoteUrl,
    branch: "main",
    file_format: "json-nested",
    filemask: "locales/*.json",
    template: "locales/en.json",
  };
}

async function create(json: object, token = test.adminToken) {
  return test.request("POST", "/api/projects/demo/components/", { token, json });
}

describe("a component from a repository", () => {
  it("shares the clone of the same repository and branch in its project", async () => {
    const answer = await create(fields("twin"));

    expect(answer.status).toBe(201);
    expect(answer.json.linked_component).toBe("http://service.test/api/components/demo/app/");
    expect(answer.json.repo).toBe(test.upstream.remoteUrl);
  });

  it("has a clone of its own where that is asked for, and finds the default branch", async () => {
    const { branch: _, ...withoutBranch } = fields("alone");

    const answer = await create({ ...withoutBranch, disable_autoshare: true });

    expect([answer.status, answer.json.linked_component, answer.json.branch]).toEqual([201, null, "main"]);
  });

  it("shares another project's clone only with who may change its components", async () => {
    await using other = await openSampleService();
    await other.admin.createProject({ name: "Guest", slug: "guest" });
    const { token } = await other.admin.createBot("guest");
    const json = { ...fields("guest"), repo: "weblate://demo/app" };

    const answer = await other.request("POST", "/api/projects/guest/components/", { token, json });

    expect([answer.status, answer.json.errors[0].attr]).toEqual([400, "repo"]);
  });

  it("shares a clone by address", async () => {
    const answer = await create({ ...fields("linked"), repo: "weblate://demo/app" });

    expect(answer.json.linked_component).toBe("http://service.test/api/components/demo/app/");
    expect((await create({ ...fields("lost"), repo: "weblate://demo/nothing" })).status).toBe(400);
  });

  it("takes a language object for the source language, and a category", async () => {
    const category = await test.request("POST", "/api/categories/", {
      json: { name: "Mobile", slug: "mobile", project: "http://service.test/api/projects/demo/" },
    });
    expect(category.status).toBe(201);

    const answer = await create({ ...fields("ios"), category: category.json.url, source_language: { code: "en" } });

    expect([answer.status, answer.json.url]).toEqual([201, "http://service.test/api/components/demo/mobile%252Fios/"]);
    expect(answer.json.category).toBe(category.json.url);
  });

  it.each([
    ["slug", { slug: "app" }],
    ["name", { name: "App" }],
    ["slug", { slug: "no slug" }],
    ["name", { name: "" }],
    ["file_format", { file_format: "bogus" }],
    ["template", { template: "" }],
    ["template", { template: "locales/none.json" }],
    ["template", { template: "../../etc/passwd" }],
    ["filemask", { filemask: "locales/en.json" }],
    ["filemask", { filemask: "/etc/*.json" }],
    ["filemask", { filemask: ".git/*.json" }],
    ["filemask", { filemask: "a/../../*.json" }],
    ["repo", { repo: "--upload-pack=touch /tmp/x" }],
    ["repo", { repo: "ext::sh -c touch% /tmp/x" }],
    ["repo", { repo: "file:///nowhere/at/all" }],
    ["push", { push: "ext::sh" }],
    ["branch", { branch: "--force" }],
    ["branch", { branch: "a..b" }],
    ["source_language", { source_language: "klingonese" }],
    ["new_lang", { new_lang: "perhaps" }],
    ["check_flags", { check_flags: "read-onyl" }],
    ["enforced_checks", { enforced_checks: ["bogus"] }],
    ["license", { license: "bogus" }],
    ["repoweb", { repoweb: "nowhere" }],
    ["report_source_bugs", { report_source_bugs: "nobody" }],
    ["priority", { priority: 7 }],
    ["commit_pending_age", { commit_pending_age: 2161 }],
    ["suggestion_autoaccept", { suggestion_autoaccept: 1 }],
    ["suggestion_autoaccept", { suggestion_autoaccept: 3 }],
    ["language_code_style", { language_code_style: "z" }],
    ["glossary_color", { glossary_color: "pinkish" }],
    ["variant_regex", { variant_regex: "(" }],
    ["category", { category: "http://service.test/api/categories/999/" }],
    ["category", { category: "somewhere" }],
    ["from_component", { from_component: "demo/nothing" }],
    ["from_component", { from_component: 99_999_999_999 }],
    ["category", { category: "http://service.test/api/categories/99999999999/" }],
  ])("is refused for a wrong %s: %j", async (attr, wrong) => {
    const clones = readdirSync(join(test.service.dataFolder, "clones"));

    const answer = await create({ ...fields("wrong"), ...wrong });

    expect([answer.status, answer.json.errors[0].attr]).toEqual([400, attr]);
    expect(readdirSync(join(test.service.dataFolder, "clones"))).toEqual(clones);
    expect((await test.request("GET", "/api/components/demo/wrong/")).status).toBe(404);
  });

  it("does not tell of folders of this machine in its refusals", async () => {
    const answer = await create({ ...fields("wrong"), repo: "file:///nowhere/at/all" });

    expect(answer.text).not.toContain(test.service.dataFolder);
  });

  it("is refused to translators", async () => {
    expect((await create(fields("mine"), test.translatorToken)).status).toBe(403);
  });

  it("names every field that is missing", async () => {
    const answer = await create({});

    expect(answer.json.errors).toMatchObject(["name", "slug"].map((attr) => ({ attr, code: "required" })));
    expect((await create({ name: "Bare", slug: "bare" })).json.errors).toMatchObject(
      ["repo", "filemask", "file_format"].map((attr) => ({ attr, code: "required" })),
    );
  });

  it("is answered with its address, when its files were read", async () => {
    const answer = await create(fields("placed"));

    expect(answer.headers.get("location")).toBe("http://service.test/api/components/demo/placed/");
    expect(answer.json.task_url).toBeNull();
    expect((await test.request("GET", "/api/components/demo/placed/translations/")).json.count).toBe(3);
  });

  it("is there at once, and read by a task where that takes longer than its request waits", async () => {
    const project = await test.service.database.selectFrom("project").selectAll().executeTakeFirstOrThrow();
    const path = "/api/components/demo/slow/";

    await createComponent(test.service, { project, fields: fields("slow"), patience: 0 });
    const { json: reading } = await test.request("GET", path);
    await test.service.jobs.idle();
    const { json: read } = await test.request("GET", path);

    expect([reading.task_url === null, read.task_url]).toEqual([false, null]);
    const task = await test.request("GET", new URL(reading.task_url).pathname);
    expect(task.json).toMatchObject({ completed: true, progress: 100 });
    expect((await test.request("GET", `${path}translations/`)).json.count).toBe(3);
  });

  it("is made while another component of its repository is read, and read after that", async () => {
    const { service } = test;
    const project = await service.database.selectFrom("project").selectAll().executeTakeFirstOrThrow();
    const app = await service.database
      .selectFrom("component")
      .selectAll()
      .where("slug", "=", "app")
      .executeTakeFirstOrThrow();
    const { promise, resolve } = Promise.withResolvers<void>();
    const reading = service.locks.hold(app.clone_id, "demo/app", () => promise);

    const { clone_id: clone } = await createComponent(service, { project, fields: fields("next"), patience: 0 });
    resolve();
    await reading;
    await service.jobs.idle();

    expect(clone).toBe(app.clone_id);
    expect((await test.request("GET", "/api/components/demo/next/translations/")).json.count).toBe(3);
  });

  it("copies another component, and takes what was sent instead", async () => {
    const answer = await create({ name: "Copy", slug: "copy", from_component: "demo/server", priority: 60 });

    expect(answer.json).toMatchObject({
      file_format: "po",
      filemask: "po/*.po",
      new_base: "po/server.pot",
      priority: 60,
    });
    expect(answer.json.linked_component).toBe("http://service.test/api/components/demo/app/");
    expect((await unitsOf(test, "demo/copy/cs")).get("Welcome")?.target).toEqual(["Vítejte"]);
  });

  it("has the page of a known licence, and none of another", async () => {
    const known = await create({ ...fields("free"), license: "MIT" });
    const own = await create({ ...fields("own"), license: "proprietary" });

    expect([known.json.license_url, own.json.license_url]).toEqual(["https://spdx.org/licenses/MIT.html", null]);
  });

  it("does not tell where the repository is to whoever may not know", async () => {
    await using other = await openSampleService();
    await other.request("PATCH", "/api/projects/demo/", { json: { access_control: 100 } });

    const { json } = await other.request("GET", "/api/components/demo/app/", { token: other.translatorToken });

    expect(json).toMatchObject({ name: "App", vcs: null, repo: null, branch: null, push: null, push_branch: null });
    expect(json).toMatchObject({ filemask: null, screenshot_filemask: null, repoweb: null, git_export: null });
  });
});

describe("a component from files", () => {
  it("starts from one document", async () => {
    const answer = await test.request("POST", "/api/projects/demo/components/", {
      multipart: {
        name: "Document",
        slug: "document",
        file_format: "json",
        docfile: encode('{"hello":"Hello"}'),
      },
    });

    expect([answer.status, answer.json.vcs, answer.json.repo, answer.json.template]).toEqual([
      201,
      "local",
      "local:",
      "document/en.json",
    ]);
    expect((await unitsOf(test, "demo/document/en")).get("hello")?.source).toEqual(["Hello"]);
    const push = await test.request("POST", answer.json.repository_url.slice(19), { json: { operation: "push" } });
    expect(push.json).toEqual({ result: true });
  });

  it("starts from an archive", async () => {
    const zipfile = zipSync({
      "po/server.pot": encode(sampleFiles["po/server.pot"]),
      "po/cs.po": encode(sampleFiles["po/cs.po"]),
    });

    const answer = await test.request("POST", "/api/projects/demo/components/", {
      multipart: {
        name: "Zip",
        slug: "zip",
        file_format: "po",
        filemask: "po/*.po",
        new_base: "po/server.pot",
        zipfile,
      },
    });

    expect(answer.status).toBe(201);
    expect((await unitsOf(test, "demo/zip/cs")).get("Welcome")?.target).toEqual(["Vítejte"]);
  });

  it("serves Android's strings with each language's plural forms", async () => {
    const zipfile = zipSync({
      "res/values/strings.xml": encode(
        '<resources>\n  <string name="a">A</string>\n  <plurals name="n">\n    <item quantity="one">one</item>\n    <item quantity="other">more</item>\n  </plurals>\n</resources>\n',
      ),
      "res/values-cs/strings.xml": encode('<resources>\n  <string name="a">Á</string>\n</resources>\n'),
    });
    await test.request("POST", "/api/projects/demo/components/", {
      multipart: {
        name: "Android",
        slug: "android",
        file_format: "aresource",
        filemask: "res/values-*/strings.xml",
        template: "res/values/strings.xml",
        zipfile,
      },
    });
    expect((await unitsOf(test, "demo/android/cs")).get("n")?.target).toEqual(["", "", ""]);

    await save(test, "demo/android/cs", "n", ["jeden", "dva", "mnoho"]);
    await test.request("POST", "/api/components/demo/android/repository/", { json: { operation: "commit" } });

    expect((await test.request("GET", "/api/translations/demo/android/cs/file/")).text).toBe(
      '<resources>\n  <string name="a">Á</string>\n  <plurals name="n">\n    <item quantity="one">jeden</item>\n    <item quantity="few">dva</item>\n    <item quantity="other">mnoho</item>\n  </plurals>\n</resources>\n',
    );
  });

  it.each([
    ["a member that leads out", zipSync({ "../out.json": encode("{}") })],
    ["a member in .git", zipSync({ ".git/hooks/post-checkout": encode("#!/bin/sh") })],
    ["a member where another one has a folder", zipSync({ "a.json": encode("{}"), "a.json/b.json": encode("{}") })],
    ["a name that no disk takes", zipSync({ [`${"a".repeat(300)}.json`]: encode("{}") })],
    ["no archive", encode("no archive")],
  ])("is refused for %s", async (_, zipfile) => {
    const answer = await test.request("POST", "/api/projects/demo/components/", {
      multipart: { name: "Bad", slug: "bad", file_format: "json", filemask: "*.json", template: "en.json", zipfile },
    });

    expect([answer.status, answer.json.errors[0].attr]).toEqual([400, "zipfile"]);
  });

  it("is refused for an archive with too many entries, or too large when unpacked", async () => {
    await using small = await openSampleService({ settings: { archive: { entries: 2, bytes: 1000 } } });
    const send = async (files: Record<string, Uint8Array>) =>
      small.request("POST", "/api/projects/demo/components/", {
        multipart: {
          name: "B",
          slug: "b",
          file_format: "json",
          filemask: "*.json",
          template: "en.json",
          zipfile: zipSync(files),
        },
      });

    const many = await send({ "a.json": encode("{}"), "b.json": encode("{}"), "c.json": encode("{}") });
    const large = await send({ "en.json": encode(" ".repeat(100_000)) });

    expect([many.status, large.status]).toEqual([400, 400]);
  });
});

describe("removing", () => {
  it("leaves the clone to the components that share it", async () => {
    await using other = await openSampleService();
    const [clone = ""] = readdirSync(join(other.service.dataFolder, "clones"));
    const folder = join(other.service.dataFolder, "clones", clone);

    expect((await other.request("DELETE", "/api/components/demo/app/")).status).toBe(204);
    const heir = await other.request("GET", "/api/components/demo/server/");
    expect([heir.json.linked_component, heir.json.repo]).toEqual([null, other.upstream.remoteUrl]);
    expect(existsSync(folder)).toBe(true);

    expect((await other.request("DELETE", "/api/components/demo/server/")).status).toBe(204);
    expect(existsSync(folder)).toBe(false);
  });

  it("lets the memory forget what the component brought, where that is asked for", async () => {
    await using other = await openSampleService();
    const remembered = async () => (await other.request("GET", "/api/memory/?source=Welcome")).json.count;
    expect(await remembered()).toBe(2);

    expect((await other.request("DELETE", "/api/components/demo/server/?delete_memory=true")).status).toBe(204);

    expect(await remembered()).toBe(0);
    expect((await other.request("GET", "/api/memory/?source=Save")).json.count).toBeGreaterThan(0);
  });

  it("is refused to who may not", async () => {
    expect((await test.request("DELETE", "/api/components/demo/app/", { token: test.translatorToken })).status).toBe(
      403,
    );
  });

  it("leaves a clone to another project's component that shares it", async () => {
    await using other = await openSampleService();
    await other.admin.createProject({ name: "Guest", slug: "guest" });
    const { json: shared } = await other.request("POST", "/api/projects/guest/components/", {
      json: { ...fields("guest"), repo: "weblate://demo/app" },
    });
    expect(shared.linked_component).toBe("http://service.test/api/components/demo/app/");
    const archive = await other.request("GET", "/api/components/guest/guest/file/");
    expect(archive.text).toContain("demo/app/locales/cs.json");

    await other.request("DELETE", "/api/projects/demo/");
    await other.service.jobs.idle();

    const { json: heir } = await other.request("GET", "/api/components/guest/guest/");
    expect([heir.linked_component, heir.repo]).toEqual([null, other.upstream.remoteUrl]);
    expect((await other.request("GET", "/api/translations/guest/guest/cs/file/")).status).toBe(200);
  });

  it("takes a project away with all it has", async () => {
    await using other = await openSampleService();

    expect((await other.request("DELETE", "/api/projects/demo/", { token: other.translatorToken })).status).toBe(403);
    expect((await other.request("DELETE", "/api/projects/demo/")).status).toBe(202);
    await other.service.jobs.idle();

    expect((await other.request("GET", "/api/units/")).json.count).toBe(0);
    expect(readdirSync(join(other.service.dataFolder, "clones"))).toEqual([]);
    expect((await other.request("GET", "/api/projects/", { token: other.botToken })).status).toBe(401);
  });
});
