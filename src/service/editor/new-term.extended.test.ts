import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  openSampleService,
  sampleFiles,
  unitsOf,
  unlimited,
  type SampleService,
  type TestAnswer,
} from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";

const head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n';
const HERE = "/translate/demo/words/cs/?view=new-term";
let test: SampleService;
let jana: Person;

beforeEach(async () => {
  const words = {
    "words/words.pot": `${head}\nmsgid "cart"\nmsgstr ""\n`,
    "words/cs.po": `${head}\nmsgid "cart"\nmsgstr "košík"\n`,
    "words/de.po": `${head}\nmsgid "cart"\nmsgstr "Korb"\n`,
  };
  test = await openSampleService({ settings: { rateLimits: unlimited }, files: { ...sampleFiles, ...words } });
  await test.admin.createComponent("demo", {
    name: "Words",
    slug: "words",
    repo: test.upstream.remoteUrl,
    branch: "main",
    file_format: "po",
    filemask: "words/*.po",
    new_base: "words/words.pot",
    is_glossary: true,
    manage_units: true,
  });
  jana = new Person(test);
  await jana.signIn(test.translatorToken);
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
});

it("refuses an explanation that nobody would read, and adds no term without it", async () => {
  const ann = await personAs("ann", "Administration");

  const answer = await ann.send(await ann.open(HERE), {
    source: "order",
    target: "objednávka",
    explanation: "x".repeat(20_001),
  });

  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("no more than 20000 characters")]);
  expect((await unitsOf(test, "demo/words/cs")).has("order")).toBe(false);
});

/** Somebody who may do in the project what a role allows. */
async function personAs(username: string, role: string): Promise<Person> {
  const { token } = await test.admin.createUser({ username, email: `${username}@example.org` });
  await test.admin.grant(username, role, "demo");
  const person = new Person(test);
  await person.signIn(token);
  return person;
}

/** Sends the form of the page, with the token that stands in it. */
async function sent(person: Person, address: string, typed: Readonly<Record<string, string>>): Promise<TestAnswer> {
  const [, csrf = ""] = /name="csrf_token" value="([^"]*)"/.exec((await person.open("/")).text) ?? [];
  return person.post(address, { csrf_token: csrf, ...typed });
}

describe("a term", () => {
  it("is added from a string's page and from the list of the glossary, without a script, by whoever may", async () => {
    const max = await personAs("max", "Power user");
    const unit = (await unitsOf(test, "demo/app/cs")).get("button.save")?.id;
    const editor = (await max.open(`/translate/demo/app/cs/?unit=${String(unit)}`)).text;
    const [, link = ""] = /<a href="([^"]*view=new-term[^"]*)"\s*>Add a term</.exec(editor) ?? [];
    const list = (await max.open("/projects/demo/words/cs/")).text;
    expect(list).toMatch(/<a class="begin second" href="\/translate\/demo\/words\/cs\/\?view=new-term"\s*>Add a term/);

    const address = link.replaceAll("&amp;", "&");
    const page = await max.open(address);
    expect(page.text).toMatch(/Missed beside\s+<a href="\/translate\/demo\/app\/cs\/\?unit=\d+" dir="auto">Save</);
    // Explanation and rule are of every language: who may not edit sources says neither.
    expect(page.text).not.toContain('name="rule"');
    const answer = await sent(max, address, { source: "save", target: "uložit", rule: "forbidden" });
    expect(answer.status).toBe(303);
    expect((await max.follow(answer)).text).toMatch(
      /Added: <a href="\/translate\/demo\/words\/cs\/\?unit=\d+" dir="auto">save</,
    );

    const { results } = (await test.request("GET", "/api/translations/demo/words/cs/units/?q=source:=save")).json;
    expect(results).toMatchObject([{ target: ["uložit"], state: 20, flags: "" }]);
    expect((await max.open(`/translate/demo/app/cs/?unit=${String(unit)}`)).text).toContain('data-term="save"');
  });

  it("gets an explanation and a rule by whoever may edit sources", async () => {
    const admin = new Person(test);
    await admin.signIn(test.adminToken);
    expect((await admin.open(HERE)).text).toContain('name="rule"');
    await sent(admin, HERE, {
      source: "file",
      target: "soubor",
      explanation: "Not a <b>folder</b>.",
      rule: "forbidden",
    });
    const { text } = await admin.open("/projects/demo/words/cs/");
    expect(text).toContain("forbidden: do not use it");
    const { results } = (await test.request("GET", "/api/translations/demo/words/en/units/?q=source:=file")).json;
    expect(results).toMatchObject([{ explanation: "Not a <b>folder</b>.", extra_flags: "forbidden" }]);
  });

  it("that is there through another language keeps explanation, rule and flags, and gets what it has not", async () => {
    const admin = new Person(test);
    await admin.signIn(test.adminToken);
    const german = HERE.replace("/cs/", "/de/");
    const sources = async (source: string) =>
      (await test.request("GET", `/api/translations/demo/words/en/units/?q=source:=${source}`)).json.results[0];
    const said = async (address: string, typed: Readonly<Record<string, string>>): Promise<boolean> =>
      (await admin.follow(await sent(admin, address, typed))).text.includes("It was in the glossary already");

    await sent(admin, HERE, { source: "file", explanation: "Never a folder.", rule: "forbidden" });
    const full = `/api/units/${String((await sources("file")).id)}/`;
    await test.request("PATCH", full, { json: { extra_flags: "forbidden, max-length:20" } });
    expect(await said(german, { source: "file", explanation: "In lists alone.", rule: "read-only" })).toBe(true);
    const kept = { explanation: "Never a folder.", extra_flags: "forbidden, max-length:20" };
    expect(await sources("file")).toMatchObject(kept);

    await sent(admin, HERE, { source: "save" });
    const bare = `/api/units/${String((await sources("save")).id)}/`;
    await test.request("PATCH", bare, { json: { extra_flags: "max-length:20" } });
    expect(await said(german, { source: "save", explanation: "A button.", rule: "read-only" })).toBe(false);
    const got = { explanation: "A button.", extra_flags: "max-length:20, read-only" };
    expect(await sources("save")).toMatchObject(got);
  });

  it("asks for the glossary's agreement once, and keeps what was typed until then", async () => {
    await test.request("PATCH", "/api/components/demo/words/", { json: { agreement: "Be <b>kind</b>." } });
    const max = await personAs("max", "Power user");
    expect((await max.open(HERE)).text).toContain("Be &lt;b&gt;kind&lt;/b&gt;.");
    const refused = await sent(max, HERE, { source: "save", target: "uložit" });
    expect([refused.status, refused.text.includes("uložit"), refused.text.includes('name="agree"')]).toEqual([
      403,
      true,
      true,
    ]);
    expect((await sent(max, HERE, { source: "save", target: "uložit", agree: "yes" })).status).toBe(303);
    expect((await max.open(HERE)).text).not.toContain('name="agree"');
  });

  it("is offered for no locked glossary; what was typed before comes back with the reason", async () => {
    const max = await personAs("max", "Power user");
    await test.request("POST", "/api/components/demo/words/lock/", { json: { lock: true } });
    const unit = (await unitsOf(test, "demo/app/cs")).get("button.save")?.id;
    for (const address of [`/translate/demo/app/cs/?unit=${String(unit)}`, "/projects/demo/words/cs/"])
      expect((await max.open(address)).text).not.toContain("view=new-term");
    expect((await max.open(HERE)).status).toBe(403);
    const refused = await sent(max, HERE, { source: "save", target: "uložit" });
    expect([refused.status, refused.text.includes("locked"), refused.text.includes("uložit")]).toEqual([
      403,
      true,
      true,
    ]);
  });

  it("that is there already, or none, is refused at its field with what was typed", async () => {
    const max = await personAs("max", "Power user");
    const known = await sent(max, HERE, { source: "cart", target: "<b>vozík" });
    expect([known.status, known.text.includes("already exist"), known.text.includes("&lt;b&gt;vozík")]).toEqual([
      400,
      true,
      true,
    ]);
    const empty = await sent(max, HERE, { source: " " });
    expect([empty.status, empty.text.includes('aria-invalid="true"')]).toEqual([400, true]);
  });

  it("is offered to nobody who may add none, and taken from nobody, nor for a component that is no glossary", async () => {
    const unit = (await unitsOf(test, "demo/app/cs")).get("button.save")?.id;
    const guest = new Person(test);
    // In a public project everybody who is signed in may.
    await test.request("PATCH", "/api/projects/demo/", { json: { access_control: 100 } });
    for (const address of [`/translate/demo/app/cs/?unit=${String(unit)}`, "/projects/demo/words/cs/"]) {
      const { status, text } = await jana.open(address);
      expect([status, text.includes("view=new-term")]).toEqual([200, false]);
    }
    expect([(await jana.open(HERE)).status, (await guest.open(HERE)).status]).toEqual([403, 404]);
    expect((await sent(jana, HERE, { source: "save", target: "uložit" })).status).toBe(403);
    const max = await personAs("max", "Power user");
    expect((await max.open("/translate/demo/app/cs/?view=new-term")).status).toBe(404);
    // A form of another session adds nothing.
    const forged = await sent(max, HERE, { source: "save", csrf_token: "x" });
    expect(forged.status).toBe(403);
    expect((await test.request("GET", "/api/translations/demo/words/cs/units/?q=source:=save")).json.count).toBe(0);
  });
});
