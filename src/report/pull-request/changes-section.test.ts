import { expect, test } from "vitest";
import { aFile, aRun } from "../../../test/support/run-result.ts";
import { changesSection } from "./changes-section.ts";

const renamed = { kind: "renamed", key: "heading", previousKey: "title", before: ["Hallo"], line: 3 } as const;

test("strings stand in the order of their files' paths, whichever run brought them", () => {
  const changed = (path: string, key: string) =>
    aFile({ path, differences: [{ kind: "changed", key, before: ["a"], after: ["b"], line: 1 }] });
  const [german, czech] = [changed("locales/de.json", "first"), changed("locales/cs.json", "second")];

  const section = changesSection(aRun({ files: [german, czech] }), {}, 10);

  expect(section).toBe(changesSection(aRun({ files: [czech, german] }), {}, 10));
  expect(section.indexOf("`second`")).toBeLessThan(section.indexOf("`first`"));
});

test.each([
  ["kept its text says so instead of repeating it", ["Hallo"], "| Hallo | *the same text* |"],
  ["got another text shows both", ["Guten Tag"], "| Hallo | Guten Tag |"],
])("a string with a new name that %s", (_, after, cells) => {
  const run = aRun({ files: [aFile({ differences: [{ ...renamed, after }] })] });

  const section = changesSection(run, {}, 10);

  expect(section).toContain("`title` → ");
  expect(section).toContain(cells);
});
