import { afterEach, beforeEach, expect, it } from "vitest";
import {
  openSampleService,
  sampleFiles,
  save,
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
  expect(page.text).not.toContain('class="problems found"');
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

it("dismisses it in all languages that fail it, for who may in all, and lets it count again in them at once", async () => {
  const failingIn = async (language: string): Promise<number> =>
    (await test.request("GET", `/api/translations/demo/app/${language}/`)).json.failing_checks;
  await save(test, "demo/app/de", "stop", ["Geschlossen."]);
  await test.request("POST", "/api/components/demo/app/translations/", { json: { language_code: "fr" } });
  await save(test, "demo/app/fr", "stop", ["Fermé"]);
  const before = [await failingIn("cs"), await failingIn("de"), await failingIn("fr")];
  const everywhere = { ...dismissal, everywhere_dismissed: "yes" };
  const answer = await jana.send(await jana.open(await editor("stop")), everywhere);

  const page = await jana.open(answer.headers.get("location") ?? "");
  expect(page.text).toContain("Dismissed, for 2 strings.");
  expect([await failingIn("cs"), await failingIn("de"), await failingIn("fr")]).toEqual([
    (before[0] ?? 0) - 1,
    (before[1] ?? 0) - 1,
    before[2],
  ]);
  const german = `/translate/demo/app/de/?unit=${String((await unitsOf(test, "demo/app/de")).get("stop")?.id)}`;
  expect((await jana.open(german)).text).toContain("dismissed by jana");

  expect(page.text).toContain("in all 2 languages");
  const undone = await jana.send(page, { do: "undo-everywhere:end_stop" });
  expect((await jana.open(undone.headers.get("location") ?? "")).text).toContain("counts again, for 2 strings");
  expect([await failingIn("cs"), await failingIn("de")]).toEqual(before.slice(0, 2));
});

it("leaves what somebody else said of another language, also when it counts again in all", async () => {
  await save(test, "demo/app/de", "stop", ["Geschlossen."]);
  await test.request("POST", "/api/components/demo/app/translations/", { json: { language_code: "fr" } });
  await save(test, "demo/app/fr", "stop", ["Fermé."]);
  const { token } = await test.admin.createUser({ username: "greta", superuser: true });
  const greta = new Person(test);
  await greta.signIn(token);
  const german = `/translate/demo/app/de/?unit=${String((await unitsOf(test, "demo/app/de")).get("stop")?.id)}`;
  await greta.send(await greta.open(german), { ...dismissal, reason: "own", reason_words: "so in German" });
  const ofGreta = /dismissed by greta[^<]*<span dir="auto">so in German/;

  const answer = await jana.send(await jana.open(await editor("stop")), { ...dismissal, everywhere_dismissed: "yes" });

  const page = await jana.open(answer.headers.get("location") ?? "");
  expect(page.text).toContain("Dismissed, for 2 strings.");
  expect(page.text).toContain("in all 2 languages");
  expect((await greta.open(german)).text).toMatch(ofGreta);

  const undone = await jana.send(page, { do: "undo-everywhere:end_stop" });
  expect((await jana.open(undone.headers.get("location") ?? "")).text).toContain("counts again, for 2 strings");
  expect((await greta.open(german)).text).toMatch(ofGreta);
});

it("leaves what somebody else said of an equal string", async () => {
  const { token } = await test.admin.createUser({ username: "greta", superuser: true });
  const greta = new Person(test);
  await greta.signIn(token);
  await greta.send(await greta.open(await editor("again")), { ...dismissal, reason: "own", reason_words: "so here" });

  const answer = await jana.send(await jana.open(await editor("stop")), { ...dismissal, equal: "yes" });

  expect((await jana.open(answer.headers.get("location") ?? "")).text).toContain("Dismissed.");
  expect((await jana.open(await editor("again"))).text).toMatch(/dismissed by greta[^<]*<span dir="auto">so here/);
});

it("is offered in all languages to nobody whose team has some languages alone", async () => {
  const { database } = test.service;
  const czech = await database.selectFrom("language").select("id").where("code", "=", "cs").executeTakeFirstOrThrow();
  const grants = await database
    .selectFrom("team_member")
    .innerJoin("user", "user.id", "team_member.user_id")
    .select("team_member.team_id")
    .where("user.username", "=", "jana")
    .execute();
  for (const { team_id: team } of grants) {
    await database.updateTable("team").set({ language_selection: 0 }).where("id", "=", team).execute();
    await database.insertInto("team_language").values({ team_id: team, language_id: czech.id }).execute();
  }
  const page = await jana.open(await editor("stop"));
  expect(page.text).toContain('id="dismiss"');
  expect(page.text).not.toContain("everywhere_dismissed");
  expect((await jana.send(page, { ...dismissal, everywhere_dismissed: "yes" })).status).toBe(403);
  expect((await jana.send(page, { do: "undo-everywhere:end_stop" })).status).toBe(403);
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
