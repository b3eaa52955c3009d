import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleService, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";

let test: SampleService;

beforeAll(async () => {
  test = await openSampleService();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function upload(
  translation: string,
  content: string | Uint8Array,
  fields: Readonly<Record<string, string>> = {},
  token: string = test.adminToken,
) {
  const path = `/api/translations/demo/${translation}/file/`;
  const file = typeof content === "string" ? bytes(content) : content;
  return test.request("POST", path, { token, multipart: { ...fields, file } });
}

async function converted(translation: string, format: string): Promise<string> {
  return (await test.request("GET", `/api/translations/demo/${translation}/file/?format=${format}`)).text;
}

async function suggestionsOf(translation: string): Promise<{ target: string[] }[]> {
  const { json } = await test.request("GET", `/api/translations/demo/${translation}/units/?q=has:suggestion`);
  const found: { target: string[] }[] = [];
  for (const { id } of json.results) {
    const { json: list } = await test.request("GET", `/api/units/${String(id)}/suggestions/`);
    found.push(...list.results);
  }
  return found;
}

describe("suggest", () => {
  it("adds suggestions where the text differs, and skips what is there or was suggested before", async () => {
    const file = '{ "title": "Ahoj", "button": { "save": "Uložit", "cancel": "" }, "unknown": "x" }';

    const first = await upload("app/cs", file, { method: "suggest" });
    expect(first.json).toEqual({ not_found: 1, skipped: 1, accepted: 1, total: 4, result: true, count: 4 });
    const again = await upload("app/cs", file, { method: "suggest" });
    expect(again.json).toMatchObject({ skipped: 2, accepted: 0, result: false });

    expect(await suggestionsOf("app/cs")).toMatchObject([{ target: ["Uložit"] }]);
    expect((await unitsOf(test, "demo/app/cs")).get("button.save")?.state).toBe(0);
    expect((await test.request("GET", "/api/translations/demo/app/cs/")).json.have_suggestion).toBe(1);
  });

  it("is refused where suggestions are off, and to who may not suggest", async () => {
    await test.request("PATCH", "/api/components/demo/app/", { json: { enable_suggestions: false } });
    const off = await upload("app/cs", "{}", { method: "suggest" });

    expect([off.status, off.json.errors[0].attr]).toEqual([400, "method"]);
    expect(off.json.detail).toContain("Suggestions are turned off.");
    await test.request("PATCH", "/api/components/demo/app/", { json: { enable_suggestions: true } });
  });
});

describe("approve and fuzzy", () => {
  it("give the state that they are named for; approved strings want replace-approved", async () => {
    await test.request("PATCH", "/api/projects/demo/", { json: { translation_review: true } });

    const approved = await upload("app/cs", '{ "button": { "save": "Uložit" } }', { method: "approve" });
    expect(approved.json).toMatchObject({ accepted: 1 });
    const kept = await upload("app/cs", '{ "button": { "save": "Jinak" } }', { conflicts: "replace-translated" });
    expect(kept.json).toMatchObject({ accepted: 0, skipped: 1 });
    const changed = await upload("app/cs", '{ "button": { "save": "Jinak" } }', { conflicts: "replace-approved" });
    expect(changed.json).toMatchObject({ accepted: 1 });
    await upload("app/cs", '{ "button": { "cancel": "Zrušit" } }', { method: "fuzzy" });

    const units = await unitsOf(test, "demo/app/cs");
    expect([units.get("button.save")?.state, units.get("button.cancel")?.state]).toEqual([20, 10]);
    const refused = await upload("app/cs", "{}", { method: "approve" }, test.translatorToken);
    expect(refused.json.detail).toContain("Insufficient privileges for approving translations.");
  });

  it.each([
    ["", 20, "Vítejte"],
    ["process", 10, "Vítáme vás"],
    ["approve", 20, "Vítáme vás"],
  ])("fuzzy=%s leaves a fuzzy entry of the file in state %i", async (fuzzy, state, target) => {
    const file = 'msgid ""\nmsgstr ""\n\n#, fuzzy\nmsgid "Welcome"\nmsgstr "Vítáme vás"\n';

    await upload("server/cs", file, { fuzzy, conflicts: "replace-translated" });

    expect((await unitsOf(test, "demo/server/cs")).get("Welcome")).toMatchObject({ state, target: [target] });
  });
});

describe("a file of another format", () => {
  it.each(["csv", "xliff", "po", "json", "tmx"])("%s comes back with other texts", async (format) => {
    const [current = ""] = (await unitsOf(test, "demo/app/de")).get("button.save")?.target ?? [];
    const file = (await converted("app/de", format)).replaceAll(current, `Sichern als ${format}`);

    const answer = await upload("app/de", file, { conflicts: "replace-translated" });

    expect([answer.status, answer.json.accepted]).toEqual([200, 1]);
    expect((await unitsOf(test, "demo/app/de")).get("button.save")?.target).toEqual([`Sichern als ${format}`]);
  });

  it("counts what no string of a bilingual component answers to", async () => {
    const answer = await upload("server/cs", "source,target\nWelcome,Vítejte\nGoodbye,Sbohem\n");

    expect(answer.json).toMatchObject({ not_found: 1, skipped: 1, accepted: 0, total: 2 });
  });

  it("is none that could replace the stored one", async () => {
    const answer = await upload("app/de", await converted("app/de", "csv"), { method: "replace" });

    expect([answer.status, answer.json.errors[0].attr]).toEqual([400, "file"]);
  });
});

describe("what a file says of itself", () => {
  const german = 'msgid ""\nmsgstr "Language: de\\n"\n\nmsgid "Welcome"\nmsgstr "Willkommen"\n';

  it("has to be the language it is sent to, unless that is to be ignored", async () => {
    const refused = await upload("server/cs", german, { conflicts: "replace-translated" });
    expect([refused.status, refused.json.errors[0].attr]).toEqual([400, "file"]);
    expect(refused.json.detail).toContain("“de”");

    const taken = await upload("server/cs", german, { conflicts: "replace-translated", ignore_language: "true" });
    expect(taken.json).toMatchObject({ accepted: 1 });
  });

  it("may name a regional form of it", async () => {
    const answer = await upload("server/cs", german.replace("de", "cs_CZ").replace("Willkommen", "Vítej"), {
      conflicts: "replace-translated",
    });

    expect(answer.json).toMatchObject({ accepted: 1 });
  });

  it("has to have the language's plural forms", async () => {
    const file = german.replace("Language: de", "Plural-Forms: nplurals=2; plural=n != 1;");
    const answer = await upload("server/cs", file);

    expect([answer.status, answer.json.errors[0].attr]).toEqual([400, "file"]);
    expect(answer.json.detail).toContain("Plural forms");
  });
});

describe("who uploads", () => {
  it("may name an author, who is a user from then on", async () => {
    const author = { author_name: "Pavel", author_email: "pavel@example.net" };
    const fields = { ...author, conflicts: "replace-translated" };
    await upload("app/cs", '{ "button": { "save": "Pavlovo" } }', fields, test.botToken);

    const { json } = await test.request("GET", "/api/translations/demo/app/cs/changes/?action=9");
    expect(json.results[0].author).toBe("http://service.test/api/users/pavel%40example.net/");
    expect(json.results[0].user).not.toBe(json.results[0].author);
  });

  it("is the author where they may not name one", async () => {
    const author = { author_name: "Pavel", author_email: "pavel@example.net" };
    const fields = { ...author, conflicts: "replace-translated" };
    await upload("app/cs", '{ "button": { "save": "Janino" } }', fields, test.translatorToken);

    const { json } = await test.request("GET", "/api/translations/demo/app/cs/changes/?action=9");
    expect(json.results[0].author).toBe("http://service.test/api/users/jana/");
    const jana = await test.request("GET", "/api/users/jana/statistics/");
    expect(jana.json.uploaded).toBe(1);
  });

  it("is refused for an author's address that is none", async () => {
    const answer = await upload("app/cs", "{}", { author_email: "nobody" });

    expect([answer.status, answer.json.errors[0].attr]).toEqual([400, "author_email"]);
  });

  it("has to have an address and to have signed the agreement; bots need neither", async () => {
    const agreement = "You give it away.";
    await test.request("PATCH", "/api/components/demo/app/", { json: { agreement } });

    const unsigned = await upload("app/cs", "{}", {}, test.translatorToken);
    expect([unsigned.status, unsigned.json.detail]).toEqual([
      403,
      "Contributing to this translation requires accepting its contributor license agreement.",
    ]);
    expect((await upload("app/cs", "{}", {}, test.botToken)).status).toBe(200);

    const { database } = test.service;
    const jana = await database
      .selectFrom("user")
      .select("id")
      .where("username", "=", "jana")
      .executeTakeFirstOrThrow();
    const hash = createHash("sha256").update(agreement).digest("hex");
    const values = { user_id: jana.id, component_id: 1, text_hash: hash, timestamp: new Date(0).toISOString() };
    await database.insertInto("agreement").values(values).execute();
    expect((await upload("app/cs", "{}", {}, test.translatorToken)).status).toBe(200);

    await database.updateTable("user").set({ email: "" }).where("id", "=", jana.id).execute();
    const nameless = await upload("app/cs", "{}", {}, test.translatorToken);
    expect([nameless.status, nameless.json.detail]).toEqual([
      403,
      "Set an e-mail address in your profile to upload translations.",
    ]);
  });
});
