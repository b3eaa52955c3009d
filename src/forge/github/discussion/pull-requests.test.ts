import { describe, expect, it } from "vitest";
import { pullRequestIn } from "./pull-requests.ts";

const SIDE = { ref: "main", sha: "1".repeat(40), repo: { full_name: "acme/site" } };
const ANSWER = {
  number: 7,
  html_url: "https://github.com/acme/site/pull/7",
  title: "Texts",
  body: "Why.",
  user: { login: "eva" },
  state: "open",
  merged_at: null,
  labels: [],
  base: SIDE,
  head: SIDE,
};

describe("GitHub's answer about a pull request", () => {
  it.each([
    ["a fork that is gone", { head: { ...SIDE, repo: null } }, { head: { repository: undefined } }],
    ["an account that is gone", { user: null }, { author: "ghost" }],
    ["no text", { body: null }, { body: "" }],
    ["a draft", { draft: true }, { isDraft: true }],
    ["a server that knows no drafts", {}, { isDraft: false }],
    ["one that was merged", { state: "closed", merged_at: "2026-01-02T00:00:00Z" }, { state: "merged" }],
    ["one that was closed", { state: "closed" }, { state: "closed" }],
  ])("tells of %s", (_, answer, expected) => {
    expect(pullRequestIn({ ...ANSWER, ...answer })).toMatchObject(expected);
  });
});
