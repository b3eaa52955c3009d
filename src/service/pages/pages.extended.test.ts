import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  openSampleService,
  openTestService,
  save,
  unlimited,
  type SampleService,
  type TestAnswer,
} from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";
import { languagesOfPages } from "../wording/catalogues.ts";
import { editorFileOf } from "./page-files.ts";

let test: SampleService;
const hostile = `<img src=x onerror="alert(1)">`;

beforeAll(async () => {
  test = await openSampleService({ settings: { rateLimits: unlimited } });
  await test.admin.createComponent("demo", {
    name: hostile,
    slug: "ios",
    category: "mobile",
    repo: test.upstream.remoteUrl,
    branch: "main",
    file_format: "json-nested",
    filemask: "locales/*.json",
    template: "locales/en.json",
  });
  await test.admin.createProject({ name: "Secret", slug: "secret", private: true });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const visit = async (path: string, token: string | null = null): Promise<TestAnswer> =>
  test.request("GET", path, { token, headers: browser });

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64");

it("a page with what it loads is small enough for a slow line", async () => {
  const { text } = await visit("/accounts/login/");
  const files = [...text.matchAll(/(?:src|href|data-checks)="(\/assets\/[^"]+)"/g)].map(([, address = ""]) => address);
  const sizes = await Promise.all(files.map(async (address) => gzipSync((await visit(address)).text).length));
  expect(files.map((address) => address.replace(/-\w+\./, "."))).toEqual([
    "/assets/service.css",
    "/assets/editor.js",
    "/assets/checks.js",
  ]);
  // Style 5 kB, script 15.5, checks 31.9; what is left of 60 is the page itself. Other languages have longer sentences.
  expect(sizes.map((size, at) => size <= ([5_000, 15_500, 31_900][at] ?? 0))).toEqual([true, true, true]);
  const scripts = [...languagesOfPages.values()].map((words) => editorFileOf(words).content);
  expect(scripts.filter((script) => gzipSync(script).length > 15_900)).toEqual([]);
});

describe("every page", () => {
  it("runs and shows only what its policy knows by its hash", async () => {
    for (const path of ["/", "/api/", "/api/docs/", "/projects/demo/", "/api/nothing/", "/accounts/login/"]) {
      const { headers, text } = await visit(path);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain("unsafe");
      // The pages of the API carry their style and script; the others load them, scripts by nothing but what is in them.
      for (const element of path.startsWith("/api/") ? ["style", "script"] : []) {
        const [, content = ""] = new RegExp(`<${element}>(.*?)</${element}>`, "s").exec(text) ?? [];
        expect(content).not.toBe("");
        expect(policy).toContain(`${element}-src 'sha256-${sha256(content)}'`);
      }
      for (const [, address = ""] of text.matchAll(/(?:src|href|data-checks)="(\/assets\/[^"]+)"/g)) {
        const file = await visit(address);
        expect([address, file.status]).toEqual([address, 200]);
        expect(file.headers.get("cache-control")).toContain("immutable");
        if (address.endsWith(".js")) expect(policy).toContain(`'sha256-${sha256(file.text)}'`);
      }
      expect(text).not.toMatch(/\s(?:style|on\w+)="/);
      expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\/(?!service\.test)/);
    }
  });

  it("shows hostile names as text", async () => {
    for (const path of [
      "/projects/demo/",
      "/projects/demo/mobile/ios/",
      "/api/components/",
      `/api/${encodeURIComponent(hostile)}/`,
    ]) {
      const { text } = await visit(path);
      expect([path, text.includes("<img")]).toEqual([path, false]);
      expect(text).toContain("&lt;img");
    }
  });
});

describe("the page of an answer", () => {
  it("links what it names, leads to the next part, and offers the other representations", async () => {
    const { text } = await visit("/api/components/?page_size=1");

    expect(text).toContain('<a href="http://service.test/api/components/demo/app/">');
    expect(text).toContain('<a rel="next" href="http://service.test/api/components/?page_size=1&amp;page=2">');
    expect(text).toContain("1 of 3");
    expect(text).toContain('<a href="/api/components/?page_size=1&amp;format=csv">csv</a>');
  });

  it("has a form for each method that writes, with its fields", async () => {
    const { text } = await visit("/api/components/demo/app/");

    expect(text).toContain('data-method="PATCH"');
    expect(text).toContain('data-method="DELETE"');
    expect(text).toMatch(/<input\s+name="filemask"/);
    expect(text).toMatch(/<option>\s*merge_noff\s*<\/option>/);
    expect(text).toMatch(/<select\s+name="push_on_commit"\s+data-kind="boolean"/);
  });

  it("never shows a token", async () => {
    const { text } = await visit("/api/projects/demo/", test.adminToken);

    expect(text).toContain("<b>admin</b>");
    expect(text).not.toContain(test.adminToken);
  });
});

describe("the pages of the site", () => {
  it("show the projects a caller sees, and how far they are", async () => {
    const anonymous = await visit("/");
    const admin = await visit("/", test.adminToken);

    expect(anonymous.text).toMatch(/<a href="\/projects\/demo\/"\s*>Demo<\/a/);
    expect(anonymous.text).not.toContain("Secret");
    expect(admin.text).toContain("Secret");
  });

  it("say of a component without a language what it waits for", async () => {
    const { id } = await test.admin.createComponent("demo", {
      name: "Empty",
      slug: "empty",
      repo: test.upstream.remoteUrl,
      branch: "main",
      file_format: "json-nested",
      filemask: "locales/*.json",
      template: "locales/en.json",
    });
    await test.service.database.deleteFrom("translation").where("component_id", "=", id).execute();

    expect((await visit("/projects/demo/empty/")).text).toContain("No language yet");
    expect((await visit("/projects/demo/app/")).text).not.toContain("No language yet");
  });

  it("are where the API's objects say they are", async () => {
    const objects = [
      "projects/demo",
      "components/demo/mobile%252Fios",
      "categories/1",
      "translations/demo/app/cs",
      "languages/cs",
      "units/1",
    ];
    for (const object of objects) {
      const { json } = await test.request("GET", `/api/${object}/`);
      for (const address of [json.web_url, json.share_url, json.translate_url].filter((each) => each !== undefined)) {
        const { pathname, search } = new URL(address);
        expect([address, (await visit(pathname + search)).status]).toEqual([address, 200]);
      }
    }
  });

  it("invite to one language of a project, at the address that is passed on", async () => {
    const { text } = await visit("/engage/demo/-/cs/");

    expect(text).toMatch(/<a href="\/projects\/demo\/app\/cs\/"/);
    expect(text).toMatch(/href="\/translate\/demo\/app\/cs\/\?q=state%3A%3Ctranslated&amp;start=yes"/);
    expect((await visit("/engage/demo/")).status).toBe(200);
    expect([(await visit("/engage/demo/-/xx/")).status, (await visit("/engage/secret/-/cs/")).status]).toEqual([
      404, 404,
    ]);
  });

  it("name characters that would turn a text around", async () => {
    const [unit] = (await test.request("GET", "/api/translations/demo/app/cs/units/?q=key%3A%3Dtitle")).json.results;
    const change = (target: string) =>
      test.request("PATCH", `/api/units/${String(unit.id)}/`, { json: { target: [target], state: 20 } });
    await change("Ahoj \u202Eeman\u2069");

    const { text } = await visit("/projects/demo/app/cs/");
    const answer = await visit(`/api/units/${String(unit.id)}/`);
    await change("Ahoj");

    expect(text).toContain("Ahoj ‹U+202E›eman‹U+2069›");
    expect(text + answer.text).not.toMatch(/[\u202E\u2069]/);
  });

  it("show what is in a category, and what a user did", async () => {
    const category = await visit("/projects/demo/mobile/");
    const user = await visit("/user/jana/", test.adminToken);

    expect(category.text).toMatch(/<a href="\/projects\/demo\/mobile\/ios\/"/);
    expect(category.text).not.toContain("/projects/demo/app/");
    expect(user.text).toContain("Jana Nováková");
    expect((await visit("/user/jana/")).status).toBe(401);
  });

  it("show a translation's strings, all or one kind of them", async () => {
    const all = await visit("/projects/demo/app/cs/");
    const toDo = await visit(`/projects/demo/app/cs/?q=${encodeURIComponent("state:<translated")}`);

    expect(all.text).toContain("Ahoj");
    expect(toDo.text).toContain("Save");
    expect(toDo.text).not.toContain("Ahoj");
  });

  it("show one string under its own address", async () => {
    const { results } = (await test.request("GET", "/api/translations/demo/app/cs/units/?q=key%3A%3Dtitle")).json;
    const { pathname, search } = new URL(results[0].web_url);

    const { text } = await visit(pathname + search);

    expect(text).toContain("Ahoj");
    expect(text).toMatch(/<h1 id="string">\s*<code dir="auto">title<\/code>/);
  });

  it("hide what a caller may not see, and are not there where nothing is", async () => {
    for (const path of [
      "/projects/secret/",
      "/projects/nothing/",
      "/projects/demo/nothing/",
      "/projects/demo/app/xx/",
      "/languages/xx-none/",
      "/projects/",
      "/translate/demo/",
      "/projects/%ff/",
      "/nothing/",
      "/nothing",
    ]) {
      const { status, headers, text } = await visit(path);
      expect([path, status, headers.get("content-type")]).toEqual([path, 404, "text/html; charset=utf-8"]);
      expect(text).toContain("There is nothing here");
    }
    expect((await visit("/projects/secret/", test.adminToken)).status).toBe(200);
  });

  it("are found where the last slash of an address got lost", async () => {
    const { status, headers } = await visit("/projects/demo/app?q=state%3Aempty");

    expect([status, headers.get("location")]).toEqual([301, "/projects/demo/app/?q=state%3Aempty"]);
  });

  it("are only read", async () => {
    expect((await test.request("POST", "/projects/demo/", { json: {} })).status).toBe(405);
  });

  it("ask for a token where the service requires one", async () => {
    await using closed = await openTestService({ requireLogin: true });
    const statusOf = async (token: string | null) =>
      (await closed.request("GET", "/", { token, headers: browser })).status;

    expect([await statusOf(null), await statusOf(closed.adminToken)]).toEqual([401, 200]);
  });

  it("do not use up the requests of the API", async () => {
    expect((await visit("/")).headers.get("x-ratelimit-limit")).toBeNull();
  });
});

describe("the documentation", () => {
  it("describes every operation of the OpenAPI document", async () => {
    const { paths } = (await test.request("GET", "/api/schema/")).json;
    const { text } = await visit("/api/docs/");

    const operations = Object.values<Record<string, { operationId: string }>>(paths).flatMap((path) =>
      Object.values(path),
    );
    expect(operations.length).toBeGreaterThan(50);
    for (const { operationId } of operations) expect(text).toContain(`id="${operationId}"`);
  });

  it("is served as JSON or YAML to programs", async () => {
    const typeOf = async (query: string, accept = "*/*") =>
      (await test.request("GET", `/api/schema/${query}`, { headers: { accept } })).headers.get("content-type");

    expect(await typeOf("")).toBe("application/vnd.oai.openapi+json");
    expect(await typeOf("?format=json")).toBe("application/vnd.oai.openapi+json");
    expect(await typeOf("?format=openapi-json")).toBe("application/vnd.oai.openapi+json");
    expect(await typeOf("?format=yaml")).toBe("application/vnd.oai.openapi; charset=utf-8");
    expect(await typeOf("", "application/vnd.oai.openapi")).toBe("application/vnd.oai.openapi; charset=utf-8");
    expect(await typeOf("", "application/vnd.oai.openapi+json")).toBe("application/vnd.oai.openapi+json");
  });
});

describe("the list of a translation's strings", () => {
  it("has filters with counts, and makes a search of the fields of a form", async () => {
    const list = await test.request("GET", "/projects/demo/app/cs/", { token: null, headers: { accept: "text/html" } });
    expect(list.text).toMatch(/<a href="\/projects\/demo\/app\/cs\/\?q=state%3A%3Ctranslated"[^>]*>\s*To do/);
    const query = new URLSearchParams({ text: 'Sa"ve', within: "source", state: "empty" }).toString();
    const found = await test.request("GET", `/projects/demo/app/cs/?${query}`, {
      token: null,
      headers: { accept: "text/html" },
    });
    expect(found.text).toContain('value="source:&quot;Sa\\&quot;ve&quot; state:empty"');
    expect(found.text).toContain("No string is of this kind.");
  });
});

it("the first page shows where suggestions wait, to those who may accept them", async () => {
  await using own = await openSampleService({ settings: { rateLimits: unlimited } });
  const { id } = (await own.request("GET", "/api/translations/demo/app/cs/units/")).json.results[0];
  const json = { target: ["Návrh"] };
  await own.request("POST", `/api/units/${String(id)}/suggestions/`, { token: own.translatorToken, json });
  await own.request("PATCH", "/api/projects/demo/", { json: { access_control: 1 } });
  const shown = async (token: string): Promise<boolean> =>
    (await own.request("GET", "/", { token, headers: browser })).text.includes("q=has%3Asuggestion&amp;start=yes");
  const stranger = (await own.admin.createUser({ username: "stranger" })).token;
  expect([await shown(own.adminToken), await shown(stranger)]).toEqual([true, false]);
});

describe("who works on something, and what happened there last", () => {
  it("stands on the pages of its project, component and language, as far as one sees it", async () => {
    await using own = await openSampleService({ settings: { rateLimits: unlimited } });
    await save(own, "demo/app/cs", "button.save", ["Uložit"]);
    const open = async (path: string): Promise<string> =>
      (await own.request("GET", path, { token: null, headers: browser })).text;
    for (const path of ["/projects/demo/", "/projects/demo/app/", "/languages/cs/"]) {
      const text = await open(path);
      expect([path, text.includes("<h2>Contributors</h2>")]).toEqual([path, true]);
      expect(text).toMatch(/\/user\/admin\/"|Jana/);
      expect(text).toContain("/translate/demo/app/cs/?unit=");
    }
    expect(await open("/languages/cs/")).toContain("/projects/demo/app/cs/");
    await own.request("PATCH", "/api/components/demo/app/", { json: { restricted: true } });
    for (const path of ["/projects/demo/", "/languages/cs/"]) expect(await open(path)).not.toContain("demo/app");
  });

  it("says what is wrong with a component, and what ends it, to those who see its repository", async () => {
    await using own = await openSampleService({ settings: { rateLimits: unlimited } });
    const { id } = (await own.request("GET", "/api/components/demo/app/")).json;
    await own.service.database
      .insertInto("alert")
      .values({
        component_id: id,
        name: "MergeFailure",
        details: `{"error": "both"}`,
        timestamp: "2026-01-01T00:00:00Z",
      })
      .execute();
    const { text } = await own.request("GET", "/projects/demo/app/", { headers: browser });
    expect(text).toContain("The repository cannot be merged");
  });
});

it("who tries to sign in too often is told when they may again, and their text stays on the page", async () => {
  await using own = await openSampleService({ settings: { rateLimits: unlimited } });
  const guest = new Person(own);
  const form = { token: "svu_wrong", next: "/translate/demo/app/cs/", "kept.target.0": "Ahoj" };
  for (let tries = 0; tries < 20; tries += 1) await guest.post("/accounts/login/", form);
  const { status, headers, text } = await guest.post("/accounts/login/", form);
  expect([status, headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  expect(text).toMatch(/Somebody tried to sign in from your address too often\. Try again in \d+ seconds\./);
  expect(text).toContain('name="kept.target.0" value="Ahoj"');
});
