import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestService, type TestService } from "../../../test/support/open-test-service.ts";

let test: TestService;
let jana: string;

beforeAll(async () => {
  test = await openTestService();
  await test.admin.createProject({ name: "Demo", slug: "demo" });
  jana = (await test.admin.createTranslator("demo", { username: "jana" })).token;
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

let made = 0;
async function newRole(permissions: readonly string[]): Promise<{ path: string; name: string }> {
  made += 1;
  const name = `Role ${String(made)}`;
  const { json } = await test.request("POST", "/api/roles/", { json: { name, permissions } });
  return { path: `/api/roles/${String(json.id)}/`, name };
}

describe("roles", () => {
  it("are all shown to a superuser, to others those of their groups", async () => {
    const names = async (token?: string | null) => {
      const { json } = await test.request("GET", "/api/roles/", token === undefined ? {} : { token });
      return json.results.map((role: { name: string }) => role.name);
    };
    const { path } = await newRole([]);

    expect(await names()).toEqual(
      expect.arrayContaining(["Administration", "Translation coordinator", "Bulk editing"]),
    );
    expect(await names(jana)).toEqual(["Power user", "Translate"]);
    expect(await names(null)).toEqual(["Add suggestion", "Access repository"]);
    expect((await test.request("GET", path, { token: jana })).status).toBe(404);
    expect((await test.request("GET", "/api/roles/99999/")).status).toBe(404);
  });

  it("are added, get permissions by PATCH, change them by PUT, and go", async () => {
    const created = await test.request("POST", "/api/roles/", {
      json: { name: "Clerk", permissions: ["unit.edit", "group.view"] },
    });
    const path = `/api/roles/${String(created.json.id)}/`;
    const patched = await test.request("PATCH", path, { json: { permissions: ["unit.add", "unit.edit"] } });
    const renamed = await test.request("PATCH", path, { json: { name: "Scribe" } });
    const put = await test.request("PUT", path, { json: { name: "Scribe", permissions: ["unit.review"] } });
    const form = await test.request("PUT", path, { form: { name: "Scribe", permissions: "unit.check" } });
    const deleted = await test.request("DELETE", path);

    expect([created.status, created.json]).toEqual([
      201,
      {
        id: created.json.id,
        name: "Clerk",
        permissions: ["group.view", "unit.edit"],
        url: `http://service.test${path}`,
      },
    ]);
    expect(patched.json.permissions).toEqual(["group.view", "unit.add", "unit.edit"]);
    expect(renamed.json).toMatchObject({ name: "Scribe", permissions: patched.json.permissions });
    expect(put.json.permissions).toEqual(["unit.review"]);
    expect(form.json.permissions).toEqual(["unit.check"]);
    expect([deleted.status, (await test.request("GET", path)).status]).toEqual([204, 404]);
  });

  it("refuse names that are taken and permissions that do not exist", async () => {
    const { path } = await newRole(["unit.edit"]);
    const errorOf = async (method: string, address: string, json: object) => {
      const answer = await test.request(method, address, { json });
      return [answer.status, answer.json.errors[0].attr, answer.json.errors[0].code];
    };

    expect(await errorOf("POST", "/api/roles/", {})).toEqual([400, "name", "required"]);
    expect(await errorOf("POST", "/api/roles/", { name: "Translate", permissions: [] })).toEqual([
      400,
      "name",
      "unique",
    ]);
    expect(await errorOf("POST", "/api/roles/", { name: "x", permissions: ["unit.nope"] })).toEqual([
      400,
      "permissions",
      "invalid",
    ]);
    expect(await errorOf("PUT", path, { name: "x" })).toEqual([400, "permissions", "required"]);
    expect(await errorOf("PATCH", path, { name: "Translate" })).toEqual([400, "name", "unique"]);
    expect(await errorOf("PATCH", path, { permissions: ["nope"] })).toEqual([400, "permissions", "invalid"]);
  });

  it("are managed with role.edit alone", async () => {
    const { path } = await newRole([]);
    const json = { name: "Mine", permissions: [] };

    for (const [method, address] of [
      ["POST", "/api/roles/"],
      ["PUT", path],
      ["PATCH", path],
      ["DELETE", path],
    ] as const) {
      const denied = await test.request(method, address, { token: jana, json });
      expect([denied.status, denied.json.detail]).toEqual([403, "Can not manage roles"]);
      expect((await test.request(method, address, { token: null, json })).status).toBe(401);
    }
  });
});
