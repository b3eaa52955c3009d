import { describe, expect, test } from "vitest";
import {
  aBinding,
  aComponent,
  aTranslation,
  aTranslationObservation,
  someCounters,
} from "../../../test/support/observations.ts";
import type { PullRules } from "../../mapping/binding.ts";
import type { ComponentObservation, TranslationObservation, UnservedFile } from "../observe/observation.ts";
import { decidePrune } from "./prune.ts";

const rules: PullRules = { minimumTranslated: 80, keepAbove: 60, prune: "apply", pruneLimit: 50 };
const agreed = { blob: "git-blob", service: "service-blob", merged: false };
const brought = { blobs: ["git-blob"], agreed, isOurs: true } as const;

function language(code: string, percent: number, overrides: Partial<TranslationObservation> = {}) {
  const counters = someCounters({ total: 100, translated: percent });
  return aTranslationObservation({
    translation: aTranslation({ language: code, revision: "git-blob", counters }),
    ...overrides,
  });
}

function file(overrides: Partial<UnservedFile> = {}): UnservedFile {
  return {
    path: "locales/fr.json",
    blob: "git-blob",
    language: "fr",
    mode: "100644",
    versions: brought,
    ...overrides,
  };
}

function component(overrides: Partial<ComponentObservation>, pull: Partial<PullRules> = {}): ComponentObservation {
  return aComponent({
    binding: aBinding({ pull: { ...rules, ...pull } }),
    translations: [language("de", 90)],
    ...overrides,
  });
}

function decided(of: ComponentObservation, allowRemovals = false): readonly string[] {
  const { steps, findings } = decidePrune(of, {}, { allowRemovals });
  return [
    ...steps.map(({ path, blob }) => `remove ${path} ${blob}`),
    ...findings.map(({ kind, path, component: name }) => `${kind} ${path ?? name}`),
  ];
}

describe("a language that fell", () => {
  const differing = {
    translation: aTranslation({
      language: "fr",
      revision: "other",
      counters: someCounters({ total: 100, translated: 59 }),
    }),
  };

  test.each([
    ["stays at what keeps it", language("fr", 60), []],
    ["goes below it, where git has what the service has", language("fr", 59), ["remove locales/fr.json git-blob"]],
    ["stays where the service takes a file for a language that is none", language("menu", 0), []],
    ["is nothing to remove without a file", language("fr", 10, { blob: undefined }), []],
    [
      "is not judged before the service has read its file",
      language("fr", 0, {
        translation: aTranslation({
          language: "fr",
          revision: "",
          counters: someCounters({ total: 100, translated: 0 }),
        }),
      }),
      [],
    ],
    [
      "goes where git has nothing new since it was last brought home",
      language("fr", 59, { ...differing, versions: brought }),
      ["remove locales/fr.json git-blob"],
    ],
    [
      "goes where only bytes differ",
      language("fr", 59, { ...differing, versions: { ...brought, agreed: { ...agreed, service: "other" } } }),
      ["remove locales/fr.json git-blob"],
    ],
    [
      "stays where it keeps texts of the repository against the service's",
      language("fr", 59, { ...differing, versions: { blobs: ["git-blob"], agreed: { ...agreed, merged: true } } }),
      ["ahead locales/fr.json"],
    ],
    [
      "stays where git changed it since",
      language("fr", 59, {
        ...differing,
        versions: { blobs: ["git-blob", "older"], agreed: { ...agreed, blob: "older" } },
      }),
      ["ahead locales/fr.json"],
    ],
    [
      "stays where the service has an older version of git's",
      language("fr", 59, { ...differing, versions: { blobs: ["git-blob", "other"] } }),
      ["ahead locales/fr.json"],
    ],
    [
      "stays where nothing tells what both sides last agreed on",
      language("fr", 59, { ...differing, versions: { blobs: ["git-blob"] } }),
      ["ahead locales/fr.json"],
    ],
  ] as const)("%s", (_, observed, expected) => {
    expect(decided(component({ translations: [language("de", 90), observed] }))).toEqual(expected);
  });

  test("is judged by the whole project's standing where that is known", () => {
    const of = component({ translations: [language("de", 90), language("fr", 10)] });

    expect(decidePrune(of, { acme: { de: 90, fr: 70 } }, { allowRemovals: false }).steps).toEqual([]);
  });

  test("stays in a run for a part of the project, unless it is judged by its component alone", () => {
    const partial = { allowRemovals: false, isPartial: true } as const;
    const translations = [language("de", 90), language("fr", 10)];

    expect(decidePrune(component({ translations }), {}, partial)).toEqual({ steps: [], findings: [] });
    expect(decidePrune(component({ translations }, { isJudgedAlone: true }), {}, partial).steps).toHaveLength(1);
  });

  test.each([
    ["report", ["skipped locales/fr.json"]],
    ["off", []],
  ] as const)("stays with prune: %s", (prune, expected) => {
    expect(decided(component({ translations: [language("de", 90), language("fr", 59)] }, { prune }))).toEqual(expected);
  });
});

describe("a file whose language the service no longer has", () => {
  test.each([
    ["goes as it was last brought home", file(), {}, ["remove locales/fr.json git-blob"]],
    ["stays where git changed it since", file({ versions: { blobs: ["newer", "git-blob"], agreed } }), {}, []],
    [
      "stays where texts of the repository were kept in it",
      file({ versions: { blobs: ["git-blob"], agreed } }),
      {},
      [],
    ],
    ["stays where no commit of ours brought it", file({ versions: { blobs: ["git-blob"] } }), {}, []],
    [
      "stays where its history was not looked at",
      { path: "locales/fr.json", blob: "git-blob", language: "fr", mode: "100644" },
      {},
      [],
    ],
    ["stays as a symbolic link", file({ mode: "120000" }), {}, []],
    ["stays as a submodule", file({ mode: "160000" }), {}, []],
    ["stays where the service has the language under another path", file({ language: "de" }), {}, []],
    [
      "stays where the mapping asks for the language",
      file(),
      { binding: aBinding({ pull: rules, languages: { aliases: {}, except: [], request: ["fr"] } }) },
      [],
    ],
    ["stays where the service lists no language at all", file(), { translations: [] }, []],
    [
      "stays where the service lists no source",
      file(),
      { source: { path: "locales/en.json", blob: "x", translation: undefined } },
      [],
    ],
    ["stays with prune: report", file(), { binding: aBinding({ pull: { ...rules, prune: "report" } }) }, []],
    ["stays with prune: off", file(), { binding: aBinding({ pull: { ...rules, prune: "off" } }) }, []],
  ] as const)("%s", (_, unserved, overrides, expected) => {
    expect(decided(component({ unserved: [unserved], ...overrides }))).toEqual(expected);
  });
});

describe("the limit of what may go", () => {
  const two = {
    translations: [language("de", 90), language("fr", 10)],
    unserved: [file({ path: "locales/it.json", language: "it" })],
  };

  test("holds all of it back, naming the languages", () => {
    const { steps, findings } = decidePrune(component(two), {}, { allowRemovals: false });

    expect(steps).toEqual([]);
    expect(findings).toMatchObject([
      {
        kind: "refused",
        message: "in git, this would remove 2 of 3 translation files: fr, it (67 %, the limit is 50 %)",
      },
    ]);
  });

  test("is no limit for who says yes", () => {
    expect(decided(component(two), true)).toEqual([
      "remove locales/fr.json git-blob",
      "remove locales/it.json git-blob",
    ]);
  });

  test("lets through what is just within it", () => {
    expect(decided(component({ unserved: [file()] }, { pruneLimit: 50 }))).toEqual(["remove locales/fr.json git-blob"]);
    expect(decided(component({ unserved: [file()] }, { pruneLimit: 49 }))).toEqual(["refused acme/website"]);
  });
});
