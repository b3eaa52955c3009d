import { expect, test } from "vitest";
import { aComponent, aLanguage, aReview, aReviewOf, aString } from "../../../test/support/a-review.ts";
import { MAX_SUMMARY_BYTES } from "../run/job-summary.ts";
import { reviewSummary } from "./review-summary.ts";

test("a summary says of a change without strings that it touches none", () => {
  expect(reviewSummary(aReview())).toBe(
    "### Interlinear review: no strings touched\n\n<sub>0 components touched · `bbbbbbb` … `aaaaaaa`</sub>\n",
  );
});

test("a summary has every language of every component, furthest behind first", () => {
  const languages = [
    aLanguage({
      language: "cs",
      before: { translated: 10, total: 10 },
      after: { translated: 10, total: 10 },
      missing: 0,
    }),
    aLanguage(),
  ];
  const components = [
    aComponent({ languages }),
    aComponent({ component: "acme/app", languages: [aLanguage({ after: { translated: 1, total: 10 } })] }),
  ];

  const summary = reviewSummary(aReview({ components, languages, after: { translated: 1, total: 2 } }));

  expect(summary).toContain(
    [
      "| language | acme/website | acme/app |",
      "| --- | :-- | :-- |",
      "| German | `█████████░` 90\u00a0% ▾\u00a010 | `█░░░░░░░░░` 10\u00a0% ▾\u00a090 |",
      "| Czech | `██████████` 100\u00a0% |   |",
    ].join("\n"),
  );
});

test("a summary has all strings, as far as a runner takes them", () => {
  const strings = (count: number) =>
    Array.from({ length: count }, (_, index) => aString({ key: `key.${String(index)}`, after: ["ü".repeat(180)] }));

  const whole = reviewSummary(aReviewOf(aComponent({ strings: strings(1_000) })), {
    runUrl: "https://forge.example.org/1",
  });
  expect(whole).toContain("`key.999`");
  expect(whole).not.toContain("job summary");
  const large = reviewSummary(aReviewOf(aComponent({ strings: strings(5_000) })));
  expect(Buffer.byteLength(large)).toBeLessThanOrEqual(MAX_SUMMARY_BYTES);
  expect(large).toMatch(/… and [\d,]+ more strings\./);
});
