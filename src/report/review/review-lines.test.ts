import { expect, test } from "vitest";
import { aComponent, aLanguage, aReview, aReviewOf, aString } from "../../../test/support/a-review.ts";
import type { BrokenTranslation } from "../../review/index.ts";
import { reviewLines } from "./review-lines.ts";

const plain = { width: 100, colour: false };
const names = { baseName: "origin/main", headName: "HEAD", failure: undefined };
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

test("a review on a terminal shows what is wrong first, then where the work is, then the verdict", () => {
  const review = aReviewOf(
    aComponent({
      strings: [aString(), aString({ kind: "removed", key: "old" })],
      languages: [aLanguage(), aLanguage({ language: "fr", missing: 0 })],
    }),
    {
      broken: [broken, { ...broken, cause: "source", language: "fr" }],
      unreadable: [{ component: "c", path: "locales/cs.json", line: 3, column: 9, message: "expected a comma" }],
      flaws: [{ component: "c", path: "locales/fr.ftl", line: 2, message: '"x" is there already' }],
      unknownKeys: [{ key: "cart.itmes", path: "src/cart.ts", line: 7, call: "t", nearest: "cart.items" }],
      strayKeys: [{ component: "c", language: "de", key: "x", path: "locales/de.json", line: 5 }],
      mistakes: [{ code: "IL-M05", message: "there is no file a", path: ".github/interlinear.yml", line: 4 }],
    },
  );

  expect(reviewLines(review, { ...names, failure: "1 file cannot be read" }, plain)).toEqual([
    "interlinear review                                    origin/main … HEAD · 1 component · 2 languages",
    "",
    "  broken    locales/cs.json:3:9        expected a comma",
    "  mapping   .github/interlinear.yml:4  there is no file a",
    '  breaks    locales/de.json:41         de cart.items: Missing "{count}".',
    '  flawed    locales/fr.ftl:2           "x" is there already',
    "  unknown   src/cart.ts:7              cart.itmes: did you mean cart.items?",
    "  stray     locales/de.json:5          de x: no source file has it",
    '  unfit     locales/de.json:41         cart.items in fr: Missing "{count}".',
    "",
    "  component     added  changed  renamed  removed  complete                          stale words",
    "  acme/website      1                          1  ██████████████████░░  90 %  ▾ 10            3",
    "",
    "  German  de  ██████████████████░░  90 %  ▾ 10  1 missing",
    "",
    "  change    1 string added, 1 removed · 1 translation in 1 language becomes stale, about 3 words ·",
    "            complete 100 % → 90 %",
    "  fails     1 file cannot be read",
  ]);
});

test("a review that finds nothing is one line and a verdict", () => {
  expect(reviewLines(aReview(), names, plain).slice(2)).toEqual(["  change    no strings touched", "  passes"]);
});

test("nothing that a stranger wrote moves the cursor or commands a runner", () => {
  const text = "\u001b[2J::error::x\n##[error]";
  const review = aReview({
    unreadable: [{ component: text, path: text, line: 1, column: 1, message: text }],
    components: [aComponent({ component: text })],
  });

  expect(reviewLines(review, { ...names, headName: text }, plain).join("\n")).not.toMatch(/\u001b|^\s*::|##\[/m);
});

test("long lists end with how much more there is", () => {
  const unknownKeys = Array.from({ length: 60 }, (_, index) => ({
    key: `k${String(index)}`,
    path: "a.ts",
    line: 1,
    call: "t",
  }));
  const languages = Array.from({ length: 30 }, (_, index) => aLanguage({ language: `x${String(index)}` }));

  const lines = reviewLines(aReviewOf(aComponent({ languages }), { unknownKeys }), names, plain);

  expect(lines).toContain("            … and 10 more");
  expect(lines).toContain("  … and 10 more languages");
});
