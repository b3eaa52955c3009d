import { expect, test } from "vitest";
import { RemoteError } from "../../core/errors.ts";
import { explain } from "./refusal.ts";

const attempt = { action: "open the pull request", permission: "pull-requests: write" };

function refused(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Error {
  return Object.assign(new Error(message), { status, response: { headers } });
}

test.each<readonly [string, Error, RegExp]>([
  [
    "the workflow's own token, and an App's",
    refused(403, "Resource not accessible by integration", { "x-accepted-github-permissions": "pull_requests=write" }),
    /pull-requests: write \(GitHub asks for: pull_requests=write\).*`permissions:` of the job, or to the App/,
  ],
  [
    "a fine-grained token",
    refused(403, "Resource not accessible by personal access token"),
    /pull-requests: write: .*Fine-grained tokens → Repository permissions/,
  ],
  [
    "a classic token that may not write",
    refused(403, "Must have admin rights to Repository.", { "X-OAuth-Scopes": "read:org, gist" }),
    /^A classic token has no permissions but scopes: give it `repo` .* It has: read:org, gist\.$/,
  ],
  [
    "a classic token that sees nothing",
    refused(404, "Not Found", { "x-oauth-scopes": "" }),
    /check the repository's name\. A classic token .*`repo`.* It has none\.$/,
  ],
  [
    "a classic token that has what it needs",
    refused(403, "Must have admin rights to Repository.", { "x-oauth-scopes": "repo, workflow" }),
    /^The token has the scope `repo`: its owner may not do this/,
  ],
  ["a token that GitHub says nothing of", refused(404, "Not Found"), /that the token has pull-requests: write\.$/],
])("the hint fits %s", (_, error, hint) => {
  const explained = explain(attempt, error);

  expect(explained).toBeInstanceOf(RemoteError);
  expect(explained).toMatchObject({ hint: expect.stringMatching(hint) });
});
