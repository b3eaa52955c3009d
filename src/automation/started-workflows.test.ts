import { expect, test } from "vitest";
import { startedWorkflows } from "./started-workflows.ts";

test.each([
  ["workflow", "github", "https://github.com", "wait-for-approval"],
  ["workflow", "github", "https://acme.ghe.com", "wait-for-approval"],
  ["workflow", "github", "https://git.example", "do-not-run"],
  ["workflow", "github", "https://ghe.com.example", "do-not-run"],
  ["workflow", "forgejo", "https://codeberg.org", "do-not-run"],
  ["app", "github", "https://github.com", "run"],
  ["person", "github", "https://git.example", "run"],
  ["person", "forgejo", "https://codeberg.org", "run"],
] as const)("a pull request of a %s on %s at %s: workflows %s", (kind, forge, serverUrl, started) => {
  expect(startedWorkflows(kind, forge, serverUrl)).toBe(started);
});
