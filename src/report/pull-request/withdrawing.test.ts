import { describe, expect, test } from "vitest";
import { aBrokenText, aConflict, aFinding, aRun } from "../../../test/support/run-result.ts";
import type { OpenProposal } from "../../forge/forge.ts";
import type { GroupBy } from "../../mapping/binding.ts";
import { knowsAll, outdated } from "./withdrawing.ts";

const failed = {
  step: { kind: "commit", component: "acme", whole: true, reason: "" },
  outcome: "failed",
  detail: "",
  bytes: 0,
  milliseconds: 0,
} as const;

const aHealthFinding = {
  kind: "merge-failure",
  component: "acme/website",
  isBlocking: true,
  message: "it could not merge",
  remedies: [],
} as const;

test.each([
  ["a sync without a trouble", {}, true],
  ["a pull", { command: "pull" }, true],
  ["a push", { command: "push" }, false],
  ["statistics", { command: "stats" }, false],
  ["a dry run", { dryRun: true }, false],
  ["a failed step", { steps: [failed] }, false],
  ["a refusal", { plan: { steps: [], findings: [aFinding()], inStep: 0 } }, false],
  ["a blocked component", { plan: { steps: [], findings: [aFinding({ kind: "blocked" })], inStep: 0 } }, false],
  ["a skipped language", { plan: { steps: [], findings: [aFinding({ kind: "skipped" })], inStep: 0 } }, true],
  ["a settled conflict", { conflicts: [aConflict()] }, true],
  ["a service that cannot move", { health: [aHealthFinding] }, false],
  ["a service that is behind", { health: [{ ...aHealthFinding, isBlocking: false }] }, true],
  ["an open conflict", { conflicts: [aConflict({ taken: "none" })] }, false],
  ["a text that is held back", { broken: [aBrokenText()] }, false],
  ["a broken text that went through", { broken: [aBrokenText({ isHeldBack: false })] }, true],
] as const)("whether a run knows that nothing else is to be brought: %s", (_, run, knows) => {
  expect(knowsAll(aRun(run))).toBe(knows);
});

describe("which pull requests are closed", () => {
  const open = (branch: string, body = "<!-- interlinear 0123456789abcdef -->\ntext"): OpenProposal => ({
    branch,
    url: "https://git.example/1",
    title: "Translations",
    body,
  });
  const judged = (groupBy: GroupBy, alive: readonly string[], ...all: readonly OpenProposal[]) =>
    outdated({
      open: all,
      alive,
      base: "main",
      settings: { branch: "interlinear/{base}", groupBy },
      translations: ["de", "fr"].map((language) => ({ component: "acme/website", language })),
    });

  test("one that nothing is left of, with a word of why", () => {
    expect(judged("none", [], open("interlinear/main"))).toEqual([
      {
        branch: "interlinear/main",
        why: expect.stringContaining("Nothing is left to merge: `main` and the translation"),
      },
    ]);
  });

  test("not those that hold something", () => {
    const closed = judged(
      "language",
      ["interlinear/main--de"],
      open("interlinear/main--de"),
      open("interlinear/main--fr"),
    );

    expect(closed).toEqual([{ branch: "interlinear/main--fr", why: expect.stringContaining("Nothing is left") }]);
  });

  test("those of another grouping, and that is said", () => {
    expect(judged("language", ["interlinear/main--de"], open("interlinear/main"))).toEqual([
      { branch: "interlinear/main", why: expect.stringContaining("one pull request for each language now") },
    ]);
    expect(judged("none", ["interlinear/main"], open("interlinear/main--de"))).toEqual([
      { branch: "interlinear/main--de", why: expect.stringContaining("one pull request for all now") },
    ]);
  });

  test("those of a grouping into other parts, and those of a language that is gone", () => {
    const why = (groupBy: GroupBy, branch: string) => judged(groupBy, [], open(branch)).map((closed) => closed.why);

    expect(why("component", "interlinear/main--de")).toEqual([
      "The translations come in one pull request for each component now (`pull-request.group-by: component`). This is none of them.",
    ]);
    expect(why("component", "interlinear/main--acme.website")).toEqual([expect.stringContaining("Nothing is left")]);
    expect(why("language", "interlinear/main--it")).toEqual([expect.stringContaining("This is none of them.")]);
  });

  test("never one of a person whose branch is called so by chance, or one for another base", () => {
    expect(judged("none", [], open("interlinear/main--fix", "I fixed it"), open("interlinear/next"))).toEqual([]);
  });
});
