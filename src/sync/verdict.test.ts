import { expect, it } from "vitest";
import type { Finding, RunResult } from "./plan.ts";
import { exitCodeOf } from "./verdict.ts";

function aResult(findings: readonly Finding[], overrides: Partial<RunResult> = {}): RunResult {
  return {
    command: "sync",
    dryRun: false,
    service: "https://translate.example.org",
    plan: { steps: [], findings, inStep: 0 },
    steps: [],
    files: [],
    conflicts: [],
    broken: [],
    statistics: [],
    translators: [],
    traffic: { requests: 0, bytesSent: 0, bytesReceived: 0, milliseconds: 0 },
    ...overrides,
  };
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
