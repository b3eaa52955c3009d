import { describe, expect, it } from "vitest";
import { aText, testCheck } from "../../../test/support/check-cases.ts";
import { categoryOfKey, matchForm, type PluralTexts } from "./plural-match.ts";
import { runChecks } from "./index.ts";

const forms = (count: number): readonly string[] => Array.from({ length: count }, (_, form) => `form ${String(form)}`);

function matches(source: number, target: number, language: string, more: Partial<PluralTexts> = {}) {
  const texts = { source: forms(source), target: forms(target), sourceLanguage: "en", language, ...more };
  return texts.target.map((_, form) => matchForm(texts, form));
}

describe("which source forms a form stands for", () => {
  it.each([
    ["one, other for cs", 2, 3, "cs", [0, 1, 1], ["few", "many", "many"]],
    ["one, other for ru, whose first is for 21 as well", 2, 3, "ru", [0, 1, 1], ["many", "many", "many"]],
    ["one, other for fr, whose first is for 0 and 1", 2, 2, "fr", [0, 1], ["few", "many"]],
    ["one, other for ar", 2, 6, "ar", [1, 0, 1, 1, 1, 1], ["none", "few", "few", "many", "many", "many"]],
    ["one, other for ja", 2, 1, "ja", [1], ["many"]],
    ["zero, one, other for de", 3, 2, "de", [1, 2], ["few", "many"]],
    ["zero, one, other for cs", 3, 3, "cs", [1, 2, 2], ["few", "many", "many"]],
    ["zero, one, other for zero, one, few, other", 3, 4, "sk", [0, 1, 2, 2], ["none", "few", "many", "many"]],
    ["zero, one, other for zero, other", 3, 2, "ja", [0, 2], ["none", "many"]],
    [
      "one, other for cy in gettext, whose last is for 8 and 11",
      2,
      4,
      "cy",
      [0, 1, 1, 1],
      ["few", "few", "many", "many"],
    ],
    ["one, other for the four categories of pl", 2, 4, "pl", [0, 1, 1, 1], ["few", "many", "many", "unknown"]],
    [
      "one, other for forms that nobody knows",
      2,
      5,
      "tlh",
      [1, 1, 1, 1, 1],
      ["unknown", "unknown", "unknown", "unknown", "many"],
    ],
  ] as const)("%s", (_, source, target, language, beside, numbers) => {
    const more = language === "cy" ? { pluralFormula: "n==1 ? 0 : n==2 ? 1 : n!=8 && n!=11 ? 2 : 3" } : {};
    const found = matches(source, target, language, source === 3 ? { format: "stringsdict" } : more);
    expect(found.map((match) => match.beside)).toEqual(beside);
    expect(found.map((match) => match.numbers)).toEqual(numbers);
  });

  it("by the file's own rule before the language's", () => {
    expect(matches(2, 2, "is", { pluralFormula: "n != 1" })[0]?.numbers).toBe("few");
    expect(matches(2, 2, "is", { pluralFormula: "n%10!=1 || n%100==11" })[0]?.numbers).toBe("many");
    expect(matches(2, 2, "is", { pluralFormula: "EXPRESSION" })[0]?.numbers).toBe("many");
  });

  it("as Rails does without the language's rule, where a text fills one and other alone", () => {
    const target = ["1 день", "", "%{count} днів"];
    expect(matches(2, 3, "uk", { target, format: "ruby-yaml" }).map(({ numbers }) => numbers)).toEqual([
      "few",
      "unknown",
      "many",
    ]);
    const whole = ["1 день", "%{count} дні", "%{count} днів"];
    expect(matches(2, 3, "uk", { target: whole, format: "ruby-yaml" })[0]?.numbers).toBe("many");
    expect(matches(2, 3, "uk", { target, format: "aresource" })[0]?.numbers).toBe("many");
    expect(matches(2, 2, "mk", { format: "ruby-yaml" })[0]?.numbers).toBe("few");
    expect(matches(2, 2, "mk", { format: "aresource" })[0]?.numbers).toBe("many");
    expect(matches(2, 3, "lv", { format: "ruby-yaml" }).map(({ numbers }) => numbers)).toEqual(["none", "few", "many"]);
    expect(matches(2, 3, "lv", { format: "aresource" }).map(({ numbers }) => numbers)).toEqual([
      "many",
      "many",
      "many",
    ]);
    expect(matches(2, 3, "lv", { target: ["0", "", "%{count}"], format: "ruby-yaml" })[0]?.numbers).toBe("many");
  });

  it("by ranges", () => {
    const texts = {
      source: ["{0} none", "{1} one", "[2,*] many"],
      target: ["{0} nic", "{1} jeden", "[2,4] pár", "[5,*] mnoho"],
      sourceLanguage: "en",
      language: "cs",
      format: "laravel",
    };
    expect(texts.target.map((_, form) => matchForm(texts, form))).toMatchObject([
      { beside: 0, sources: [0], numbers: "none" },
      { beside: 1, sources: [1], numbers: "few" },
      { beside: 2, sources: [2], numbers: "many" },
      { beside: 2, sources: [2], numbers: "many" },
    ]);
  });

  it("by open ranges, and as the language has it beside them", () => {
    const texts = {
      source: ["{0} no", "some"],
      target: ["]-Inf,1[ nic", "něco"],
      sourceLanguage: "en",
      language: "cs",
      format: "laravel",
    };
    expect(matchForm(texts, 0).numbers).toBe("none");
    expect(matchForm(texts, 1)).toMatchObject({ beside: 1, numbers: "many" });
  });

  it("takes a placeholder for no range outside of Laravel", () => {
    const texts = {
      source: ["{0} file", "{0} files"],
      target: ["{0} soubor", "{0} soubory", "{0} souborů"],
      sourceLanguage: "en",
      language: "cs",
    };
    expect(texts.target.map((_, form) => matchForm(texts, form).numbers)).toEqual(["few", "many", "many"]);
  });

  it("by the key, where every form is a string of its own", () => {
    expect(categoryOfKey("a.files.one")).toEqual({ category: "one", base: "a.files." });
    expect(categoryOfKey("files_few")).toEqual({ category: "few", base: "files_" });
    expect(categoryOfKey("someone")).toBeUndefined();
    const one = (language: string, category: "one" | "zero" | "many") =>
      matches(1, 1, language, { category })[0]?.numbers;
    expect([one("de", "one"), one("ru", "one"), one("ja", "one"), one("de", "zero"), one("pl", "many")]).toEqual([
      "few",
      "many",
      "few",
      "none",
      "many",
    ]);
  });
});

describe("a text for 0 in a stringsdict", () => {
  const found = (target: readonly string[]) =>
    runChecks(aText(ZERO, target, { flags: "objc-format", format: "stringsdict" }), { severity: "breaks" });

  it("is one form more than the language has", () => {
    expect(found(["Žádné soubory", "Jeden soubor", "%d soubory", "%d souborů"])).toEqual([]);
    expect(found(["Žádné soubory", "Jeden soubor", "soubory", "%d souborů"])).toMatchObject([{ form: 2 }]);
  });
});

const ZERO = ["No files", "One file", "%d files"];

testCheck({
  check: "c_format",
  flags: "c-format",
  passes: [
    ["cs", ZERO, ["%d soubor", "%d soubory", "%d souborů"]],
    ["de", ZERO, ["Keine Dateien", "Eine Datei", "%d Dateien"]],
    ["ar", ["%s: %d file", "%s: %d files"], ["لا شيء", "%s: ملف", "%s: ملفان", "%s: %d", "%s: %d", "%s: %d"]],
    ["de", "%s hour ago", "vor einer Stunde"],
    ["de", "About %d minute left", "noch etwa eine Minute"],
    ["he", ["{0}%s", "%s"], ["שנה", "שנתיים", "%s"]],
  ],
  fails: [
    ["cs", ZERO, ["Jeden soubor", "%d soubory", "souborů"], 'Missing "%d"'],
    ["ru", ["One file", "%d files"], ["Один файл", "%d файла", "%d файлов"], 'Missing "%d"'],
    ["de", ["%s: %d file", "%s: %d files"], ["Eine Datei", "%s: %d Dateien"], 'Missing "%s"'],
    ["de", ["%s of %s", "%s of %s"], ["nichts", "%s von %s"], 'Missing "%s"'],
    ["de", "%s hours ago", "vor Stunden", 'Missing "%s"'],
    ["de", "%d day trial version", "Probeversion", 'Missing "%d"'],
  ],
});

testCheck({
  check: "python_format",
  flags: "python-format",
  passes: [
    [
      "cs",
      ["%(count)s of %(name)s", "%(count)s of %(name)s"],
      ["jeden z %(name)s", "%(count)s z %(name)s", "%(count)s z %(name)s"],
    ],
    ["he", ["%(email.count)s", "%(email.count)s"], ["אחד", "%(email.count)s"]],
    ["de", ["%(a)s in %(b)s", "%(a)s in %(b)s"], ["einer in %(b)s", "%(a)s in %(b)s"]],
  ],
  fails: [
    [
      "cs",
      ["%(count)s of %(name)s", "%(count)s of %(name)s"],
      ["jeden", "%(count)s z %(name)s", "%(count)s z %(name)s"],
      'Missing "%(name)s"',
    ],
    ["de", ["Delete %(name)s", "Delete %(name)s"], ["Löschen", "Lösche %(name)s"], 'Missing "%(name)s"'],
    ["de", ["%(a)s in %(b)s", "%(a)s in %(b)s"], ["einer", "%(a)s in %(b)s"], 'Missing "%(a)s", "%(b)s"'],
  ],
});

describe("Laravel's ranges", () => {
  const found = (target: readonly string[]) =>
    runChecks(
      aText(["{0} None of :name", "{1} :count item of :name", "[2,*] :count items of :name"], target, {
        flags: "laravel-format",
        format: "laravel",
      }),
      { severity: "breaks" },
    ).map(({ form, message }) => `${String(form)} ${message}`);

  it("are compared with those for the same numbers", () => {
    expect(
      found(["{0} Nic z :name", "{1} Jedna z :name", "[2,4] :count položky z :name", "[5,*] :count položek z :name"]),
    ).toEqual([]);
    expect(found(["{0} Nic", "{1} Jedna z :name", "[2,4] položky z :name", "[5,*] :count položek"])).toEqual([
      '2 Missing ":count".',
      '3 Missing ":name".',
    ]);
  });
});

describe("forms that are strings of their own", () => {
  const found = (source: string, target: string, language: string) =>
    runChecks(
      aText(source, target, {
        language,
        flags: "python-format",
        category: "one",
        otherForms: ["%(n)s other spaces of %(name)s"],
      }),
      { severity: "breaks" },
    ).map(({ message }) => message);

  it("may have what another form has, and leave a number out where they are for one", () => {
    expect(found("one other space of %(name)s", "%(n)s dalším prostoru %(name)s", "cs")).toEqual([]);
    expect(found("%(n)s space", "ein Platz", "de")).toEqual([]);
    expect(found("%(n)s space", "пространство", "ru")).toEqual(['Missing "%(n)s".']);
    expect(found("one other space of %(name)s", "%(m)s dalším prostoru %(name)s", "cs")).toEqual([
      'Not in the source: "%(m)s".',
    ]);
  });
});
