import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleService, save, type SampleService } from "../../../test/support/open-test-service.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

describe("deleting a user", () => {
  it("forgets who they were and keeps what they did", async () => {
    const { token, user } = await test.admin.createTranslator("demo", {
      username: "sami",
      fullName: "Sami S.",
      email: "sami@example.org",
    });
    await save({ ...test, translatorToken: token }, "demo/app/cs", "title", ["Nazdar"]);
    const refused = await test.request("DELETE", "/api/users/sami/", { token: test.translatorToken });

    const { status } = await test.request("DELETE", "/api/users/sami/");

    expect([refused.status, status]).toEqual([403, 204]);
    expect((await test.request("GET", "/api/users/sami/")).status).toBe(404);
    expect((await test.request("GET", "/api/", { token })).status).toBe(401);
    const forgotten = `deleted-${String(user)}`;
    expect((await test.request("GET", `/api/users/${forgotten}/`)).json).toMatchObject({
      full_name: "Deleted User",
      is_active: false,
      groups: [],
    });
    const changes = await test.request("GET", `/api/changes/?user=${forgotten}`);
    expect(changes.json.count).toBeGreaterThan(0);
    expect(changes.text).not.toContain("sami");
  });
});

describe("statistics and contributions", () => {
  it("counts what was done, and links the translations that were changed", async () => {
    await save(test, "demo/app/cs", "title", ["Dobrý den"]);
    const statistics = await test.request("GET", "/api/users/jana/statistics/", { token: test.translatorToken });
    const contributions = await test.request("GET", "/api/users/jana/contributions/", { token: test.translatorToken });

    expect(statistics.json).toMatchObject({ translated: 1, suggested: 0, uploaded: 0, commented: 0, languages: 1 });
    expect(contributions.json.translations).toEqual(["http://service.test/api/translations/demo/app/cs/"]);
    expect(contributions.json.results[0]).toMatchObject({ language_code: "cs", component: { slug: "app" } });
    expect((await test.request("GET", "/api/users/nobody/statistics/")).status).toBe(404);
    expect((await test.request("GET", "/api/users/jana/contributions/?page=7")).status).toBe(404);
    expect((await test.request("GET", "/api/users/jana/statistics/", { token: null })).status).toBe(401);
  });

  it("lets who contributes watch the project, unless they do not want that", async () => {
    const free = await test.admin.createTranslator("demo", { username: "free" });
    const bound = { token: free.token, json: { profile: { auto_watch: false } } };
    await test.request("PATCH", "/api/users/free/", bound);
    await save(test, "demo/app/cs", "title", ["Zdravím"]);
    await save({ ...test, translatorToken: free.token }, "demo/app/cs", "title", ["Zdar"]);
    const watched = async (name: string) => (await test.request("GET", `/api/users/${name}/`)).json.profile.watched;

    expect(await watched("jana")).toEqual(["http://service.test/api/projects/demo/"]);
    expect(await watched("free")).toEqual([]);
  });

  it("shows no contributions to projects that the caller does not see", async () => {
    const token = (await test.admin.createUser({ username: "vera" })).token;
    await test.service.database
      .updateTable("project")
      .set({ access_control: 100 })
      .where("slug", "=", "demo")
      .execute();
    const hidden = await test.request("GET", "/api/users/jana/contributions/", { token });
    await test.service.database.updateTable("project").set({ access_control: 0 }).where("slug", "=", "demo").execute();

    expect(hidden.json).toMatchObject({ count: 0, translations: [] });
  });
});
