import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  openSampleService,
  sampleFiles,
  save,
  unlimited,
  unitsOf,
  type SampleService,
} from "../../../test/support/open-test-service.ts";
import { gettextFile } from "../../../test/support/gettext-file.ts";
import { formOf, Person } from "../../../test/support/page-person.ts";

const app = {
  first: "Save the file",
  near: "Save the files",
  sentence: "Open the cart, <b>cartoon</b>",
  other: "Something else entirely",
};
const counted = [{ text: "%d file", plural: "%d files", flags: "c-format" }];
const rules = {
  ru: { count: 3, formula: "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2" },
  fr: { count: 2, formula: "n > 1" },
};
const terms = { cart: "cart", brand: "Save", bad: "file" };
let test: SampleService;
let jana: Person;

beforeAll(async () => {
  const files = {
    ...sampleFiles,
    "locales/en.json": `${JSON.stringify(app)}\n`,
    "locales/cs.json": "{}\n",
    ...Object.fromEntries(
      Object.entries(rules).map(([language, rule]) => [
        `po/${language}.po`,
        gettextFile(counted, { language, ...rule }),
      ]),
    ),
    "terms/en.json": `${JSON.stringify(terms)}\n`,
    "terms/cs.json": `${JSON.stringify({ cart: "<i>košík</i>" })}\n`,
  };
  test = await openSampleService({ files, settings: { rateLimits: unlimited } });
  await test.admin.createComponent("demo", {
    repo: test.upstream.remoteUrl,
    branch: "main",
    name: "Words",
    slug: "words",
    file_format: "json-nested",
    filemask: "terms/*.json",
    template: "terms/en.json",
    is_glossary: true,
  });
  await save(test, "demo/app/cs", "first", ["Uložit soubor"]);
  const source = await unitsOf(test, "demo/words/en");
  for (const [key, extra_flags] of [
    ["brand", "read-only"],
    ["bad", "forbidden"],
  ] as const) {
    await test.request("PATCH", `/api/units/${String(source.get(key)?.id)}/`, { json: { extra_flags } });
  }
  jana = new Person(test);
  await jana.signIn(test.translatorToken);
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

const at = async (key: string, panel = ""): Promise<string> => {
  const unit = (await unitsOf(test, "demo/app/cs")).get(key)?.id;
  return `/translate/demo/app/cs/?unit=${String(unit)}${panel}`;
};

it("a term says on its own page that it is forbidden, or stays as it is", async () => {
  const glossary = await unitsOf(test, "demo/words/cs");
  const open = async (key: string): Promise<string> =>
    (await jana.open(`/translate/demo/words/cs/?unit=${String(glossary.get(key)?.id)}`)).text;
  expect(await open("bad")).toContain("Forbidden: its translation here is the word that nobody is to use.");
  expect(await open("brand")).toContain("Stays as it is, in every language.");
  expect(await open("cart")).not.toMatch(/<dt>Term<\/dt>/);
});

it("the list of a glossary says which of its terms are forbidden, or stay as they are", async () => {
  const { text } = await jana.open("/projects/demo/words/cs/");
  const told = (key: string): string =>
    new RegExp(`<code>${key}</code>.*?</tr>`, "s").exec(text)?.[0].replaceAll(/<[^>]*>/g, " ") ?? "";
  expect(told("bad")).toContain("forbidden: do not use it");
  expect(told("brand")).toContain("stays as it is");
  expect(told("cart")).not.toMatch(/forbidden|stays as/);
});

describe("the memory beside a string", () => {
  it("offers what was translated before and is like it, with quality, difference and origin", async () => {
    const { text } = await jana.open(await at("near", "&panel=memory&only=yes"));

    expect(text).toContain("Uložit soubor");
    expect(text).toContain("92 %");
    expect(text).toContain("demo/app");
    expect(text).toMatch(/<ins><span class="hidden">added: <\/span>files<\/ins>/);
    expect(text).not.toContain("<html");
  });

  it("is a link of the page that reads it without a script, and puts a match into the field by a button", async () => {
    const link = /data-panel="([^"]+panel=memory)"/.exec((await jana.open(await at("near"))).text)?.[1] ?? "";
    const page = await jana.open(link.replaceAll("&amp;", "&"));
    const use = /value="(use:\d+)"/.exec(page.text)?.[1] ?? "";
    const answer = await jana.send(page, { do: use });

    expect(answer.status).toBe(200);
    expect(formOf(answer).fields["target.0"]).toBe("Uložit soubor");
    expect((await unitsOf(test, "demo/app/cs")).get("near")?.target).toEqual([""]);
  });

  it("says that nothing is like a text, and does not offer what the string says already", async () => {
    const nothing = "Nothing like this was translated before.";
    expect((await jana.open(await at("other", "&panel=memory"))).text).toContain(nothing);
    expect((await jana.open(await at("first", "&panel=memory"))).text).toContain(nothing);
  });

  it("is not for those who may not look into it, nor are single entries of it", async () => {
    const guest = new Person(test);
    expect((await guest.open(await at("near"))).text).not.toContain("panel=memory");
    expect((await guest.open(await at("near", "&panel=memory&only=yes"))).text).not.toContain("Uložit soubor");
    const answer = await jana.send(await jana.open(await at("near")), { do: "use:99999" });
    expect([answer.status, answer.text.includes("This entry of the memory is gone.")]).toEqual([403, true]);
  });
});

describe("a string nearby", () => {
  it("puts its text into the field by a button, and saves nothing", async () => {
    const page = await jana.open(await at("near"));
    const use = /value="(use-near:\d+)"[^>]*data-use="\[&quot;Uložit soubor&quot;\]"/.exec(page.text)?.[1] ?? "";
    const answer = await jana.send(page, { do: use });

    expect(answer.status).toBe(200);
    expect(formOf(answer).fields["target.0"]).toBe("Uložit soubor");
    expect((await unitsOf(test, "demo/app/cs")).get("near")?.target).toEqual([""]);
  });

  it("offers nothing that is not translated, nothing to guests, and no string that is elsewhere", async () => {
    expect((await jana.open(await at("near"))).text.match(/data-use="\[&quot;&quot;\]"/)).toBeNull();
    expect((await new Person(test).open(await at("near"))).text).not.toContain("use-near:");
    const answer = await jana.send(await jana.open(await at("near")), { do: "use-near:99999" });
    expect([answer.status, answer.text.includes("This string is not near any more.")]).toEqual([403, true]);
  });
});

describe("a string that two people have open", () => {
  const toDo = "/translate/demo/app/cs/?q=state%3A%3Ctranslated&start=yes";
  const keyOf = ({ text }: { readonly text: string }) => /<h1 id="string">\s*<code[^>]*>(.*?)</.exec(text)?.[1];

  it("says so to both of them, and to nobody who only reads", async () => {
    const admin = new Person(test);
    await admin.signIn(test.adminToken);
    const near = await at("near");
    await jana.open(await at("first"));
    expect((await admin.open(near)).text).not.toContain("this string open");
    expect((await jana.open(near)).text).toMatch(/<bdi>admin<\/bdi>\s+has this string open\./);
    const asked = await admin.open(`${near}&panel=open`);
    expect(asked.text).toMatch(/^<p class="soft" id="open"[^>]*>\s*<bdi>jana<\/bdi>\s+has this string open\.\s*<\/p>$/);
    for (const path of [near, `${near}&panel=open`])
      expect((await new Person(test).open(path)).text).not.toContain("this string open");
  });

  it("says so to both of them also where they come at once", async () => {
    const admin = new Person(test);
    await admin.signIn(test.adminToken);
    const { openStrings } = test.service;
    const open = openStrings.open.bind(openStrings);
    const both = Promise.withResolvers<void>();
    let opened = 0;
    const spy = vi.spyOn(openStrings, "open").mockImplementation(async (...noted) => {
      await open(...noted);
      opened += 1;
      if (opened === 2) both.resolve();
      await both.promise;
    });
    const pages = await Promise.all([jana, admin].map(async (each) => each.open(await at("other"))));
    spy.mockRestore();
    expect(pages.map(({ text }) => /<bdi>(\w+)<\/bdi>\s+has this string open/.exec(text)?.[1])).toEqual([
      "admin",
      "jana",
    ]);
  });

  it("is not what others begin with, while there is something else to do", async () => {
    const admin = new Person(test);
    await admin.signIn(test.adminToken);
    await admin.open(await at("near"));
    const first = await jana.open(toDo);
    expect(keyOf(first)).toBe("sentence");
    expect(keyOf(await admin.open(toDo))).toBe("near");
    await admin.open(await at("other"));
    const answer = await jana.send(await jana.open(toDo), { do: "stay", "target.0": "Uložit soubory" });
    expect(keyOf(await jana.follow(answer))).toBe("near");

    await admin.open("/translate/demo/words/cs/?q=key:=bad");
    expect(keyOf(await jana.open("/translate/demo/words/cs/?q=state%3A%3Ctranslated&start=yes"))).toBe("bad");
  });
});

it("stands in its place in the file, with what is left to do, and a row of what keyboards lack", async () => {
  const { text } = await jana.open(await at("sentence"));
  expect(text).toMatch(/id="position">String 3 of 4, [1-3] to do</);
  expect(text).toMatch(/aria-label="Special characters">\s*<data class="part" value="„"/);
});

describe("the glossary beside a string", () => {
  it("shows the terms that stand in the source as words, and what they are in the language", async () => {
    const { text } = await jana.open(await at("sentence", "&panel=glossary&only=yes"));

    expect(text).toContain('data-term="cart"');
    expect(text.match(/data-term="/g)).toHaveLength(1);
    expect(text).toContain("&lt;i&gt;košík&lt;/i&gt;");
    expect(text).not.toContain("<i>");
  });

  it("says which terms stay as they are, which are forbidden, and which nobody translated yet", async () => {
    const { text } = await jana.open(await at("first", "&panel=glossary"));

    expect(text).toContain("stays as it is");
    expect(text).toContain("forbidden: do not use it");
    expect(text).toContain("not translated yet");
  });

  it("is there without a script and without asking for it: marked in the source, and told beside it", async () => {
    const { text } = await jana.open(await at("first"));

    expect(text).toContain('<span class="term" title="Glossary: stays as it is">Save</span> the');
    expect(text).toContain(
      '<span class="term forbidden" title="Glossary: a forbidden term, not translated yet">file</span></div>',
    );
    expect(text).toContain("forbidden: do not use it");
    expect(text).not.toMatch(/data-panel="[^"]*panel=glossary/);
    expect((await jana.open(await at("sentence"))).text).toContain(
      '<span class="term" title="Glossary: &lt;i&gt;košík&lt;/i&gt;">cart</span>, <bdi class="part"',
    );
  });

  it("is marked as well where strings stand one below the other, each with its own terms, and so is what stays as it is", async () => {
    const { text } = await jana.open("/translate/demo/app/cs/?view=zen");
    const units = await unitsOf(test, "demo/app/cs");
    const rowOf = (key: string): string =>
      new RegExp(`<section class="zen" id="unit-${String(units.get(key)?.id)}".*?</section>`, "s").exec(text)?.[0] ??
      "";

    expect(rowOf("first")).toContain('<span class="term" title="Glossary: stays as it is">Save</span> the');
    expect(rowOf("sentence")).toContain('>cart</span>, <bdi class="part" dir="ltr">');
    expect(rowOf("sentence")).toMatch(/class="texts source" lang="en" dir="auto"/);
    expect(rowOf("other")).not.toContain('class="term"');
  });

  it("tells nothing of a glossary that somebody may not see, and takes no term from them", async () => {
    const pages = [await at("sentence"), await at("sentence", "&panel=glossary"), "/translate/demo/app/cs/?view=zen"];
    const stranger = new Person(test);
    const { token } = await test.admin.createUser({ username: "outsider" });
    await stranger.signIn(token);
    const seen = async (person: Person) =>
      (await Promise.all(pages.map((page) => person.open(page)))).map(({ text }) => text);
    for (const text of await seen(stranger)) expect(text).toContain("košík");
    await test.request("PATCH", "/api/components/demo/words/", { json: { restricted: true } });
    for (const person of [stranger, new Person(test)]) {
      for (const text of await seen(person)) expect(text).not.toMatch(/košík|demo\/words|data-term|class="term/);
      expect((await person.open("/translate/demo/words/cs/")).status).toBe(404);
    }
    const json = { key: "basket", value: ["Basket"] };
    const add = async (as: string) =>
      (await test.request("POST", "/api/translations/demo/words/en/units/", { token: as, json })).status;
    expect(await add(token)).toBe(404);
    await test.request("PATCH", "/api/components/demo/words/", { json: { restricted: false } });
    await test.request("PATCH", "/api/projects/demo/", { json: { access_control: 1 } });
    expect(await add(token)).toBe(403);
    await test.request("PATCH", "/api/projects/demo/", { json: { access_control: 0 } });
  });

  it("waits to be asked for where glossaries are large", async () => {
    const { database } = test.service;
    const source = database.updateTable("translation").where("language_code", "=", "en");
    await source.set(({ eb }) => ({ total: eb("total", "+", 20_000) })).execute();
    const { text } = await jana.open(await at("first"));
    await source.set(({ eb }) => ({ total: eb("total", "-", 20_000) })).execute();

    expect(text).toMatch(/data-panel="[^"]*panel=glossary/);
    expect(text).not.toContain('class="term"');
  });

  it("shows nothing of another translation, and refuses a string of one", async () => {
    const unit =
      (await unitsOf(test, "demo/app/de")).get("first")?.id ?? (await unitsOf(test, "demo/app/en")).get("first")?.id;
    const answer = await jana.open(`/translate/demo/app/cs/?unit=${String(unit)}&panel=glossary&only=yes`);
    expect(answer.status).toBe(404);
  });
});

it.each([
  ["ru", ["21 files", "2 files", "5 files"]],
  ["fr", ["0 files", "2 files"]],
])(
  "a plural in %s shows the source for numbers that its forms are for, and says once what the number is",
  async (language, expected) => {
    const unit = (await unitsOf(test, `demo/server/${language}`)).get("%d file")?.id;
    const { text } = await jana.open(`/translate/demo/server/${language}/?unit=${String(unit)}`);
    expect(
      Array.from(text.matchAll(/<span class="soft"[^>]*>([^<]*)<\/span\s*><\/label/g), ([, shown]) => shown),
    ).toEqual(expected);
    expect(text.match(/The program puts the number in/g)).toHaveLength(1);
  },
);

it("a script gets characters that turn a text around as they are, and the page names them", async () => {
  await save(test, "demo/app/cs", "first", ["Uložit \u2068soubor\u2069"]);
  await test.service.database
    .updateTable("user")
    .set({ profile: JSON.stringify({ special_chars: "\u2068" }) })
    .where("username", "=", "jana")
    .execute();
  const use = String.raw`data-use="[&quot;Uložit \u2068soubor\u2069&quot;]"`;
  const page = (await jana.open(await at("near"))).text;
  expect(page).toContain(use);
  expect((await jana.open(await at("near", "&panel=memory&only=yes"))).text).toContain(use);
  expect(page).toMatch(/<data class="part" value="\u2068"[^>]*>\s*‹U\+2068›/);
  expect(page.match(/\u2068/g)).toHaveLength(1);
});
