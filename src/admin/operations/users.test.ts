import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { basic, startAdmin, type AdminServer, type AdminSession } from "../../../test/support/admin-server.ts";
import { defined } from "../../core/defined.ts";
import type { Role } from "../contract/endpoint.ts";

interface Person {
  readonly login: number;
  readonly password: string;
  readonly session: AdminSession;
}

let server: AdminServer;
let root: Person;
let jana: Person;
let peter: Person;
let people = 0;

async function person(role: Role): Promise<Person> {
  const added = await server.addUser(`Person${String((people += 1))}`, role);
  return { ...added, session: await server.signIn(added) };
}

beforeAll(async () => {
  server = await startAdmin();
  root = { ...server.administrator, session: await server.signIn(server.administrator) };
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});
beforeEach(async () => {
  jana = await person("operator");
  peter = await person("viewer");
});

const change = (by: Person, login: number, json: unknown) =>
  server.request("PATCH", `/users/${String(login)}`, { session: by.session, json });

const isSignedIn = async ({ session }: Person): Promise<boolean> =>
  (await server.request("GET", "/users", { session })).status === 200;

describe("administrators", () => {
  it("change everything of everybody, of PATCH what is sent and of PUT the whole", async () => {
    const patched = await change(root, peter.login, { name: "Petr", role: "operator" });
    const put = await server.request("PUT", `/users/${String(peter.login)}`, {
      session: root.session,
      json: { name: "Petra", email: "petra@example.org", role: "viewer", active: false },
    });

    expect(patched.json).toMatchObject({ name: "Petr", role: "operator", active: true });
    expect(put.json).toMatchObject({ name: "Petra", email: "petra@example.org", role: "viewer", active: false });
  });

  it("choose a number, or the server does; that of somebody who was deleted is not given again", async () => {
    const create = async (json: object) =>
      (
        await server.request("POST", "/users", {
          session: root.session,
          json: { name: "New", email: `new${String((people += 1))}@example.org`, password: "a very long one", ...json },
        })
      ).json.login;

    expect(await create({ login: 5000 })).toBe(5000);
    expect(await create({})).toBe(5001);
    await server.request("DELETE", "/users/5001", { session: root.session });
    expect(await create({})).toBe(5002);
    const again = await server.request("POST", "/users", {
      session: root.session,
      json: { login: 5001, name: "Again", email: "again@example.org", password: "a very long one" },
    });
    expect(again.status).toBe(409);
    expect(again.json.errors[0]).toMatchObject({ field: "login" });
    expect(await create({ login: 4999 })).toBe(4999);
  });

  it("find users by part of the name or the address, whatever its case", async () => {
    const { json } = await server.request("GET", `/users?text=${encodeURIComponent("PERSON")}&role=viewer&size=1`, {
      session: root.session,
    });

    expect(json).toMatchObject({ items: [{ role: "viewer" }], page: 1, size: 1 });
    expect(json.total).toBeGreaterThan(0);
  });
});

describe("the others", () => {
  it("change their own name, and their password by telling the former one", async () => {
    for (const own of [jana, peter]) {
      const password = "another long password";
      expect((await change(own, own.login, { name: "Renamed" })).status).toBe(200);
      expect((await change(own, own.login, { password })).json.errors[0]).toMatchObject({ field: "current_password" });
      expect((await change(own, own.login, { password, current_password: own.password })).status).toBe(200);
      expect(await isSignedIn(own)).toBe(true);
      await server.signIn({ login: own.login, password });
    }
  });

  it.each([{ role: "administrator" }, { email: "x@example.org" }, { active: false }])(
    "do not change %j",
    async (json) => {
      const [field = ""] = Object.keys(json);

      const { status, json: answer } = await change(jana, jana.login, json);

      expect([status, answer.errors[0].field]).toEqual([403, field]);
    },
  );

  it("may send the whole of themselves back", async () => {
    const { json } = await server.request("GET", `/users/${String(jana.login)}`, { session: jana.session });
    const { email, role, active } = json;

    const put = await server.request("PUT", `/users/${String(jana.login)}`, {
      session: jana.session,
      json: { name: "Renamed", email, role, active },
    });

    expect([put.status, put.json.name]).toEqual([200, "Renamed"]);
  });

  it("do not change somebody else, not even to what is so already", async () => {
    expect((await change(jana, peter.login, {})).status).toBe(403);
    expect((await change(peter, jana.login, { name: "x" })).status).toBe(403);
  });

  it("see everybody as operators, and themselves alone as viewers", async () => {
    const seenBy = async ({ session }: Person) => (await server.request("GET", "/users", { session })).json.items;

    expect((await seenBy(jana)).length).toBeGreaterThan(2);
    expect((await seenBy(peter)).map(({ login }: Person) => login)).toEqual([peter.login]);
    const missing = await server.request("GET", "/users/4711", { session: peter.session });
    const other = await server.request("GET", "/users/1", { session: peter.session });
    expect([missing.status, missing.json]).toEqual([other.status, other.json]);
  });

  it("are throttled when they guess the password of a session that they found open", async () => {
    const statuses = [];
    for (let index = 0; index < 6; index += 1) {
      const guess = { password: "another long password", current_password: `guess ${String(index)}` };
      statuses.push((await change(jana, jana.login, guess)).status);
    }

    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });
});

describe("sessions", () => {
  it.each([
    ["another role", { role: "viewer" }, true],
    ["another password", { password: "another long password" }, true],
    ["no leave to sign in", { active: false }, true],
    ["another name", { name: "Renamed" }, false],
  ])("end with %s", async (_, json, ends) => {
    const own = await person("operator");
    await change(root, own.login, json);

    expect(await isSignedIn(own)).toBe(!ends);
  });

  it("end with the user", async () => {
    const { status, json } = await server.request("DELETE", `/users/${String(jana.login)}`, { session: root.session });

    expect([status, json.login]).toEqual([200, jana.login]);
    expect(await isSignedIn(jana)).toBe(false);
    expect(
      (await server.request("GET", "/login", { headers: { authorization: basic(jana.login, jana.password) } })).status,
    ).toBe(401);
  });
});

describe("the last administrator", () => {
  it.each([
    ["DELETE", undefined],
    ["PATCH", { role: "operator" }],
    ["PATCH", { active: false }],
  ])("stays: %s %j", async (method, json) => {
    await using alone = await startAdmin();
    const session = await alone.signIn(alone.administrator);
    // Somebody who cannot sign in lets nobody in.
    const invited = await alone.addUser("Invited", "administrator");
    await alone.records.database
      .updateTable("operator")
      .set({ password: null })
      .where("login", "=", invited.login)
      .execute();

    const answer = await alone.request(method, "/users/1", { session, ...defined({ json }) });

    expect([answer.status, answer.json.errors[0].code]).toEqual([409, "last_administrator"]);
  });

  it("is one of several who leave at the same time", async () => {
    await using several = await startAdmin();
    const all = [several.administrator];
    for (const name of ["A", "B", "C"]) all.push(await several.addUser(name, "administrator"));
    const sessions = await Promise.all(all.map((each) => several.signIn(each)));

    const answers = await Promise.all(
      all.map(({ login }, index) => several.request("DELETE", `/users/${String(login)}`, { session: sessions[index] })),
    );

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 409]);
  });
});

it("a mail address is of one user, whatever its letters' case", async () => {
  const taken = await change(root, peter.login, { email: `PERSON${String(people - 1)}@EXAMPLE.org` });

  expect([taken.status, taken.json.errors[0]]).toMatchObject([409, { code: "taken", field: "email" }]);
});

it("changes are in the log, with who and what, and without the password", async () => {
  await change(root, peter.login, { name: "Petr", password: "another long password" });

  const row = await server.records.database
    .selectFrom("event")
    .selectAll()
    .where("message", "=", "Changed a user")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ login: 1, component: "users", level: "notice" });
  expect(JSON.parse(row.details)).toEqual({ user: peter.login, fields: ["name", "password"] });
});
