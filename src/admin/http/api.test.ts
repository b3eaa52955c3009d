import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startAdmin, type AdminServer, type AdminSession } from "../../../test/support/admin-server.ts";
import { manualClock } from "../../../test/support/test-clock.ts";
import { GateError, UserError } from "../../core/errors.ts";
import { silentLogger } from "../../core/logger.ts";
import { DatabaseAbsence } from "../../store/database-absence.ts";
import { adminDescription } from "./description.ts";
import { errorAnswer } from "./answers.ts";

let server: AdminServer;
let session: AdminSession;

beforeAll(async () => {
  server = await startAdmin();
  session = await server.signIn(server.administrator);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const newUser = (name: string) => ({ name, email: `${name}@example.org`, password: "a password of some length" });

interface Refused {
  readonly errors: readonly { readonly field: string | null; readonly code: string }[];
}

/** Field → code of every error of an answer. */
// oxlint-disable-next-line typescript/no-explicit-any -- whatever came
function codesOf(json: any): Record<string, string> {
  const { errors }: Refused = json;
  return Object.fromEntries(errors.map(({ field, code }) => [field ?? "", code]));
}

describe("an answer", () => {
  it("is kept, framed and guessed at by nobody", async () => {
    for (const path of ["/users", "/nothing", "/openapi.json"]) {
      const { headers } = await server.request("GET", path, { session });

      expect(Object.fromEntries(headers)).toMatchObject({
        "content-type": "application/json",
        "cache-control": "no-store",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
      });
    }
  });

  it("to HEAD is that to GET without its body", async () => {
    const { status, headers, json } = await server.request("HEAD", "/users", { session });

    expect([status, headers.get("content-type"), json]).toEqual([200, "application/json", undefined]);
  });

  it("to OPTIONS names the methods", async () => {
    const { status, headers, json } = await server.request("OPTIONS", "/users/1");

    expect([status, headers.get("allow")]).toEqual([200, "GET, PUT, PATCH, DELETE, HEAD, OPTIONS"]);
    expect(json).toEqual({ methods: ["GET", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] });
  });

  it("of the document is the one that is checked in", async () => {
    const { json } = await server.request("GET", "/openapi.json");

    expect(json).toEqual(JSON.parse(JSON.stringify(adminDescription())));
  });
});

describe("an address", () => {
  it.each([
    "/nothing",
    "/users/",
    "/users/0",
    "/users/-1",
    "/users/1e3",
    "/users/2147483648",
    "/users/a",
    "/users/%00",
    "",
  ])("%j names nothing", async (path) => {
    expect((await server.request("GET", path, { session })).status).toBe(404);
  });

  it.each([
    ["DELETE", "/users", "GET, POST, HEAD, OPTIONS"],
    ["GET", "/users/passwordreset", "POST, OPTIONS"],
    ["POST", "/login", "GET, HEAD, OPTIONS"],
    ["PUT", "/maps", "GET, HEAD, OPTIONS"],
  ])("takes no %s %s, and says what it takes", async (method, path, allow) => {
    const { status, headers, json } = await server.request(method, path, { session });

    expect([status, headers.get("allow"), codesOf(json)]).toEqual([405, allow, { "": "method_not_allowed" }]);
  });
});

describe("parameters", () => {
  it.each([
    ["?pages=1", { pages: "unknown_field" }],
    ["?page=0&size=201", { page: "too_small", size: "too_big" }],
    ["?page=1&page=2", { page: "invalid_type" }],
    ["?page=1.5", { page: "invalid_type" }],
    ["?page=0x10", { page: "invalid_type" }],
    ["?page=", { page: "invalid_type" }],
    ["?active=yes", { active: "invalid_type" }],
    ["?role=boss", { role: "invalid_value" }],
    ["?text=%00", { text: "invalid" }],
  ])("%s are 400", async (query, codes) => {
    const { status, json } = await server.request("GET", `/users${query}`, { session });

    expect([status, codesOf(json)]).toEqual([400, codes]);
  });

  it("that are misspelt are told with the one that was meant", async () => {
    const { json } = await server.request("GET", "/users?sise=5", { session });

    expect(json.errors).toEqual([
      { code: "unknown_field", detail: 'There is no such field: did you mean "size"?', field: "sise" },
    ]);
  });
});

describe("a body", () => {
  const send = async (body: string | Uint8Array, type = "application/json") => {
    const headers = { cookie: session.cookie, "x-csrf-token": session.csrf, "content-type": type };
    const answer = await fetch(`${server.api}/users`, { method: "POST", headers, body });
    return { status: answer.status, codes: codesOf(await answer.json()) };
  };

  it.each([
    ["text", "text/plain", 415],
    ["a=b", "application/x-www-form-urlencoded", 415],
    ["{}", "application/json; charset=utf-16", 415],
    ["{}", "application/merge-patch+json", 415],
    ["{", "application/json", 400],
    ["[]", "application/json", 400],
    ["null", "application/json", 400],
    [new Uint8Array([0x7b, 0xff, 0x7d]), "application/json", 400],
    [`${'{"a":'.repeat(50)}1${"}".repeat(50)}`, "application/json; charset=UTF-8", 400],
    [`{"name": "${"x".repeat(1_000_001)}"}`, "application/json", 413],
  ])("%.20s as %s is %i", async (body, type, status) => {
    expect((await send(body, type)).status).toBe(status);
  });

  it("tells each field that is wrong, missing or unknown", async () => {
    expect(await send(JSON.stringify({ name: "", mail: "x", role: 7, password: "short" }))).toEqual({
      status: 400,
      codes: { name: "too_small", email: "required", role: "invalid_value", mail: "unknown_field" },
    });
  });

  it.each(["a\u0000b", "\ud800"])("%j is no text", async (name) => {
    const { status, codes } = await send(JSON.stringify({ ...newUser("x"), name }));

    expect([status, Object.keys(codes)]).toEqual([400, ["name"]]);
  });
});

describe("a write", () => {
  const write = (headers: Readonly<Record<string, string>>, csrf = session.csrf) =>
    server.request("PATCH", "/users/1", { session: { ...session, csrf }, json: { name: "Jana" }, headers });

  it.each([
    ["without the session's token", {}, ""],
    ["with another token", {}, "x".repeat(43)],
    ["from a page of another origin", { origin: "https://evil.example.org" }, undefined],
    ["from another site", { "sec-fetch-site": "cross-site" }, undefined],
    ["from a page without an origin", { origin: "null" }, undefined],
  ])("%s is 403", async (_, headers, csrf) => {
    const { status, json } = await write(headers, csrf);

    expect([status, codesOf(json)]).toEqual([403, { "": "forbidden" }]);
  });

  it("from a page of this server is taken", async () => {
    const own = { origin: new URL(server.url).origin, "sec-fetch-site": "same-origin" };

    expect((await write(own)).status).toBe(200);
  });

  it("with the token of another session is 403", async () => {
    const other = await server.signIn(server.administrator);

    expect((await write({}, other.csrf)).status).toBe(403);
  });
});

describe("the log of requests", () => {
  const entries = () =>
    server.records.database
      .selectFrom("access")
      .select(["login", "method", "path", "status", "agent"])
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();

  it.each([
    ["GET", "/users/1", true, { login: 1, path: "/users/{login}", status: 200 }],
    ["DELETE", "/users/1", true, { login: 1, path: "/users/{login}", status: 409 }],
    ["GET", "/users/2?x=secret", false, { login: null, path: "/users/{login}", status: 401 }],
    ["GET", "/nothing?x=secret", true, { login: null, path: "/admin/api/nothing", status: 404 }],
  ])("has %s %s", async (method, path, isSignedIn, entry) => {
    const agent = `${method} ${path}`;
    await server.request(method, path, { session: isSignedIn ? session : undefined, headers: { "user-agent": agent } });

    await expect.poll(async () => (await entries())?.agent).toBe(agent);
    expect(await entries()).toEqual({ ...entry, method, agent });
  });

  it("keeps nobody from an answer where it cannot be written", async () => {
    await using broken = await startAdmin();
    const own = await broken.signIn(broken.administrator);
    await broken.records.database.schema.dropTable("access").execute();

    expect((await broken.request("GET", "/users", { session: own })).status).toBe(200);
  });
});

it("a fault of the program is told to its log alone, a mistake of whoever asks in its own words", async () => {
  const told: string[] = [];
  const logger = { ...silentLogger, error: (message: string) => void told.push(message) };
  const records = { logger, absence: new DatabaseAbsence({ clock: manualClock(), logger }) };
  const answer = async (error: unknown) => {
    const response = errorAnswer(records, error, new Headers());
    return [response.status, codesOf(await response.json())];
  };

  expect(await answer(new Error("secret"))).toEqual([500, { "": "internal" }]);
  expect(await answer(new UserError("No.", { code: "IL-X01" }))).toEqual([400, { "": "IL-X01" }]);
  expect(await answer(new GateError("No.", { code: "IL-X02" }))).toEqual([409, { "": "IL-X02" }]);
  expect(told).toHaveLength(1);
  expect(told[0]).toContain("secret");
});
