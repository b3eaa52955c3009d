import { describe, expect, test } from "vitest";
import type { Binding } from "../../mapping/binding.ts";
import { boundPaths } from "../../mapping/bound-paths.ts";
import { loadMapping } from "../../mapping/load.ts";
import { resolveMapping } from "../../mapping/resolve.ts";
import type { ServiceComponent, ServiceTranslation } from "../../service-client/translation-service.ts";
import { judgeComponent, languageRows, type ServedComponent } from "./judge-component.ts";
import type { Remark } from "./remark.ts";

const FILES = ["locales/en.json", "locales/cs.json", "locales/pt-BR.json"];

function bindingOf(lines = ""): Binding {
  const text = `version: 1
service: https://translate.example.org
project: acme
components:
  - component: web
    source: locales/en.json
    translations: locales/{language}.json
${lines}`;
  return resolveMapping(loadMapping(text, "map.yml"), FILES).bindings[0]!;
}

function translation(language: string, filename: string, more: Partial<ServiceTranslation> = {}): ServiceTranslation {
  const url = `https://translate.example.org/api/translations/acme/web/${language}/`;
  const [webUrl, translateUrl] = [url, url];
  return {
    url,
    webUrl,
    translateUrl,
    language,
    languageName: language,
    languageCode: language,
    filename,
    revision: "",
    isSource: false,
    isTemplate: false,
    lastChange: null,
    counters: {
      total: 0,
      totalWords: 0,
      translated: 0,
      translatedWords: 0,
      translatedPercent: 0,
      fuzzy: 0,
      failingChecks: 0,
    },
    ...more,
  };
}

const SOURCE = translation("en", "locales/en.json", { isSource: true, isTemplate: true });

function served(
  component: Partial<ServiceComponent> = {},
  translations: readonly ServiceTranslation[] = [SOURCE, translation("cs", "locales/cs.json")],
  readsThisRepository = false,
): ServedComponent {
  const url = "https://translate.example.org/api/components/acme/web/";
  return {
    component: {
      path: { project: "acme", categories: [], component: "web" },
      url,
      webUrl: url,
      name: "Web",
      fileFormat: "json-nested",
      template: "locales/en.json",
      newBase: "",
      filemask: "locales/*.json",
      sourceLanguage: "en",
      isGlossary: false,
      ...component,
    },
    readsThisRepository,
    translations,
  };
}

function wrong(remarks: readonly Remark[]): readonly string[] {
  return remarks
    .filter(({ level }) => level !== "fine")
    .map(({ level, message, code }) => `${level}: ${message}${code === undefined ? "" : ` (${code})`}`);
}

describe("a component", () => {
  const files = new Set(["locales/en.json", "locales/cs.json"]);
  test.each([
    { case: "fits", mapping: "", served: served(), expected: [] },
    {
      case: "has a format that nobody reads here",
      mapping: "",
      served: served({ fileFormat: "odf" }),
      expected: ["unknown: files of the format odf are not read here: they move as a whole, not string by string"],
    },
    {
      case: "is a glossary",
      mapping: "",
      served: served({ isGlossary: true }),
      expected: ["warning: it is a glossary"],
    },
    {
      case: "has another source language",
      mapping: "",
      served: served({ sourceLanguage: "cs" }),
      expected: ["problem: its source language is cs; locales/en.json is en"],
    },
    { case: "has the source language of another region", mapping: "", served: served({ sourceLanguage: "en_US" }) },
    {
      case: "lacks its source",
      mapping: "",
      served: served({}, [translation("cs", "locales/cs.json")]),
      expected: ["problem: the service has no source translation in it"],
    },
    {
      case: "reads this repository at other paths",
      mapping: "",
      served: served(
        { template: "i18n/en.json", filemask: "i18n/*.json" },
        [SOURCE, translation("cs", "i18n/cs.json")],
        true,
      ),
      expected: [
        "problem: its source is i18n/en.json; the mapping says locales/en.json",
        "problem: its files are elsewhere (file mask i18n/*.json): cs is i18n/cs.json, by the mapping locales/cs.json",
      ],
    },
    {
      case: "has other paths in a repository of its own",
      mapping: "",
      served: served({ template: "i18n/en.json" }, [SOURCE, translation("cs", "i18n/cs.json")]),
    },
    {
      case: "reads another repository, whose strings a push would replace",
      mapping: "",
      served: { ...served(), otherRepository: "https://git.example.org/acme/web" },
      expected: [
        "warning: it reads another repository, https://git.example.org/acme/web: a push replaces the source strings of that one",
      ],
    },
    {
      case: "is monolingual, and is to be sent as if it were not",
      mapping: "push: { method: source }\n",
      served: served(),
      expected: ["problem: push.method: source does not fit, it is monolingual (IL-S12)"],
    },
    {
      case: "is bilingual, and takes no source by upload",
      mapping: "",
      served: served({ template: "", fileFormat: "xliff" }),
      expected: ["warning: a bilingual xliff takes no new source by upload"],
    },
    {
      case: "has two languages on one path",
      mapping: "languages: { aliases: { cs_CZ: cs } }\n",
      served: served({}, [SOURCE, translation("cs", "a"), translation("cs_CZ", "b")]),
      expected: ["problem: cs and cs_CZ land on one path, locales/cs.json (IL-P02)"],
    },
    {
      case: "lacks a language that git has",
      mapping: "",
      served: served({}, [SOURCE]),
      expected: ["warning: the service lacks the language of locales/cs.json (cs)"],
    },
  ])("that $case", ({ mapping, served: component, expected = [] }) => {
    const binding = bindingOf(mapping);
    const own = boundPaths([binding], files).get(binding) ?? [];
    expect(wrong(judgeComponent(binding, component, own))).toEqual(expected);
  });

  test("shows every language's path, and whether git has it", () => {
    const translations = [SOURCE, translation("cs", ""), translation("pt_BR", "")];
    expect(languageRows(bindingOf("languages: { aliases: { pt_BR: pt-BR } }\n"), translations, files)).toEqual([
      { language: "cs", path: "locales/cs.json", isThere: true },
      { language: "pt_BR", path: "locales/pt-BR.json", isThere: false },
    ]);
  });
});
