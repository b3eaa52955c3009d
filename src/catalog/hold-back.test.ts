import { describe, expect, it } from "vitest";
import { judgeOf, type JudgeInput } from "./hold-back.ts";
import { isEmpty } from "./texts.ts";
import { unitStates, type Catalogue, type Unit } from "./unit.ts";

function unit(target: string | readonly string[], more: Partial<Unit> = {}): Unit {
  const texts = typeof target === "string" ? [target] : target;
  return {
    key: "key",
    context: "key",
    source: [],
    target: texts,
    state: isEmpty(texts) ? unitStates.untranslated : unitStates.translated,
    note: "",
    location: "",
    flags: "",
    previousSource: "",
    line: 1,
    ...more,
  };
}

function template(...texts: readonly string[]): Catalogue {
  return { format: "json", units: [unit(texts)] };
}

function judge(source: Catalogue | undefined, service: Unit, current?: Unit, input: Partial<JudgeInput> = {}) {
  return judgeOf({
    catalogue: { format: "json" },
    sourceLanguage: "en",
    language: "de",
    ...(source !== undefined && { template: source }),
    ...input,
  })(service, current);
}

describe("a text that would break the app", () => {
  it("empties a plural form that has a text in git, as a service does that counts other forms", () => {
    const source = template("%{count} post", "%{count} posts");
    const present = unit(["%{count} postagem", "%{count} postagens"]);

    expect(judge(source, unit(["%{count} postagem", ""]), present)?.findings).toEqual([
      { check: "plurals", severity: "breaks", form: 1, message: "Plural form 2 of 2 lost its text." },
    ]);
    expect(judge(source, unit(["%{count} postagem", ""]), unit(["%{count} postagem", ""]))).toBeUndefined();
    expect(judge(source, unit(["", ""]), present)).toBeUndefined();
    expect(judge(source, unit(["%{count} postagem", ""]), undefined)).toBeUndefined();
  });

  it.each([
    ["a lost placeholder", "Hello {name}", "Hallo"],
    ["a mistyped placeholder", "Hello {name}", "Hallo {nmae}"],
    ["another conversion", "%d files", "%s Dateien"],
    ["a lost element", "Read <a>this</a>", "Lesen Sie dies"],
    ["a tag that is not closed", "<b>Save</b> it", "<b>Sichern es"],
    ["an ICU message that does not parse", "{n, plural, one {# file} other {# files}}", "{n, plural, one {# Datei}"],
  ])("has %s", (_, source, target) => {
    const judgement = judge(template(source), unit(target));
    expect(judgement === undefined ? [] : judgement.findings.map(({ severity }) => severity)).toContain("breaks");
    expect(judgement?.source).toEqual([source]);
  });

  it.each([
    ["keeps its placeholders", "Hello {name}", "Hallo {name}"],
    ["has them in another order", "%1$s of %2$s", "%2$s: %1$s"],
    ["speaks of percents", "100 % sure", "zu 100 % sicher"],
    ["gains a percent sign", "Everything is sure", "100 % sicher"],
    ["has its markup in another order", "<b>Not</b> in <i>all</i> files", "In <i>allen</i> Dateien <b>nicht</b>"],
    ["has another attribute", '<a href="/en/" title="Help">Help</a>', '<a href="/de/">Hilfe</a>'],
    ["only looks wrong", "Save.", " Sichern"],
    ["has an apostrophe beside a placeholder", "It is {name}", "C'est l'{name}"],
  ])("is none that %s", (_, source, target) => {
    expect(judge(template(source), unit(target))).toBeUndefined();
  });

  it("is none without a source to compare with, and none that waits for an editor", () => {
    expect(judge(undefined, unit("Hallo"))).toBeUndefined();
    expect(judge(template(""), unit("Hallo"))).toBeUndefined();
    expect(judge({ format: "json", units: [] }, unit("Hallo"))).toBeUndefined();
    expect(judge(template("{name}"), unit("Hallo", { state: unitStates.needsEditing }))).toBeUndefined();
  });

  it("is none that is broken just as the present text is; another fault is one", () => {
    const source = template("Hello {name} of {place}");
    expect(judge(source, unit("Grüezi"), unit("Hallo"))).toBeUndefined();
    expect(judge(source, unit("Grüezi {name}"), unit("Hallo {place}"))?.findings).toHaveLength(1);
    expect(judge(source, unit("Grüezi"), unit("Hallo", { state: unitStates.needsEditing }))).toBeDefined();
  });

  it("is told by the unit's own source and flags in a bilingual file", () => {
    const po = { catalogue: { format: "po", pluralForms: 2 } };
    const broken = unit("100 Dateien", { source: ["%d files"], flags: "c-format" });
    expect(judge(undefined, broken, undefined, po)?.findings).toMatchObject([{ check: "c_format", form: 0 }]);
    const prose = unit("zu 100 % sicher", { source: ["100 % sure"], flags: "no-c-format" });
    expect(judge(undefined, prose, undefined, po)).toBeUndefined();
  });

  it("may say its number in words where a plural form is for one number alone", () => {
    const source = template("{count} file", "{count} files");
    expect(judge(source, unit(["Eine Datei", "{count} Dateien"]))).toBeUndefined();
    expect(judge(source, unit(["{count} Datei", "Dateien"]))?.findings).toMatchObject([{ form: 1 }]);
  });

  it("is judged by its last form alone where the file has other forms than are known of its language", () => {
    const source = template("{count} year", "{count} years");
    const hebrew = { language: "he" };
    expect(judge(source, unit(["שנה", "שנתיים", "{count} שנים"]), undefined, hebrew)).toBeUndefined();
    expect(judge(source, unit(["שנה", "שנתיים", "שנים"]), undefined, hebrew)?.findings).toMatchObject([{ form: 2 }]);
  });

  it("is none of a pseudo-language", () => {
    expect(judge(template("Hello {name}"), unit("crwdns1:0"), undefined, { language: "ach_UG" })).toBeUndefined();
    expect(judge(template("Hello {name}"), unit("crwdns1:0"), undefined, { language: "ach" })).toBeDefined();
  });

  it("is named for placeholders where no flag says what the braces are, however the value is to be put", () => {
    expect(judge(template("Onto {way}"), unit("Auf die Straße"))?.findings).toMatchObject([{ check: "placeholders" }]);
    expect(judge(template("Onto {way}"), unit("Auf {way:dative}"))).toBeUndefined();
    expect(judge(template("{n} of {total, number}"), unit("{total} / {n}"))).toBeUndefined();
  });

  it("is none that has a placeholder more which other texts of the file have", () => {
    const source: Catalogue = { format: "json", units: [unit("Onto {way}"), unit("Go {modifier}", { key: "other" })] };
    expect(judge(source, unit("{modifier}: {way}"))).toBeUndefined();
    expect(judge(source, unit("{unknown}: {way}"))?.findings).toHaveLength(1);
    expect(judge(source, unit("{modifier}"))?.findings).toHaveLength(1);
  });

  it("is none that names what its key says, where many keys share one text", () => {
    const shared = (count: number): Catalogue => ({
      format: "json",
      units: Array.from({ length: count }, (_, index) =>
        unit("Invalid {{kind}}", { key: index === 0 ? "key" : `k${String(index)}` }),
      ),
    });
    expect(judge(shared(4), unit("URL inválida"))).toBeUndefined();
    expect(judge(shared(3), unit("URL inválida"))?.findings).toHaveLength(1);
    expect(judge(shared(4), unit("{{knid}} inválida"))?.findings).toHaveLength(1);
  });

  it("may be one form of a plural by its key, and is compared with the others", () => {
    const source: Catalogue = {
      format: "json-nested",
      units: [unit("one more space", { key: "spaces.one" }), unit("%(count)s more spaces", { key: "spaces.other" })],
    };
    expect(judge(source, unit("%(count)s Platz mehr", { key: "spaces.one" }))).toBeUndefined();
    expect(judge(source, unit("Plätze", { key: "spaces.other" }))?.findings).toHaveLength(1);
  });
});
