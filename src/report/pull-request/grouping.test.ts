import { describe, expect, test } from "vitest";
import { aBrokenText, aConflict, aFile, aFinding, aRun, someStatistics } from "../../../test/support/run-result.ts";
import type { GroupBy } from "../../mapping/binding.ts";
import { grouped, groupKey, type Harvest } from "./grouping.ts";

const strings = [
  { component: "acme/website", language: "de", languageName: "German", path: "web/de.json" },
  { component: "acme/website", language: "fr", languageName: "French", path: "web/fr.json" },
  { component: "acme/mobile/android", language: "de", languageName: "German", path: "android/de.xml" },
  { component: "tools/cli", language: "fr", languageName: "French", path: "cli/fr.po" },
];

function aHarvest(overrides: Parameters<typeof aRun>[0] = {}): Harvest {
  return {
    result: aRun({ files: strings.map((each) => aFile(each)), ...overrides }),
    files: strings.map(({ path }) => ({ path, content: Buffer.from("x"), mode: "100644" })),
    trailers: [
      { name: "Interlinear-Service", value: `${"a".repeat(40)} web/de.json` },
      { name: "Interlinear-Merged", value: `${"b".repeat(40)} cli/fr.po` },
      { name: "Reviewed-by", value: "Ana <ana@example.org>" },
    ],
  };
}

describe("every file goes into exactly one group", () => {
  const expected: Readonly<Record<GroupBy, readonly (readonly [string | undefined, readonly string[]])[]>> = {
    none: [[undefined, ["web/de.json", "web/fr.json", "android/de.xml", "cli/fr.po"]]],
    language: [
      ["German", ["web/de.json", "android/de.xml"]],
      ["French", ["web/fr.json", "cli/fr.po"]],
    ],
    component: [
      ["acme/mobile/android", ["android/de.xml"]],
      ["acme/website", ["web/de.json", "web/fr.json"]],
      ["tools/cli", ["cli/fr.po"]],
    ],
    project: [
      ["acme", ["web/de.json", "web/fr.json", "android/de.xml"]],
      ["tools", ["cli/fr.po"]],
    ],
  };

  test.each(["none", "language", "component", "project"] as const)("by %s", (groupBy) => {
    const parts = grouped(aHarvest(), groupBy);

    expect(parts.map(({ group, files }) => [group?.name, files.map(({ path }) => path)])).toEqual(expected[groupBy]);
    expect(parts.map(({ result }) => result.files.map(({ path }) => path))).toEqual(
      expected[groupBy].map(([, paths]) => paths),
    );
  });
});

test("what the service had of a file goes with the file, and other trailers with all", () => {
  const trailers = grouped(aHarvest(), "language").map((part) => part.trailers.map(({ name }) => name));

  expect(trailers).toEqual([
    ["Interlinear-Service", "Reviewed-by"],
    ["Interlinear-Merged", "Reviewed-by"],
  ]);
});

test("conflicts, broken texts, statistics and findings stand where their file is; what is about a component, in all its groups", () => {
  const harvest = aHarvest({
    conflicts: [aConflict(strings[0])],
    broken: [aBrokenText(strings[1])],
    statistics: strings.map((each) => someStatistics(each)),
    plan: {
      steps: [],
      findings: [
        aFinding({ ...strings[3], message: "of a language" }),
        { kind: "blocked", component: "acme/website", message: "of a component" },
      ],
      inStep: 0,
    },
  });

  const [german, french] = grouped(harvest, "language");

  expect(german?.result).toMatchObject({
    conflicts: [{ language: "de" }],
    broken: [],
    statistics: [{ component: "acme/website" }, { component: "acme/mobile/android" }],
    plan: { findings: [{ message: "of a component" }] },
  });
  expect(french?.result).toMatchObject({
    conflicts: [],
    broken: [{ language: "fr" }],
    plan: { findings: [{ message: "of a language" }, { message: "of a component" }] },
  });
});

test("translators are credited for what is in the group, and nobody for nothing", () => {
  const person = { email: "x@users.noreply.invalid", username: "x" };
  const harvest = aHarvest({
    translators: [
      { ...person, name: "Both", strings: 5, files: { "web/de.json": 3, "web/fr.json": 2 } },
      { ...person, name: "German", strings: 1, files: { "android/de.xml": 1 } },
      { ...person, name: "Unknown", strings: 1 },
    ],
  });

  const credits = grouped(harvest, "language").map(({ result }) =>
    result.translators.map((translator) => [translator.name, translator.strings]),
  );

  expect(credits).toEqual([
    [
      ["Both", 3],
      ["German", 1],
      ["Unknown", 1],
    ],
    [
      ["Both", 2],
      ["Unknown", 1],
    ],
  ]);
});

test("a file that goes belongs to the group that its step names", () => {
  const step = {
    kind: "prune",
    component: "tools/cli",
    language: "is",
    path: "cli/is.po",
    blob: "b",
    reason: "gone",
  } as const;
  const result = aRun({ plan: { steps: [step], findings: [], inStep: 0 } });
  const files = [{ path: "cli/is.po", content: null, mode: "100644" as const }];

  const parts = grouped({ result, files, trailers: [] }, "project");

  expect(parts.map(({ group, files: own }) => [group?.key, own.length])).toEqual([["tools", 1]]);
});

test("a run without files has no groups", () => {
  expect(grouped({ result: aRun(), files: [], trailers: [] }, "none")).toEqual([]);
});

test("a translation's group is known before it is downloaded", () => {
  const translation = { component: "acme/mobile/android", language: "de" };

  expect((["none", "language", "component", "project"] as const).map((by) => groupKey(by, translation))).toEqual([
    undefined,
    "de",
    "acme/mobile/android",
    "acme",
  ]);
});
