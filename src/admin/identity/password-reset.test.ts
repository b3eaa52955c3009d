import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startAdmin, type AdminServer, type AdminSession } from "../../../test/support/admin-server.ts";
import { startMailServer, type MailServer } from "../../../test/support/mail-server.ts";
import { manualClock } from "../../../test/support/test-clock.ts";
import { operatorByLogin } from "./operators.ts";
import { passwordResetTarget, resetPassword } from "./password-reset.ts";

const MINUTE = 60_000;
const PASSWORD = "a new and long password";

const clock = manualClock();
let mail: MailServer;
let server: AdminServer;
let root: AdminSession;
let jana: { readonly login: number; readonly password: string };
let people = 0;
let seen = 0;

beforeAll(async () => {
  mail = await startMailServer();
  server = await startAdmin({ clock, settings: { mail: mail.settings, publicUrl: "https://bot.example.org" } });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});
beforeEach(async () => {
  clock.advance(60 * MINUTE);
  root = await server.signIn(server.administrator);
  jana = await server.addUser(`Jana${String((people += 1))}`, "operator");
  seen = mail.messages.length;
});
afterEach(async () => {
  await server.records.database.deleteFrom("password_reset").execute();
});

const address = (): string => `JANA${String(people)}@example.org`;

const ask = (users: readonly unknown[], session?: AdminSession, headers = {}) =>
  server.request("POST", "/users/passwordreset", { session, json: { users }, headers });

/** Token of the newest mail's link. */
async function mailedToken(): Promise<string> {
  await expect.poll(() => mail.messages.length).toBeGreaterThan(seen);
  const text = mail.messages.at(-1)?.text ?? "";
  return /https:\/\/bot\.example\.org\/admin\/password\/([\w-]{43})\n/.exec(text)?.[1] ?? text;
}

describe("a mailed link", () => {
  it("sets a password, after which the former one and every session are over", async () => {
    const session = await server.signIn(jana);
    await ask([address()]);
    const token = await mailedToken();

    expect(mail.messages.at(-1)?.to).toMatchObject({ text: `jana${String(people)}@example.org` });
    expect(await passwordResetTarget(server.records, token)).toMatchObject({ login: jana.login });
    expect(await resetPassword(server.records, token, PASSWORD)).toEqual({ outcome: "done", login: jana.login });
    expect((await server.request("GET", "/users", { session })).status).toBe(401);
    await expect(server.signIn(jana)).rejects.toThrow("do not belong together");
    await server.signIn({ login: jana.login, password: PASSWORD });
  });

  it("works once, and no other one after it", async () => {
    await ask([jana.login], root);
    const first = await mailedToken();
    seen = mail.messages.length;
    await ask([jana.login], root);
    const second = await mailedToken();

    const outcomes = await Promise.all(
      [first, first].map(async (token) => (await resetPassword(server.records, token, PASSWORD)).outcome),
    );

    expect(outcomes.toSorted()).toEqual(["done", "no link"]);
    expect(await passwordResetTarget(server.records, second)).toBeUndefined();
  });

  it("works for an hour", async () => {
    await ask([jana.login], root);
    const token = await mailedToken();

    clock.advance(60 * MINUTE - 1);
    expect(await passwordResetTarget(server.records, token)).toBeDefined();
    clock.advance(1);
    expect(await passwordResetTarget(server.records, token)).toBeUndefined();
    expect(await resetPassword(server.records, token, PASSWORD)).toEqual({ outcome: "no link" });
  });

  it("still works after a password that was too easy", async () => {
    await ask([jana.login], root);
    const token = await mailedToken();

    expect(await resetPassword(server.records, token, "short")).toEqual({
      outcome: "bad password",
      problem: "Expected at least 12 characters.",
    });
    expect((await resetPassword(server.records, token, PASSWORD)).outcome).toBe("done");
  });

  it.each([
    ["address", { email: "elsewhere@example.org" }],
    ["leave to sign in", { active: false }],
  ])("dies with the user's %s", async (_, json) => {
    await ask([jana.login], root);
    const token = await mailedToken();
    await server.request("PATCH", `/users/${String(jana.login)}`, { session: root, json });

    expect(await passwordResetTarget(server.records, token)).toBeUndefined();
    await server.request("DELETE", `/users/${String(jana.login)}`, { session: root });
  });

  it("is known to the database by its hash alone", async () => {
    await ask([jana.login], root);
    const token = await mailedToken();

    const rows = await server.records.database.selectFrom("password_reset").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe("who asks without an administrator's session", () => {
  it("learns nothing of who there is", async () => {
    const known = await ask([address()]);
    const unknown = await ask(["nobody@example.org"]);

    expect([known.status, known.json]).toEqual([200, { requested: 1, sent: null }]);
    expect([unknown.status, unknown.json]).toEqual([known.status, known.json]);
    await mailedToken();
    expect(mail.messages).toHaveLength(seen + 1);
  });

  it("names no logins, and few addresses", async () => {
    expect((await ask([jana.login])).status).toBe(403);
    expect((await ask([jana.login], await server.signIn(jana))).status).toBe(403);
    expect((await ask(["a", "b", "c", "d", "e", "f"].map((name) => `${name}@example.org`))).status).toBe(400);
  });

  it("asks a few times, and not from a page of another origin", async () => {
    const statuses = [];
    for (let index = 0; index < 6; index += 1) statuses.push((await ask(["nobody@example.org"])).status);

    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await ask(["nobody@example.org"], root)).status).toBe(200);
    clock.advance(15 * MINUTE);
    expect((await ask(["nobody@example.org"], undefined, { "sec-fetch-site": "cross-site" })).status).toBe(403);
  });

  it("fills nobody's mailbox", async () => {
    for (let index = 0; index < 5; index += 1) await ask([address()]);
    await expect.poll(() => mail.messages.length).toBe(seen + 3);
  });
});

it("administrators are told what became of each", async () => {
  const gone = await server.addUser(`Gone${String(people)}`, "viewer");
  await server.request("PATCH", `/users/${String(gone.login)}`, { session: root, json: { active: false } });

  const { json } = await ask([jana.login, "nobody@example.org", gone.login], root);

  expect(json).toEqual({
    requested: 3,
    sent: [
      { user: jana.login, login: jana.login, accepted: true, response: expect.stringContaining("Queued as") },
      { user: "nobody@example.org", login: null, accepted: false, response: "There is no such user." },
      { user: gone.login, login: gone.login, accepted: false, response: "The user is not active." },
    ],
  });
});

describe("an invitation", () => {
  const invite = () =>
    server.request("POST", "/users", {
      session: root,
      json: { name: "Eva", email: `eva${String((people += 1))}@example.org` },
    });

  it("goes to a new user without a password, who cannot sign in before", async () => {
    const { json } = await invite();
    const token = await mailedToken();

    expect(json).toMatchObject({ has_password: false, invitation: { accepted: true } });
    await expect(server.signIn({ login: json.login, password: "" })).rejects.toThrow("do not belong together");
    clock.advance(3 * 24 * 60 * MINUTE - 1);
    expect((await resetPassword(server.records, token, PASSWORD)).outcome).toBe("done");
    await server.signIn({ login: json.login, password: PASSWORD });
  });

  it("that the mail server refuses leaves the user, tells its words and is in the log", async () => {
    await using refusing = await startMailServer({ refusedRecipient: "5.1.1 No such mailbox" });
    await using other = await startAdmin({ settings: { mail: refusing.settings } });
    const session = await other.signIn(other.administrator);

    const json = { name: "Eva", email: "eva@example.org" };
    const created = await other.request("POST", "/users", { session, json });

    expect(created.status).toBe(201);
    expect(created.json.invitation).toEqual({ accepted: false, response: expect.stringContaining("No such mailbox") });
    expect(await operatorByLogin(other.records.database, created.json.login)).toBeDefined();
    const events = await other.records.database.selectFrom("event").select("component").execute();
    expect(events).toContainEqual({ component: "mail" });
  });
});

it("links never begin with a host that a request from elsewhere names", async () => {
  await using other = await startAdmin({ settings: { mail: mail.settings } });
  const session = await other.signIn(other.administrator);
  const from = { "x-forwarded-for": "192.0.2.1", "x-forwarded-host": "evil.example.org" };
  const json = { users: [1] };

  const elsewhere = await other.request("POST", "/users/passwordreset", { session, json, headers: from });
  expect(elsewhere.json.sent[0]).toMatchObject({ accepted: false, response: expect.stringContaining("public_url") });
  const here = await other.request("POST", "/users/passwordreset", { session, json });

  expect(here.json.sent[0].accepted).toBe(true);
  expect(mail.messages.at(-1)?.text).toContain(`${new URL(other.url).origin}/admin/password/`);
});
