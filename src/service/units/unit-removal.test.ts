import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleService, save, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";

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
