import { expect, it } from "vitest";
import { resultOf } from "./empty-result.ts";
import type { Finding, RunResult } from "./plan.ts";
import { exitCodeOf } from "./verdict.ts";

function aResult(findings: readonly Finding[], overrides: Partial<RunResult> = {}): RunResult {
  return resultOf({
    service: "https://translate.example.org",
    plan: { steps: [], findings, inStep: 0 },
    ...overrides,
  });
}

const limit: Finding = { kind: "refused", component: "acme/website", message: "would remove 9 keys of 10" };
const broken: Finding = { ...limit, message: "the file does not parse", isWrongInput: true };
const ahead: Finding = { ...limit, kind: "ahead" };

it.each([
  ["is 0 when nothing needs a person", [ahead], 0],
  ["is 3 when a limit needs a yes", [ahead, limit], 3],
  ["is 2 when a file of the repository is wrong", [broken, limit], 2],
])("the exit code %s", (_, findings, expected) => {
  expect(exitCodeOf(aResult(findings))).toBe(expected);
});

const failure: RunResult["health"][number] = {
  kind: "merge-failure",
  component: "acme/website",
  isBlocking: true,
  message: "the service could not merge",
  remedies: [],
};

it.each([
  ["is 1 where strings can not move on the service", { health: [failure] }, 1],
  ["is 0 where something waits there", { health: [{ ...failure, isBlocking: false }] }, 0],
  ["of a plan is 0 all the same", { health: [failure], dryRun: true }, 0],
])("the exit code %s", (_, overrides, expected) => {
  expect(exitCodeOf(aResult([], overrides))).toBe(expected);
});
