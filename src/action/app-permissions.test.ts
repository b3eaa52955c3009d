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
  ["a merge queue's group reads", { kind: "merge-group", commit: "a".repeat(40), base: "main" }, { contents: "read" }],
  ["a rebase writes", { kind: "rebase", pullRequest, sender: actor }, { contents: "write", pull_requests: "write" }],
])("%s, and may do no more", (_, job, permissions) => {
  expect(appPermissions(job).permissions).toEqual(permissions);
});

test.each<readonly [string, JobToDo, object]>([
  ["what proposes", run("sync"), { issues: "write", workflows: "write" }],
  [
    "an order",
    { kind: "answer", pullRequest: 7, comment: { id: 1, author: actor }, order: { kind: "sync" } },
    { workflows: "write" },
  ],
  [
    "a push that may have to bring what waited too long",
    { ...run("push"), catchesUp: true },
    { contents: "write", pull_requests: "write", workflows: "write" },
  ],
])("%s uses more where the App was granted it", (_, job, optional) => {
  expect(appPermissions(job).optional).toMatchObject(optional);
});

test.each<readonly [string, JobToDo]>([
  ["a push on demand", run("push")],
  ["a review", { kind: "review", pullRequest, access: "full" }],
])("%s never writes workflow files", (_, job) => {
  expect(appPermissions(job).optional).not.toHaveProperty("workflows");
});
