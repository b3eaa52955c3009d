import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startAdmin, type AdminServer, type AdminSession } from "../../../test/support/admin-server.ts";
import { manualClock } from "../../../test/support/test-clock.ts";
import { endSession, isAlive } from "./sessions.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const clock = manualClock();
let server: AdminServer;
let session: AdminSession;

beforeAll(async () => {
  server = await startAdmin({ clock });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});
beforeEach(async () => {
  clock.advance(HOUR);
  session = await server.signIn(server.administrator);
});

const ask = (own: AdminSession) => server.request("GET", "/users/1", { session: own });

/** The session with the cookie that an answer set. */
function renewed(own: AdminSession, headers: Headers): AdminSession {
  const [cookie = ""] = (headers.get("set-cookie") ?? "").split(";");
  return { ...own, cookie };
}

it("has another id after a quarter of an hour of use, and the same CSRF token", async () => {
  clock.advance(14 * MINUTE);
  const early = await ask(session);
  clock.advance(MINUTE);
  const late = await ask(session);
  const after = renewed(session, late.headers);

  expect(early.headers.get("set-cookie")).toBeNull();
  expect(after.cookie).toMatch(/^interlinear_session=[\w-]{43}$/);
  expect(after.cookie).not.toBe(session.cookie);
  clock.advance(MINUTE);
  const { status } = await server.request("PATCH", "/users/1", { session: after, json: { name: "Administrator" } });
  expect(status).toBe(200);
});

it("is found by its former id for 30 seconds, for requests that were under way", async () => {
  clock.advance(15 * MINUTE);
  const [one, other] = await Promise.all([ask(session), ask(session)]);
  clock.advance(30 * SECOND);
  const underway = await ask(session);
  clock.advance(SECOND);
  const late = await ask(session);

  expect([one.status, other.status, underway.status, late.status]).toEqual([200, 200, 200, 401]);
  // One of two requests at once renews it, and what the other answers takes nothing back.
  expect([one, other, underway].filter(({ headers }) => headers.has("set-cookie"))).toHaveLength(1);
});

it.each([
  ["in use", 11, 59, 0, true],
  ["in use for as long as it may be", 12, 0, 0, false],
  ["not used for a while", 2, 0, 59, true],
  ["not used for too long", 2, 0, 60, false],
])("%s it is alive: %s", (_, hours, minutes, idle, alive) => {
  const now = new Date(Date.UTC(2026, 0, 2));
  const before = (milliseconds: number): string => new Date(now.getTime() - milliseconds).toISOString();
  const age = hours * HOUR + minutes * MINUTE;
  const row = { created: before(age), expires: before(age - 12 * HOUR), used: before(idle * MINUTE) };

  expect(isAlive(row, { sessionHours: 12, sessionIdleMinutes: 60 }, now)).toBe(alive);
  // Shorter settings count at once.
  expect(isAlive(row, { sessionHours: 1, sessionIdleMinutes: 60 }, now)).toBe(false);
});

it("ends when it was not used for an hour", async () => {
  clock.advance(59 * MINUTE);
  const used = await ask(session);
  clock.advance(60 * MINUTE);

  expect([used.status, (await ask(renewed(session, used.headers))).status]).toEqual([200, 401]);
});

it.each(["", "interlinear_session=", "interlinear_session=x", `interlinear_session=${"A".repeat(43)}`, "a=b"])(
  "is none with the cookie %j",
  async (cookie) => {
    expect((await ask({ ...session, cookie })).status).toBe(401);
  },
);

it("is none with what the table holds", async () => {
  const { id } = await server.records.database.selectFrom("session").select("id").executeTakeFirstOrThrow();

  expect((await ask({ ...session, cookie: `interlinear_session=${id.slice(0, 43)}` })).status).toBe(401);
});

it("ends by the id that a request found, though another request gave it a new one meanwhile", async () => {
  const { records } = server;
  const { id } = await records.database
    .selectFrom("session")
    .select("id")
    .orderBy("created", "desc")
    .executeTakeFirstOrThrow();
  clock.advance(16 * MINUTE);
  const after = renewed(session, (await ask(session)).headers);

  await endSession(records, id);

  expect(after.cookie).not.toBe(session.cookie);
  expect((await ask(after)).status).toBe(401);
});
