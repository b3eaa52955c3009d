import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleService, save, type SampleService } from "../../../test/support/open-test-service.ts";
import { seedLanguages } from "../components/language.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

const languages = "/api/languages/";
const klingonic = {
  code: "xk",
  name: "Klingonic",
  direction: "rtl",
  plural: { number: 3, formula: "(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;" },
};

describe("languages", () => {
  it("are listed in pages, with how many people speak them", async () => {
    const page = await test.request("GET", `${languages}?page_size=1000`, { token: null });
    const czech = page.json.results.find(({ code }: { code: string }) => code === "cs");

    expect([page.status, page.json.count, page.json.next]).toEqual([200, page.json.results.length, null]);
    expect(czech).toMatchObject({
      name: "Czech",
      direction: "ltr",
      plural: { source: 0, number: 3, formula: "(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2", type: 22 },
      population: 13_236_057,
      url: "http://service.test/api/languages/cs/",
      web_url: "http://service.test/languages/cs/",
      statistics_url: "http://service.test/api/languages/cs/statistics/",
    });
  });

  it("are added, with the kind of their plural rule", async () => {
    const added = await test.request("POST", languages, { json: { ...klingonic, aliases: ["xk-Latn", "Klingon"] } });

    expect(added.status).toBe(201);
    expect(added.json).toMatchObject({
      code: "xk",
      name: "Klingonic",
      direction: "rtl",
      plural: { number: 3, formula: "(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2", type: 22 },
      aliases: ["klingon", "xk_latn"],
      population: 0,
    });
    expect((await test.request("GET", `${languages}xk/`, { token: null })).json).toEqual(added.json);
    expect((await test.request("GET", `${languages}Klingon/`)).status).toBe(404);
  });

  it.each([
    ["code", "required", { ...klingonic, code: undefined }],
    ["code", "invalid", { ...klingonic, code: "x y" }],
    ["code", "max_length", { ...klingonic, code: "x".repeat(51) }],
    ["code", "unique", { ...klingonic, code: "de" }],
    ["name", "blank", { ...klingonic, name: " " }],
    ["name", "max_length", { ...klingonic, name: "x".repeat(101) }],
    ["direction", "invalid_choice", { ...klingonic, direction: "up" }],
    ["plural", "required", { ...klingonic, plural: undefined }],
    ["plural.number", "invalid", { ...klingonic, plural: { number: 11, formula: "0" } }],
    ["plural.number", "invalid", { ...klingonic, code: "xz", plural: { number: 2, formula: "n > 5 ? 2 : 0" } }],
    ["plural.formula", "invalid", { ...klingonic, code: "xz", plural: { number: 2, formula: "n =" } }],
    ["plural.formula", "invalid", { ...klingonic, code: "xz", plural: { number: 2, formula: "process.exit(1)" } }],
    ["aliases", "unique", { ...klingonic, code: "xz", aliases: ["DE"] }],
  ])("need a good %s (%s)", async (attr, code, json) => {
    const answer = await test.request("POST", languages, { json });

    expect([answer.status, answer.json.errors[0]]).toMatchObject([400, { attr, code }]);
  });

  it("change by what is sent; PUT wants name and plural rule", async () => {
    const renamed = await test.request("PATCH", `${languages}da/`, { json: { name: "Dansk", population: 7 } });
    const plural = await test.request("PATCH", `${languages}da/`, {
      json: { plural: { number: 1, formula: "0" }, direction: "" },
    });
    const incomplete = await test.request("PUT", `${languages}da/`, { json: { name: "Danish" } });
    const whole = await test.request("PUT", `${languages}da/`, {
      json: { code: "da", name: "Danish", plural: { number: 2, formula: "n > 1" } },
    });

    expect([renamed.status, renamed.json.name, renamed.json.population]).toEqual([200, "Dansk", 7]);
    expect(plural.json).toMatchObject({
      name: "Dansk",
      direction: "ltr",
      plural: { number: 1, formula: "0", type: 0 },
    });
    expect([incomplete.status, incomplete.json.errors]).toEqual([
      400,
      [{ attr: "plural", code: "required", detail: "This field is required." }],
    ]);
    expect(whole.json).toMatchObject({ name: "Danish", plural: { number: 2, formula: "n > 1" }, population: 7 });
  });

  it("keep their code, which files and addresses have", async () => {
    const answer = await test.request("PATCH", `${languages}da/`, { json: { code: "dk" } });

    expect([answer.status, answer.json.errors[0].attr]).toEqual([400, "code"]);
  });

  it("are for who may manage languages to change", async () => {
    const { token } = await test.admin.createUser({ username: "reader" });
    const requests = [
      ["POST", languages, { ...klingonic, code: "xl" }],
      ["PATCH", `${languages}fi/`, { name: "Suomi" }],
      ["PUT", `${languages}fi/`, { name: "Suomi", plural: { number: 1, formula: "0" } }],
      ["DELETE", `${languages}fi/`, undefined],
    ] as const;
    for (const [method, path, json] of requests) {
      const statuses = [null, token, test.botToken].map(
        async (as) => (await test.request(method, path, { token: as, ...(json && { json }) })).status,
      );
      expect([method, ...(await Promise.all(statuses))]).toEqual([method, 401, 403, 403]);
    }
    expect((await test.request("PATCH", `${languages}nope/`, { json: { name: "N" } })).status).toBe(404);
  });

  it("stay while something is in them", async () => {
    const [used, source] = [
      await test.request("DELETE", `${languages}cs/`),
      await test.request("DELETE", `${languages}en/`),
    ];

    expect([used.status, used.json.errors[0]]).toEqual([
      409,
      { code: "in_use", detail: "The language is in use by translations: remove them first.", attr: null },
    ]);
    expect(source.status).toBe(409);
  });

  it("are gone for good when they are removed, until somebody adds them again", async () => {
    const { database } = test.service;
    const removed = await test.request("DELETE", `${languages}tlh/`);
    await seedLanguages(database);
    const after = await test.request("GET", `${languages}tlh/`);
    const json = { code: "tlh", name: "Klingon", plural: { number: 1, formula: "0" } };
    const again = await test.request("POST", languages, { json });

    expect([removed.status, after.status, again.status]).toEqual([204, 404, 201]);
  });

  it("are found by their aliases in the names of files", async () => {
    await test.request("PATCH", `${languages}is/`, { json: { aliases: ["Old-Norse"] } });
    await test.upstream.write({ "locales/old_norse.json": '{\n  "title": "Halló"\n}\n' });
    await test.upstream.publish("Add Icelandic");
    await test.request("POST", "/api/projects/demo/repository/", { json: { operation: "pull" } });

    const translation = await test.request("GET", "/api/translations/demo/app/is/");
    expect([translation.status, translation.json.filename]).toEqual([200, "locales/old_norse.json"]);
  });
});

describe("statistics of a language", () => {
  it("sum what the caller sees", async () => {
    await test.admin.createProject({ name: "Secret", slug: "secret", private: true });
    await test.admin.createComponent("secret", {
      repo: test.upstream.remoteUrl,
      branch: "main",
      name: "App",
      slug: "app",
      file_format: "json-nested",
      filemask: "locales/*.json",
      template: "locales/en.json",
    });
    const totalFor = async (token: string | null) =>
      (await test.request("GET", `${languages}cs/statistics/`, { token })).json.total;
    const one = (await test.request("GET", "/api/translations/demo/app/cs/statistics/")).json.total;
    const other = (await test.request("GET", "/api/translations/demo/server/cs/statistics/")).json.total;

    expect(await totalFor(null)).toBe(one + other);
    expect(await totalFor(test.botToken)).toBe(one + other);
    expect(await totalFor(test.adminToken)).toBe(one + other + one);
  });

  it("count recent changes, and when the last one was", async () => {
    const before = (await test.request("GET", `${languages}de/statistics/`)).json;
    await save(test, "demo/app/de", "title", ["Guten Tag"]);
    const after = (await test.request("GET", `${languages}de/statistics/`)).json;

    expect(after.recent_changes).toBe(before.recent_changes + 1);
    expect(after.last_change > before.last_change).toBe(true);
    expect(after).toMatchObject({ name: "German", code: "de", url: "http://service.test/languages/de/" });
  });

  it("of a language nobody translates are empty", async () => {
    const { status, json } = await test.request("GET", `${languages}zu/statistics/`, { token: null });

    expect([status, json.total, json.last_change, json.recent_changes]).toEqual([200, 0, null, 0]);
    expect([json.translated_percent, json.fuzzy_percent, json.approved_percent]).toEqual([0, 0, 100]);
    expect((await test.request("GET", `${languages}nope/statistics/`)).status).toBe(404);
  });
});
