import { expect, test } from "vitest";
import { defined } from "../core/defined.ts";
import { isOwnPullRequest } from "./own-pull-request.ts";

const context = { repository: "acme/app" };

test.each<readonly [string, string | undefined, string, string | undefined, boolean]>([
  ["a branch of ours in this repository", "acme/app", "interlinear/main", undefined, true],
  ["somebody's branch", "acme/app", "topic", undefined, false],
  ["a branch of ours for another base", "acme/app", "interlinear/release", undefined, false],
  ["a stranger's branch that is called as ours", "eve/app", "interlinear/main", undefined, false],
  ["a fork that is gone", undefined, "interlinear/main", undefined, false],
  ["the mapping's fork, in whatever case", "keeper/app", "interlinear/main", "Keeper/App", true],
  ["another fork than the mapping's", "eve/app", "interlinear/main", "keeper/app", false],
  ["this repository, where branches go to a fork", "acme/app", "interlinear/main", "keeper/app", false],
])("%s", (_, repository, branch, fork, isOurs) => {
  const mapping = { pullRequest: { branch: "interlinear/{base}", ...defined({ fork }) } };
  const head = { repository, branch, commit: "a".repeat(40) };

  expect(isOwnPullRequest(context, mapping, { head, base: { branch: "main", commit: "b".repeat(40) } })).toBe(isOurs);
});
