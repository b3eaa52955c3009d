import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleService, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";

let test: SampleService;
/** May suggest and read, not translate. */
let guest: string;

beforeAll(async () => {
  test = await openSampleService();
  guest = (await test.admin.createUser({ username: "guest" })).token;
  await onlyGuest("guest");
  await settings({ enable_suggestions: true });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

async function onlyGuest(username: string): Promise<void> {
  const { database } = test.service;
  const user = await database
    .selectFrom("user")
    .select("id")
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
  const team = await database.selectFrom("team").select("id").where("name", "=", "Guests").executeTakeFirstOrThrow();
  await database
    .updateTable("team_member")
    .set({ team_id: team.id })
    .where("user_id", "=", user.id)
    .where("team_id", "=", (where) => where.selectFrom("team").select("id").where("name", "=", "Users"))
    .execute();
}

async function settings(json: object): Promise<void> {
  const { status } = await test.request("PATCH", "/api/components/demo/app/", { json });
  expect(status).toBe(200);
}

async function idOf(translation: string, key: string): Promise<number> {
  return (await unitsOf(test, translation)).get(key)?.id ?? 0;
}

async function suggest(id: number, target: unknown, token: string | null = guest) {
  return test.request("POST", `/api/units/${String(id)}/suggestions/`, { token, json: { target } });
}

async function unit(id: number) {
  return (await test.request("GET", `/api/units/${String(id)}/`)).json;
}

describe("suggesting a translation", () => {
  it("keeps the text beside the string, in lists, counters and the change log", async () => {
    const id = await idOf("demo/app/cs", "title");

    const answer = await suggest(id, ["Nazdar"]);

    expect([answer.status, answer.json]).toEqual([
      201,
      {
        id: expect.any(Number),
        unit: `http://service.test/api/units/${String(id)}/`,
        target: ["Nazdar"],
        user: "http://service.test/api/users/guest/",
        timestamp: expect.any(String),
        votes: 0,
      },
    ]);
    expect(await unit(id)).toMatchObject({ has_suggestion: true, target: ["Ahoj"], pending: false });
    const one = await test.request("GET", `/api/suggestions/${String(answer.json.id)}/`);
    const all = await test.request("GET", "/api/suggestions/");
    const own = await test.request("GET", `/api/units/${String(id)}/suggestions/`);
    expect([one.json, all.json.results, own.json.results]).toEqual([answer.json, [answer.json], [answer.json]]);
    const translation = (await test.request("GET", "/api/translations/demo/app/cs/")).json;
    expect(translation.have_suggestion).toBe(1);
    const changes = (await test.request("GET", "/api/translations/demo/app/cs/changes/?action=4")).json;
    expect(changes.results[0]).toMatchObject({ target: "Nazdar", user: "http://service.test/api/users/guest/" });
    const { suggested } = await test.service.database
      .selectFrom("user")
      .select("suggested")
      .where("username", "=", "guest")
      .executeTakeFirstOrThrow();
    expect(suggested).toBe(1);
  });

  it.each([
    ["target", ["Nazdar"], "unique"],
    ["target", ["Ahoj"], "invalid"],
    ["target", [""], "blank"],
    ["target", ["a", "b"], "invalid"],
    ["target.0", ["x".repeat(101)], "max_length"],
    ["target", "Nazdar", "not_a_list"],
    ["target", undefined, "required"],
  ])("names %s for %j", async (attr, target, code) => {
    const answer = await suggest(await idOf("demo/app/cs", "title"), target);

    expect([answer.status, answer.json.errors[0]]).toMatchObject([400, { attr, code }]);
  });

  it("is for who is signed in and may, where it is turned on, and not for fixed texts; a lock does not matter", async () => {
    const id = await idOf("demo/app/cs", "button.save");
    const anonymous = await suggest(id, ["Uložit"], null);
    const readOnly = await suggest(await idOf("demo/server/en", "Welcome"), ["Hi"]);
    await test.request("POST", "/api/components/demo/app/lock/", { json: { lock: true } });
    const locked = await suggest(id, ["Uložit"]);
    await test.request("POST", "/api/components/demo/app/lock/", { json: { lock: false } });
    await settings({ enable_suggestions: false });
    const off = await suggest(id, ["Ulož"]);
    await settings({ enable_suggestions: true });
    await settings({ agreement: "Be nice." });
    const unsigned = await suggest(id, ["Ulož"]);
    await settings({ agreement: "" });

    expect([anonymous, readOnly, locked, off, unsigned].map(({ status }) => status)).toEqual([401, 403, 201, 403, 403]);
    expect((await suggest(99_999, ["x"])).status).toBe(404);
  });
});

describe("a suggestion", () => {
  it("becomes the translation, under its author's name, when it is accepted", async () => {
    const id = await idOf("demo/app/cs", "title");
    const suggestion = (await suggest(id, ["Zdravím"])).json;
    const path = `/api/suggestions/${String(suggestion.id)}/accept/`;

    const denied = await test.request("POST", path, { token: guest, json: {} });
    const approved = await test.request("POST", path, { json: { approve: true } });
    const accepted = await test.request("POST", path, { token: test.translatorToken, json: {} });

    expect([denied.status, approved.status, approved.json.errors[0].attr]).toEqual([403, 400, "approve"]);
    expect([accepted.status, accepted.json]).toEqual([200, { result: "accepted", propagated: [] }]);
    expect(await unit(id)).toMatchObject({ target: ["Zdravím"], state: 20, pending: true });
    expect((await test.request("GET", `/api/suggestions/${String(suggestion.id)}/`)).status).toBe(404);
    const { json } = await test.request("GET", "/api/translations/demo/app/cs/changes/?action=7");
    expect(json.results[0]).toMatchObject({
      user: "http://service.test/api/users/jana/",
      author: "http://service.test/api/users/guest/",
      target: "Zdravím",
      old: "Ahoj",
    });
  });

  it("is taken back by its author or rejected with a reason, by who may", async () => {
    const id = await idOf("demo/app/de", "title");
    const own = (await suggest(id, ["Servus"])).json.id;
    const other = (await suggest(id, ["Moin"])).json.id;
    const stranger = (await test.admin.createUser({ username: "stranger" })).token;
    await onlyGuest("stranger");

    const denied = await test.request("DELETE", `/api/suggestions/${String(other)}/`, { token: stranger });
    const taken = await test.request("DELETE", `/api/suggestions/${String(own)}/`, { token: guest });
    const rejected = await test.request("DELETE", `/api/suggestions/${String(other)}/`, {
      json: { rejection_reason: "Too northern", is_spam: false },
    });
    const gone = await test.request("DELETE", `/api/suggestions/${String(other)}/`);

    expect([denied, taken, rejected, gone].map(({ status }) => status)).toEqual([403, 204, 204, 404]);
    expect((await unit(id)).has_suggestion).toBe(false);
    const { json } = await test.request("GET", "/api/translations/demo/app/de/changes/?action=26");
    expect(json.results[0]).toMatchObject({ target: "Moin", details: { rejection_reason: "Too northern" } });
  });

  it("of a private project is not seen by others", async () => {
    const id = await idOf("demo/app/de", "title");
    const suggestion = (await suggest(id, ["Tag"])).json.id;
    await test.service.database.updateTable("project").set({ access_control: 100 }).execute();
    const path = `/api/suggestions/${String(suggestion)}/`;
    const hidden = await test.request("GET", path, { token: guest });
    const list = await test.request("GET", "/api/suggestions/", { token: guest });
    const refused = await test.request("DELETE", path, { token: test.translatorToken });
    await test.service.database.updateTable("project").set({ access_control: 0 }).execute();

    expect([hidden.status, list.json.count, refused.status]).toEqual([404, 0, 403]);
    await test.request("DELETE", path);
  });
});

describe("voting", () => {
  async function vote(id: number, value: unknown, token: string) {
    return test.request("POST", `/api/suggestions/${String(id)}/vote/`, { token, json: { value } });
  }

  it("is counted where it is turned on, one vote each, and the same text again is one", async () => {
    const suggestion = (await suggest(await idOf("demo/app/de", "title"), ["Grüezi"])).json.id;
    const off = await vote(suggestion, 1, test.translatorToken);
    await settings({ suggestion_voting: true, suggestion_autoaccept: 0 });

    const first = await vote(suggestion, 1, test.translatorToken);
    const changed = await vote(suggestion, -1, test.translatorToken);
    const same = await suggest(await idOf("demo/app/de", "title"), ["Grüezi"], test.adminToken);
    const wrong = await vote(suggestion, 2, test.translatorToken);

    expect([off.status, wrong.status, wrong.json.errors[0].attr]).toEqual([403, 400, "value"]);
    expect(first.json).toMatchObject({ result: "voted", suggestion: { id: suggestion, votes: 1 } });
    expect(changed.json.suggestion.votes).toBe(-1);
    expect([same.status, same.json]).toMatchObject([200, { result: "voted", suggestion: { votes: 0 } }]);
    expect((await vote(99_999, 1, test.translatorToken)).status).toBe(404);
  });

  it("accepts a suggestion with enough votes; then nobody but who may override saves without", async () => {
    await settings({ suggestion_voting: true, suggestion_autoaccept: 2 });
    const id = await idOf("demo/app/de", "title");
    const suggestion = (await suggest(id, ["Guten Tag"], test.translatorToken)).json;
    const direct = await test.request("PATCH", `/api/units/${String(id)}/`, {
      token: test.translatorToken,
      json: { target: ["Grüß Gott"], state: 20 },
    });

    const second = await vote(suggestion.id, 1, test.adminToken);

    expect([suggestion.votes, direct.status]).toEqual([1, 403]);
    expect(second.json).toEqual({ result: "accepted", suggestion: null });
    expect(await unit(id)).toMatchObject({ target: ["Guten Tag"], state: 20 });
  });
});
