import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleService, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";
import { callerOf } from "../identity/identity.ts";
import { visibleUnit } from "../identity/visible.ts";
import { translateUnit } from "./translate-unit.ts";

let test: SampleService;
let reviewer: string;

beforeAll(async () => {
  test = await openSampleService();
  reviewer = (await test.admin.createUser({ username: "reviewer" })).token;
  const { database } = test.service;
  const user = await database
    .selectFrom("user")
    .select("id")
    .where("username", "=", "reviewer")
    .executeTakeFirstOrThrow();
  const team = await database.selectFrom("team").select("id").where("name", "=", "Reviewers").executeTakeFirstOrThrow();
  await database.insertInto("team_member").values({ team_id: team.id, user_id: user.id }).execute();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

async function patch(translation: string, key: string, json: object, token = test.translatorToken) {
  const id = (await unitsOf(test, translation)).get(key)?.id ?? 0;
  return test.request("PATCH", `/api/units/${String(id)}/`, { token, json });
}

async function translated(username: string): Promise<number> {
  const { json } = await test.request("GET", `/api/users/${username}/statistics/`);
  return json.translated;
}

describe("the review workflow", () => {
  it("is off unless the project turns it on", async () => {
    const answer = await patch("demo/app/de", "title", { target: ["Hallo"], state: 30 }, reviewer);

    expect([answer.status, answer.json.errors[0]]).toMatchObject([400, { attr: "state" }]);
  });

  it("lets reviewers approve; what is approved is theirs to change; scans do not forget it", async () => {
    await test.request("PATCH", "/api/projects/demo/", { json: { translation_review: true } });

    const translator = await patch("demo/server/cs", "Welcome", { target: ["Vítejte"], state: 30 });
    const approved = await patch("demo/server/cs", "Welcome", { target: ["Vítejte"], state: 30 }, reviewer);
    const changed = await patch("demo/server/cs", "Welcome", { target: ["Vítej"], state: 20 });
    await test.request("POST", "/api/components/demo/server/repository/", { json: { operation: "file-scan" } });

    expect([translator.status, translator.json.errors[0].attr]).toEqual([400, "state"]);
    expect([approved.status, approved.json.state, changed.status]).toEqual([200, 30, 403]);
    expect((await unitsOf(test, "demo/server/cs")).get("Welcome")?.state).toBe(30);
    expect((await test.request("GET", "/api/translations/demo/server/cs/statistics/")).json.approved).toBe(1);
    const changes = (await test.request("GET", "/api/translations/demo/server/cs/changes/?action=36")).json;
    expect(changes.count).toBe(1);
  });
});

describe("saving a text", () => {
  it("is counted for who wrote it, once, and not when nothing changes", async () => {
    const before = await translated("jana");
    await patch("demo/app/de", "title", { target: ["Servus"], state: 20 });
    const changes = (await test.request("GET", "/api/translations/demo/app/de/changes/")).json.count;
    await patch("demo/app/de", "title", { target: ["Servus"], state: 20 });

    expect(await translated("jana")).toBe(before + 1);
    expect((await test.request("GET", "/api/translations/demo/app/de/changes/")).json.count).toBe(changes);
  });

  it("takes a text of a long page, and no file", async () => {
    const target = [`Hallo ${"x".repeat(200_000)}`];
    const answer = await patch("demo/app/de", "title", { target, state: 20 });

    expect([answer.status, answer.json.errors[0]]).toMatchObject([400, { code: "max_length", attr: "target.0" }]);
  });

  it("takes flags that are as they were, though nobody could write them now", async () => {
    const { id } = (await unitsOf(test, "demo/app/en")).get("title") ?? {};
    const extra_flags = 'regex:"(a+)+"';
    await test.service.database.updateTable("unit").set({ extra_flags }).where("id", "=", Number(id)).execute();
    const same = await patch("demo/app/en", "title", { explanation: "x", extra_flags }, test.adminToken);
    const other = await patch("demo/app/en", "title", { extra_flags: `${extra_flags}, forbidden` }, test.adminToken);
    await test.service.database.updateTable("unit").set({ extra_flags: "" }).where("id", "=", Number(id)).execute();

    expect([same.status, other.status]).toEqual([200, 400]);
  });

  it("does not happen when another part of the request is refused", async () => {
    const answer = await patch(
      "demo/app/de",
      "title",
      { target: ["Moin"], state: 20, explanation: "x" },
      test.adminToken,
    );
    const flags = await patch(
      "demo/app/en",
      "title",
      { target: ["Hi"], state: 20, extra_flags: "no-such-flag" },
      test.adminToken,
    );

    expect([answer.status, flags.status, flags.json.errors[0].attr]).toEqual([403, 400, "extra_flags"]);
    expect((await unitsOf(test, "demo/app/de")).get("title")?.target).toEqual(["Servus"]);
    expect((await unitsOf(test, "demo/app/en")).get("title")?.target).toEqual(["Hello"]);
  });
});

it("tells once that a language is complete, with the save of its last string", async () => {
  const completed = async (): Promise<readonly (number | undefined)[]> => {
    const { json } = await test.request("GET", "/api/translations/demo/app/cs/changes/?page_size=2");
    return json.results.map((change: { readonly action: number }) => change.action);
  };
  const open = [...(await unitsOf(test, "demo/app/cs")).values()].filter(({ state }) => state < 20);
  const save = (id: number, text: string) =>
    test.request("PATCH", `/api/units/${String(id)}/`, {
      token: test.translatorToken,
      json: { target: open.find((unit) => unit.id === id)?.target.map(() => text), state: 20 },
    });
  const told = [];
  for (const { id } of open) {
    await save(id, "Text {count}");
    told.push((await completed()).filter((action) => action === 1).length);
  }
  await save(open[0]?.id ?? 0, "Jiný text {count}");

  expect(open.length).toBeGreaterThan(1);
  expect(told).toEqual([...open.slice(1).map(() => 0), 1]);
  expect(await completed()).toEqual([2, 1]);
});

it("tells that a language is complete, however many strings were to do when its last save began: an upload may have ended since", async () => {
  const { service } = test;
  const { json } = await test.request("GET", "/api/translations/demo/app/de/units/?page_size=100");
  const [last, ...others] = json.results;
  const put = (id: number, target: readonly string[], state: number) =>
    test.request("PATCH", `/api/units/${String(id)}/`, { json: { target, state } });
  await put(
    last.id,
    last.target.map(() => ""),
    0,
  );
  for (const { id, target } of others)
    await put(
      id,
      target.map(() => "Text {count}"),
      20,
    );
  const admin = service.database.selectFrom("user").select("id").where("username", "=", "admin");
  const caller = await callerOf(service, (await admin.executeTakeFirstOrThrow()).id);
  const place = await visibleUnit(service, caller, String(last.id));
  const begun = { ...place, translation: { ...place.translation, total: 5000, translated: 0 } };
  const told = async () => (await test.request("GET", "/api/translations/demo/app/de/changes/?action=1")).json.count;
  const before = await told();

  await translateUnit(service, caller, begun, { target: ["Letzter"], state: 20 });

  expect((await told()) - before).toBe(1);
});
