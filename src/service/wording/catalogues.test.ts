import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { wordsInSource } from "../../../test/support/source-words.ts";
import { runChecks } from "../../catalog/checks/index.ts";
import { unitStates } from "../../catalog/unit.ts";
import { i18nextV4 } from "../../formats/i18next/index.ts";
import { installed } from "../../http-api/browser-file.ts";
import { english, languagesOfPages } from "./catalogues.ts";
import { catalogueOf, placesIn, type Sentence } from "./words.ts";

const root = join(import.meta.dirname, "../../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const under = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));
const sources = [...under("src/service/editor"), ...under("src/service/pages"), "browser/editor.js"];

const file = (language: string): Uint8Array => readFileSync(join(installed("locales/editor"), `${language}.json`));
const translations = [...languagesOfPages.values()].flatMap(({ language }) => (language === "en" ? [] : [language]));
const formsOf = (sentence: Sentence | undefined): readonly string[] =>
  sentence === undefined ? [] : typeof sentence === "string" ? ["other"] : Object.keys(sentence).toSorted();

it("no sentence is one that no page says", () => {
  const written = sources.map(read).join("\n");
  const unused = [...english.keys()].filter((key) => !written.includes(`"${key}"`));
  expect(unused).toEqual([]);
});

/** What looks like words for people and is none, or is said in no page of the editor. */
const OTHERS: Readonly<Record<string, readonly RegExp[]>> = {
  // As reasons are kept, for readers of whichever language.
  "problems.ts": [/^(?:correct in this language|a proper name|the check is wrong)$/],
  "marked-source.ts": [/^(?:sign named|term forbidden)$/],
  "glossary.ts": [/^not in$| as |list_length/],
  "special-characters.ts": [/^[a-z ]+$/],
  // Why a string is left alone is said in English, as the API says it.
  "bulk-edit.ts": [/\.$|: narrow it\.$/, / as /],
  "bulk-suggestions.ts": [/\.$/, /^not in$/],
  // Nobody reads it: the page says it in its own words.
  "save-string.ts": [/^The string was changed meanwhile$/],
  // The answer to what is no browser is a page of its own.
  "editor.ts": [/^The form did not arrive whole\.$|^private, max-age| as /],
  "search-form.ts": [/^source:cart state:empty$/],
  "read-string.ts": [/^is not$| as |^not in$/],
};

const ofTheEditor = [
  ...under("src/service/editor"),
  ...["search-form", "state-words", "string-table"].map((name) => `src/service/pages/${name}.ts`),
];

it.each(ofTheEditor.map((path) => [basename(path), path]))(
  "no sentence stands in a source of the editor: %s",
  (name, path) => {
    const others = OTHERS[name] ?? [/^not in$| as |^is not$|^is null$/];
    const found = wordsInSource(read(path)).filter(({ text }) => !others.some((other) => other.test(text)));
    expect(found).toEqual([]);
  },
);

describe.each(translations)("in %s", (language) => {
  const own = catalogueOf(JSON.parse(new TextDecoder().decode(file(language))));

  it("each sentence is there, and no other one", () => {
    expect([...own.keys()]).toEqual([...english.keys()]);
  });

  it("each sentence has the places of the English one, and the same in each of its forms but for the number", () => {
    const wrong = [...english].flatMap(([key, sentence]) => {
      const [wanted, found] = [sentence, own.get(key) ?? ""].map((each) =>
        placesIn(typeof each === "string" ? each : { ...each }).filter((name) => name !== "count"),
      );
      const forms = typeof own.get(key) === "object" ? Object.values(own.get(key) ?? {}) : [];
      const uneven = forms.some(
        (form) =>
          placesIn(form)
            .filter((name) => name !== "count")
            .join() !== (wanted ?? []).join(),
      );
      return wanted?.join() === found?.join() && !uneven ? [] : [key];
    });
    expect(wrong).toEqual([]);
  });

  it("a plural has the forms of the language, and nothing else is a plural", () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const [key, sentence] of english) {
      const wanted = typeof sentence === "string" ? ["other"] : pluralCategories.toSorted();
      expect([key, formsOf(own.get(key))]).toEqual([key, wanted]);
    }
  });

  it("our own format reads the file, and our own checks find nothing that breaks", () => {
    const template = i18nextV4.read(file("en"), { path: "locales/editor/en.json", language: "en" });
    const { units } = i18nextV4.read(file(language), { path: `locales/editor/${language}.json`, language, template });
    expect(units.length).toBe(english.size);
    const found = units.flatMap(({ key, source, target }) =>
      runChecks({
        source,
        target,
        state: unitStates.translated,
        flags: new Map([["i18next-interpolation", []]]),
        sourceLanguage: "en",
        language,
        pluralForms: target.length,
        isSource: false,
        format: "i18nextv4",
      })
        .filter(({ severity }) => severity === "breaks")
        .map(({ check, message }) => `${key}: ${check}, ${message}`),
    );
    expect(found).toEqual([]);
  });
});
