import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { basic, startAdmin, type AdminServer } from "../../../test/support/admin-server.ts";
import { manualClock } from "../../../test/support/test-clock.ts";
import { changeManagement } from "../../records/settings/change-management.ts";
import { hashPassword } from "../../http-api/passwords.ts";

const clock = manualClock();
const MINUTE = 60_000;
let server: AdminServer;
let jana: { readonly login: number; readonly password: string };

beforeAll(async () => {
  server = await startAdmin({ clock });
  jana = await server.addUser("Jana", "operator");
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});
beforeEach(() => clock.advance(60 * MINUTE));

function login(user: string | number, password: string, headers: Readonly<Record<string, string>> = {}) {
  return server.request("GET", "/login", { headers: { authorization: basic(user, password), ...headers } });
}

describe("signing in", () => {
  it.each(["login", "jana@example.org", "JANA@Example.org"])("takes %s for the user", async (user) => {
    const { status, json } = await login(user === "login" ? jana.login : user, jana.password);

    expect(status).toBe(200);
    expect(json.user).toMatchObject({ login: jana.login, role: "operator", last_seen: clock.now().toISOString() });
    expect(json.expires).toBe(new Date(clock.now().getTime() + 12 * 60 * MINUTE).toISOString());
  });

  it("sets a cookie that scripts, other sites and other paths do not get", async () => {
    const { headers } = await login(jana.login, jana.password);

    expect(headers.get("set-cookie")).toMatch(
      /^interlinear_session=[\w-]{43}; Path=\/admin; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
  });

  it("sets a cookie for TLS alone where a proxy brought the request", async () => {
    const { headers } = await login(jana.login, jana.password, { "x-forwarded-for": "192.0.2.1" });

    expect(headers.get("set-cookie")).toMatch(/; Secure$/);
  });

  it("keeps neither the cookie's value nor the password", async () => {
    const { headers } = await login(jana.login, jana.password);
    const value = /interlinear_session=([\w-]+)/.exec(headers.get("set-cookie") ?? "")?.[1] ?? "";

    const { database } = server.records;
    const kept = [
      await database.selectFrom("session").selectAll().execute(),
      await database.selectFrom("operator").selectAll().execute(),
    ];
    expect(JSON.stringify(kept)).not.toContain(value);
    expect(JSON.stringify(kept)).not.toContain(jana.password);
  });

  it("ends the session that the same browser had", async () => {
    const former = await server.signIn(jana);
    await login(jana.login, jana.password, { cookie: former.cookie });

    expect((await server.request("GET", "/users", { session: former })).status).toBe(401);
  });

  it("is refused to a page of another origin", async () => {
    expect((await login(jana.login, jana.password, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await login(jana.login, jana.password, { origin: "https://evil.example.org" })).status).toBe(403);
  });

  it("hashes the password anew where hashes are made otherwise today", async () => {
    const { database } = server.records;
    const peter = await server.addUser("Peter", "viewer");
    const former = await hashPassword(peter.password, "scrypt");
    await database.updateTable("operator").set({ password: former }).where("login", "=", peter.login).execute();

    await server.signIn(peter);

    const row = await database
      .selectFrom("operator")
      .select("password")
      .where("login", "=", peter.login)
      .executeTakeFirst();
    expect(row?.password).toMatch(/^argon2id\$/);
    await server.signIn(peter);
  });
});

describe("credentials that are not right", () => {
  it.each([
    ["a wrong password", () => basic(jana.login, "wrong")],
    ["an unknown login", () => basic(4711, jana.password)],
    ["an unknown address", () => basic("nobody@example.org", jana.password)],
    ["a login that no table holds", () => basic("99999999999", jana.password)],
    ["an empty password", () => basic(jana.login, "")],
    ["no user", () => basic("", jana.password)],
    ["another scheme", () => "Bearer x"],
    ["no base64", () => "Basic !!!"],
  ])("are 401 with a challenge: %s", async (_, authorization) => {
    const { status, headers } = await server.request("GET", "/login", { headers: { authorization: authorization() } });

    expect([status, headers.get("www-authenticate")]).toEqual([
      401,
      'Basic realm="Interlinear administration", charset="UTF-8"',
    ]);
    expect(headers.get("set-cookie")).toBeNull();
  });

  it("make no browser ask where a page's script sent them", async () => {
    const { status, headers } = await login(jana.login, "wrong", { "x-requested-with": "fetch" });

    expect([status, headers.get("www-authenticate")?.split(" ")[0]]).toEqual([401, "Session"]);
  });

  it("look the same for an unknown user, and for one who may not sign in", async () => {
    const gone = await server.addUser("Gone", "viewer");
    await server.records.database.updateTable("operator").set({ active: 0 }).where("login", "=", gone.login).execute();

    const answers = await Promise.all([
      login(jana.login, "wrong"),
      login("nobody@example.org", "wrong"),
      login(gone.login, gone.password),
    ]);

    expect(new Set(answers.map(({ status, json }) => JSON.stringify([status, json]))).size).toBe(1);
  });
});

describe("too many tries", () => {
  const tries = async (count: number, user: string | number, from: (index: number) => string): Promise<number[]> => {
    const statuses = [];
    for (let index = 0; index < count; index += 1) {
      statuses.push((await login(user, "wrong", { "x-forwarded-for": from(index) })).status);
    }
    return statuses;
  };
  const others = (index: number): string => `192.0.2.${String(100 + (index % 100))}`;
  const same = (): string => "198.51.100.1";

  const own = "198.51.100.7";
  const from = (address: string) => ({ "x-forwarded-for": address });
  const allow = (failed_logins: number) => changeManagement(server.records, { limits: { failed_logins } }, "patch", 1);
  afterEach(() => allow(5));

  it.each([
    ["known", () => jana.login],
    ["unknown", () => "nobody@example.org"],
  ])("of one address at an account that is %s are 429", async (_, user) => {
    expect(await tries(7, user(), same)).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  it("keep nobody out at another address", async () => {
    await tries(8, jana.login, same);

    expect((await login(jana.login, jana.password, from("203.0.113.77"))).status).toBe(200);
  });

  it("from an address at many accounts are 429, and keep out nobody who signed in from there before", async () => {
    expect((await login(jana.login, jana.password, from(own))).status).toBe(200);
    await allow(2);
    const statuses = [];
    for (let index = 0; index < 9; index += 1) {
      statuses.push((await login(`u${String(index)}@example.org`, "wrong", from(own))).status);
    }

    expect(statuses.filter((status) => status === 401)).toHaveLength(8);
    expect(statuses.at(-1)).toBe(429);
    expect((await login(jana.login, jana.password, from(own))).status).toBe(200);
  });

  it.each([
    ["known", () => jana.login],
    ["unknown", () => "nobody@example.org"],
  ])("of very many addresses at an account that is %s close it to new addresses", async (_, user) => {
    await allow(1);
    const statuses = await tries(22, user(), others);

    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.slice(-2)).toEqual([429, 429]);
  });

  it("of very many addresses keep out neither who signed in from there before nor who is in", async () => {
    expect((await login(jana.login, jana.password, from(own))).status).toBe(200);
    const session = await server.signIn(jana);
    await allow(1);
    expect((await tries(21, jana.login, others)).at(-1)).toBe(429);

    const [known, inside, stranger] = [
      await login(jana.login, jana.password, from(own)),
      await login(jana.login, jana.password, { ...from("203.0.113.9"), cookie: session.cookie }),
      await login(jana.login, jana.password, from("203.0.113.8")),
    ];

    expect([known.status, inside.status, stranger.status]).toEqual([200, 200, 429]);
  });

  it("that are not made any more use up nobody else's", async () => {
    await tries(30, jana.login, same);

    const row = await server.records.database
      .selectFrom("attempt")
      .select("failures")
      .where("subject", "=", `login ${String(jana.login)}`)
      .executeTakeFirst();
    expect(row?.failures).toBe(5);
  });

  it("of strangers do not keep anybody from changing the own password", async () => {
    const peter = await server.addUser(`Petra ${String(clock.now().getTime())}`, "viewer");
    const session = await server.signIn(peter);
    await allow(1);
    await tries(21, peter.login, others);

    const json = { password: "four words beside a river", current_password: peter.password };
    expect((await server.request("PATCH", `/users/${String(peter.login)}`, { session, json })).status).toBe(200);
  });

  it("keep the right password out as well, and say until when", async () => {
    await tries(6, jana.login, same);
    clock.advance(5 * MINUTE);

    const refused = await login(jana.login, jana.password, from(same()));
    clock.advance(10 * MINUTE);
    const taken = await login(jana.login, jana.password, from(same()));

    expect([refused.status, refused.headers.get("retry-after"), taken.status]).toEqual([429, "600", 200]);
  });

  it("are counted anew after a success", async () => {
    const there = from("203.0.113.1");
    for (let index = 0; index < 4; index += 1) await login(jana.login, "wrong", there);
    expect((await login(jana.login, jana.password, there)).status).toBe(200);

    for (let index = 0; index < 4; index += 1) await login(jana.login, "wrong", there);
    expect((await login(jana.login, jana.password, there)).status).toBe(200);
  });
});

describe("a proxy on another machine", () => {
  it("tells where a try comes from once the settings trust it, and nobody else does", async () => {
    const tried = async (forwarded: string, expected: string) => {
      await login(jana.login, "wrong", { "x-forwarded-for": forwarded, "user-agent": forwarded });
      const noted = server.records.database.selectFrom("access").select("address").where("agent", "=", forwarded);
      // The log is written while the answer goes out.
      await expect.poll(async () => (await noted.executeTakeFirst())?.address).toBe(expected);
    };
    await tried("203.0.113.5, 10.0.0.2", "10.0.0.2");

    await changeManagement(server.records, { trusted_proxies: ["10.0.0.0/8"] }, "patch", 1);

    await tried("192.0.2.66, 203.0.113.5, 10.0.0.2", "203.0.113.5");
    await tried("203.0.113.5:4711, [::ffff:10.0.0.9]:80", "203.0.113.5");
    await tried("nonsense, 10.0.0.2", "10.0.0.2");
  });
});

describe("signing out", () => {
  it("ends the session and takes the cookie away", async () => {
    const session = await server.signIn(jana);

    const { json, headers } = await server.request("GET", "/logout", { session });

    expect(json).toEqual({ ended: true });
    expect(headers.get("set-cookie")).toContain("interlinear_session=; Path=/admin; Max-Age=0;");
    expect((await server.request("GET", "/users", { session })).status).toBe(401);
  });

  it("is done already without a session", async () => {
    expect((await server.request("GET", "/logout")).json).toEqual({ ended: false });
  });
});
