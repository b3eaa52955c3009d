import { expect, it } from "vitest";
import { isSameRepository, repositoryIdentity } from "./repository-address.ts";

it.each([
  "https://github.com/acme/website",
  "https://github.com/acme/website.git",
  "https://GitHub.com/acme/website/",
  "https://bot:secret@github.com/acme/website.git",
  "git@github.com:acme/website.git",
  "ssh://git@github.com/acme/website",
  "ssh://git@github.com:22/acme/website.git",
  "git://github.com/acme/website.git",
])("knows %s as the same repository", (address) => {
  expect(repositoryIdentity(address)).toBe("github.com/acme/website");
});

it("keeps different repositories apart", () => {
  const ours = ["https://github.com/acme/website.git"];

  expect(isSameRepository("https://github.com/acme/website-docs.git", ours)).toBe(false);
  expect(isSameRepository("https://gitlab.com/acme/website.git", ours)).toBe(false);
  expect(isSameRepository("local:", ours)).toBe(false);
});

it("compares paths on this machine with and without their scheme", () => {
  expect(isSameRepository("file:///srv/git/app.git", ["/srv/git/app.git"])).toBe(true);
});
