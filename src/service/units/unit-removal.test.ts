import { StatementSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  openSampleService,
  sampleFiles,
  save,
  unitsOf,
  type SampleService,
} from "../../../test/support/open-test-service.ts";
import { onPostgres } from "../../../test/support/test-database.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService();
  await test.request("PATCH", "/api/components/demo/server/", { json: { manage_units: true } });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

async function idOf(translation: string, key: string): Promise<number> {
  return (await unitsOf(test, translation)).get(key)?.id ?? 0;
}

async function remove(id: number, token: string | null = test.adminToken) {
  return test.request("DELETE", `/api/units/${String(id)}/`, { token });
}

async function file(translation: string): Promise<string> {
  return (await test.request("GET", `/api/translations/${translation}/file/`)).text;
}

describe("removing a string", () => {
  it("takes a key out of the base and all languages, after what waited was committed", async () => {
    await save(test, "demo/app/cs", "button.cancel", ["Zrušit"]);
    const before = await unitsOf(test, "demo/app/de");

    const answer = await remove(await idOf("demo/app/en", "button.save"));

    expect(answer.status).toBe(204);
    // The string after it moves up, and nothing else becomes of it.
    expect([...(await unitsOf(test, "demo/app/de")).values()]).toEqual([
      before.get("title"),
      { ...before.get("button.cancel"), position: 2 },
    ]);
    expect(await file("demo/app/en")).toBe('{\n  "title": "Hello",\n  "button": { "cancel": "Cancel" }\n}\n');
    expect(await file("demo/app/de")).not.toContain("Speichern");
    expect(await file("demo/app/cs")).toContain("Zrušit");
    const translation = (await test.request("GET", "/api/translations/demo/app/de/")).json;
    const repository = (await test.request("GET", "/api/components/demo/app/repository/")).json;
    expect([translation.total, repository.needs_commit]).toEqual([2, false]);
    const changes = (await test.request("GET", "/api/components/demo/app/changes/?action=63")).json;
    expect(changes.count).toBe(3);
  });

  it("takes out of all languages what was added a moment before", async () => {
    const json = { key: "brief", value: ["Brief"], state: 20 };
    const added = await test.request("POST", "/api/translations/demo/app/en/units/", { json });
    expect((await unitsOf(test, "demo/app/cs")).has("brief")).toBe(true);

    await remove(added.json.id);

    expect((await unitsOf(test, "demo/app/cs")).has("brief")).toBe(false);
  });

  it("takes an entry out of one language's file, or with its source out of all", async () => {
    const added = await test.request("POST", "/api/translations/demo/server/cs/units/", {
      json: { source: ["Only here"], target: ["Jen tady"] },
    });

    const own = await remove(added.json.id);
    const source = await remove(await idOf("demo/server/en", "Welcome"));

    expect([added.status, own.status, source.status]).toEqual([200, 204, 204]);
    expect([...(await unitsOf(test, "demo/server/cs")).keys()]).toEqual(["%d file"]);
    expect([...(await unitsOf(test, "demo/server/en")).keys()]).toEqual(["%d file"]);
    expect(await file("demo/server/en")).not.toContain("Welcome");
  });

  it("is refused for translations of a key, where strings are not managed, while locked, and to who may not", async () => {
    const source = await idOf("demo/app/en", "title");
    const translation = await remove(await idOf("demo/app/de", "title"));
    const translator = await remove(source, test.translatorToken);
    const anonymous = await remove(source, null);
    await test.request("POST", "/api/components/demo/app/lock/", { json: { lock: true } });
    const locked = await remove(source);
    await test.request("POST", "/api/components/demo/app/lock/", { json: { lock: false } });
    await test.request("PATCH", "/api/components/demo/app/", { json: { manage_units: false } });
    const unmanaged = await remove(source);
    await test.request("PATCH", "/api/components/demo/app/", { json: { manage_units: true } });

    expect([translation, translator, anonymous, locked, unmanaged].map(({ status }) => status)).toEqual([
      403, 403, 401, 403, 403,
    ]);
    expect([(await remove(99_999)).status, await file("demo/app/de")]).toEqual([
      404,
      expect.stringContaining('"title": "Hallo"'),
    ]);
  });
});

const keys = '{"title":"Hello","title.short":"Hi","days":["Mon","Tue"]}\n';
const files = { ...sampleFiles, "locales/en.json": keys, "locales/cs.json": keys, "locales/de.json": keys };

it.each([
  { what: "a variant", component: "demo/app", key: "title.short", languages: ["en", "cs", "de"] },
  { what: "an item of a list", component: "demo/app", key: "days[0]", languages: ["en", "cs", "de"] },
  { what: "an entry", component: "demo/server", key: "Welcome", languages: ["en", "cs"] },
])("removing $what leaves of $component what reading all its files anew leaves", async (sample) => {
  const { component, key, languages } = sample;
  await using own = await openSampleService({ files });
  await own.request("PATCH", `/api/components/${component}/`, {
    json: { manage_units: true, variant_regex: "\\.short$" },
  });
  const get = async (path: string) => (await own.request("GET", `/api/components/${component}/${path}`)).json;
  const seen = async () => [
    await get("translations/"),
    await Promise.all(languages.map(async (code) => [...(await unitsOf(own, `${component}/${code}`)).values()])),
    (await own.request("GET", "/api/units/?q=has:variant")).json.results,
  ];
  const id = (await unitsOf(own, `${component}/en`)).get(key)?.id;

  const { status } = await own.request("DELETE", `/api/units/${String(id)}/`);
  const after = await seen();
  const { count } = await get("changes/?action=0");
  const read = await own.request("POST", `/api/components/${component}/repository/`, {
    json: { operation: "file-scan" },
  });

  expect([status, read.status, count]).toEqual([204, 200, languages.length]);
  expect(await seen()).toEqual(after);
});

it.skipIf(onPostgres)("removing a string reads as much of three hundred strings as of thirty", async () => {
  const english = (strings: number): string =>
    JSON.stringify(Object.fromEntries(Array.from({ length: strings }, (_, at) => [`key${String(at)}`, "Text"])));
  const rowsOf = async (strings: number): Promise<number> => {
    await using own = await openSampleService({
      files: { ...sampleFiles, "locales/en.json": english(strings), "locales/cs.json": english(strings) },
    });
    await own.request("PATCH", "/api/components/demo/app/", { json: { manage_units: true } });
    const id = (await unitsOf(own, "demo/app/en")).get("key7")?.id;
    const read = vi.spyOn(StatementSync.prototype, "all");
    const { status } = await own.request("DELETE", `/api/units/${String(id)}/`);
    const rows = read.mock.results.reduce((sum, { value }) => sum + (Array.isArray(value) ? value.length : 0), 0);
    read.mockRestore();
    expect([status, (await unitsOf(own, "demo/app/cs")).has("key7")]).toEqual([204, false]);
    return rows;
  };

  const few = await rowsOf(30);

  expect(few).toBeGreaterThan(0);
  expect(await rowsOf(300)).toBe(few);
});
