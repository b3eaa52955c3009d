import { expect, it } from "vitest";
import { offeredOperations, type RepositoryFacts } from "./operations.ts";

const facts: RepositoryFacts = {
  pending: 0,
  unwritable: 0,
  outgoing: 0,
  missing: 0,
  upstream: "https://git.example.org/shop.git",
  push: "git@git.example.org:shop.git",
  pushBranch: "",
  branch: "main",
  mergeStyle: "rebase",
};

const offered = (changed: Partial<RepositoryFacts>, operation: string) =>
  offeredOperations({ ...facts, ...changed }).find((each) => each.operation === operation);

it("says nothing gets lost where nothing would be", () => {
  expect(offered({}, "reset")?.loses).toBeUndefined();
  expect(offered({ pending: 3 }, "reset-keep")?.loses).toBeUndefined();
});

it.each([
  [{ pending: 1 }, "1 string that nobody committed."],
  [{ outgoing: 2 }, "2 commits that nobody pushed, with every translation in them."],
  [
    { pending: 1200, outgoing: 1 },
    "1,200 strings that nobody committed, and 1 commit that nobody pushed, with every translation in them.",
  ],
])("counts what a reset throws away: %o", (changed, words) => {
  expect(offered(changed, "reset")?.loses).toBe(words);
});

it.each([
  [{}, "sends nothing, since nothing waits, to main of"],
  [{ pending: 2 }, "Commits 2 strings first. Takes over what is new upstream, and sends the new commits to main of"],
  [{ outgoing: 1, pushBranch: "l10n" }, "sends 1 commit to l10n of git@git.example.org:shop.git."],
  [{ push: "" }, "Push is turned off"],
])("says what a push sends, and where: %o", (changed, words) => {
  expect(offered(changed, "push")?.does).toContain(words);
});

it("offers a component without a repository no way to one", () => {
  expect(offeredOperations({ ...facts, upstream: "" }).map(({ operation }) => operation)).toEqual([
    "commit",
    "file-scan",
    "file-sync",
    "cleanup",
  ]);
});
