import { describe, expect, it } from "vitest";
import { pullRequestAnswer } from "./answers.ts";
import { pullRequestIn } from "./pull-requests.ts";

const SIDE = { label: "main", ref: "main", sha: "1".repeat(40), repo_id: 7, repo: { id: 7, full_name: "acme/site" } };
const ANSWER = {
  number: 7,
  html_url: "https://codeberg.org/acme/site/pulls/7",
  title: "Texts",
  body: "Why.",
  user: { login: "eva" },
  state: "open",
  labels: [{ id: 1, name: "i18n" }],
  base: SIDE,
  head: SIDE,
};

describe("the answer of Forgejo and Gitea about a pull request", () => {
  it.each([
    ["a fork that is gone", { head: { ...SIDE, repo: null } }, { head: { repository: undefined } }],
    [
      "a branch that is gone",
      { head: { ...SIDE, label: "feature", ref: "refs/pull/7/head" } },
      { head: { branch: "feature" } },
    ],
    ["an account that is gone", { user: null }, { author: "Ghost" }],
    ["no labels", { labels: null }, { labels: [] }],
    ["a draft", { draft: true }, { isDraft: true }],
    ["a draft on a server that says it by the title alone", { title: "[wip] Texts" }, { isDraft: true }],
    ["one that was merged", { state: "closed", merged: true }, { state: "merged" }],
    ["one that was closed", { state: "closed", merged: false }, { state: "closed" }],
  ])("tells of %s", (_, answer, expected) => {
    expect(pullRequestIn(pullRequestAnswer.parse({ ...ANSWER, ...answer }))).toMatchObject(expected);
  });

  it("is no pull request without a number", () => {
    const { number: _, ...answer } = ANSWER;

    expect(pullRequestAnswer.safeParse(answer).success).toBe(false);
  });
});
