import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { judgeWorkflows } from "./judge-workflows.ts";
import { actionWorkflows } from "./workflow-file.ts";

const printed = readFileSync(join(import.meta.dirname, "../../../docs/examples/interlinear.yml"), "utf8");
const forks = readFileSync(join(import.meta.dirname, "../../../docs/examples/forks.yml"), "utf8");
const path = ".github/workflows/interlinear.yml";
const withApp = printed.replace("token:", "app-id: 1\n          token:");
const withInput = (line: string): string => printed.replace(/^( *)token: .*$/m, `$&\n$1${line}`);
const withTokens = (token: string): string => withInput(`github-token: ${token}`);
const withoutQueue = printed.replace("merge_group:", "fork:");
const withoutReviews = printed.replace("pull_request:", "fork:");
type Rules = Parameters<typeof judgeWorkflows>[0];

const base: Rules = { branch: "main", checks: [{ name: "Interlinear" }], hasQueue: true };
const ofWorkflows: Rules = { ...base, checks: [{ name: "Interlinear", from: "workflows" }] };
const ofAnApp: Rules = { ...base, checks: [{ name: "Interlinear", from: "another-app" }] };
const asApp = [forks.replace("command: review", "command: review\n          app-id: 1")];

/** As the README had it. */
const FORMER_GROUP = "interlinear-${{ github.event_name == 'issue_comment' && github.event.comment.id || github.ref }}";

type Settings = Parameters<typeof judgeWorkflows>[1];

const settings: Settings = { path: ".github/interlinear.yml", review: { check: true }, pullRequest: {} };
const unchecked: Settings = { ...settings, review: { check: false } };
const merging: Settings = { ...settings, pullRequest: { autoMerge: { method: "squash", removals: 0 } } };

function judged(
  text: string | undefined,
  {
    rules = base,
    mapping = settings,
    more = [forks],
  }: { readonly rules?: Rules; readonly mapping?: Settings; readonly more?: readonly string[] } = {},
): readonly string[] {
  const files =
    text === undefined
      ? []
      : [text, ...more].map((each, index) => ({ path: `.github/workflows/${String(index)}.yml`, text: each }));
  return judgeWorkflows(rules, mapping, actionWorkflows(files)).map(({ level, message }) => `${level}: ${message}`);
}

describe("what rules ask for, and what comes", () => {
  test.each<readonly [string, readonly string[], readonly RegExp[]]>([
    ["the printed workflows bring the check everywhere", judged(printed), []],
    [
      "the first of them alone does not bring it to forks and Dependabot",
      judged(printed, { more: [] }),
      [/^warning: .*forks and of Dependabot/],
    ],
    ["which nobody waits for without a rule", judged(printed, { more: [], rules: { ...base, checks: [] } }), []],
    [
      "with the base's rights it does",
      judged(printed.replace("pull_request:", "pull_request_target:"), { more: [] }),
      [],
    ],
    ["a bot does, too", judged(undefined), []],
    ["a queue that nobody tells waits for ever", judged(withoutQueue), [/^problem: the merge queue of main waits/]],
    ["nothing waits for it without a queue", judged(withoutQueue, { rules: { ...base, hasQueue: false } }), []],
    ["a workflow without reviews brings none", judged(withoutReviews), [/^problem: .*no workflow reviews/]],
    [
      "nor does a mapping that wants none",
      judged(printed, { mapping: unchecked }),
      [/^problem: .*review.check: false/],
    ],
    [
      "paths that decide whether a pull request is reviewed keep the check away",
      judged(printed.replace(/( +)types: \[opened/, '$1paths: ["locales/**"]\n$1types: [opened')),
      [/^problem: .*leaves pull requests out by their paths/],
    ],
    [
      "those of pushes do not",
      judged(printed.replace(/( +)branches: \[main\]/, '$1branches: [main]\n$1paths: ["locales/**"]')),
      [],
    ],
    [
      "what is no workflow is left to GitHub",
      judged("on: [pull_request\nuses: interlinear/interlinear@v0\n: :", { rules: { ...base, hasQueue: false } }),
      [],
    ],
    [
      "a group that pushes and ends of pull requests share loses runs",
      judged(printed.replace(/(?<= {2}group: ).*/, FORMER_GROUP)),
      [/^warning: the end of a pull request may take the place of a push that waits/],
    ],
    ["one that is taken from workflows alone comes from them", judged(printed, { rules: ofWorkflows }), []],
    [
      "not from a bot",
      judged(undefined, { rules: ofWorkflows }),
      [/^problem: .*from GitHub Actions alone, and no workflow runs the action/],
    ],
    [
      "nor from an App that a workflow works as",
      judged(withApp, { rules: ofWorkflows, more: asApp }),
      [/^problem: .*from GitHub Actions alone, and an App writes it in \S+, \S+$/],
    ],
    [
      "one that is taken from an App alone does not come from the workflow's own token",
      judged(printed, { rules: ofAnApp }),
      [/^problem: .*from an App alone, and the workflow's own token writes it in/],
    ],
    [
      "nor that of forks, where the second workflow does not work as the App",
      judged(withApp, { rules: ofAnApp }),
      [/^problem: .*from an App alone, and the workflow's own token writes it in \S+$/],
    ],
    ["and comes from an App's", judged(withApp, { rules: ofAnApp, more: asApp }), []],
    ["which of them, a bot's App is, nobody knows here", judged(undefined, { rules: ofAnApp }), []],
    [
      "checks of others wait for approval where the workflow's own token opens our pull requests",
      judged(printed, { rules: { ...base, checks: [{ name: "Interlinear" }, { name: "build" }] } }),
      [/^warning: the check "build" .*approval/],
    ],
    ["and do not where an App opens them", judged(withApp, { rules: { ...base, checks: [{ name: "build" }] } }), []],
    [
      "nothing runs after a merge by the workflow's own token",
      judged(printed, { mapping: merging }),
      [/^warning: `auto-merge`/],
    ],
    ["and all does after an App's", judged(withApp, { mapping: merging }), []],
    [
      "nor where that token is written out",
      judged(withTokens("${{ secrets.GITHUB_TOKEN }}"), { mapping: merging }),
      [/^warning: `auto-merge`/],
    ],
    ["and all does after a person's", judged(withTokens("${{ secrets.PERSON }}"), { mapping: merging }), []],
    [
      "a pull request onto a branch that the workflow leaves out waits for ever",
      judged(printed.replace("pull_request:", "pull_request:\n    branches: [develop, '!main']")),
      [/^problem: .*no workflow reviews/],
    ],
    [
      "one onto a branch that it names does not",
      judged(printed.replace("pull_request:", "pull_request:\n    branches: ['rel/**', m*]")),
      [],
    ],
    [
      "nor does one that is opened, where only new commits are reviewed",
      judged(printed.replace(/types: \[opened, synchronize, reopened,/, "types: [synchronize,")),
      [/^problem: .*does not run when a pull request is opened, reopened$/],
    ],
    [
      "and all are, where another workflow does it",
      judged(printed, { more: [forks, printed.replace(/types: \[opened.*\]/, "types: [closed]")] }),
      [],
    ],
    [
      "a workflow that has another name is followed by nobody",
      judged(printed.replace("name: translations", "name: Strings")),
      [/^warning: .*forks and of Dependabot/],
    ],
    [
      "one that sends strings only reviews nothing",
      judged(withInput("command: push"), { rules: { ...base, hasQueue: false } }),
      [/^problem: .*no workflow reviews/],
    ],
    [
      "another mapping has another check, which another workflow brings",
      judged(printed, {
        mapping: { ...settings, path: ".github/docs.yml", beside: "docs" },
        rules: { ...base, checks: [{ name: "Interlinear" }, { name: "Interlinear (docs)" }] },
        more: [forks, withInput("mapping: .github/docs.yml").replace("merge_group:", "fork:")],
      }),
      [
        /^warning: .*the check Interlinear \(docs\), and pull requests of forks/,
        /^problem: the merge queue of main waits for the check Interlinear \(docs\)/,
      ],
    ],
    [
      "a queue that the token is not told of may wait",
      judged(withoutQueue, { rules: { ...base, hasQueue: undefined } }),
      [/^warning: whether main has a merge queue, this token is not told/],
    ],
    [
      "and does not where the workflow brings the check",
      judged(printed, { rules: { ...base, hasQueue: undefined } }),
      [],
    ],
  ])("%s", (_, found, expected) => {
    expect(found).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
  });

  test.each([
    ["the action", "interlinear/interlinear@v0", true],
    ["a fork of it", "https://github.com/acme/interlinear@abc", true],
    ["the reusable workflow", "interlinear/interlinear/.github/workflows/interlinear-matrix.yml@v0", true],
    ["another action", "actions/checkout@v7", false],
    ["a script beside it", "./.github/actions/interlinear", false],
  ])("%s is known by its `uses`", (_, uses, is) => {
    const ofStep = `on: push\njobs:\n  one:\n    steps:\n      - uses: ${uses}\n`;
    const ofJob = `on: [push]\njobs:\n  one:\n    uses: "${uses}"\n`;
    for (const text of [ofStep, ofJob]) expect(actionWorkflows([{ path, text }])).toHaveLength(is ? 1 : 0);
  });

  test("a workflow that calls one of the repository's own runs the action as that does", () => {
    const called = printed.replace(/^on:[^]*?(?=^permissions:)/m, "on:\n  workflow_call:\n\n");
    const calling = "name: all\non: pull_request\njobs:\n  one:\n    uses: ./.github/workflows/called.yml\n";
    const found = actionWorkflows([
      { path: ".github/workflows/called.yml", text: called },
      { path: ".github/workflows/calling.yml", text: calling },
    ]);

    expect(found).toMatchObject([{ path: ".github/workflows/calling.yml", name: "all" }]);
    expect(found[0]?.given).toHaveLength(1);
    expect(judgeWorkflows({ ...base, hasQueue: false }, settings, found)).toMatchObject([
      { message: expect.stringContaining("forks and of Dependabot") },
    ]);
  });
});
