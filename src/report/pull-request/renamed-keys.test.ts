import { expect, test } from "vitest";
import { aFile } from "../../../test/support/run-result.ts";
import { renamedParagraph } from "./renamed-keys.ts";

const renamed = (previousKey: string, key: string) =>
  ({ kind: "renamed", key, previousKey, before: ["Hallo"], after: ["Hallo"], line: 3 }) as const;

test("a renamed key is named once, in however many languages", () => {
  const files = [
    aFile({ differences: [renamed("title", "heading"), renamed("a`b", "c")] }),
    aFile({ language: "cs", differences: [renamed("title", "heading")] }),
  ];

  expect(renamedParagraph(files)).toBe(
    "**2 keys renamed**, with the translations: `title` → `heading` and <code>a\\`b</code> → `c`.",
  );
});

test("nothing is said where no key was renamed", () => {
  expect(renamedParagraph([aFile()])).toBe("");
});
