import { expect, it } from "vitest";
import { repositoryPages } from "./repository-pages.ts";

it.each([
  ["https://github.com/acme/shop.git", "https://github.com/acme/shop/pull/4"],
  ["git@github.com:acme/shop.git", "https://github.com/acme/shop/pull/4"],
  ["https://token@gitlab.com/acme/web/shop", "https://gitlab.com/acme/web/shop/-/merge_requests/4"],
  ["ssh://git@codeberg.org:2222/acme/shop.git", "https://codeberg.org/acme/shop/pulls/4"],
  ["file:///srv/shop.git", undefined],
  ["", undefined],
])("knows where %s shows a pull request", (repo, address) => {
  expect(repositoryPages(repo)?.pullRequest(4)).toBe(address);
});

it("leads to the line of a file, whatever its name", () => {
  expect(repositoryPages("https://github.com/acme/shop.git")?.file({ branch: "main" }, "a b/č#.po", 7)).toBe(
    "https://github.com/acme/shop/blob/main/a%20b/%C4%8D%23.po#L7",
  );
});

it.each([
  ["https://github.com/acme/shop.git", "https://github.com/acme/shop/blob/4f1a/src/a.c#L7"],
  ["https://gitlab.com/acme/shop.git", "https://gitlab.com/acme/shop/-/blob/4f1a/src/a.c#L7"],
  ["https://codeberg.org/acme/shop.git", "https://codeberg.org/acme/shop/src/commit/4f1a/src/a.c#L7"],
])("leads to the line that a file of %s had at a commit", (repo, address) => {
  expect(repositoryPages(repo)?.file({ commit: "4f1a" }, "src/a.c", 7)).toBe(address);
});
