import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { createHmac } from "node:crypto";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { openSampleService, save, unitsOf, type SampleService } from "../../../../test/support/open-test-service.ts";
import { onPostgres } from "../../../../test/support/test-database.ts";

let test: SampleService;

beforeEach(async () => {
  test = await openSampleService({ settings: { privateAddresses: ["127.0.0.1"] } });
  onTestFinished(() => test[Symbol.asyncDispose]());
});

async function install(name: string, configuration: object = {}, component = "app"): Promise<string> {
  const path = `/api/components/demo/${component}/addons/`;
  const { status, json, text: words } = await test.request("POST", path, { json: { name, configuration } });
  if (status !== 201) throw new Error(words);
  await test.service.jobs.idle();
  return new URL(json.url).pathname;
}

async function operate(operation: string) {
  const { json } = await test.request("POST", "/api/components/demo/app/repository/", { json: { operation } });
  expect(json).toEqual({ result: true });
}

/** What is upstream after a push. */
async function pushed(path: string): Promise<string> {
  await operate("push");
  return test.upstream.remoteGit("show", `main:${path}`);
}

async function log(format: string): Promise<readonly string[]> {
  await operate("push");
  const lines = await test.upstream.remoteGit("log", "--reverse", `--format=${format}%x1e`, "main");
  return lines
    .split("\u001e")
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(1);
}

describe("weblate.cleanup.generic", () => {
  it("removes what the base file does not have, at once and after updates", async () => {
    await install("weblate.cleanup.generic");
    expect(await pushed("locales/cs.json")).not.toContain("extra");

    await test.upstream.git("pull", "--quiet", "--ff-only", "origin", "main");
    await test.upstream.write({ "locales/de.json": '{\n  "title": "Hallo",\n  "stale": "alt"\n}\n' });
    await test.upstream.publish("Add something stale");
    await operate("pull");

    expect(await pushed("locales/de.json")).toBe('{\n  "title": "Hallo"\n}');
    expect((await log("%s")).at(-1)).toBe("Update translation files");
  });
});

describe("weblate.gettext.msgmerge", () => {
  it("brings files up to the template when that changes", async () => {
    await install("weblate.gettext.msgmerge", { no_location: true }, "server");
    await test.upstream.git("pull", "--quiet", "--ff-only", "origin", "main");
    const pot = await test.upstream.read("po/server.pot");
    await test.upstream.write({ "po/server.pot": `${pot}\nmsgid "Goodbye"\nmsgstr ""\n` });
    await test.upstream.publish("Say goodbye");

    await operate("pull");

    const po = await pushed("po/cs.po");
    expect(po).toContain('msgid "Goodbye"');
    expect(po).not.toContain("#:");
    expect((await unitsOf(test, "demo/server/cs")).get("Goodbye")).toMatchObject({ state: 0 });
  });

  it("does not promise to guess", async () => {
    await expect(install("weblate.gettext.msgmerge", { fuzzy: true }, "server")).rejects.toThrow("Fuzzy matching");
  });
});

describe("weblate.gettext.linguas", () => {
  it("notes a new language in the commit that brings it", async () => {
    await test.upstream.write({ "po/LINGUAS": "cs\n" });
    await test.upstream.publish("List languages");
    await operate("pull");
    await install("weblate.gettext.linguas", {}, "server");

    await test.request("POST", "/api/components/demo/server/translations/", { json: { language_code: "de" } });

    expect(await pushed("po/LINGUAS")).toBe("cs\nde");
    expect(await test.upstream.remoteGit("show", "--name-only", "--format=", "main")).toBe("po/LINGUAS\npo/de.po");
  });
});

describe("weblate.generate.generate", () => {
  it("writes a file for each language, and again with every commit", async () => {
    await install("weblate.generate.generate", {
      filename: "stats/{{ language_code }}.txt",
      template: "{{ language_name }}: {{ stats.translated }} of {{ stats.all }}",
    });
    await save(test, "demo/app/cs", "button.save", ["Uložit"]);

    expect(await pushed("stats/de.txt")).toBe("German: 3 of 3");
    expect(await pushed("stats/cs.txt")).toBe("Czech: 2 of 3");
  });

  it("writes nothing outside of the repository, nor over a translation", async () => {
    await install("weblate.generate.generate", { filename: "../{{ language_code }}.txt", template: "x" });
    await install("weblate.generate.generate", { filename: "locales/{{ language_code }}.json", template: "x" });

    expect(await pushed("locales/de.json")).toContain("Hallo");
  });
});

describe("flags of new strings", () => {
  it("mark what files bring as needing editing", async () => {
    await install("weblate.flags.source_edit");
    await install("weblate.flags.target_edit", {}, "server");
    await test.upstream.write({
      "locales/en.json": '{\n  "title": "Hello",\n  "new": "New"\n}\n',
      "po/cs.po": `${await test.upstream.read("po/cs.po")}\nmsgid "New"\nmsgstr "Nový"\n`,
    });
    await test.upstream.publish("Add strings");

    await operate("pull");

    const source = await unitsOf(test, "demo/app/en");
    expect([source.get("title")?.state, source.get("new")?.state]).toEqual([20, 10]);
    expect((await unitsOf(test, "demo/server/cs")).get("New")).toMatchObject({ state: 10, target: ["Nový"] });
    expect(await pushed("po/cs.po")).toContain('#, fuzzy\nmsgid "New"');
  });

  it("mark what is the same as its source only where that is asked for", async () => {
    await install("weblate.flags.same_edit");
    await test.upstream.write({
      "locales/en.json": '{\n  "title": "Hello",\n  "ok": "OK",\n  "no": "No"\n}\n',
      "locales/de.json": '{\n  "title": "Hallo",\n  "ok": "OK",\n  "no": "Nein"\n}\n',
    });
    await test.upstream.publish("Add strings");

    await operate("pull");

    const units = await unitsOf(test, "demo/app/de");
    expect([units.get("ok")?.state, units.get("no")?.state]).toEqual([10, 20]);
  });
});

describe("weblate.removal", () => {
  it("removes comments and suggestions that are too old, and keeps the counters", async () => {
    const unit = (await unitsOf(test, "demo/app/de")).get("title")?.id ?? 0;
    const path = `/api/units/${String(unit)}/`;
    await test.request("POST", `${path}comments/`, { json: { scope: "translation", comment: "Old" } });
    await test.request("POST", `${path}suggestions/`, { json: { target: ["Alt"] } });
    await test.service.database.updateTable("comment").set({ timestamp: "2020-01-01T00:00:00Z" }).execute();
    await test.service.database.updateTable("suggestion").set({ timestamp: "2020-01-01T00:00:00Z" }).execute();
    await test.request("POST", `${path}comments/`, { json: { scope: "translation", comment: "New" } });

    await install("weblate.removal.comments", { age: "30" });
    await install("weblate.removal.suggestions", { age: 30, votes: 0 });

    expect((await test.request("GET", `${path}comments/`)).json.results).toMatchObject([{ comment: "New" }]);
    expect((await test.request("GET", path)).json).toMatchObject({ has_suggestion: false, has_comment: true });
    const { json } = await test.request("GET", "/api/translations/demo/app/de/statistics/");
    expect(json).toMatchObject({ suggestions: 0, comments: 1 });
    const { json: changes } = await test.request("GET", "/api/components/demo/app/changes/?action=29");
    expect(changes.count).toBe(1);

    // What is left is settled: nothing is said of the string any more.
    await test.service.database.updateTable("comment").set({ resolved: 1 }).execute();
    await test.request("POST", `${path}comments/`, { json: { scope: "translation", comment: "Old, too" } });
    await test.service.database
      .updateTable("comment")
      .set({ timestamp: "2020-01-01T00:00:00Z" })
      .where("resolved", "=", 0)
      .execute();
    await test.service.database.deleteFrom("addon").execute();
    await install("weblate.removal.comments", { age: "30" });
    expect((await test.request("GET", path)).json).toMatchObject({ has_comment: false });
  });
});

describe("weblate.consistency.languages", () => {
  it("gives every component the languages of the others", async () => {
    const name = "weblate.consistency.languages";
    await test.request("POST", "/api/projects/demo/addons/", { json: { name } });
    await test.service.jobs.idle();

    expect((await test.request("GET", "/api/translations/demo/server/de/")).status).toBe(200);

    await test.request("POST", "/api/components/demo/app/translations/", { json: { language_code: "fr" } });
    await test.service.jobs.idle();
    expect((await test.request("GET", "/api/translations/demo/server/fr/")).status).toBe(200);
  });
});

describe("weblate.autotranslate.autotranslate", () => {
  it("fills strings that another component has translated", async () => {
    await test.upstream.write({
      "other/en.json": '{\n  "hi": "Save"\n}\n',
      "other/de.json": "{}\n",
    });
    await test.upstream.publish("Add another");
    await operate("pull");
    await test.admin.createComponent("demo", {
      name: "Other",
      slug: "other",
      repo: test.upstream.remoteUrl,
      branch: "main",
      file_format: "json-nested",
      filemask: "other/*.json",
      template: "other/en.json",
    });

    await install("weblate.autotranslate.autotranslate", { mode: "translate" }, "other");

    expect((await unitsOf(test, "demo/other/de")).get("hi")).toMatchObject({ target: ["Speichern"], state: 20 });
  });
});

describe("what only some may see", () => {
  it("fills nothing elsewhere by an add-on, from a component or the memory, and is looked up by nobody outside", async () => {
    await test.upstream.write({
      "closed/en.json": '{\n  "word": "Confidential"\n}\n',
      "closed/de.json": "{}\n",
      "open/en.json": '{\n  "word": "Confidential"\n}\n',
      "open/de.json": "{}\n",
    });
    await test.upstream.publish("Add two more");
    await operate("pull");
    for (const slug of ["closed", "open"]) {
      await test.admin.createComponent("demo", {
        name: slug,
        slug,
        repo: test.upstream.remoteUrl,
        branch: "main",
        file_format: "json-nested",
        filemask: `${slug}/*.json`,
        template: `${slug}/en.json`,
        allow_translation_propagation: false,
      });
    }
    const { json: closed } = await test.request("PATCH", "/api/components/demo/closed/", {
      json: { restricted: true },
    });
    const unit = (await unitsOf(test, "demo/closed/de")).get("word");
    const secret = { target: ["Streng geheim"], state: 20 };
    await test.request("PATCH", `/api/units/${String(unit?.id)}/`, { json: secret });

    const memory = { auto_source: "mt", engines: ["weblate-translation-memory"] };
    for (const source of [{}, { component: closed.id }, memory]) {
      await install("weblate.autotranslate.autotranslate", { mode: "translate", ...source }, "open");
    }

    expect((await unitsOf(test, "demo/open/de")).get("word")).toMatchObject({ target: [""], state: 0 });
    const lookup = "/api/memory/lookup/?source_language=en&target_language=de&project=demo";
    const json = { strings: ["Confidential"] };
    const outside = await test.request("POST", lookup, { json, token: test.translatorToken });
    expect(outside.json.results).toEqual([{ query: "Confidential", match: null }]);
    const inside = await test.request("POST", lookup, { json });
    expect(inside.json.results[0].match.target).toBe("Streng geheim");
  });
});

describe("weblate.git.squash", () => {
  async function work(): Promise<void> {
    const petr = await test.admin.createTranslator("demo", {
      username: "petr",
      fullName: "Petr",
      email: "p@example.org",
    });
    await save(test, "demo/app/de", "title", ["Eins"]);
    await operate("commit");
    await save({ ...test, translatorToken: petr.token }, "demo/app/cs", "title", ["Zwei"]);
    await operate("commit");
    await save(test, "demo/app/de", "button.save", ["Drei"]);
    await operate("commit");
  }

  it.each([
    ["all", ["Interlinear"]],
    ["language", ["Jana Nováková", "Petr"]],
    ["file", ["Jana Nováková", "Petr"]],
    ["author", ["Jana Nováková", "Petr"]],
    ["author-language", ["Jana Nováková", "Petr"]],
  ])("makes one commit per %s", async (squash, authors) => {
    await install("weblate.git.squash", { squash });
    await work();

    expect(await log("%an")).toEqual(authors);
    expect(await pushed("locales/de.json")).toMatch(/Eins[^]*Drei/);
    expect((await test.request("GET", "/api/components/demo/app/repository/")).json.status).toContain("clean");
  });

  it("keeps trailers and names the authors below its own message", async () => {
    await install("weblate.git.squash", { squash: "all", commit_message: "Update translations" });
    await work();

    expect(await log("%B")).toEqual([
      [
        "Update translations",
        "",
        "Translation: Demo/App",
        "Language: de",
        "Language: cs",
        "Co-authored-by: Jana Nováková <jana@example.org>",
        "Co-authored-by: Petr <p@example.org>",
      ].join("\n"),
    ]);
  });
});

describe("weblate.webhook.webhook", () => {
  const received: { readonly headers: IncomingMessage["headers"]; readonly body: string }[] = [];
  let answer = 200;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body });
      response.writeHead(answer, answer === 302 ? { location: "http://127.0.0.1:1/" } : {}).end();
    });
  });

  beforeEach(async () => {
    received.length = 0;
    answer = 200;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  function address(): string {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/hook`;
  }

  it("posts changes it was asked for, signed as Standard Webhooks are", async () => {
    const secret = Buffer.from("a secret of some length").toString("base64");
    await install("weblate.webhook.webhook", { webhook_url: address(), events: [2], secret: `whsec_${secret}` });

    await save(test, "demo/app/de", "title", ["Guten Tag"]);
    await save(test, "demo/server/cs", "Welcome", ["Ahoj"]);
    await test.service.jobs.idle();

    expect(received).toHaveLength(1);
    const [{ headers, body } = { headers: {}, body: "" }] = received;
    const { "webhook-id": id, "webhook-timestamp": time } = headers;
    const signature = createHmac("sha256", "a secret of some length").update(`${String(id)}.${String(time)}.${body}`);
    expect(headers["webhook-signature"]).toBe(`v1,${signature.digest("base64")}`);
    expect(JSON.parse(body)).toEqual({
      change_id: expect.any(Number),
      action: "Translation changed",
      timestamp: expect.any(String),
      target: ["Guten Tag"],
      old: ["Hallo"],
      source: ["Hello"],
      context: ["title"],
      url: "/projects/demo/app/de/",
      author: "jana",
      user: "jana",
      project: "demo",
      component: "app",
      translation: "de",
    });
  });

  it("names the categories of a component, the innermost first", async () => {
    await install("weblate.webhook.webhook", { webhook_url: address(), events: [2] });
    const project = "http://service.test/api/projects/demo/";
    const fields = (slug: string, category?: string) => ({ json: { name: slug, slug, project, category } });
    const outer = await test.request("POST", "/api/categories/", fields("mobile"));
    const inner = await test.request("POST", "/api/categories/", fields("android", outer.json.url));
    await test.request("PATCH", "/api/components/demo/app/", { json: { category: inner.json.url } });

    await save(test, "demo/mobile%252Fandroid%252Fapp/de", "title", ["Guten Tag"]);
    await test.service.jobs.idle();

    expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({ component: "app", category: ["android", "mobile"] });
  });

  it.skipIf(onPostgres).each([500, 302])("is tried again after an answer of %i", async (status) => {
    await install("weblate.webhook.webhook", { webhook_url: address(), events: [2] });
    answer = status;

    await save(test, "demo/app/de", "title", ["Guten Tag"]);
    await test.service.jobs.idle();

    const job = test.service.database.selectFrom("job").selectAll().where("kind", "=", "webhook.deliver");
    expect(await job.executeTakeFirst()).toMatchObject({ state: "waiting", attempts: 1 });
    expect(received).toHaveLength(1);
  });

  it.each(["http://192.0.2.1/", "http://10.0.0.1/", "http://hooks.example.org/"])(
    "refuses %s: messages to other machines are encrypted",
    async (url) => {
      const refused = install("weblate.webhook.webhook", { webhook_url: url, events: [2] });

      await expect(refused).rejects.toThrow("Plain http is for this machine alone");
    },
  );

  it.each(["https://10.0.0.1/", "https://169.254.169.254/latest", "https://[::1]/", "https://127.1.1.1/"])(
    "refuses %s: it is not on the internet, and no setting names it",
    async (url) => {
      const refused = install("weblate.webhook.webhook", { webhook_url: url, events: [2] });

      await expect(refused).rejects.toThrow(/nothing is sent there\. INTERLINEAR_PRIVATE_ADDRESSES can name it/);
    },
  );

  it.each([
    ["unencrypted messages to other machines", "http://198.41.0.4/"],
    ["messages to addresses inside", "https://10.0.0.1/"],
  ])("does not send %s, whoever wrote the configuration", async (_, url) => {
    await install("weblate.webhook.webhook", { webhook_url: "https://hooks.example.org/", events: [2] });
    const configuration = JSON.stringify({ webhook_url: url, secret: "", events: [2] });
    await test.service.database.updateTable("addon").set({ configuration }).execute();

    await save(test, "demo/app/de", "title", ["Guten Tag"]);
    await test.service.jobs.idle();

    const jobs = test.service.database.selectFrom("job").select("id").where("kind", "=", "webhook.deliver");
    expect(await jobs.execute()).toEqual([]);
  });
});
