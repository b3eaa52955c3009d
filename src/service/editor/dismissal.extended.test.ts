import { afterEach, beforeEach, expect, it } from "vitest";
import {
  openSampleService,
  sampleFiles,
  unlimited,
  unitsOf,
  type SampleService,
} from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";

let test: SampleService;
let jana: Person;

beforeEach(async () => {
  const files = {
    ...sampleFiles,
    "locales/en.json": `${JSON.stringify({ stop: "Closed", again: "Closed", name: "Wordings" })}\n`,
    "locales/cs.json": `${JSON.stringify({ stop: "Zavřeno.", again: "Zavřeno.", name: "Wordings" })}\n`,
  };
  test = await openSampleService({ files, settings: { rateLimits: unlimited } });
  jana = new Person(test);
  await jana.signIn(test.translatorToken);
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
});

const editor = async (key: string): Promise<string> =>
  `/translate/demo/app/cs/?unit=${String((await unitsOf(test, "demo/app/cs")).get(key)?.id)}`;

const failing = async (): Promise<number> =>
  (await test.request("GET", "/api/translations/demo/app/cs/")).json.failing_checks;

const dismissal = { do: "dismiss", check: "end_stop", reason: "correct in this language" };

it("dismisses a check with a reason, which everybody sees, and lets it count again", async () => {
  const before = await failing();
  const answer = await jana.send(await jana.open(await editor("stop")), dismissal);

  expect(answer.status).toBe(303);
  const page = await jana.open(answer.headers.get("location") ?? "");
  expect(page.text).toContain("Dismissed.");
  expect(page.text).toMatch(/Mismatched full stop: dismissed by jana[^<]*<span dir="auto">correct in this language/);
  expect(page.text).not.toContain('<ul id="problems"');
  expect(await failing()).toBe(before - 1);

  await jana.send(page, { do: "undo:end_stop" });

  expect(await failing()).toBe(before);
  expect((await jana.open(await editor("stop"))).text).toContain("Warning · Mismatched full stop");
});

it("takes one's own words, escapes them, and is refused without any", async () => {
  const own = { ...dismissal, reason: "own", reason_words: "<b>we write it so</b>" };
  const answer = await jana.send(await jana.open(await editor("stop")), own);
  expect((await jana.open(answer.headers.get("location") ?? "")).text).toContain("&lt;b&gt;we write it so");

  const empty = await jana.send(await jana.open(await editor("again")), { ...own, reason_words: " " });
  expect([empty.status, empty.text.includes("Say why the check does not count.")]).toEqual([400, true]);
});

it("dismisses it for equal strings too, where somebody says so", async () => {
  const before = await failing();
  const answer = await jana.send(await jana.open(await editor("stop")), { ...dismissal, equal: "yes" });

  expect((await jana.open(answer.headers.get("location") ?? "")).text).toContain("Dismissed, for 2 strings.");
  expect(await failing()).toBe(before - 2);
});

it("saves the text that it is about, and needs a check that fails", async () => {
  const page = await jana.open(await editor("name"));
  const answer = await jana.send(page, { ...dismissal, "target.0": "Slovo." });
  expect(answer.status).toBe(303);
  expect((await unitsOf(test, "demo/app/cs")).get("name")?.target).toEqual(["Slovo."]);

  const other = await jana.send(await jana.open(await editor("name")), { ...dismissal, check: "end_colon" });
  expect([other.status, other.text.includes("does not fail here any more")]).toEqual([400, true]);
});

it("counts again when the source changes, and stays when only the translation does", async () => {
  await jana.send(await jana.open(await editor("stop")), dismissal);
  await jana.send(await jana.open(await editor("stop")), { "target.0": "Je zavřeno." });
  expect((await jana.open(await editor("stop"))).text).toContain("dismissed by jana");

  await test.upstream.write({
    "locales/en.json": `${JSON.stringify({ stop: "Closed now", again: "Closed", name: "Wordings" })}\n`,
  });
  await test.upstream.publish("Say it at once");
  await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "pull" } });

  const page = await jana.open(await editor("stop"));
  expect(page.text).not.toContain("dismissed by");
  expect(page.text).toContain("Mismatched full stop");
});

it("is for those with the right alone", async () => {
  const { token } = await test.admin.createUser({ username: "stranger" });
  const { service } = test;
  const roles = await service.database.selectFrom("role").select(["id", "permissions"]).execute();
  for (const { id, permissions } of roles) {
    const left = JSON.stringify(JSON.parse(permissions).filter((each: string) => each !== "unit.check"));
    await service.database.updateTable("role").set({ permissions: left }).where("id", "=", id).execute();
  }
  const stranger = new Person(test);
  await stranger.signIn(token);
  const page = await stranger.open(await editor("stop"));
  expect(page.text).not.toContain('id="dismiss"');
  expect((await stranger.send(page, dismissal)).status).toBe(403);
  expect((await stranger.send(page, { do: "undo:end_stop" })).status).toBe(403);
});
