import { expect, test } from "vitest";
import { aFile } from "../../../test/support/run-result.ts";
import type { Plan } from "../../sync/plan.ts";
import { removedSection } from "./removed-languages.ts";

const plan: Plan = {
  steps: [
    {
      kind: "prune",
      component: "acme/website",
      language: "fr",
      path: "locales/fr.json",
      blob: "",
      reason: "12 % translated, below the 30 % that keep a language (pull.keep-above)",
    },
  ],
  findings: [],
  inStep: 0,
};

test("a language that goes is named with its file and the reason", () => {
  const file = aFile({ language: "fr", languageName: "French", path: "locales/fr.json", isRemoved: true });

  expect(removedSection({ files: [aFile(), file], plan })).toBe(
    `**1 language file removed**:

- French, \`locales/fr.json\`: 12 % translated, below the 30 % that keep a language (pull.keep-above).`,
  );
});

test("a run that removes nothing says nothing", () => {
  expect(removedSection({ files: [aFile()], plan })).toBe("");
});

test("of very many files the first are named", () => {
  const files = Array.from({ length: 23 }, (_, index) => aFile({ path: `${String(index)}.json`, isRemoved: true }));
  const lines = removedSection({ files, plan }).split("\n");

  expect(lines).toHaveLength(23);
  expect(lines.at(-1)).toBe("- … and 3 more: see the diff of this pull request.");
});

test("names of the service are text, whatever they hold", () => {
  const file = aFile({ languageName: "**bold** <img>", path: "a`b.json", isRemoved: true });

  expect(removedSection({ files: [file], plan })).not.toMatch(/<img>|\*\*bold/);
});
