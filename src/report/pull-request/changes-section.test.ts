import { expect, test } from "vitest";
import { aFile, aRun } from "../../../test/support/run-result.ts";
import { changesSection } from "./changes-section.ts";

const renamed = { kind: "renamed", key: "heading", previousKey: "title", before: ["Hallo"], line: 3 } as const;

test.each([
  ["kept its text says so instead of repeating it", ["Hallo"], "| Hallo | *the same text* |"],
  ["got another text shows both", ["Guten Tag"], "| Hallo | Guten Tag |"],
])("a string with a new name that %s", (_, after, cells) => {
  const run = aRun({ files: [aFile({ differences: [{ ...renamed, after }] })] });

  const section = changesSection(run, {}, 10);

  expect(section).toContain("`title` → ");
  expect(section).toContain(cells);
});
