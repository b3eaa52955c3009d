import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleService, save, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";

let test: SampleService;
/** May add languages, and does not manage the component. */
let helper: string;

beforeAll(async () => {
  test = await openSampleService();
  helper = (await test.admin.createUser({ username: "helper" })).token;
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

async function add(component: string, json: object, token = test.adminToken) {
  return test.request("POST", `/api/components/demo/${component}/translations/`, { token, json });
}

async function set(component: string, json: object): Promise<void> {
  const { status, text } = await test.request("PATCH", `/api/components/demo/${component}/`, { json });
  if (status !== 200) throw new Error(text);
}

describe("who may add a language", () => {
  it.each(["contact", "url", "none"])("is who manages the component where it says %s", async (rule) => {
    await set("app", { new_lang: rule });

    const answer = await add("app", { language_code: "pl" }, helper);

    expect([answer.status, answer.json.detail]).toEqual([403, "Can not create translation"]);
  });

  it("is everybody with the right for languages the project has elsewhere, where it says so", async () => {
    await set("server", { new_lang: "existing" });

    expect((await add("server", { language_code: "pl" }, helper)).status).toBe(403);
    expect((await add("server", { language_code: "de" }, helper)).status).toBe(201);
  });

  it("is who manages it, whatever it says, unless it is locked", async () => {
    await set("app", { new_lang: "none" });
    expect((await add("app", { language_code: "fr" })).status).toBe(201);

    await test.request("POST", "/api/components/demo/app/lock/", { json: { lock: true } });
    expect((await add("app", { language_code: "it" })).status).toBe(403);
    await test.request("POST", "/api/components/demo/app/lock/", { json: { lock: false } });
    await set("app", { new_lang: "add" });
  });
});

describe("a new language", () => {
  it.each([
    ["bcp", "pt_BR", "locales/pt-BR.json"],
    ["posix_long", "nl", "locales/nl_NL.json"],
    ["linux", "zh_Hans", "locales/zh_CN.json"],
  ])("has its file named in the style %s", async (style, code, filename) => {
    await set("app", { language_code_style: style });

    const answer = await add("app", { language_code: code });

    expect([answer.status, answer.json.result.filename, answer.json.result.language.code]).toEqual([
      201,
      filename,
      code,
    ]);
    await set("app", { language_code_style: "" });
  });

  it("takes its first translations from other components, in their order", async () => {
    for (const slug of ["first", "second"]) {
      await test.request("POST", "/api/projects/demo/components/", {
        json: {
          name: slug,
          slug,
          from_component: "demo/app",
          disable_autoshare: true,
          allow_translation_propagation: false,
        },
      });
    }
    for (const slug of ["first", "second", "app"]) await add(slug, { language_code: "sk" });
    await save(test, "demo/first/sk", "title", ["Prvý"]);
    await save(test, "demo/second/sk", "title", ["Druhý"]);
    await save(test, "demo/second/sk", "button.save", ["Uložiť"]);
    await test.request("DELETE", "/api/translations/demo/app/sk/");

    const { json: second } = await test.request("GET", "/api/components/demo/second/");
    const answer = await add("app", { language_code: "sk", from_component: ["demo/first", second.id] });

    expect([answer.status, answer.json.result.translated]).toEqual([201, 2]);
    const units = await unitsOf(test, "demo/app/sk");
    expect([units.get("title")?.target, units.get("button.save")?.target]).toEqual([["Prvý"], ["Uložiť"]]);
  });

  it("is not added where a component to take from is not there", async () => {
    const answer = await add("app", { language_code: "hu", from_component: ["demo/first", "demo/nothing"] });

    expect([answer.status, answer.json.errors[0].attr]).toEqual([400, "from_component.1"]);
    expect((await test.request("GET", "/api/translations/demo/app/hu/")).status).toBe(404);
  });

  it("may name several components in a form", async () => {
    const body = "language_code=hu&from_component=demo%2Ffirst&from_component=demo%2Fsecond";
    const headers = { "content-type": "application/x-www-form-urlencoded" };

    const answer = await test.request("POST", "/api/components/demo/app/translations/", { body, headers });

    expect(answer.status).toBe(201);
  });
});

describe("removing a language", () => {
  it("is for who may, and commits that its file is gone", async () => {
    const path = "/api/translations/demo/app/de/";
    expect((await test.request("DELETE", path, { token: helper })).status).toBe(403);
    expect((await test.request("DELETE", path)).status).toBe(204);

    expect((await test.request("GET", path)).status).toBe(404);
    const { json } = await test.request("GET", "/api/components/demo/app/changes/?action=25");
    expect(json.results[0]).toMatchObject({ target: "de" });
    expect((await test.request("GET", "/api/components/demo/app/repository/")).json.needs_push).toBe(true);
  });
});
