import { describe, expect, it } from "vitest";
import { unitStates, type Catalogue, type Unit, type UnitState } from "../catalog/unit.ts";
import { reviewLanguage } from "./language-review.ts";
import type { LanguageReview } from "./review.ts";
import { sourceChanges, sourcesOf } from "./source-changes.ts";

type Texts = Readonly<Record<string, string>>;

/** A text that ends with `?` needs editing. */
function catalogue(texts: Texts | undefined): Catalogue | undefined {
  if (texts === undefined) return undefined;
  const units = Object.entries(texts).map(([key, text], index): Unit => {
    const state: UnitState = text.endsWith("?") ? unitStates.needsEditing : unitStates.translated;
    return {
      key,
      context: key,
      source: [],
      target: [text],
      state,
      note: "",
      location: "",
      flags: "",
      previousSource: "",
      line: index + 1,
    };
  });
  return { format: "json", units };
}

function reviewed(
  source: readonly [Texts, Texts],
  german: readonly [Texts | undefined, Texts | undefined],
): LanguageReview {
  const sources = sourcesOf("monolingual", "en", { before: catalogue(source[0]), after: catalogue(source[1]) });
  const translations = { before: catalogue(german[0]), after: catalogue(german[1]) };
  return reviewLanguage("de", sources, sourceChanges(sources), translations);
}

const all = (translated: number, total: number) => ({ translated, total });

describe("what a change does to a language", () => {
  it.each<[string, readonly [Texts, Texts], readonly [Texts | undefined, Texts | undefined], Partial<LanguageReview>]>([
    ["nothing", [{ a: "A" }, { a: "A" }], [{ a: "Ä" }, { a: "Ä" }], { after: all(1, 1), words: 0 }],
    ["a string came without a translation", [{}, { a: "A b" }], [{}, {}], { missing: 1, words: 2, after: all(0, 1) }],
    [
      "a string came with a translation",
      [{}, { a: "A" }],
      [{}, { a: "Ä" }],
      { brought: 1, missing: 0, after: all(1, 1) },
    ],
    ["a string came with a guess", [{}, { a: "A" }], [{}, { a: "Ä?" }], { brought: 0, missing: 1, after: all(0, 1) }],
    [
      "a text changed",
      [{ a: "A" }, { a: "B c" }],
      [{ a: "Ä" }, { a: "Ä" }],
      { outdated: 1, words: 2, after: all(0, 1) },
    ],
    [
      "a text changed and its translation too",
      [{ a: "A" }, { a: "B" }],
      [{ a: "Ä" }, { a: "Ö" }],
      { outdated: 0, brought: 1, after: all(1, 1) },
    ],
    [
      "a text changed that was never translated",
      [{ a: "A" }, { a: "B" }],
      [{}, {}],
      { outdated: 0, missing: 0, before: all(0, 1), after: all(0, 1) },
    ],
    [
      "a text changed and its translation was taken out",
      [{ a: "A" }, { a: "B" }],
      [{ a: "Ä" }, {}],
      { outdated: 1, lost: 0, after: all(0, 1) },
    ],
    [
      "a key was renamed, the translation stands under the old one",
      [{ a: "A" }, { b: "A" }],
      [{ a: "Ä" }, { a: "Ä" }],
      { after: all(1, 1), missing: 0, removed: 0 },
    ],
    [
      "a key was renamed, the translation with it",
      [{ a: "A" }, { b: "A" }],
      [{ a: "Ä" }, { b: "Ä" }],
      { after: all(1, 1), brought: 0 },
    ],
    [
      "a string went",
      [{ a: "A", b: "B" }, { b: "B" }],
      [{ a: "Ä" }, { a: "Ä" }],
      { removed: 1, before: all(1, 2), after: all(0, 1) },
    ],
    [
      "a translation was taken out",
      [{ a: "A" }, { a: "A" }],
      [{ a: "Ä" }, {}],
      { lost: 1, words: 1, after: all(0, 1) },
    ],
    [
      "a translation needs editing now",
      [{ a: "A" }, { a: "A" }],
      [{ a: "Ä" }, { a: "Ä?" }],
      { lost: 1, after: all(0, 1) },
    ],
    [
      "a translation was mended",
      [{ a: "A" }, { a: "A" }],
      [{ a: "Ä" }, { a: "Ö" }],
      { brought: 1, lost: 0, after: all(1, 1) },
    ],
    [
      "a translation was confirmed",
      [{ a: "A" }, { a: "A" }],
      [{ a: "Ä?" }, { a: "Ä" }],
      { brought: 1, before: all(0, 1), after: all(1, 1) },
    ],
    [
      "the language is new",
      [
        { a: "A", b: "B" },
        { a: "A", b: "B" },
      ],
      [undefined, { a: "Ä" }],
      { before: undefined, brought: 1, missing: 0, after: all(1, 2) },
    ],
    [
      "the language goes",
      [{ a: "A" }, { a: "A", b: "B" }],
      [{ a: "Ä" }, undefined],
      { after: undefined, lost: 1, missing: 0 },
    ],
    [
      "strings without a text count nowhere",
      [
        { a: "A", b: "" },
        { a: "A", b: "" },
      ],
      [{ a: "Ä" }, { a: "Ä" }],
      { before: all(1, 1), after: all(1, 1) },
    ],
  ])("%s", (_, source, german, expected) => {
    expect(reviewed(source, german)).toMatchObject(expected);
  });
});
