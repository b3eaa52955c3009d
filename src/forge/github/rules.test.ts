import { describe, expect, it } from "vitest";
import type { ProposedFile } from "../branch-state.ts";
import { howToCommit, type BranchRule, type IntendedWrite } from "./rules.ts";

const FILE: ProposedFile = { path: "locale/de.json", content: new Uint8Array(3), mode: "100644", blob: "b" };
const BOT: IntendedWrite = {
  branch: "interlinear/main",
  kind: "create",
  files: [FILE],
  message: "Update translations\n\nInterlinear-Tree: t\n",
  author: { kind: "bot", email: "41898282+github-actions[bot]@users.noreply.github.com" },
  signing: "forge",
};
const PERSON: IntendedWrite = { ...BOT, author: { kind: "person", email: undefined } };
const SSH: IntendedWrite = { ...PERSON, signing: "ssh", author: { kind: "person", email: "ana@example.org" } };

function rule(type: string, parameters: BranchRule["parameters"] = {}): BranchRule {
  return { type, parameters, ruleset: { id: 42, source: "acme/site" } };
}

function pattern(type: string, operator: string, text: string, negate = false): BranchRule {
  return rule(type, { operator, pattern: text, negate });
}

const SIGNED = rule("required_signatures");
const MESSAGE = "commit_message_pattern";

describe("how a commit is made", () => {
  it.each<[string, readonly BranchRule[], IntendedWrite, string]>([
    ["a bot's without rules", [], BOT, "api"],
    ["a person's without rules", [], PERSON, "api"],
    ["a bot's that must be signed", [SIGNED], BOT, "api"],
    ["a person's that must be signed", [SIGNED], PERSON, "graphql"],
    ["a person's with an SSH key", [SIGNED], SSH, "git"],
    ["a bot's with a GPG key", [], { ...BOT, signing: "gpg" }, "git"],
    ["a rule of tomorrow", [rule("moon_phase")], BOT, "api"],
  ])("%s", (_, rules, write, way) => {
    expect(howToCommit(rules, write)).toEqual({ way, obstacles: [] });
  });
});

describe("the rules that are in the way", () => {
  const replace = { ...BOT, kind: "replace" } as const;
  const forward = { ...BOT, kind: "fast-forward" } as const;
  const executable = { ...FILE, path: "run.sh", mode: "100755" } as const;
  const large = { ...FILE, content: new Uint8Array(2 * 1024 * 1024) };

  it.each<[string, BranchRule, IntendedWrite, RegExp]>([
    ["an executable file of a person's", SIGNED, { ...PERSON, files: [FILE, executable] }, /cannot sign .* run\.sh/],
    ["a forced push", rule("non_fast_forward"), replace, /forbids force pushes/],
    ["a new branch", rule("creation"), BOT, /lets nobody create/],
    ["a branch that is there", rule("update"), forward, /lets nobody change/],
    ["a branch for pull requests", rule("pull_request"), BOT, /by pull request only/],
    ["a branch of the merge queue", rule("merge_queue"), BOT, /merge queue/],
    ["a name", pattern("branch_name_pattern", "starts_with", "feature/"), BOT, /interlinear\/main to start with "feat/],
    ["a message", pattern(MESSAGE, "contains", "JIRA-"), BOT, /"Update translations" to contain "JIRA-"/],
    ["a message's end", pattern(MESSAGE, "ends_with", "."), BOT, /to end with "\."/],
    ["a message that must not", pattern(MESSAGE, "starts_with", "Update", true), BOT, /not to start with "Update"/],
    ["an author", pattern("commit_author_email_pattern", "ends_with", "@acme.org"), BOT, /41898282.* to end with/],
    ["a committer", pattern("committer_email_pattern", "ends_with", "@acme.org"), SSH, /ana@example\.org to end/],
    ["a large file", rule("max_file_size", { max_file_size: 1 }), { ...BOT, files: [large] }, /up to 1 MB, and locale/],
    ["a long path", rule("max_file_path_length", { max_file_path_length: 9 }), BOT, /up to 9 characters, and locale/],
    ["a path", rule("file_path_restriction", { restricted_file_paths: ["locale/**"] }), BOT, /and locale\/de\.json/],
    ["a kind", rule("file_extension_restriction", { restricted_file_extensions: ["*.json"] }), BOT, /and locale/],
  ])("certainly: %s", (_, found, write, words) => {
    expect(howToCommit([rule("moon_phase"), found], write).obstacles).toEqual([
      { rule: found, words: expect.stringMatching(words), remedy: expect.stringMatching(/\.$/), isCertain: true },
    ]);
  });

  it.each<[string, BranchRule, IntendedWrite]>([
    ["unsigned commits of the base", SIGNED, replace],
    ["merges of the base", rule("required_linear_history"), replace],
    ["checks", rule("required_status_checks"), BOT],
    ["checks of a branch that is there", rule("required_status_checks", { do_not_enforce_on_create: true }), forward],
    ["an expression", pattern(MESSAGE, "regex", "^(feat|fix)"), BOT],
    ["a person's address", pattern("commit_author_email_pattern", "ends_with", "@acme.org"), PERSON],
    ["GitHub's address", pattern("committer_email_pattern", "ends_with", "@acme.org"), BOT],
  ])("perhaps: %s", (_, found, write) => {
    expect(howToCommit([found], write).obstacles).toMatchObject([{ rule: found, isCertain: false }]);
  });

  it.each<[string, BranchRule, IntendedWrite]>([
    ["a forced push where the branch is new", rule("non_fast_forward"), BOT],
    ["a forced push where the branch only moves on", rule("non_fast_forward"), forward],
    ["creation of what is there", rule("creation"), forward],
    ["changes of what is not there", rule("update"), BOT],
    ["linear history of a new branch", rule("required_linear_history"), BOT],
    ["checks that a new branch is free of", rule("required_status_checks", { do_not_enforce_on_create: true }), BOT],
    ["a name that fits", pattern("branch_name_pattern", "starts_with", "interlinear/"), BOT],
    ["a name of what is there", pattern("branch_name_pattern", "starts_with", "feature/"), forward],
    ["a message that fits", pattern(MESSAGE, "starts_with", "Update"), BOT],
    ["an address that fits", pattern("commit_author_email_pattern", "ends_with", "noreply.github.com"), BOT],
    ["deletion", rule("deletion"), replace],
    ["the removal of an executable", SIGNED, { ...PERSON, files: [{ ...executable, content: null }] }],
    ["an executable with a key", SIGNED, { ...SSH, files: [executable] }],
    ["another path", rule("file_path_restriction", { restricted_file_paths: ["src/**"] }), BOT],
    ["another kind", rule("file_extension_restriction", { restricted_file_extensions: [".exe"] }), BOT],
  ])("not: %s", (_, found, write) => {
    expect(howToCommit([found], write).obstacles).toEqual([]);
  });
});
