import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

const SOURCE = "%s of all files";
const TEXT = "%s من كل\u200F الملفات";
const entries = [{ text: SOURCE, flags: "c-format" }];
const part = '<bdi class="part" dir="ltr">%s</bdi>';
const mark = '<span class="sign named" data-sign="RLM">\u200F</span>';

let test: SampleService;
let jana: Person;

beforeAll(async () => {
  const files = {
    ...sampleFiles,
    "po/server.pot": gettextFile(entries),
    "po/cs.po": gettextFile(entries, { language: "cs", count: 1, formula: "0" }),
    "po/ar.po": gettextFile(entries, { language: "ar", count: 1, formula: "0" }),
  };
  test = await openSampleService({ files, settings: { rateLimits: unlimited } });
  jana = new Person(test);
  await jana.signIn(test.translatorToken);
  await save(test, "demo/server/ar", SOURCE, [TEXT]);
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

const editor = async (more = ""): Promise<string> => {
  const unit = (await unitsOf(test, "demo/server/ar")).get(SOURCE);
  return `/translate/demo/server/ar/?unit=${String(unit?.id)}${more}`;
};

describe("a text that reads from right to left", () => {
  it("has each placeholder in its own direction, and what nobody sees by name, in the list and one below the other", async () => {
    const shown = `dir="rtl">${part} من كل${mark} الملفات</div>`;
    expect((await jana.open("/projects/demo/server/ar/")).text).toContain(shown);
    const rows = "/translate/demo/server/ar/?view=zen";
    expect((await new Person(test).open(rows)).text).toContain(shown);
    const { text } = await jana.open(rows);
    expect(text).toMatch(/<\/textarea\s*><div class="reading"/);
    expect(text).toContain(shown);
  });

  it("has them so in what a bulk edit is about to change", async () => {
    const page = await jana.open("/translate/demo/server/ar/?view=bulk");
    const { text } = await jana.send(page, { order: "replace", find: "الملفات", by: "%s", do: "preview" });
    expect(text).toContain(`${part} من كل${mark} <del>`);
    expect(text).toContain(`<ins><span class="hidden">added: </span>${part}</ins>`);
  });

  it("has them so in what an upload is about to change", async () => {
    const stored = gettextFile(entries, { language: "ar", count: 1, formula: "0" });
    const changed = stored.replace(/(msgid "%s of all files"\n)msgstr ""/, `$1msgstr "${TEXT}!"`);
    const admin = new Person(test);
    await admin.signIn(test.adminToken);
    const { text } = await admin.manage("/manage/files/demo/server/ar/", {
      do: "preview",
      method: "translate",
      conflicts: "replace-translated",
      file: new File([changed], "ar.po"),
    });
    expect(text).toContain("What would change");
    expect(text).toContain(`${part} من`);
    expect(text).toContain(mark);
  });

  it("runs the expressions of flags on the page of one string, and on no page of many", async () => {
    const flagged = (flags: string) =>
      test.request("PATCH", "/api/components/demo/server/", { json: { check_flags: flags } });
    const bdi = (text: string): readonly string[] =>
      Array.from(text.matchAll(/<bdi class="part" dir="ltr">([^<]*)/g), ([, marked = ""]) => marked);
    expect((await flagged('placeholders:r"الملفا.":"من"')).status).toBe(200);
    try {
      const guest = new Person(test);
      expect(bdi((await guest.open(await editor())).text)).toContain("الملفات");
      expect(bdi((await guest.open("/projects/demo/server/ar/")).text)).toEqual(["%s", "من"]);
      expect(bdi((await guest.open("/translate/demo/server/ar/?view=zen")).text)).toEqual(["%s", "%s", "من"]);
      expect(bdi((await jana.open("/translate/demo/server/ar/?view=zen")).text)).toEqual(["%s", "%s", "من"]);
      const page = await jana.open("/translate/demo/server/ar/?view=bulk");
      const { text } = await jana.send(page, { order: "state", state: "10", do: "preview" });
      expect(bdi(text)).toEqual(["%s", "من"]);
    } finally {
      await flagged("");
    }
  });

  it("can be looked at as a file shows it, with what was typed still in the field", async () => {
    const page = await jana.open(await editor());
    expect(page.text).toMatch(/<textarea[^>]* dir="rtl"/);
    const asFile = await jana.send(page, { "target.0": "%s ملف", do: "as-file" });
    expect([asFile.status, formOf(asFile).fields["target.0"]]).toEqual([200, "%s ملف"]);
    expect(asFile.text).toMatch(/<textarea[^>]* dir="ltr"/);
    expect(asFile.text).not.toContain('class="reading"');
    const back = await jana.send(asFile, { do: "as-read" });
    expect(formOf(back).fields["target.0"]).toBe("%s ملف");
    expect(back.text).toMatch(/<textarea[^>]* dir="rtl"/);
    // Who may only read finds both by a link.
    const visitor = new Person(test);
    expect((await visitor.open(await editor())).text).toContain(`dir="rtl">${part}`);
    expect((await visitor.open(await editor("&as=file"))).text).toContain(`dir="ltr">%s من كل${mark}`);
  });

  it("can be written with marks that keyboards lack, and other languages are offered none of it", async () => {
    const offered = (text: string): readonly string[] => {
      const row = /<p class="characters".*?<\/p>/s.exec(text)?.[0] ?? "";
      return Array.from(row.matchAll(/data-sign="([^"]*)"/g), ([, sign = ""]) => sign);
    };
    expect(offered((await jana.open(await editor())).text)).toEqual(expect.arrayContaining(["RLM", "LRM", "ZWNJ"]));
    const czech = (await unitsOf(test, "demo/server/cs")).get(SOURCE);
    const { text } = await jana.open(`/translate/demo/server/cs/?unit=${String(czech?.id)}`);
    expect(offered(text)).toEqual(["„", "“", "‚", "‘", "nbsp", "…", "–", "—"]);
    expect(text).not.toContain("As a file shows it");
  });
});

it("who translates sees as whom it is committed, and where to change that", async () => {
  const line = async (address: string): Promise<string> => {
    const credit = /<p class="soft credit">.*?<\/p>/s.exec((await jana.open(address)).text)?.[0] ?? "none";
    return credit
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll(/\s+/g, " ")
      .trim();
  };
  const here = await editor();
  expect(await line(here)).toContain("Committed as Jana Nováková &lt;jana@example.org&gt;. Change");
  const { text } = await jana.open("/accounts/profile/");
  expect(text).toMatch(/<input\s+id="field-commit_email"/);
  const [, csrf = ""] = /name="csrf_token" value="([^"]*)"/.exec(text) ?? [];
  const settings = { csrf_token: csrf, do: "settings", commit_email: "jana@work.example", commit_name: "2" };
  expect((await jana.post("/accounts/profile/", settings)).status).toBe(303);
  expect(await line(here)).toContain("Committed as Anonymous &lt;jana@work.example&gt;.");
  expect(await line("/translate/demo/server/ar/?view=zen")).toContain("Committed as Anonymous");
  expect((await new Person(test).open(here)).text).not.toContain('class="soft credit"');
});
