import type { GitHub } from "./server.ts";
import { Octokit } from "@octokit/core";
import { describe, expect, it } from "vitest";
import { createRepository, type TestRepository } from "../repository.ts";
import { graphqlError } from "./faults.ts";
import { startGitHub, type GitHubOptions } from "./github.ts";

const VIEWER = "query { viewer { login databaseId } }";

async function start(
  options: Partial<GitHubOptions> = {},
): Promise<{ github: GitHub; octokit: Octokit; repository: TestRepository } & AsyncDisposable> {
  const repository = await createRepository({ "de.json": "old\n" });
  const github = await startGitHub({ repository: "acme/site", bareRepository: repository.remotePath, ...options });
  const octokit = new Octokit({ auth: github.token, baseUrl: github.apiUrl });
  return {
    github,
    octokit,
    repository,
    [Symbol.asyncDispose]: async () => {
      await repository[Symbol.asyncDispose]();
      await github.close();
    },
  };
}

describe.concurrent("GraphQL of GitHub's stand-in", () => {
  it("says whose token it is, also below an Enterprise server's address", async () => {
    await using actions = await start();
    await using server = await start({
      basePath: "/api/v3",
      settings: { tokenKind: "personal", login: "ana" },
    });

    expect(await actions.octokit.graphql(VIEWER)).toEqual({
      viewer: { login: "github-actions[bot]", databaseId: 41_898_282 },
    });
    expect(await server.octokit.graphql(VIEWER)).toMatchObject({ viewer: { login: "ana" } });
    expect(server.github.requests.map(({ path }) => path)).toEqual(["/api/graphql"]);
    expect(actions.github.requests.map(({ operation }) => operation)).toEqual(["POST /graphql viewer"]);
    expect(actions.github.writes()).toEqual([]);
  });

  it("refuses a wrong token with 401, and a document that the schema does not allow with errors", async () => {
    const { github, octokit, repository } = await start();
    const stranger = new Octokit({ auth: "wrong", baseUrl: github.apiUrl });

    await expect(stranger.graphql(VIEWER)).rejects.toMatchObject({ status: 401 });
    for (const [document, words] of [
      ["query { viewer { login shoeSize } }", /Field 'shoeSize' doesn't exist on type 'User'/],
      ["query { viewer }", /Query\.viewer: fields have to be named/],
      ['query { repository(owner: 1, name: "site") { id } }', /Query\.repository\(owner\) is no String/],
      ["query ($n: String!) { viewer { login } }", /variable \$n is declared and not used/],
      [
        "mutation ($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { ref { id } } }",
        /is missing/,
      ],
    ] as const) {
      await expect(octokit.graphql(document)).rejects.toThrow(words);
    }

    expect(github.violations.length).toBeGreaterThan(4);
    await expect(github.close()).rejects.toThrow("description is violated");
    await repository[Symbol.asyncDispose]();
  });

  it("commits on a branch whose head is the expected one, signed and as plain files, and refuses another head", async () => {
    await using at = await start({ settings: { tokenKind: "personal", login: "ana" } });
    const head = await at.repository.remoteGit("rev-parse", "main");
    const commit = (expectedHeadOid: string): Promise<unknown> =>
      at.octokit.graphql(
        "mutation ($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid tree { oid } } } }",
        {
          input: {
            branch: { repositoryNameWithOwner: "acme/site", branchName: "main" },
            expectedHeadOid,
            message: { headline: "One", body: "Two" },
            fileChanges: {
              additions: [{ path: "fr.json", contents: "bmV1Cg==" }],
              deletions: [{ path: "de.json" }],
            },
          },
        },
      );

    await commit(head);

    const tip = await at.repository.remoteGit("rev-parse", "main");
    expect(await at.repository.remoteGit("ls-tree", "main")).toMatch(/^100644 blob \w+\tfr\.json$/);
    expect(await at.repository.remoteGit("log", "-1", "--format=%B|%P|%cn", "main")).toMatch(
      new RegExp(`^One\n\nTwo\n+\\|${head}\\|GitHub$`),
    );
    expect(at.github.world.verifications.get(tip)).toEqual({ verified: true, reason: "valid" });
    await expect(commit(head)).rejects.toMatchObject({
      errors: [{ type: "STALE_DATA", message: expect.stringContaining("Expected branch to point to") }],
    });
  });

  it("answers a planned error of GraphQL's with 200", async () => {
    await using at = await start({ faults: [graphqlError("POST /graphql viewer", "FORBIDDEN", "Not you")] });

    await expect(at.octokit.graphql(VIEWER)).rejects.toMatchObject({ errors: [{ type: "FORBIDDEN" }] });
    expect(at.github.requests.map(({ status }) => status)).toEqual([200]);
  });
});
