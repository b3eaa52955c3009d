import { describe, expect, it } from "vitest";
import { reportIn, statusOf } from "./commit-status.ts";
import type { CheckReport } from "./discussion.ts";

const REPORT: CheckReport = {
  name: "Interlinear",
  commit: "1".repeat(40),
  conclusion: "success",
  title: "All translated",
  summary: "…",
  annotations: [],
};
const PAGE = "https://git.example.org/acme/site/commit/1111";

describe("a commit status in place of a check", () => {
  it.each([
    ["success", "success", "success"],
    ["failure", "failure", "failure"],
    ["action_required", "error", "action_required"],
    ["neutral", "success", "success"],
  ] as const)("says %s as %s, which is read as %s", (conclusion, state, readAs) => {
    const status = statusOf({ ...REPORT, conclusion }, PAGE);

    expect(status.state).toBe(state);
    expect(reportIn(status.state, status.targetUrl)).toEqual({ conclusion: readAs, memory: undefined });
  });

  it.each([
    ["the commit's page", {}, `${PAGE}#interlinear=`],
    ["a page of the report's", { detailsUrl: "https://ci.example.org/7" }, "https://ci.example.org/7#interlinear="],
    [
      "a page with a fragment",
      { detailsUrl: "https://ci.example.org/7#part" },
      "https://ci.example.org/7#part&interlinear=",
    ],
  ])("keeps the memory in the fragment of %s", (_, more, start) => {
    const memory = "de=97.5 fr=100 & 日本 #1";

    const { state, targetUrl } = statusOf({ ...REPORT, ...more, memory }, PAGE);

    expect(targetUrl.startsWith(start)).toBe(true);
    expect(reportIn(state, targetUrl)).toEqual({ conclusion: "success", memory });
  });

  it("has the title on one line of 140 characters", () => {
    const { description } = statusOf({ ...REPORT, title: `two\nlines ${"x".repeat(200)}` }, PAGE);

    expect(description).toHaveLength(140);
    expect(description).toMatch(/^two lines x+…$/);
  });

  it("reads no report in a status that waits, and no memory in a broken address", () => {
    expect(reportIn("pending", PAGE)).toBeUndefined();
    expect(reportIn("success", `${PAGE}#interlinear=%E0%A4%A`)).toEqual({ conclusion: "success", memory: undefined });
  });
});
