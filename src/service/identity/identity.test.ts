import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestService, type TestService } from "../../../test/support/open-test-service.ts";

let test: TestService;

beforeAll(async () => {
  test = await openTestService();
  await test.admin.createProject({ name: "Demo", slug: "demo" });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

describe("a token", () => {
  it("says who asks until it is revoked, and when they were here last", async () => {
    const { token } = await test.admin.createUser({ username: "anna" });
    const before = await test.request("GET", "/api/users/anna/");
    await expect
      .poll(async () => (await test.request("GET", "/api/users/anna/", { token })).json.last_login)
      .not.toBeNull();
    const [issued] = await test.admin.tokens("anna");

    await test.admin.revokeToken(issued?.id ?? 0);

    expect(before.json.last_login).toBeNull();
    expect((await test.request("GET", "/api/users/anna/", { token })).status).toBe(401);
    expect(await test.admin.tokens("anna")).toEqual([]);
    await expect(test.admin.revokeToken(issued?.id ?? 0)).rejects.toThrow("There is no token");
  });

  it("ends at its time, not before", async () => {
    const { token } = await test.admin.createUser({ username: "ben" });
    const soon = await test.admin.issueToken("ben", { expires: new Date(Date.now() + 3_600_000).toISOString() });
    const over = await test.admin.issueToken("ben", { expires: new Date(Date.now() - 1).toISOString() });

    const statuses = await Promise.all(
      [token, soon, over].map(async (each) => (await test.request("GET", "/api/", { token: each })).status),
    );

    expect(statuses).toEqual([200, 200, 401]);
  });

  it("of a bot sees its project alone, also a second one", async () => {
    await test.admin.createProject({ name: "Other", slug: "other" });
    await test.admin.createBot("demo", "second");
    const token = await test.admin.issueToken("bot-demo-second");

    expect(token).toMatch(/^svp_[A-Za-z0-9]{36}$/);
    expect((await test.request("GET", "/api/projects/demo/", { token })).status).toBe(200);
    expect((await test.request("GET", "/api/projects/other/", { token })).status).toBe(404);
    expect((await test.request("GET", "/api/users/", { token })).json.results[0]).toMatchObject({
      full_name: "second",
    });
  });
});

describe("a bot with a small role", () => {
  it("may do its work and nothing else", async () => {
    const { token } = await test.admin.createBot("demo", "reader", { roles: ["Bot: download translations"] });

    expect((await test.request("GET", "/api/projects/demo/file/", { token })).status).toBe(200);
    const push = { token, json: { operation: "push" } };
    expect((await test.request("POST", "/api/projects/demo/repository/", push)).status).toBe(403);
    await expect(test.admin.createBot("demo", "none", { roles: ["Boss"] })).rejects.toThrow("There is no role “Boss”");
  });
});

describe("limits of requests", () => {
  it("are counted for each caller, said in three headers, and refused with a time to wait", async () => {
    await using strict = await openTestService({
      rateLimits: {
        anonymous: { requests: 1, windowSeconds: 86_400 },
        user: { requests: 2, windowSeconds: 3600 },
      },
    });
    const ask = (token: string | null) => strict.request("GET", "/api/", { token });
    const headersOf = ({ headers }: Awaited<ReturnType<typeof ask>>) =>
      ["limit", "remaining", "reset"].map((name) => headers.get(`x-ratelimit-${name}`));

    expect(headersOf(await ask(null))).toEqual(["1", "0", "86400"]);
    const refused = await ask(null);
    expect([refused.status, refused.json.errors[0].code]).toEqual([429, "throttled"]);
    expect(refused.headers.get("retry-after")).toMatch(/^86\d{3}$/);
    expect(headersOf(refused)).toEqual(["1", "0", refused.headers.get("retry-after")]);
    expect(headersOf(await ask(strict.adminToken))).toEqual(["2", "1", "3600"]);
    const wrong = await ask("svu_wrong");
    expect([wrong.status, headersOf(wrong)]).toEqual([401, [null, null, null]]);
  });
});

describe("a service that wants everybody to sign in", () => {
  it("answers nobody else below /api/, and takes hooks", async () => {
    await using closed = await openTestService({ requireLogin: true });
    const statusOf = async (method: string, path: string, token: string | null) =>
      (await closed.request(method, path, { token })).status;

    for (const path of ["/api/", "/api/projects/", "/api/users/", "/api/projects/none/"]) {
      const answer = await closed.request("GET", path, { token: null });
      expect([path, answer.status, answer.headers.get("www-authenticate")]).toEqual([path, 401, "Token"]);
      expect(answer.headers.get("x-ratelimit-limit")).toBeNull();
    }
    expect(await statusOf("GET", "/api/", closed.adminToken)).toBe(200);
    expect(await statusOf("POST", "/hooks/github/", null)).toBe(400);
  });
});
