import { expect, test } from "vitest";
import { aBinding } from "../../../test/support/observations.ts";
import { boundFiles } from "./bound-files.ts";
import { standpointId, type Standpoint } from "./standpoint.ts";

const blob = "a".repeat(40);
const FEED = { project: "acme", id: 7, timestamp: "2026-11-23T10:00:00Z", count: 7 };

function aStandpoint(changes: Partial<Standpoint> = {}): Standpoint {
  return {
    version: "1.0.0",
    branch: "main",
    mapping: { bindings: [] },
    options: { allowRemovals: false },
    day: "2026-11-23",
    files: [{ path: "locales/en.json", mode: "100644", blob }],
    feeds: [FEED],
    record: "b".repeat(40),
    head: undefined,
    ...changes,
  };
}

test("the same standpoint has the same id in every run", () => {
  expect(standpointId(aStandpoint())).toBe(standpointId(aStandpoint()));
  expect(standpointId(aStandpoint())).toMatch(/^[0-9a-f]{40}$/);
});

test.each<readonly [string, Partial<Standpoint>]>([
  ["another version of the program", { version: "1.0.1" }],
  ["another branch", { branch: "stable" }],
  ["another mapping", { mapping: { bindings: [1] } }],
  ["another option", { options: { allowRemovals: true } }],
  ["another day", { day: "2026-11-24" }],
  ["another file", { files: [] }],
  ["another version of a file", { files: [{ path: "locales/en.json", mode: "100644", blob: "c".repeat(40) }] }],
  ["a file that is executable now", { files: [{ path: "locales/en.json", mode: "100755", blob }] }],
  ["a newer entry", { feeds: [{ ...FEED, id: 8, count: 8 }] }],
  ["an older entry that became visible below the newest", { feeds: [{ ...FEED, count: 8 }] }],
  [
    "the same id of another entry, on a service that was restored",
    { feeds: [{ ...FEED, timestamp: "2026-11-23T11:00:00Z" }] },
  ],
  ["another record", { record: "c".repeat(40) }],
  ["no record", { record: undefined }],
  ["another commit, where history counts", { head: "d".repeat(40) }],
])("with %s it is another standpoint", (_, changes) => {
  expect(standpointId(aStandpoint(changes))).not.toBe(standpointId(aStandpoint()));
});

test("bound files are sources and whatever is a translation, on the service or not", () => {
  const entry = (path: string) => ({ path, mode: "100644", blob });
  const bindings = [
    aBinding({ source: "a/en.json", translations: "a/{language}.json" }),
    aBinding({ source: "locales/en/b.json", translations: "locales/{language}/b.json" }),
  ];
  const paths = [
    "a/en.json",
    "a/de.json",
    "a/notes.md",
    "a/x/de.json",
    "locales/de/b.json",
    "locales/de/c.json",
    "src/a.ts",
  ];

  expect(boundFiles(paths.map(entry), bindings).map(({ path }) => path)).toEqual([
    "a/en.json",
    "a/de.json",
    "locales/de/b.json",
  ]);
});
