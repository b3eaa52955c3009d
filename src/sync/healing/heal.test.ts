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
  [
    "strings are only on the service, and can be uploaded again",
    { files: [{ ...file, relation: "news", strings: 2 }] },
  ],
  ["a language is only on the service", { files: [{ ...file, relation: "missing" }] }],
  ["all components that share the clone are locked, and nothing of theirs is pending", { components: [web, ios] }],
])("a clone may be reset where %s", (_, overrides) => {
  expect(mayReset(aClone(overrides))).toEqual({ mayReset: true });
});

it.each<[string, Partial<ResetObservation>, string]>([
  [
    "strings are only on the service, and nothing can be written down first",
    { files: [german, { ...file, relation: "news", strings: 3 }], noRecord: "read-only" },
    "locales/cs.json (acme/web, cs): 3 strings are only on the service, and the record of agreement cannot be written (read-only): once somebody merges the pull request that brings them, the next run goes on",
  ],
  [
    "somebody locked a component that has strings of its own",
    {
      components: [{ ...web, lockedBy: "locked by Dana" }],
      files: [{ ...file, relation: "news", strings: 1 }],
    },
    "acme/web has strings that only the service has, and it is locked by Dana: once they unlock it, the next run goes on",
  ],
  [
    "texts of the source were changed on the service",
    { files: [{ ...file, relation: "differs", strings: 1 }] },
    "locales/cs.json (acme/web, cs): 1 string of the source changed on the service: whoever changed it commits it to the repository, or takes it back there",
  ],
  [
    "a file that we cannot read differs",
    { files: [{ ...file, relation: "differs" }] },
    "locales/cs.json (acme/web, cs): differs from the repository's, and its format is not read here: whoever looks after it compares the two and resets the clone, or commits the service's file",
  ],
  [
    "the service has not read a file yet",
    { files: [{ ...file, relation: "unread" }] },
    "locales/cs.json (acme/web, cs): the service has not read it yet: the next run looks again",
  ],
  [
    "strings are pending",
    { components: [{ ...web, needsCommit: true }] },
    "acme/web has strings that the service does not commit: whoever looks after it there finds the reason under its alerts",
  ],
  [
    "somebody may be saving",
    { components: [web, { ...ios, isLocked: false }] },
    "acme/mobile/ios was unlocked on the service meanwhile: somebody may be saving, and the next run looks again",
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
      { ...german, relation: "unread" },
    ],
  });

  expect(decision).toMatchObject({ mayReset: false });
  expect(decision.mayReset ? [] : decision.reasons).toHaveLength(3);
});
