import { expect, it } from "vitest";
import { mayReset, type FileObservation, type ResetObservation } from "./heal.ts";

const web = { name: "acme/web", isLocked: true, needsCommit: false };
const ios = { ...web, name: "acme/mobile/ios" };
const file: FileObservation = { component: "acme/web", language: "cs", path: "locales/cs.json", relation: "equal" };
const german: FileObservation = { ...file, language: "de", path: "locales/de.json" };

function aClone(overrides: Partial<ResetObservation> = {}): ResetObservation {
  return { components: [web], files: [file], ...overrides };
}

it.each<[string, Partial<ResetObservation>]>([
  ["every file is the repository's", { files: [file, german] }],
  ["some files differ by bytes only", { files: [file, { ...german, relation: "same-strings" }] }],
  ["a file is one that the repository once had", { files: [{ ...file, relation: "older" }] }],
  ["all components that share the clone are locked, and nothing of theirs is pending", { components: [web, ios] }],
])("a clone may be reset where %s", (_, overrides) => {
  expect(mayReset(aClone(overrides))).toEqual({ mayReset: true });
});

it.each<[string, Partial<ResetObservation>, string]>([
  [
    "a string of the service is not in the repository",
    { files: [german, { ...file, relation: "differs", strings: 1 }] },
    "locales/cs.json (acme/web, cs): 1 string differs from the repository's",
  ],
  [
    "several are not",
    { files: [{ ...file, relation: "differs", strings: 3 }] },
    "locales/cs.json (acme/web, cs): 3 strings differ from the repository's",
  ],
  [
    "a file that we cannot read differs",
    { files: [{ ...file, relation: "differs" }] },
    "locales/cs.json (acme/web, cs): differs from the repository's",
  ],
  [
    "the repository lacks a language",
    { files: [{ ...file, relation: "missing" }] },
    "locales/cs.json (acme/web, cs): the repository has no such file",
  ],
  [
    "the service has not read a file yet",
    { files: [{ ...file, relation: "unread" }] },
    "locales/cs.json (acme/web, cs): the service has not read it yet",
  ],
  ["strings are pending", { components: [{ ...web, needsCommit: true }] }, "acme/web has strings pending"],
  [
    "strings of another component in the same clone are pending",
    { components: [web, { ...ios, needsCommit: true }] },
    "acme/mobile/ios has strings pending",
  ],
  [
    "somebody may be saving",
    { components: [web, { ...ios, isLocked: false }] },
    "acme/mobile/ios is not locked: somebody may be saving",
  ],
  ["no component can be seen", { components: [] }, "nothing is known of what the clone holds"],
  ["no file can be seen", { files: [] }, "nothing is known of what the clone holds"],
])("a clone may not be reset where %s", (_, overrides, reason) => {
  expect(mayReset(aClone(overrides))).toEqual({ mayReset: false, reasons: [reason] });
});

it("names everything that stands in the way of a reset", () => {
  const decision = mayReset({
    components: [{ ...web, needsCommit: true }, ios],
    files: [
      { ...file, relation: "differs", strings: 2 },
      { ...german, relation: "missing" },
    ],
  });

  expect(decision).toMatchObject({ mayReset: false });
  expect(decision.mayReset ? [] : decision.reasons).toHaveLength(3);
});
