import { expect, it } from "vitest";
import {
  aComponent,
  anObservation,
  aTranslation,
  aTranslationObservation,
} from "../../../test/support/observations.ts";
import { RemoteError } from "../../core/errors.ts";
import type { StepOutcome, UploadStep } from "../plan.ts";
import { readUnread, unreadFiles } from "./unread-files.ts";

function uploaded(step: Partial<UploadStep> = {}, outcome: StepOutcome["outcome"] = "done"): StepOutcome {
  return {
    step: {
      kind: "upload",
      component: "acme/website",
      language: "de",
      path: "locales/de.json",
      blob: "sent",
      method: "replace",
      removes: [],
      reason: "",
      ...step,
    },
    outcome,
    detail: "3 of 3 strings taken",
    bytes: 9,
    milliseconds: 1,
  };
}

function german(revision: string) {
  const translation = aTranslation({ language: "de", revision });
  return anObservation({ components: [aComponent({ translations: [aTranslationObservation({ translation })] })] });
}

it.each([
  ["a file that did not move", "old", uploaded(), 1],
  ["a file that is there", "sent", uploaded(), 0],
  ["a file that an add-on wrote anew", "tidied", uploaded(), 0],
  ["strings that are in no file yet", "old", uploaded({ method: "translate" }), 0],
  ["an upload that failed", "old", uploaded({}, "failed"), 0],
])("of what a service says it took, is unread: %s", (_, revision, outcome, count) => {
  expect(unreadFiles(german("old"), german(revision), [outcome])).toHaveLength(count);
});

it("a source that did not move is unread as well", () => {
  const source = uploaded({ language: "en", path: "locales/en.json" });

  expect(unreadFiles(german("old"), german("old"), [source])).toEqual([source]);
});

it.each([
  ["answers yes", async () => ({ result: true }), "done"],
  ["answers no", async () => ({ result: false }), "failed"],
  ["fails", () => Promise.reject(new RemoteError("The service failed", { code: "IL-S14", status: 503 })), "failed"],
] as const)("a service that is to read a file and %s has the upload %s", async (_, operateComponent, expected) => {
  const asked: string[] = [];
  const service = {
    operateComponent: (_path: unknown, operation: string) => {
      asked.push(operation);
      return operateComponent();
    },
    settled: () => Promise.resolve(),
  };
  const [unread, other] = [uploaded(), uploaded({ component: "acme/other" })];

  const outcomes = await readUnread(service, german("old"), [unread], [unread, other]);

  expect(asked).toEqual(["file-scan"]);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual([expected, "done"]);
});
