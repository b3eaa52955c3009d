import { describe, expect, it } from "vitest";
import { aComponent, aLanguage, aReview, aReviewOf, aString } from "../../../test/support/a-review.ts";
import type { ReviewSettings } from "../../mapping/binding.ts";
import type { BrokenTranslation, Review } from "../../review/index.ts";
import { reviewCheck } from "./review-check.ts";

const settings: ReviewSettings = {
  comment: true,
  check: true,
  failBelow: 0,
  passAbove: 0,
  languages: {},
  broken: "fail",
  unknownKeys: "report",
};
const broken: BrokenTranslation = {
  cause: "translation",
  component: "acme/website",
  language: "de",
  path: "locales/de.json",
  line: 41,
  key: "cart.items",
  source: ["{count} items"],
  target: ["Artikel"],
  findings: [{ check: "placeholders", message: 'Missing "{count}".' }],
};
const outcome = (review: Review, overrides: Partial<ReviewSettings> = {}): readonly string[] => {
  const { conclusion, title } = reviewCheck(review, { ...settings, ...overrides });
  return [conclusion, title];
};

describe("the check of a pull request", () => {
  it("passes and says so where no string is touched: a check that never comes would hold the merge up", () => {
    expect(reviewCheck(aReview(), settings)).toEqual({
      conclusion: "success",
      title: "No strings touched",
      summary: "This change has nothing to do with translations.",
      annotations: [],
      memory: "failing:",
    });
  });

  it.each<[string, Review, Partial<ReviewSettings>, readonly string[]]>([
    ["new strings", aReviewOf(aComponent()), {}, ["success", "1 string added · 90 % complete"]],
    ["a broken translation", aReview({ broken: [broken] }), {}, ["failure", "1 translation would break the app"]],
    [
      "a broken translation that is only reported",
      aReview({ broken: [broken] }),
      { broken: "report" },
      ["success", "1 translation would break the app"],
    ],
    [
      "translations that no longer fit",
      aReviewOf(aComponent(), { broken: [{ ...broken, cause: "source" }] }),
      {},
      ["success", "1 string added · 90 % complete"],
    ],
    [
      "a file that does not parse",
      aReview({ unreadable: [{ component: "c", path: "a", line: 1, column: 2, message: "m" }] }),
      {},
      ["failure", "1 file cannot be read"],
    ],
    [
      "a mapping that no longer fits",
      aReview({ mistakes: [{ code: "IL-M05", message: "m", path: "a", line: 1 }] }),
      {},
      ["failure", "1 mistake in the mapping"],
    ],
    ["a freeze", aReviewOf(aComponent(), { frozen: "label" }), {}, ["failure", "Strings are frozen"]],
    ["a freeze that nothing touches", aReview({ frozen: "label" }), {}, ["success", "No strings touched"]],
    ["the gate", aReviewOf(aComponent()), { failBelow: 95 }, ["failure", "German not complete enough"]],
    [
      "unknown keys",
      aReview({ unknownKeys: [{ key: "k", path: "a", line: 1, call: "t" }] }),
      {},
      ["success", "1 key used before it exists"],
    ],
  ])("%s", (_, review, overrides, expected) => {
    expect(outcome(review, overrides)).toEqual(expected);
  });

  it("remembers what failed, and lets it pass only well above the limit", () => {
    const gate = { ...settings, failBelow: 90, passAbove: 95 };
    const fallen = aLanguage({ before: { translated: 96, total: 100 }, after: { translated: 89, total: 100 } });
    const between = aLanguage({ before: { translated: 96, total: 100 }, after: { translated: 92, total: 100 } });
    const reviewOf = (language: typeof fallen) => aReviewOf(aComponent({ languages: [language] }));

    const first = reviewCheck(reviewOf(fallen), gate);
    expect(first).toMatchObject({ conclusion: "failure", memory: "failing:de" });
    expect(first.summary).toContain("- German `de` falls below the limit: 96 % → **89 %**, wanted 90 %");
    expect(reviewCheck(reviewOf(between), gate, first)).toMatchObject({ conclusion: "failure", memory: "failing:de" });
    expect(reviewCheck(reviewOf(between), gate)).toMatchObject({ conclusion: "success", memory: "failing:" });
  });

  it("points to the exact lines, worst first, and notes only few of what is no mistake", () => {
    const strings = Array.from({ length: 30 }, (_, index) =>
      aString({ kind: "changed", key: `k${String(index)}`, line: index + 1 }),
    );
    const unfit = strings.flatMap(({ key }) =>
      ["de", "fr"].map((language): BrokenTranslation => ({ ...broken, cause: "source", key, language })),
    );
    const { annotations } = reviewCheck(
      aReviewOf(aComponent({ strings }), {
        broken: [broken, ...unfit],
        unreadable: [
          { component: "c", path: "locales/fr.json", line: 3, column: 9, message: "expected a comma\n::error::x" },
        ],
        unknownKeys: [{ key: "cart.itmes", path: "src/a.ts", line: 7, call: "t", nearest: "cart.items" }],
        strayKeys: [{ component: "c", language: "de", key: "x", path: "locales/de.json", line: 5 }],
      }),
      settings,
    );

    expect(annotations.slice(0, 5)).toEqual([
      {
        level: "failure",
        path: "locales/fr.json",
        line: 3,
        title: "Cannot be read",
        message: "line 3, column 9: expected a comma⏎::error::x",
      },
      {
        level: "failure",
        path: "locales/de.json",
        line: 41,
        title: "Breaks the app",
        message: 'de cart.items: Missing "{count}".',
      },
      {
        level: "warning",
        path: "src/a.ts",
        line: 7,
        title: "Key used before it exists",
        message: 'No source file has "cart.itmes"; did you mean "cart.items"?',
      },
      {
        level: "warning",
        path: "locales/de.json",
        line: 5,
        title: "Key that no source has",
        message: "x is only in this translation.",
      },
      {
        level: "notice",
        path: "locales/en.json",
        line: 1,
        title: "Translations no longer fit",
        message: "k0: until it is renewed the translation would break the app in de and fr.",
      },
    ]);
    expect(annotations.filter(({ level }) => level === "notice")).toHaveLength(10);
  });

  it("warns of few keys that no source has: a file of another shape has nothing but such", () => {
    const strayKeys = Array.from({ length: 300 }, (_, index) => ({
      component: "c",
      language: "de",
      key: `de.k${String(index)}`,
      path: "locales/de.json",
      line: index + 1,
    }));

    expect(reviewCheck(aReview({ strayKeys }), settings).annotations).toHaveLength(10);
  });

  it("annotates two hundred lines at most: each fifty are a request", () => {
    const many = Array.from({ length: 1_000 }, (_, index) => ({ ...broken, line: index + 1 }));

    expect(reviewCheck(aReview({ broken: many }), settings).annotations).toHaveLength(200);
  });
});
