import { expect, test } from "vitest";
import { endpointTemplate } from "./endpoint-template.ts";

const CLOUD = "https://api.github.com";
const SERVER = "https://github.example.org/api/v3";

test.each([
  ["/repos/{owner}/{repo}/pulls/{pull_number}", CLOUD, "/repos/{owner}/{repo}/pulls/{pull_number}"],
  ["/repos/{owner}/{repo}/compare/{basehead}{?page,per_page}", CLOUD, "/repos/{owner}/{repo}/compare/{basehead}"],
  ["https://api.github.com/repos/acme/shop/pulls?state=open&head=secret", CLOUD, "/repos/{owner}/{repo}/pulls"],
  [
    "https://github.example.org/api/v3/repos/acme/shop/issues/7/comments",
    SERVER,
    "/repos/{owner}/{repo}/issues/{}/comments",
  ],
  ["https://github.example.org/api/v3/repos/pulls/token", SERVER, "/repos/{owner}/{repo}"],
  ["/repos/acme/shop/git/ref/heads/feature/of/ours", CLOUD, "/repos/{owner}/{repo}/git/ref/heads/{}"],
  [
    "/repos/acme/shop/commits/0123456789012345678901234567890123456789/status",
    CLOUD,
    "/repos/{owner}/{repo}/commits/{}/status",
  ],
  ["https://api.github.com/repositories/1296269/pulls?page=2", CLOUD, "/{}/pulls"],
  ["/users/dana", CLOUD, "/users/{}"],
  ["/graphql", CLOUD, "/graphql"],
  ["https://codeberg.org/api/v1/repos/acme/shop", "https://codeberg.org/api/v1", "/repos/{owner}/{repo}"],
  ["https://codeberg.org/api/v1", "https://codeberg.org/api/v1", "/"],
])("of %s on %s no value is told: %s", (address, api, endpoint) => {
  expect(endpointTemplate(address, api)).toBe(endpoint);
});
