import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleService, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService();
  await test.request("PATCH", "/api/components/demo/server/", { json: { manage_units: true } });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

async function add(translation: string, json: object, token: string | null = test.adminToken) {
  return test.request("POST", `/api/translations/${translation}/units/`, { token, json });
}

async function review(fields: object): Promise<void> {
  const { status } = await test.request("PATCH", "/api/projects/demo/", { json: fields });
  expect(status).toBe(200);
}

describe("adding a key", () => {
  it("answers with the string, bare and under its name, and adds it to every language", async () => {
    const { status, json } = await add("demo/app/en", { key: "menu.open", value: ["Open"], state: 10 });

    expect(status).toBe(200);
    expect(json).toMatchObject({ context: "menu.open", source: ["Open"], state: 10, pending: true });
    const { unit, ...bare } = json;
    expect(unit).toEqual(bare);
    expect((await unitsOf(test, "demo/app/de")).get("menu.open")).toMatchObject({ target: [""], state: 0 });
    const file = await test.request("GET", "/api/translations/demo/app/en/file/");
    expect(file.text).toContain('"open": "Open"');
  });

  it.each([
    ["key", { value: ["x"] }],
    ["value", { key: "x" }],
    ["value.0", { key: "x", value: [""] }],
    ["state", { key: "x", value: ["x"], state: 100 }],
    ["non_field_errors", { key: "x", value: ["x"], state: 0 }],
    ["non_field_errors", { key: "x", value: ["x"], state: 30 }],
    ["non_field_errors", { key: "x", value: ["one", "many"] }],
    ["non_field_errors", { key: "title", value: ["again"] }],
  ])("names %s for %j", async (attr, body) => {
    const { status, json } = await add("demo/app/en", body);

    expect([status, json.errors[0].attr]).toEqual([400, attr]);
  });

  it("is refused in a language, while locked, where strings are not managed, and to who may not", async () => {
    const body = { key: "new", value: ["New"] };
    const inLanguage = await add("demo/app/de", body);
    const translator = await add("demo/app/en", body, test.translatorToken);
    const anonymous = await add("demo/app/en", body, null);
    await test.request("POST", "/api/components/demo/app/lock/", { json: { lock: true } });
    const locked = await add("demo/app/en", body);
    await test.request("POST", "/api/components/demo/app/lock/", { json: { lock: false } });
    await test.request("PATCH", "/api/components/demo/app/", { json: { manage_units: false } });
    const unmanaged = await add("demo/app/en", body);
    await test.request("PATCH", "/api/components/demo/app/", { json: { manage_units: true } });

    const all = [inLanguage, translator, anonymous, locked, unmanaged, await add("demo/app/xx", body)];
    expect(all.map(({ status }) => status)).toEqual([403, 403, 401, 403, 403, 404]);
  });
});

describe("adding an entry", () => {
  it("adds it to this language, with its plural forms completed, and to the sources", async () => {
    const { status, json } = await add("demo/server/cs", {
      context: "menu",
      source: ["%d page", "%d pages"],
      target: ["%d strana"],
    });

    expect([status, json]).toMatchObject([
      200,
      { context: "menu", source: ["%d page", "%d pages"], target: ["%d strana", "", ""], state: 20 },
    ]);
    expect((await unitsOf(test, "demo/server/en")).get("menu")).toMatchObject({ state: 100 });
    const again = await add("demo/server/cs", { context: "menu", source: ["%d page"], target: [""] });
    expect([again.status, again.json.errors[0].attr]).toEqual([400, "non_field_errors"]);
  });

  it("adds it to the template for new languages untranslated", async () => {
    const { status, json } = await add("demo/server/en", { source: ["Template only"] });

    expect([status, json]).toMatchObject([200, { target: ["Template only"], state: 100 }]);
    const file = await test.request("GET", "/api/translations/demo/server/en/file/");
    expect(file.text).toContain('msgid "Template only"\nmsgstr ""\n');
  });

  it.each([
    ["source", { target: ["x"] }],
    ["source", { source: [""], target: ["x"] }],
    ["target", { source: ["x"], target: ["x", "y"] }],
  ])("names %s for %j", async (attr, body) => {
    const { status, json } = await add("demo/server/cs", body);

    expect([status, json.errors[0].attr]).toEqual([400, attr]);
  });

  it("is refused in a language in which votes decide, to who may not override them", async () => {
    const settings = (json: object) => test.request("PATCH", "/api/components/demo/server/", { json });
    await settings({ enable_suggestions: true, suggestion_voting: true, suggestion_autoaccept: 2 });
    const { token } = await test.admin.createUser({ username: "voter" });
    const roles = test.service.database.updateTable("role").where("name", "=", "Power user");
    await roles.set({ permissions: JSON.stringify(["unit.add"]) }).execute();
    const body = { source: ["Decided"], target: ["Rozhodnuto"] };

    const refused = await add("demo/server/cs", body, token);
    await settings({ suggestion_voting: false, suggestion_autoaccept: 0 });
    const added = await add("demo/server/cs", body, token);

    expect([refused.status, refused.json.detail, added.status]).toEqual([
      403,
      "Only suggestions are allowed in this translation.",
      200,
    ]);
  });

  it("can be approved at once by who may review, where translations are reviewed", async () => {
    const body = { source: ["Reviewed"], target: ["Zkontrolováno"], state: 30 };
    await review({ translation_review: true });
    const { token } = await test.admin.createUser({ username: "adder" });
    const { database } = test.service;
    await database
      .updateTable("role")
      .set({ permissions: JSON.stringify(["unit.add"]) })
      .where("name", "=", "Power user")
      .execute();
    const denied = await add("demo/server/cs", body, token);
    const approved = await add("demo/server/cs", body);
    await review({ translation_review: false });

    expect([denied.status, approved.status, approved.json.approved]).toEqual([403, 200, true]);
  });
});
