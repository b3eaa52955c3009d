import { describe, expect, test } from "vitest";
import type { Binding } from "./binding.ts";
import { isTranslationPath, languageOfPath, languagePaths } from "./language-paths.ts";

function aBinding(overrides: Partial<Binding> = {}): Binding {
  return {
    component: { project: "acme", categories: [], component: "website" },
    source: "locales/en.json",
    translations: "locales/{language}.json",
    conflicts: "service",
    checks: "hold-back",
    languages: { aliases: {}, except: [], request: [] },
    push: { method: "auto", translations: "never" },
    pull: { minimumTranslated: 0, keepAbove: 0, prune: "report", pruneLimit: 20 },
    removalLimit: 20,
    place: { file: ".github/interlinear.yml", line: 5, column: 16, text: "website" },
    ...overrides,
  };
}

describe("paths of languages", () => {
  test("without a style have the code of the service's own file names", () => {
    const { paths, problems } = languagePaths(aBinding(), [
      { code: "en", languageCode: "en", isSource: true },
      { code: "zh_Hans", languageCode: "zh_CN" },
    ]);
    expect(Object.fromEntries(paths)).toEqual({ en: "locales/en.json", zh_Hans: "locales/zh_CN.json" });
    expect(problems).toEqual([]);
  });

  test("have the style's code, and an alias wins over it", () => {
    const binding = aBinding({
      source: "res/values/strings.xml",
      translations: "res/values-{language:android}/strings.xml",
      languages: { aliases: { he: "he" }, except: [], request: [] },
    });
    const languages = ["he", "pt_BR", "sr_Latn"].map((code) => ({ code, languageCode: code }));
    const source = { code: "en", languageCode: "en", isSource: true };
    expect(Object.fromEntries(languagePaths(binding, [source, ...languages]).paths)).toEqual({
      en: "res/values/strings.xml",
      he: "res/values-he/strings.xml",
      pt_BR: "res/values-pt-rBR/strings.xml",
      sr_Latn: "res/values-b+sr+Latn/strings.xml",
    });
  });

  test("that are one for two languages are a problem, and neither is given", () => {
    const { paths, problems } = languagePaths(
      aBinding({ languages: { aliases: { zh_Hant: "zh" }, except: [], request: [] } }),
      [
        { code: "zh_Hans", languageCode: "zh" },
        { code: "zh_Hant", languageCode: "zh_Hant" },
        { code: "cs", languageCode: "cs" },
      ],
    );
    expect([...paths.keys()]).toEqual(["cs"]);
    expect(problems).toEqual(["zh_Hans and zh_Hant land on one path, locales/zh.json"]);
  });

  test("may not be the source's for another language, whether the source language is asked for or not", () => {
    const binding = aBinding({ languages: { aliases: { en_GB: "en" }, except: [], request: [] } });
    const source = { code: "en", languageCode: "en", isSource: true };
    const british = { code: "en_GB", languageCode: "en_GB" };
    const problems = ["en_GB would land on the source, locales/en.json"];
    expect(languagePaths(binding, [source, british])).toEqual({
      paths: new Map([["en", "locales/en.json"]]),
      problems,
    });
    expect(languagePaths(binding, [british]).problems).toEqual(problems);
  });

  test("give the source language a file of its own beside a .pot", () => {
    const binding = aBinding({ source: "po/app.pot", translations: "po/{language}.po" });
    const { paths } = languagePaths(binding, [{ code: "en", languageCode: "en", isSource: true }]);
    expect(paths.get("en")).toBe("po/en.po");
  });

  test.each(["../../x", "/etc/x", "..\\x", "a\u0000b"])(
    "that the service's code %j would lead astray are refused",
    (languageCode) => {
      const { paths, problems } = languagePaths(aBinding({ translations: "{language}" }), [
        { code: "xx", languageCode },
      ]);
      expect(paths.size).toBe(0);
      expect(problems).toHaveLength(1);
    },
  );

  test("never become a workflow file", () => {
    const { problems } = languagePaths(aBinding({ translations: ".github/{language}.yml" }), [
      { code: "xx", languageCode: "workflows/ci" },
    ]);
    expect(problems).toEqual([
      'the path ".github/workflows/ci.yml" for xx is refused: workflow files are never touched',
    ]);
  });
});

describe("the language of a path", () => {
  const languages = { aliases: { zh_Hans: "chinese" }, except: [], request: [] };

  test.each([
    ["locales/{language}.json", "locales/pt-BR.json", "pt_BR"],
    ["locales/{language}.json", "locales/pt_BR.json", "pt_BR"],
    ["locales/{language}.json", "locales/chinese.json", "zh_Hans"],
    ["locales/{language}.json", "locales/app.json", undefined],
    ["locales/{language}.json", "locales/messages.json", undefined],
    ["locales/{language}.json", "locales/deep/de.json", undefined],
    ["locales/{language}.json", "locales/.json", undefined],
    ["locales/{language}.json", "locales/de.po", undefined],
    ["{language}", "README", undefined],
    ["res/values-{language:android}/strings.xml", "res/values-iw/strings.xml", "he"],
    ["res/values-{language:android}/strings.xml", "res/values-night/strings.xml", undefined],
    ["res/values-{language:android}/strings.xml", "res/values/strings.xml", undefined],
    ["l/{language:posix}/LC_MESSAGES/a.po", "l/sr@latin/LC_MESSAGES/a.po", "sr_Latn"],
  ])("%s takes %s for %s", (translations, path, expected) => {
    expect(languageOfPath(aBinding({ translations, languages }), path)).toBe(expected);
  });

  test("is the one that the path was made for", () => {
    for (const style of ["bcp47", "posix", "android", "apple", "lower", "posix-lower"]) {
      const binding = aBinding({ translations: `x/{language:${style}}/y`, languages });
      const codes = ["cs", "zh_Hans", "zh_Hant", "pt_BR", "sr_Latn", "he", "ca@valencia"];
      const { paths } = languagePaths(
        binding,
        codes.map((code) => ({ code, languageCode: code })),
      );
      expect(codes.map((code) => languageOfPath(binding, paths.get(code) ?? ""))).toEqual(codes);
    }
  });
});

describe("a path is one of the binding's translations", () => {
  test.each([
    ["with a language that is known", "locales/de.json", true],
    ["with one that only the service knows", "locales/x-pirate.json", true],
    ["not where it is the source", "locales/en.json", false],
    ["not in another folder", "src/de.json", false],
    ["not in a folder below", "locales/deep/de.json", false],
    ["not with another end", "locales/de.po", false],
    ["not without a language", "locales/.json", false],
    ["not where it leaves the folder", "locales/../de.json", false],
    ["not in git's own folder", ".git/de.json", false],
  ])("%s: %s", (_, path, expected) => {
    expect(isTranslationPath(aBinding(), path)).toBe(expected);
  });

  test("not where the pattern would make a workflow of it", () => {
    const binding = aBinding({ translations: ".github/workflows/{language}.yml" });

    expect(isTranslationPath(binding, ".github/workflows/de.yml")).toBe(false);
  });
});
