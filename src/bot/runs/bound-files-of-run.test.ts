import { describe, expect, it } from "vitest";
import { aBrokenText, aConflict, aFile, aRun, someStatistics } from "../../../test/support/run-result.ts";
import type { Delivery } from "../../forge/forge.ts";
import { loadMapping } from "../../mapping/load.ts";
import { resolveMapping } from "../../mapping/resolve.ts";
import type { NewBoundFile } from "../../records/repositories/bound-files.ts";
import type { Finding, RunResult, Step, StepOutcome } from "../../sync/plan.ts";
import { filesOfRun, withEarlier, type FinishedRun } from "./bound-files-of-run.ts";

const PATHS = ["locales/en.json", "locales/de.json", "shop/en.json", "shop/de.json"];

function mapping(groupBy = "none"): FinishedRun["mapping"] {
  const text = `version: 1
service: https://translate.example.org
pull-request:
  group-by: ${groupBy}
components:
  - component: acme/website
    source: locales/en.json
    translations: locales/{language}.json
  - component: acme/shop
    source: shop/en.json
    translations: shop/{language}.json
`;
  return resolveMapping(loadMapping(text, ".github/interlinear.yml"), PATHS);
}

const SOURCE = someStatistics({ language: "en", path: "locales/en.json", isSource: true, translatedPercent: 100 });
const GERMAN = someStatistics();

const PULL_REQUEST: Delivery = {
  outcome: "created",
  branch: "interlinear/main",
  pullRequest: { number: 12, url: "https://github.com/acme/app/pull/12", outcome: "created" },
  notes: [],
};

function download(outcome: StepOutcome["outcome"], detail = ""): StepOutcome {
  const step: Step = {
    kind: "download",
    component: "acme/website",
    language: "de",
    path: "locales/de.json",
    reason: "the service has a newer version",
    from: "1".repeat(40),
    to: "2".repeat(40),
    base: { kind: "history", blobs: [] },
  };
  return { step, outcome, detail, bytes: 0, milliseconds: 0 };
}

function finding(kind: Finding["kind"], more: Partial<Finding> = {}): Finding {
  return { kind, component: "acme/website", path: "locales/de.json", language: "de", message: `is ${kind}`, ...more };
}

function withFindings(...findings: readonly Finding[]): Partial<RunResult> {
  return { plan: { steps: [], findings, inStep: 0 } };
}

/** What a run tells of the German file. */
function seen(result: Partial<RunResult>, more: Partial<FinishedRun> = {}, known: readonly NewBoundFile[] = []) {
  const run = { statistics: [SOURCE, GERMAN], command: "sync" as const, ...result };
  const found = filesOfRun({ result: aRun(run), deliveries: [], mapping: mapping(), branch: "main", ...more });
  const { files } = withEarlier(found, known);
  const { state, reason, pullRequest } = files.find(({ language }) => language === "de")!;
  return { state, reason, pullRequest };
}

describe("a bound file after a run", () => {
  it.each<[string, Partial<RunResult>, Partial<FinishedRun>, string, string]>([
    ["equal on both sides", {}, {}, "in-step", ""],
    ["changed in git alone", withFindings(finding("ahead")), {}, "ahead", "is ahead"],
    ["held up by the service", withFindings(finding("blocked")), {}, "blocked", "is blocked"],
    [
      "of a component that is locked",
      withFindings({ kind: "blocked", component: "acme/website", message: "is locked" }),
      {},
      "blocked",
      "is locked",
    ],
    [
      "of a project whose texts cannot be committed",
      {
        steps: [
          {
            step: { kind: "commit", component: "acme", whole: true, reason: "strings wait" },
            outcome: "failed",
            detail: "the service said no",
            bytes: 0,
            milliseconds: 0,
          },
        ],
      },
      {},
      "blocked",
      "the service said no",
    ],
    [
      "beside a trouble of another language",
      withFindings(finding("blocked", { language: "fr", path: "x" })),
      {},
      "in-step",
      "",
    ],
    ["left out by the mapping", withFindings(finding("skipped")), {}, "in-step", "is skipped"],
    [
      "brought home",
      { steps: [download("done")], files: [aFile()] },
      { deliveries: [PULL_REQUEST] },
      "behind",
      "waits in pull request #12",
    ],
    [
      "waiting already",
      { steps: [download("not-needed")] },
      { deliveries: [{ ...PULL_REQUEST, outcome: "unchanged" }] },
      "behind",
      "waits in pull request #12",
    ],
    [
      "kept from its pull request by commits of people",
      { steps: [download("done")], files: [aFile()] },
      { deliveries: [{ outcome: "left-alone", branch: "interlinear/main", notes: [] }] },
      "behind",
      "people committed to the branch interlinear/main, which is left alone",
    ],
    [
      "newer on the service, by a dry run",
      { steps: [download("planned")] },
      {},
      "behind",
      "the service has a newer version",
    ],
    ["not to be had", { steps: [download("failed", "it was cut off")] }, {}, "blocked", "it was cut off"],
    [
      "changed on both sides, of which one was taken",
      { steps: [download("done")], files: [aFile()], conflicts: [aConflict()] },
      { deliveries: [PULL_REQUEST] },
      "behind",
      "waits in pull request #12",
    ],
    [
      "changed on both sides, of which none was taken",
      { conflicts: [aConflict({ taken: "none" }), aConflict({ taken: "none", key: "cart.title" })] },
      {},
      "conflict",
      "git and the service both changed “cart.items” and 1 more text",
    ],
    [
      "with a text that would break the app",
      { broken: [aBrokenText({ isHeldBack: true })] },
      {},
      "blocked",
      `held back, since it would break the app: “${aBrokenText().key}”`,
    ],
  ])("is told of where it is %s", (_, result, more, state, reason) => {
    expect(seen(result, more)).toMatchObject({ state, reason });
  });

  it("names the pull request that it waits in, of several the one of its group", () => {
    const other = { ...PULL_REQUEST, branch: "interlinear/main--fr" };
    const own = {
      ...PULL_REQUEST,
      branch: "interlinear/main--de",
      pullRequest: { number: 13, url: "https://github.com/acme/app/pull/13", outcome: "created" as const },
    };

    const { pullRequest, reason } = seen(
      { steps: [download("done")], files: [aFile()] },
      { deliveries: [other, own], mapping: mapping("language") },
    );

    expect({ pullRequest, reason }).toEqual({
      pullRequest: "https://github.com/acme/app/pull/13",
      reason: "waits in pull request #13",
    });
  });

  it("stands as it stood before where a run only sent sources", () => {
    const before: NewBoundFile = {
      component: "acme/website",
      language: "de",
      path: "locales/de.json",
      isSource: false,
      state: "behind",
      reason: "waits in pull request #12",
      url: "",
      translatedPercent: 80,
      pullRequest: "https://github.com/acme/app/pull/12",
    };

    expect(seen({ command: "push" }, {}, [before])).toMatchObject({ state: "behind", pullRequest: before.pullRequest });
    expect(seen({ command: "sync" }, {}, [before])).toMatchObject({ state: "in-step", pullRequest: "" });
  });
});

describe("what a run saw", () => {
  it("is a source that git is ahead with, while strings are frozen", () => {
    const frozen = finding("skipped", { path: "locales/en.json", language: "en", message: "strings are frozen" });
    const run = aRun({ command: "sync", statistics: [SOURCE, GERMAN], ...withFindings(frozen) });

    const { files } = filesOfRun({ result: run, deliveries: [], mapping: mapping(), branch: "main" });

    expect(files).toMatchObject([
      { language: "en", isSource: true, state: "ahead", reason: "strings are frozen", translatedPercent: 100 },
      { language: "de", isSource: false, state: "in-step", translatedPercent: 92, url: GERMAN.url },
    ]);
  });

  it("says nothing of bound components that it did not look at, nor of languages without a file", () => {
    const run = aRun({ command: "sync", statistics: [SOURCE, someStatistics({ language: "fr", path: undefined })] });

    const { files, unseen } = filesOfRun({ result: run, deliveries: [], mapping: mapping(), branch: "main" });

    expect(files.map(({ path }) => path)).toEqual(["locales/en.json"]);
    expect(unseen).toEqual(["acme/shop"]);
  });
});
