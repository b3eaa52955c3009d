import { describe, expect, it } from "vitest";
import type { DownloadStep, UploadStep } from "./plan.ts";
import { assertAsPlanned, planDrift } from "./plan-drift.ts";

const download: DownloadStep = {
  kind: "download",
  component: "acme/web",
  reason: "revision differs",
  language: "de",
  path: "locales/de.json",
  from: undefined,
  to: "a".repeat(40),
  base: { kind: "history", blobs: [] },
};
const upload: UploadStep = {
  kind: "upload",
  component: "acme/web",
  reason: "changed",
  language: "en",
  path: "locales/en.json",
  blob: "b".repeat(40),
  method: "replace",
  removes: [],
};
const kept = (...steps: readonly object[]): Record<string, unknown>[] => JSON.parse(JSON.stringify(steps));

describe("a plan that is applied", () => {
  it("is as it was after its way through a file, whatever its reasons say and in whichever order", () => {
    const now = [{ ...upload, reason: "said otherwise" }, download];

    expect(planDrift(kept(download, upload), now)).toEqual({ gone: [], fresh: [] });
    expect(() => {
      assertAsPlanned(kept(download, upload), now);
    }).not.toThrow();
  });

  it("has moved where a revision, a blob or a step is another", () => {
    const moved = { ...download, to: "c".repeat(40) };

    expect(planDrift(kept(download, upload), [moved])).toEqual({
      gone: ["download locales/de.json", "upload locales/en.json"],
      fresh: ["download locales/de.json"],
    });
    expect(() => {
      assertAsPlanned(kept(download), [moved]);
    }).toThrow(expect.objectContaining({ code: "IL-P09", exitCode: 3 }));
  });
});
