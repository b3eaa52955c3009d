import { describe, expect, it } from "vitest";
import { createGitHubHost, type GitHubHost } from "../../../test/support/github-forge-host.ts";
import { proposal } from "../forge.contract.ts";

const FILES = { "de.json": "old\n" };
const BRANCH = "interlinear/main";
const CREATE_PULL = "POST /repos/{owner}/{repo}/pulls";
/** The token may read the repository and open pull requests, no more. */
const READER = { permissions: { contents: "read", "pull-requests": "write" } } as const;
const WRITER = { permissions: { contents: "write", "pull-requests": "write" } } as const;

function tip({ github }: GitHubHost): Promise<string | undefined> | undefined {
  return github.world.fork?.git.ref(`refs/heads/${BRANCH}`);
}

describe.concurrent("a pull request from a fork on GitHub", () => {
  it("has its branch in the fork, and is found, refreshed and withdrawn there", async () => {
    await using host = await createGitHubHost(
      FILES,
      { settings: READER },
      { repository: "bot/site", settings: WRITER },
    );
    const first = await proposal(host, { "de.json": "new\n" });

    const delivery = await host.forge.propose(first);

    expect(delivery).toMatchObject({ outcome: "created", pullRequest: { number: 1, outcome: "created" }, notes: [] });
    expect(await tip(host)).toBe(delivery.commit);
    expect(await host.repository.remoteGit("branch", "--list", BRANCH)).toBe("");
    expect(host.github.world.pulls).toMatchObject([
      { head: BRANCH, fork: { repository: "bot/site" }, maintainerCanModify: true },
    ]);
    const before = await host.writes();
    expect(await host.forge.propose(first)).toMatchObject({ outcome: "unchanged" });
    expect(await host.forge.delivered(BRANCH, first.base)).toMatchObject({ commit: delivery.commit });
    expect(await host.writes()).toBe(before);
    expect(await host.forge.propose(await proposal(host, { "de.json": "newer\n" }))).toMatchObject({
      outcome: "updated",
      pullRequest: { number: 1 },
    });
    expect(await host.forge.openProposals("main", () => true)).toMatchObject([{ branch: BRANCH, number: 1 }]);
    expect(await host.forge.withdraw(BRANCH, first.base, "Done.")).toMatchObject({ outcome: "closed", notes: [] });
    expect(await tip(host)).toBeUndefined();
  });

  it("names the fork where both belong to the same owner", async () => {
    await using host = await createGitHubHost(FILES, {}, { repository: "acme/site-bot" });

    await host.forge.propose(await proposal(host, { "de.json": "new\n" }));

    const sent = host.github.requests.find(({ operation }) => operation === CREATE_PULL);
    expect(sent?.body).toMatchObject({ head: `acme:${BRANCH}`, head_repo: "acme/site-bot" });
    expect(host.github.world.pulls).toMatchObject([{ fork: { repository: "acme/site-bot" } }]);
  });

  it("lets nobody else push to it where the token may not allow that", async () => {
    await using host = await createGitHubHost(
      FILES,
      { settings: READER },
      { repository: "bot/site", settings: WRITER },
    );
    host.github.faults.push({
      operation: CREATE_PULL,
      answer: {
        status: 422,
        message: "Validation Failed: Fork collab can't be granted by someone without permission",
      },
    });

    const delivery = await host.forge.propose(await proposal(host, { "de.json": "new\n" }));

    expect(delivery.pullRequest?.outcome).toBe("created");
    expect(host.github.world.pulls).toMatchObject([{ maintainerCanModify: false }]);
  });

  it("is another one than that of the same branch in the repository", async () => {
    await using host = await createGitHubHost(
      FILES,
      { settings: READER },
      { repository: "bot/site", settings: WRITER },
    );
    const first = await proposal(host, { "de.json": "new\n" });
    await host.forge.propose(first);
    const [pull] = host.github.world.pulls;
    const { fork: _, ...own } = pull!;
    host.github.world.pulls.push({ ...own, number: 7, id: 7 });

    expect(await host.forge.openProposals("main", () => true)).toMatchObject([{ number: 1 }]);
    expect((await host.forge.propose(first)).pullRequest).toMatchObject({ number: 1 });
  });
});
