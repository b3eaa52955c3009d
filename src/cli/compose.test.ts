import { expect, test } from "vitest";
import { repositoryOn } from "./compose.ts";

test.each([
  ["https://github.com/acme/shop.git", "acme/shop"],
  ["https://github.com/acme/shop", "acme/shop"],
  ["https://dana@github.com/acme/shop/", "acme/shop"],
  ["git@github.com:acme/shop.git", "acme/shop"],
  ["ssh://git@github.com/acme/shop.git", "acme/shop"],
  ["https://git.example/acme/shop.git", undefined],
  ["https://github.com.evil.example/acme/shop", undefined],
  ["https://github.com/acme", undefined],
  ["file:///srv/github.com/acme/shop.git", undefined],
])("%s is the repository %s", (url, repository) => {
  expect(repositoryOn("https://github.com", ["file:///elsewhere.git", url])).toBe(repository);
});

test("a server on a port of its own is found with it", () => {
  expect(repositoryOn("http://127.0.0.1:3000", ["http://127.0.0.1:3000/acme/shop.git"])).toBe("acme/shop");
});
