import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  openSampleService,
  sampleFiles,
  unitsOf,
  unlimited,
  type SampleService,
} from "../../../test/support/open-test-service.ts";
import { formOf, Person } from "../../../test/support/page-person.ts";
import { startDeepL, type TestMachine } from "../../../test/support/translation-machines.ts";

const words: Readonly<Record<string, string>> = {
  "1 file": "1 soubor",
  "2 files": "dva soubory",
  "5 files": "5 souborů",
  '<x id="0"/> files': '<x id="0"/> soubory',
  'Hello <x id="0"/> &amp; <x id="1"/>all<x id="2"/>': "Ahoj &amp; všichni",
};
let stand: TestMachine;
let test: SampleService;
let jana: Person;
let manager: Person;

beforeAll(async () => {
  stand = await startDeepL({ words: (text, target) => words[text] ?? `${target}: ${text}` });
  const en = {
    hello: "Hello {name} & <b>all</b>",
    spaced: "  Save\n",
    number: "42 %",
    choice: "{n, plural, one {# file} other {# files}}",
    other: "Stop",
  };
  test = await openSampleService({
    files: { ...sampleFiles, "locales/en.json": JSON.stringify(en), "locales/cs.json": "{}" },
    settings: { rateLimits: unlimited, privateAddresses: ["127.0.0.1"] },
  });
  await test.request("PATCH", "/api/components/demo/app/", { json: { check_flags: "python-brace-format" } });
  jana = new Person(test);
  await jana.signIn(test.translatorToken);
  manager = new Person(test);
  await manager.signIn(test.adminToken);
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await stand[Symbol.asyncDispose]();
});
afterEach(async () => {
  stand.answers = undefined;
  await test.request("PUT", settings, { json: {} });
  await test.service.database.deleteFrom("machinery_use").execute();
});

const settings = "/api/projects/demo/machinery_settings/";
/** A limit of its own gives every test answers of its own: what was asked for once is not asked again. */
let limit = 50_000;
async function switchOn(more: object = {}): Promise<void> {
  limit += 1;
  const configuration = { key: "dl-7f3a9c21", url: `${stand.url}/v2`, daily_characters: limit, ...more };
  const { status, text } = await test.request("POST", settings, { json: { service: "deepl", configuration } });
  if (status !== 201) throw new Error(text);
  stand.seen.length = 0;
}

async function open(key: string, component = "app", person = jana) {
  const unit = (await unitsOf(test, `demo/${component}/cs`)).get(key)?.id;
  return person.open(`/translate/demo/${component}/cs/?unit=${String(unit)}`);
}
const panelIn = (text: string): string => /<section\s+id="panel-machine".*?<\/section>/s.exec(text)?.[0] ?? "";
const translations = () => stand.seen.filter(({ path }) => path === "/v2/translate");

describe("a machine beside a string", () => {
  it("is not there, and nothing is sent, until somebody who manages the project switched it on", async () => {
    stand.seen.length = 0;
    const page = await open("hello");
    const asked = await jana.send(page, { do: "machine" });

    expect(panelIn(page.text) + panelIn(asked.text)).toBe("");
    expect(stand.seen).toEqual([]);
  });

  it("says where a text goes before it does, and sends none for a page", async () => {
    await switchOn();
    const page = await open("hello");

    expect(panelIn(page.text)).toContain("The source text is sent to DeepL at 127.0.0.1");
    expect(panelIn(page.text)).toContain('data-order="machine"');
    const named = await jana.open(`${formOf(page).action}&panel=machine&only=yes`);
    expect(named.status).toBe(200);
    expect(stand.seen).toEqual([]);
  });

  it("translates with placeholders put back, says which one it lost, and puts its text into the field alone", async () => {
    await switchOn();
    const page = await open("hello");
    const asked = await jana.send(page, { do: "machine", "target.0": "Můj text" });

    expect(translations()[0]?.body.text).toEqual(['Hello <x id="0"/> &amp; <x id="1"/>all<x id="2"/>']);
    expect(panelIn(asked.text)).toContain("Ahoj &amp; všichni");
    expect(panelIn(asked.text).replaceAll(/\s+/g, " ")).toMatch(/did not keep .*\{name\}.*&lt;b&gt;.*put it right/);
    expect(asked.text).toContain("Můj text</textarea>");
    const used = await jana.send(asked, { do: "take-machine:deepl" });
    expect(used.text).toContain("Ahoj &amp; všichni</textarea>");
    expect(translations()).toHaveLength(1);
    const now = (await unitsOf(test, "demo/app/cs")).get("hello");
    expect([now?.target, now?.state]).toEqual([[""], 0]);
  });

  it("declines each plural form with a number, and asks again with a mask where the machine wrote it in words", async () => {
    await switchOn();
    const asked = await jana.send(await open("%d file", "server"), { do: "machine" });

    expect(translations().map(({ body }) => body.text)).toEqual([
      ["1 file", "2 files", "5 files"],
      ['<x id="0"/> files'],
    ]);
    expect(/data-use="([^"]*)"/.exec(panelIn(asked.text))?.[1]).toBe(
      "[&quot;%d soubor&quot;,&quot;%d soubory&quot;,&quot;%d souborů&quot;]",
    );
  });

  it("keeps the spaces around a text, and asks no machine about one without words or with branches", async () => {
    await switchOn();

    expect(panelIn((await jana.send(await open("spaced"), { do: "machine" })).text)).toContain(
      'data-use="[&quot;  CS: Save\\n&quot;]"',
    );
    expect(panelIn((await jana.send(await open("number"), { do: "machine" })).text)).toContain(
      "There are no words in this text to translate.",
    );
    expect(panelIn((await jana.send(await open("choice"), { do: "machine" })).text)).toContain(
      "a machine would break that, so it is not sent",
    );
    expect(translations()).toHaveLength(1);
  });

  it.each([
    ["refuses the key", { status: 403, body: '{"message": "no"}' }, "DeepL refuses the key: no."],
    ["has no quota left", { status: 456 }, "The quota of this DeepL account is used up."],
    ["is slow to answer", { status: 429 }, "DeepL takes no more requests now."],
    ["answers markup", { status: 502, body: "<script>alert(1)</script>" }, "DeepL has a fault of its own (502)."],
  ])("that %s says so in a sentence, and takes nothing off the page", async (_what, answers, sentence) => {
    await switchOn();
    stand.answers = answers;
    const asked = await jana.send(await open("other"), { do: "machine", "target.0": "Dost" });

    expect([asked.status, panelIn(asked.text)]).toEqual([200, expect.stringContaining(sentence)]);
    expect(asked.text).toContain("Dost</textarea>");
    expect(await test.service.database.selectFrom("machinery_use").select("characters").distinct().execute()).toEqual([
      { characters: 0 },
    ]);
  });

  it("is asked no more than a person, and the project, may in a day", async () => {
    await switchOn({ daily_characters_person: 5 });
    expect(panelIn((await jana.send(await open("other"), { do: "machine" })).text)).toContain("CS: Stop");
    expect(panelIn((await jana.send(await open("spaced"), { do: "machine" })).text)).toContain(
      "One person sends at most 5 characters a day",
    );
    // What was asked for is there for everybody, and costs nothing again.
    expect(panelIn((await manager.send(await open("other", "app", manager), { do: "machine" })).text)).toContain(
      "CS: Stop",
    );
    expect(panelIn((await manager.send(await open("spaced", "app", manager), { do: "machine" })).text)).toContain(
      "CS: Save",
    );
    await test.request("PATCH", settings, {
      json: { service: "deepl", configuration: { url: `${stand.url}/v2`, daily_characters: 9 } },
    });
    expect(panelIn((await manager.send(await open("hello", "app", manager), { do: "machine" })).text)).toContain(
      "This project sends at most 9 characters a day",
    );
    expect(translations()).toHaveLength(2);
  });

  it("that does not know the language says so", async () => {
    await switchOn();
    const added = await test.request("POST", "/api/components/demo/server/translations/", {
      json: { language_code: "fr" },
    });
    expect(added.status).toBe(201);
    const unit = (await unitsOf(test, "demo/server/fr")).get("Welcome")?.id;
    const page = await jana.open(`/translate/demo/server/fr/?unit=${String(unit)}`);

    expect(panelIn((await jana.send(page, { do: "machine" })).text)).toContain("DeepL does not translate into French.");
    expect(translations()).toEqual([]);
  });

  it("is asked by nobody without the right, from another page, or with a session that ended", async () => {
    await switchOn();
    const page = await open("hello");
    const guest = new Person(test);

    expect((await guest.send(page, { do: "machine" })).status).toBe(401);
    expect((await jana.send(page, { do: "machine", csrf_token: "other" })).status).toBe(403);
    expect(panelIn((await open("hello", "app", guest)).text)).toBe("");
    expect(stand.seen).toEqual([]);
  });
});

describe("the page of machine translation", () => {
  const page = "/manage/machinery/demo/";

  it("switches a service on, tries it, and switches it off", async () => {
    const url = `${stand.url}/v2`;
    const on = await manager.manage(page, {
      do: "save",
      service: "deepl",
      url,
      key: "dl-7f3a9c21",
      formality: "default",
    });
    expect([on.status, (await manager.follow(on)).text.includes("Switched on")]).toEqual([303, true]);
    const tried = await manager.manage(page, { do: "try", service: "deepl" });
    expect(tried.text).toContain("It translates from 5 languages into 11 languages.");
    expect(tried.text).toMatch(/The key is right\. \d+ of 500,000 characters of the account are used\./);
    expect(tried.text).not.toContain("dl-7f3a9c21");
    stand.answers = { status: 403 };
    expect((await manager.manage(page, { do: "try", service: "deepl" })).text).toContain("DeepL refuses the key.");
    const off = await manager.manage(page, { do: "off", service: "deepl" });
    expect((await manager.follow(off)).text).toContain("Switched off, and its key is gone.");
    expect((await test.request("GET", settings)).json).toEqual({});
  });

  it("says what is wrong with a form, and keeps what was typed", async () => {
    const answer = await manager.manage(page, { do: "save", service: "libretranslate", url: "https://10.0.0.1/mt" });

    expect([answer.status, answer.text.includes("https://10.0.0.1/mt")]).toEqual([400, true]);
    expect(answer.text).toContain("10.0.0.1 is not on the internet");
  });

  it("says that a key has to be entered anew where the server’s own key is another one", async () => {
    await switchOn();
    await test.service.database.updateTable("machinery").set({ sealed_key: "gcm1:AAAA" }).execute();

    expect((await manager.manage(page, { do: "try", service: "deepl" })).text).toContain("can enter it anew");
    expect(panelIn((await jana.send(await open("hello"), { do: "machine" })).text)).toContain("can enter it anew");
  });
});
