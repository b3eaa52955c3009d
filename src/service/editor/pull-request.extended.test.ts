import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  openSampleService,
  sampleFiles,
  unlimited,
  unitsOf,
  type SampleService,
} from "../../../test/support/open-test-service.ts";
import { gettextFile } from "../../../test/support/gettext-file.ts";
import { formOf, Person } from "../../../test/support/page-person.ts";
import { variants } from "../../../test/support/samples.ts";
import { manualClock } from "../../../test/support/test-clock.ts";

const english = (strings: object): string => `${JSON.stringify(strings, undefined, 2)}\n`;
const sources = { title: "Hello", button: { save: "Save", cancel: "Cancel" } };
const changed = { title: "Hello, {name}!", button: { save: "Save", cancel: "Cancel", undo: "<b>Undo</b>" } };
const HERE = "/translate/demo/app/cs/?q=pr%3A7";
const clock = manualClock();

let test: SampleService;
let jana: Person;

beforeEach(async () => {
  test = await openSampleService({ settings: { rateLimits: unlimited }, clock });
  const { upstream } = test;
  await upstream.write({ "locales/en.json": english(sources) });
  await upstream.publish("Write it as others do");
  await pull();
  await upstream.publishElsewhere({ "locales/en.json": english(changed) }, "Undo", ["refs/pull/7/head"]);
  jana = new Person(test);
  await jana.signIn(test.translatorToken);
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
});

async function pull(): Promise<void> {
  await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "pull" } });
  await test.service.jobs.idle();
}

async function merge(): Promise<void> {
  await test.upstream.write({ "locales/en.json": english(changed) });
  await test.upstream.publish("Merge pull request #7");
  await pull();
}

describe("translating what a pull request adds", () => {
  it("shows its new and changed strings alone, and saves what was written when it is merged, in the name of who wrote it", async () => {
    const page = await jana.open(HERE);
    expect(page.text).toContain("button.undo");
    const part = (text: string): string => `<bdi class="part" dir="ltr">${text}</bdi>`;
    expect(page.text).toContain(`dir="auto">${part("&lt;b&gt;")}Undo${part("&lt;/b&gt;")}</div>`);
    expect(page.text).toContain(`added: </span>, ${part("{name}")}!</ins>`);
    expect(page.text).toContain("Ahoj");
    expect(page.text).not.toContain("button.save");

    const answer = await jana.send(page, { "text.0.0": "Ahoj, {name}!", "text.1.0": "<b>Zpět</b>" });
    expect(answer.status).toBe(303);
    expect((await jana.open(answer.headers.get("location") ?? "")).text).toContain("The texts wait here");
    expect((await unitsOf(test, "demo/app/cs")).get("title")?.target).toEqual(["Ahoj"]);

    await merge();

    const units = await unitsOf(test, "demo/app/cs");
    expect(units.get("title")).toMatchObject({ target: ["Ahoj, {name}!"], state: 20 });
    expect(units.get("button.undo")).toMatchObject({ target: ["<b>Zpět</b>"], state: 20 });
    const { json } = await test.request("GET", "/api/translations/demo/app/cs/");
    expect(json.last_author).toBe("Jana Nováková");
    expect(await test.service.database.selectFrom("early_translation").selectAll().execute()).toEqual([]);
    clock.advance(120_000);
    expect((await jana.open(HERE)).text).toContain("no string that is not here already");
  });

  it("says what a check finds, and keeps a text of somebody else", async () => {
    const first = await jana.open("/translate/demo/app/cs/?pr=7");
    const second = await jana.open(HERE);
    await jana.send(first, { "text.1.0": "Zpět bez značek" });
    const answer = await jana.send(second, { "text.1.0": "Jinak" });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain(
      "Somebody else translated meanwhile: button.undo (you wrote: Jinak). Their texts stay.",
    );
    expect(formOf(answer).fields["text.1.0"]).toBe("Zpět bez značek");
    expect(answer.text).toContain("XML markup");
  });

  it("leaves a text aside whose string says something else when it comes", async () => {
    await jana.send(await jana.open(HERE), { "text.1.0": "Zpět" });
    await test.upstream.write({ "locales/en.json": english({ ...changed, button: { undo: "Take it back" } }) });
    await test.upstream.publish("Say it otherwise");
    await pull();
    expect((await unitsOf(test, "demo/app/cs")).get("button.undo")?.target).toEqual([""]);
  });

  it("shows a string that a link in a comment names first, and once it is here the string itself", async () => {
    const link = `/translate/demo/app/cs/?${new URLSearchParams({ q: 'key:="button.undo"', pr: "7" }).toString()}`;
    const page = (await jana.open(link)).text;
    expect(page).toContain("What pull request #7 adds");
    const names = [...page.matchAll(/<legend dir="auto">\s*<code>([^<]+)/g)].map(([, name]) => name);
    expect(names[0]).toBe("button.undo");
    expect(names.length).toBeGreaterThan(1);
    expect(page).toMatch(/name="text\.0\.0"[^>]* autofocus/);
    expect(page.match(/autofocus/g)).toHaveLength(1);
    await merge();
    clock.advance(120_000);
    const here = (await jana.open(link)).text;
    expect(here).not.toContain("What pull request");
    expect(/<h1 id="string">.*?<\/h1>/s.exec(here)?.[0]).toContain("button.undo");
  });

  it("says that there is no such pull request", async () => {
    expect((await jana.open("/translate/demo/app/cs/?q=pr:8")).text).toContain("shows no pull request #8");
  });

  const named = (key: string, number: number): string =>
    `/translate/demo/app/cs/?${new URLSearchParams({ q: `key:="${key}"`, pr: String(number) }).toString()}`;

  it("says why it cannot be read to who follows a link to a string of it, unless the string is here", async () => {
    const missing = (await jana.open(named("button.undo", 8))).text;
    expect(missing).toContain("What pull request #8 adds");
    expect(missing).toContain("shows no pull request #8");
    const broken = { "locales/en.json": "{" };
    await test.upstream.publishElsewhere(broken, "Break it", ["refs/pull/9/head"]);
    expect((await jana.open(named("button.undo", 9))).text).toContain("locales/en.json cannot be read");
    const here = (await jana.open(named("button.save", 9))).text;
    expect(/<h1 id="string">.*?<\/h1>/s.exec(here)?.[0]).toContain("button.save");
  });

  it("shows a string that is here to whoever follows a link to it, and asks to sign in for one that is not", async () => {
    const visitor = new Person(test);
    const here = await visitor.open(named("button.save", 7));
    expect(here.status).toBe(200);
    expect(/<h1 id="string">.*?<\/h1>/s.exec(here.text)?.[0]).toContain("button.save");
    expect((await visitor.open(named("button.undo", 7))).status).toBe(401);
  });

  it("is for those who are signed in, by their own form, and may translate", async () => {
    expect((await new Person(test).open(HERE)).status).toBe(401);
    const page = await jana.open(HERE);
    expect((await jana.send(page, { csrf_token: "x", "text.1.0": "Zpět" })).status).toBe(403);
    await test.request("POST", "/api/components/demo/app/lock/", { json: { lock: true } });
    const refused = await jana.send(page, { "text.1.0": "Zpět" });
    expect(refused.status).toBe(403);
    expect(formOf(refused).fields["text.1.0"]).toBe("Zpět");
    expect(await test.service.database.selectFrom("early_translation").selectAll().execute()).toEqual([]);
  });
});

describe("translating what a pull request adds to gettext files without a template", () => {
  const own = (...entries: readonly (readonly [string, string])[]): string =>
    gettextFile([]) + entries.map(([id, text]) => `\nmsgid "${id}"\nmsgstr "${text}"\n`).join("");
  const SHOP = "/translate/demo/shop/cs/?q=pr%3A8";

  beforeEach(async () => {
    await test.upstream.write({ "shop/cs.po": own(["Cart", "Košík"]), "shop/de.po": own(["Cart", "Korb"]) });
    await test.upstream.publish("Begin a shop");
    await pull();
    await test.admin.createComponent("demo", {
      repo: test.upstream.remoteUrl,
      branch: "main",
      name: "Shop",
      slug: "shop",
      file_format: "po",
      filemask: "shop/*.po",
      new_lang: "none",
    });
    const czech = own(["Cart", "Košík"], ["%s is empty", ""], ["Pay", "Zaplatit"]);
    await test.upstream.publishElsewhere({ "shop/cs.po": czech }, "Say that it is empty", ["refs/pull/8/head"]);
  });

  it("shows what the language's own file brings and does not translate, and saves it when it is merged", async () => {
    const page = await jana.open(SHOP);
    expect(page.text).toContain('<bdi class="part" dir="ltr">%s</bdi> is empty');
    expect(page.text.replaceAll(/\s+/g, " ")).toContain(
      "1 more comes with a translation. This component has no template: only what the pull request has in <code>shop/cs.po</code> is known.",
    );
    expect(formOf(page).fields["text.1.0"]).toBeUndefined();
    expect((await jana.send(page, { "text.0.0": "%s: prázdný" })).status).toBe(303);

    const merged = own(["Cart", "Košík"], ["%s is empty", ""], ["Pay", "Zaplatit"]);
    await test.upstream.write({ "shop/cs.po": merged });
    await test.upstream.publish("Merge pull request #8");
    await test.request("POST", "/api/components/demo/shop/repository/", { json: { operation: "pull" } });
    await test.service.jobs.idle();

    const units = await unitsOf(test, "demo/shop/cs");
    expect(units.get("%s is empty")).toMatchObject({ target: ["%s: prázdný"], state: 20 });
    expect(units.get("Pay")).toMatchObject({ target: ["Zaplatit"] });
  });

  async function proposed(...entries: readonly (readonly [string, string])[]): Promise<void> {
    await test.upstream.publishElsewhere({ "shop/cs.po": own(["Cart", "Košík"], ...entries) }, "Say more", [
      "refs/pull/8/head",
    ]);
    clock.advance(120_000);
  }
  const plain = (text: string): string => text.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

  it("loses nothing that was written for a string that the pull request's author translated meanwhile", async () => {
    await proposed(["Empty", ""], ["Pay", ""], ["Leave", ""]);
    const page = await jana.open(SHOP);
    await jana.send(page, { "text.0.0": "Prázdný" });
    await proposed(["Empty", "Nic v něm"], ["Pay", "Platit"]);

    const answer = await jana.send(page, { "text.0.0": "Prázdný", "text.1.0": "Zaplatit", "text.2.0": "Odejít" });
    expect(answer.status).toBe(409);
    expect(plain(answer.text)).toContain("Merged or changed since, and not saved: Leave (you wrote: Odejít).");
    const again = await jana.open(SHOP);
    expect([formOf(again).fields["text.0.0"], formOf(again).fields["text.1.0"]]).toEqual(["Prázdný", "Zaplatit"]);
    expect(again.text).toContain("What you write becomes a suggestion");

    await test.upstream.write({ "shop/cs.po": own(["Cart", "Košík"], ["Empty", "Nic v něm"], ["Pay", "Platit"]) });
    await test.upstream.publish("Merge pull request #8");
    await test.request("POST", "/api/components/demo/shop/repository/", { json: { operation: "pull" } });
    await test.service.jobs.idle();
    const units = await unitsOf(test, "demo/shop/cs");
    expect(units.get("Pay")).toMatchObject({ target: ["Platit"] });
    const suggested = await test.service.database.selectFrom("suggestion").select("target").execute();
    expect(suggested.map(({ target }) => target)).toEqual(['["Prázdný"]', '["Zaplatit"]']);
    expect(await test.service.database.selectFrom("early_translation").selectAll().execute()).toEqual([]);
  });

  it("keeps a text that cannot become a suggestion, but for one that is suggested already", async () => {
    const shop = "/api/components/demo/shop/";
    const mergeIn = async (files: Readonly<Record<string, string>>): Promise<void> => {
      await test.upstream.write(files);
      await test.upstream.publish("Merge pull request #8");
      await test.request("POST", `${shop}repository/`, { json: { operation: "pull" } });
      await test.service.jobs.idle();
    };
    const waiting = async (): Promise<string[]> => {
      const rows = await test.service.database.selectFrom("early_translation").select("key").orderBy("key").execute();
      return rows.map(({ key }) => key);
    };
    await proposed(["Empty", ""], ["Pay", ""]);
    const tooLong = "x".repeat(101);
    await jana.send(await jana.open(SHOP), { "text.0.0": tooLong, "text.1.0": "Zaplatit" });
    await test.request("PATCH", shop, { json: { enable_suggestions: false } });
    await mergeIn({ "shop/cs.po": own(["Cart", "Košík"], ["Empty", "Nic v něm"], ["Pay", "Platit"]) });
    expect(await waiting()).toHaveLength(2);

    await test.request("PATCH", shop, { json: { enable_suggestions: true } });
    const pay = String((await unitsOf(test, "demo/shop/cs")).get("Pay")?.id);
    const suggested = { token: test.translatorToken, json: { target: ["Zaplatit"] } };
    expect((await test.request("POST", `/api/units/${pay}/suggestions/`, suggested)).status).toBe(201);
    await mergeIn({ "shop/cs.po": own(["Cart", "Košík"], ["Empty", "Nic v něm"], ["Pay", "Platit hned"]) });

    const left = await test.service.database.selectFrom("early_translation").select("target").execute();
    expect(left).toEqual([{ target: JSON.stringify([tooLong]) }]);
    expect(await test.service.database.selectFrom("suggestion").select("target").execute()).toEqual([
      { target: '["Zaplatit"]' },
    ]);
  });

  it("says what was written where the repository no longer shows the pull request", async () => {
    const { fields } = formOf(await jana.open(SHOP));
    const answer = await jana.post(SHOP.replace("8", "99"), { ...fields, "text.0.0": "%s!" });
    expect([answer.status, plain(answer.text)]).toEqual([
      409,
      expect.stringContaining("shows no pull request #99. Not saved: %s is empty (you wrote: %s!)."),
    ]);
  });

  it("says that all strings come with a translation, and shows one that a link names", async () => {
    await proposed(["Empty", "Prázdný"], ["Pay", "Zaplatit"]);
    const list = plain((await jana.open(SHOP)).text);
    expect(list).toContain("2 strings come with a translation.");
    expect(list).not.toContain("no string that is not here");
    const link = `/translate/demo/shop/cs/?${new URLSearchParams({ q: 'key:="Pay"', pr: "8" }).toString()}`;
    const page = plain((await jana.open(link)).text);
    expect(page).toContain("It comes with a translation, which stays.");
    expect(page).toContain("1 more comes with a translation.");
  });

  it.each(
    variants([
      'placeholders:r"a*a*a*a*a*b"',
      'regex:"a*a*a*a*a*b"',
      `replacements${":a:aaaaaaaaaa".repeat(2)}, max-length:5`,
    ]),
  )("runs no expression and no replacement of a file that nobody merged: %s", async (flags) => {
    const text = `\n#, ${flags}\nmsgid "${"a".repeat(45)}b"\nmsgstr ""\n`;
    await test.upstream.publishElsewhere({ "shop/cs.po": own(["Cart", "Košík"]) + text }, "Stop it", [
      "refs/pull/8/head",
    ]);
    clock.advance(120_000);
    const page = await jana.open(SHOP);
    expect(page.text).not.toContain('class="part"');
    await jana.send(page, { "text.0.0": "a".repeat(46) });
    const found = plain((await jana.open(SHOP)).text);
    expect(found).not.toMatch(/regular expression|lacks placeholders|4600/);
    expect(found.includes("46 characters, expected at most 5")).toBe(flags.includes("max-length"));
  });

  it("asks the remote once for all languages", async () => {
    await jana.open(SHOP);
    const czech = own(["Cart", "Košík"], ["Later", ""]);
    await test.upstream.publishElsewhere({ "shop/cs.po": czech, "shop/de.po": own(["Later", ""]) }, "Say it later", [
      "refs/pull/8/head",
    ]);
    expect((await jana.open(SHOP.replace("/cs/", "/de/"))).text).not.toContain("Later");
    clock.advance(120_000);
    expect((await jana.open(SHOP.replace("/cs/", "/de/"))).text).toContain("Later");
  });

  it("waits for who brings the strings of a template into the languages' files", async () => {
    const template = `${sampleFiles["po/server.pot"]}\nmsgid "Pay"\nmsgstr ""\n`;
    await test.upstream.publishElsewhere({ "po/server.pot": template }, "Let people pay", ["refs/pull/9/head"]);
    await jana.send(await jana.open("/translate/demo/server/cs/?q=pr%3A9"), { "text.0.0": "Zaplatit" });
    await test.upstream.write({ "po/server.pot": template });
    await test.upstream.publish("Merge pull request #9");
    await pull();
    expect((await unitsOf(test, "demo/server/cs")).get("Pay")).toBeUndefined();

    const addon = { name: "weblate.gettext.msgmerge", configuration: {} };
    expect((await test.request("POST", "/api/components/demo/server/addons/", { json: addon })).status).toBe(201);
    await test.service.jobs.idle();

    expect((await unitsOf(test, "demo/server/cs")).get("Pay")).toMatchObject({ target: ["Zaplatit"], state: 20 });
  });

  it("tells each language by its own file", async () => {
    const { text } = await jana.open("/translate/demo/shop/de/?q=pr%3A8");
    expect(text).toContain("It adds and changes no string that is not here already.");
    expect(text).toContain("<code>shop/de.po</code>");
  });
});

describe("searching for a pull request", () => {
  const keys = async (q: string): Promise<string[]> => {
    const address = `/api/translations/demo/app/cs/units/?q=${encodeURIComponent(q)}`;
    const { json } = await test.request("GET", address, { token: test.translatorToken });
    return json.results.map(({ context }: { context: string }) => context);
  };

  it("finds the strings of it that are here, alone and with other terms, in the API and in the list", async () => {
    expect(await keys("pr:7")).toEqual(["title"]);
    expect(await keys("pr:7 AND state:empty")).toEqual([]);
    expect(await keys("NOT pr:7")).not.toContain("title");
    const list = await jana.open("/projects/demo/app/cs/?q=pr%3A7");
    expect(list.text).toContain("<code>title</code>");
    expect(list.text).toContain("Translate what it adds before it is merged");
    expect((await jana.open("/projects/demo/app/cs/?pr=7&state=translated")).text).toContain("<code>title</code>");
  });

  it("leads through the strings once they are merged", async () => {
    await merge();
    expect(await keys("pr:7")).toEqual(["title", "button.undo"]);
    const page = await jana.open("/translate/demo/app/cs/?q=pr%3A7&start=yes");
    const answer = await jana.send(page, { "target.0": "Ahoj, {name}!" });
    expect((await jana.open(answer.headers.get("location") ?? "")).text).toContain("button.undo");
  });

  it("says what is wrong with a number that no pull request has, and with a word", async () => {
    const answerTo = async (q: string): Promise<readonly unknown[]> => {
      const address = `/api/translations/demo/app/cs/units/?q=${encodeURIComponent(q)}`;
      const { status, text } = await test.request("GET", address, { token: test.translatorToken });
      return [status, text];
    };
    expect(await answerTo("pr:8")).toEqual([400, expect.stringContaining("shows no pull request #8")]);
    expect(await answerTo("pr:x")).toEqual([400, expect.stringContaining("takes the number")]);
  });

  it("asks the repository for nobody who did not sign in, and for no list of several components", async () => {
    const of = (path: string, token: string | null) => test.request("GET", `${path}?q=pr%3A7`, { token });
    expect((await of("/api/translations/demo/app/cs/units/", null)).status).toBe(401);
    expect((await of("/translate/demo/app/cs/", null)).status).toBe(401);
    expect((await of("/api/units/", test.translatorToken)).text).toContain("the list of one translation");
  });
});
