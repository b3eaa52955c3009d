import { describe, expect, it } from "vitest";
import { mergeStep } from "./auto-merge.ts";

describe("a pull request that is to be merged by itself", () => {
  it.each([
    ["waits for a run after the one that wrote it while no check has begun", [true, true, "none"], "later"],
    ["is left to the server where its rule names checks", [true, true, "unfinished"], "when-checks-succeed"],
    [
      "is left to the server even before a check has begun, in a later run",
      [false, true, "none"],
      "when-checks-succeed",
    ],
    ["is left to the server where they have succeeded already", [false, true, "success"], "when-checks-succeed"],
    ["waits for checks that no rule asks for", [false, false, "unfinished"], "later"],
    ["is merged once they have succeeded", [true, false, "success"], "now"],
    ["is merged in a later run where there are no checks", [false, false, "none"], "now"],
    ["waits for a later run where there are none yet", [true, false, "none"], "later"],
  ] as const)("%s", (_, [isNew, isProtected, checks], expected) => {
    expect(mergeStep({ isNew, isProtected, checks })).toBe(expected);
  });
});
