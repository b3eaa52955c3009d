import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  openSampleService,
  sampleFiles,
  save,
  unitsOf,
  type SampleService,
} from "../../test/support/open-test-service.ts";

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
});

describe("changing a component", () => {
  const path = "/api/components/demo/app/";

  it("reads its files by the new settings", async () => {
    await using other = await openSampleService();

    const answer = await other.request("PATCH", path, {
      json: { language_regex: "^(cs|en)$", name: "Web", priority: 80 },
    });

    expect([answer.status, answer.json.name, answer.json.priority]).toEqual([200, "Web", 80]);
    expect((await other.request("GET", "/api/translations/demo/app/de/")).status).toBe(404);
  });

  it.each([
    ["repo", { repo: "https://example.org/other.git" }],
    ["branch", { branch: "other" }],
    ["slug", { slug: "other" }],
    ["category", { category: null }],
    ["source_language", { source_language: "de" }],
    ["template", { template: "locales/none.json" }],
    ["template", { template: "../en.json" }],
    ["filemask", { filemask: "en.json" }],
    ["language_regex", { language_regex: "(" }],
    ["push", { push: "--force" }],
    ["file_format", { file_format: "xliff" }],
    ["name", { name: " " }],
  ])("is refused for a wrong %s: %j, and changes nothing", async (attr, wrong) => {
    const before = (await test.request("GET", path)).text;

    const answer = await test.request("PATCH", path, { json: wrong });

    expect([answer.status, answer.json.errors[0].attr]).toEqual([400, attr]);
    expect((await test.request("GET", path)).text).toBe(before);
  });

  it("is refused to translators", async () => {
    expect((await test.request("PATCH", path, { token: test.translatorToken, json: { name: "x" } })).status).toBe(403);
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

  it("takes a project away with all it has", async () => {
    await using other = await openSampleService();

    expect((await other.request("DELETE", "/api/projects/demo/", { token: other.translatorToken })).status).toBe(403);
    expect((await other.request("DELETE", "/api/projects/demo/")).status).toBe(204);

    expect((await other.request("GET", "/api/units/")).json.count).toBe(0);
    expect(readdirSync(join(other.service.dataFolder, "clones"))).toEqual([]);
    expect((await other.request("GET", "/api/projects/", { token: other.botToken })).status).toBe(401);
  });
});
