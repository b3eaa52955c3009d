import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSampleService, unlimited, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";
import { editOf, type BulkOrder } from "./bulk-edit.ts";

it.each<[BulkOrder, readonly string[], number, object | undefined]>([
  [{ kind: "state", state: 10 }, ["a"], 20, { target: ["a"], state: 10 }],
  [{ kind: "state", state: 10 }, ["a"], 10, undefined],
  [{ kind: "state", state: 20 }, [""], 0, undefined],
  [{ kind: "state", state: 20 }, ["a"], 100, undefined],
  [{ kind: "replace", find: "(a", by: "$1", anyCase: false }, ["x (a"], 20, { target: ["x $1"], state: 20 }],
  [{ kind: "replace", find: "A", by: "b", anyCase: false }, ["a"], 20, undefined],
  [
    { kind: "replace", find: "e-mail/", by: "email", anyCase: false },
    ["e-mail/"],
    20,
    { target: ["email"], state: 20 },
  ],
  [{ kind: "replace", find: "A", by: "b", anyCase: true }, ["aá", "A"], 30, { target: ["bá", "b"], state: 30 }],
  [{ kind: "replace", find: "a", by: "", anyCase: false }, ["a"], 20, { target: [""], state: 0 }],
])("makes of a string what %o says", (order, target, state, expected) => {
  expect(editOf(order, { target: JSON.stringify(target), state })).toEqual(expected);
});

describe("changing many strings at once", () => {
  let test: SampleService;
  let jana: Person;
  const HERE = "/translate/demo/app/cs/?view=bulk";

  beforeEach(async () => {
    test = await openSampleService({ settings: { rateLimits: unlimited } });
    jana = new Person(test);
    await jana.signIn(test.translatorToken);
    for (const [key, text] of [
      ["button.save", "Uložit vše"],
      ["button.cancel", "Zrušit vše"],
    ] as const) {
      const id = String((await unitsOf(test, "demo/app/cs")).get(key)?.id);
      await test.request("PATCH", `/api/units/${id}/`, {
        token: test.translatorToken,
        json: { target: [text], state: 20 },
      });
    }
  });
  afterEach(async () => {
    await test[Symbol.asyncDispose]();
  });
  const all = async (): Promise<(string | undefined)[]> => {
    const units = await unitsOf(test, "demo/app/cs");
    return ["title", "button.save", "button.cancel"].map((key) => units.get(key)?.target[0]);
  };
  const replacing = { order: "replace", find: "vše", by: "všechno" };
  const lastValue = (text: string, name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? "";

  it("shows every change first, does exactly these, and takes all of it back by one button", async () => {
    const shown = await jana.send(await jana.open(HERE), { ...replacing, do: "preview" });
    expect(shown.text).toContain("2 strings would change");
    expect(shown.text).toMatch(/<del>.*vše<\/del>/);
    expect(await all()).toEqual(["Ahoj", "Uložit vše", "Zrušit vše"]);

    const done = await jana.send(shown, { do: "apply" });
    expect(done.text).toContain("Changed: 2 strings");
    expect(await all()).toEqual(["Ahoj", "Uložit všechno", "Zrušit všechno"]);
    const { json } = await test.request("GET", "/api/translations/demo/app/cs/changes/?action=27");
    expect(json.results).toHaveLength(2);
    expect(json.results[0]).toMatchObject({ user: expect.stringContaining("jana"), details: {} });

    const undone = await jana.send(done, { do: "undo", id: lastValue(done.text, "id") });
    expect(undone.text).toContain("Taken back: 2 strings");
    expect(await all()).toEqual(["Ahoj", "Uložit vše", "Zrušit vše"]);
  });

  it("makes no text longer than one may be, and says so before it is made", async () => {
    const by = "x".repeat(300_000);

    const shown = await jana.send(await jana.open(HERE), { order: "replace", find: "vše", by, do: "preview" });

    expect(shown.text).toContain("Nothing would change");
    expect(shown.text).toContain("The text would be longer than 200,000 characters.");
    expect(await all()).toEqual(["Ahoj", "Uložit vše", "Zrušit vše"]);
  });

  it("shows anew what changed since, and undoes nothing that somebody changed afterwards", async () => {
    const shown = await jana.send(await jana.open(HERE), { ...replacing, do: "preview" });
    const id = String((await unitsOf(test, "demo/app/cs")).get("button.save")?.id);
    await test.request("PATCH", `/api/units/${id}/`, { json: { target: ["Uložit"], state: 20 } });
    const late = await jana.send(shown, { do: "apply" });
    expect([late.status, late.text]).toEqual([409, expect.stringContaining("1 string would change")]);
    expect(await all()).toEqual(["Ahoj", "Uložit", "Zrušit vše"]);

    const done = await jana.send(late, { do: "apply" });
    const other = String((await unitsOf(test, "demo/app/cs")).get("button.cancel")?.id);
    await test.request("PATCH", `/api/units/${other}/`, { json: { target: ["Storno"], state: 20 } });
    const undone = await jana.send(done, { do: "undo", id: lastValue(done.text, "id") });
    expect(undone.text).toContain("1 string was left alone: somebody changed it meanwhile.");
    expect(await all()).toEqual(["Ahoj", "Uložit", "Storno"]);
  });

  it("changes states by the rights of who asks, and says why it leaves the others", async () => {
    const shown = await jana.send(await jana.open(`${HERE}&q=state%3Atranslated`), {
      order: "state",
      state: "10",
      do: "preview",
    });
    await jana.send(shown, { do: "apply" });
    expect((await unitsOf(test, "demo/app/cs")).get("title")?.state).toBe(10);
    await test.request("POST", "/api/components/demo/app/lock/", { json: { lock: true } });
    const locked = await jana.send(await jana.open(HERE), { order: "state", state: "20", do: "preview" });
    expect(locked.text).toContain("Nothing would change");
    expect(locked.text).toContain("You may not change these");
  });

  it("is for those who signed in, with their own form", async () => {
    expect((await new Person(test).open(HERE)).status).toBe(401);
    const forged = await jana.send(await jana.open(HERE), { ...replacing, csrf_token: "x", do: "preview" });
    expect(forged.status).toBe(403);
    expect((await jana.send(await jana.open(HERE), { order: "label", label: "1", do: "preview" })).status).toBe(403);
  });

  it("changes and takes back nothing for who may only look, and is not there for who may not even see the component", async () => {
    const shown = await jana.send(await jana.open(HERE), { ...replacing, do: "preview" });
    const [hash, texts] = [lastValue(shown.text, "hash"), await all()];
    const stranger = new Person(test);
    await stranger.signIn((await test.admin.createUser({ username: "stranger" })).token);
    await test.request("PATCH", "/api/projects/demo/", { json: { access_control: 1 } });
    const orders = [{ do: "preview" }, { do: "apply", hash }];
    for (const order of orders) {
      const { text } = await stranger.send(await stranger.open(HERE), { ...replacing, ...order });
      expect(text).toContain("You may not change these");
    }
    const done = await jana.send(shown, { do: "apply" });
    const [id, changed] = [lastValue(done.text, "id"), await all()];
    expect(changed).not.toEqual(texts);
    await stranger.send(await stranger.open(HERE), { do: "undo", id });
    expect(await all()).toEqual(changed);

    const open = await stranger.open(HERE);
    await test.request("PATCH", "/api/components/demo/app/", { json: { restricted: true } });
    for (const order of [...orders, { do: "undo", id }]) {
      const { status, text } = await stranger.send(open, { ...replacing, ...order });
      expect([status, text.includes("vše")]).toEqual([404, false]);
    }
    expect(await all()).toEqual(changed);
  });
});

it("accepts and declines suggestions of a search: failing ones and those that need a choice stay behind", async () => {
  await using test = await openSampleService({ settings: { rateLimits: unlimited } });
  const units = await unitsOf(test, "demo/app/cs");
  const suggestTo = async (key: string, text: string, token: string): Promise<void> => {
    const path = `/api/units/${String(units.get(key)?.id)}/suggestions/`;
    const { status } = await test.request("POST", path, { token, json: { target: [text] } });
    if (status !== 201) throw new Error(`${key}: ${String(status)}`);
  };
  await suggestTo("button.save", "Uložit", test.translatorToken);
  await suggestTo("button.cancel", "Zrušit", test.translatorToken);
  await suggestTo("button.cancel", "Storno", test.adminToken);
  const admin = new Person(test);
  await admin.signIn(test.adminToken);
  const page = "/translate/demo/app/cs/?view=bulk&q=has%3Asuggestion";
  const [, csrf = ""] = /name="csrf_token" value="([^"]*)"/.exec((await admin.open(page)).text) ?? [];
  const order = async (fields: Readonly<Record<string, string>>) => {
    const shown = await admin.post(page, { csrf_token: csrf, do: "preview", ...fields });
    const hash = /name="hash" value="([^"]*)"/.exec(shown.text)?.[1] ?? "";
    return { shown, done: await admin.post(page, { csrf_token: csrf, do: "apply", hash, ...fields }) };
  };

  const accepted = await order({ order: "accept" });
  expect(accepted.shown.text).toContain("1 string: Several suggestions: choose one at the string.");
  expect(accepted.done.text).toContain("Changed: 1 string");
  expect((await unitsOf(test, "demo/app/cs")).get("button.save")?.target).toEqual(["Uložit"]);
  const declined = await order({ order: "decline", decline_author: "admin", reason: "Not our word" });
  expect(declined.shown.text).toContain(`<del lang="cs" dir="ltr">Storno</del>`);
  expect(declined.done.text).toContain("Changed: 1 string");
  const { json } = await test.request("GET", `/api/units/${String(units.get("button.cancel")?.id)}/suggestions/`);
  expect(json.results.map(({ target }: { target: string[] }) => target)).toEqual([["Zrušit"]]);
});
