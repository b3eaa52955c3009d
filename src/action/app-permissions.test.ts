import { expect, test } from "vitest";
import type { JobToDo, RunJob } from "../automation/job.ts";
import { appPermissions } from "./app-permissions.ts";

const actor = { login: "dana", isBot: false };
const pullRequest = {
  number: 7,
  body: "",
  isMerged: true,
  base: { branch: "main", commit: "b".repeat(40) },
  head: { branch: "interlinear/main", commit: "a".repeat(40), repository: "acme/shop" },
};
const run = (command: RunJob["command"]): RunJob => ({ kind: "run", command, hasBase: true });

test.each<readonly [string, JobToDo, object]>([
  ["a push reads", run("push"), { contents: "read" }],
  ["statistics read", run("stats"), { contents: "read" }],
  ["a sync writes branches and pull requests", run("sync"), { contents: "write", pull_requests: "write" }],
  ["the end of several jobs too", run("collect"), { contents: "write", pull_requests: "write" }],
  ["a deleted branch reads", { kind: "sweep", branch: "release/2", defaultBranch: "main" }, { contents: "read" }],
  ["a review comments", { kind: "review", pullRequest, access: "full" }, { contents: "read", pull_requests: "write" }],
  [
    "also for a fork",
    { kind: "review-of-head", commit: "a".repeat(40), repository: "eve/shop" },
    { contents: "read", pull_requests: "write" },
  ],
  ["a merge is followed up", { kind: "after-merge", pullRequest }, { contents: "write", pull_requests: "write" }],
  ["a rebase writes", { kind: "rebase", pullRequest, sender: actor }, { contents: "write", pull_requests: "write" }],
])("%s, and may do no more", (_, job, permissions) => {
  expect(appPermissions(job).permissions).toEqual(permissions);
  expect(appPermissions(job)).not.toHaveProperty(["optional", "workflows"]);
});
