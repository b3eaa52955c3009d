import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { forgejoOrGitea, placeOf } from "./server.ts";

describe("a remote's address", () => {
  it.each([
    ["https://codeberg.org/acme/shop.git", "https://codeberg.org"],
    ["https://dana@codeberg.org/acme/shop", "https://codeberg.org"],
    ["HTTPS://codeberg.org/acme/shop/", "https://codeberg.org"],
    ["http://127.0.0.1:3000/acme/shop.git", "http://127.0.0.1:3000"],
    ["https://example.org/code/git/acme/shop.git", "https://example.org/code/git"],
    ["git@codeberg.org:acme/shop.git", "https://codeberg.org"],
    ["codeberg:acme/shop", "https://codeberg"],
    ["ssh://git@git.example.org:2222/acme/shop.git", "https://git.example.org"],
  ])("%s names the server %s", (url, serverUrl) => {
    expect(placeOf(url)).toEqual({ serverUrl, repository: "acme/shop" });
  });

  it.each(["file:///srv/acme/shop.git", "/srv/acme/shop.git", "../shop.git", "https://codeberg.org/shop", "shop"])(
    "%s names no server",
    (url) => {
      expect(placeOf(url)).toBeUndefined();
    },
  );
});

describe("a server", () => {
  it.each([
    ["that is a Forgejo", 200, '{"version":"15.0.0+gitea-1.22.0"}', "forgejo"],
    ["that is a Gitea", 200, '{"version":"1.26.0"}', "gitea"],
    [
      "for signed-in people only",
      403,
      '{"message":"Only signed in user is allowed to call APIs.","url":"/api"}',
      "gitea",
    ],
    ["that is another one", 404, '{"message":"Not Found"}', undefined],
    ["that answers everything with a page", 200, "<!doctype html>", undefined],
    ["with another kind of version", 200, "{}", undefined],
  ])("%s is known for what it is, and gets no token", async (_, status, answer, expected) => {
    let authorization: string | undefined = "never asked";
    const server = createServer((request, response) => {
      authorization = request.headers.authorization;
      response.writeHead(request.url === "/code/api/v1/version" ? status : 404);
      response.end(answer);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;

    expect(await forgejoOrGitea(`http://127.0.0.1:${String(port)}/code`)).toBe(expected);
    expect(authorization).toBeUndefined();
    await new Promise((resolve) => server.close(resolve));
  });

  it("that does not answer is none", async () => {
    expect(await forgejoOrGitea("http://127.0.0.1:9")).toBeUndefined();
  });
});
