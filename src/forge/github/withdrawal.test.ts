import { describe, expect, it } from "vitest";
import { createGitHubHost } from "../../../test/support/github-forge-host.ts";
import { unseen } from "../../../test/support/github/faults.ts";
import { proposal } from "../forge.contract.ts";

const FILES = { "de.json": "old\n" };
const BRANCH = "interlinear/main";
const REPOSITORY = "/repos/{owner}/{repo}";
const CLOSE = `PATCH ${REPOSITORY}/pulls/{pull_number}`;
const COMMENT = `POST ${REPOSITORY}/issues/{issue_number}/comments`;
const DELETE = `DELETE ${REPOSITORY}/git/refs/{ref}`;

describe.concurrent("withdrawing a pull request on GitHub", () => {
  it("says why, deletes the branch, and closes it, in this order", async () => {
    await using host = await createGitHubHost(FILES);
    const proposed = await proposal(host, { "de.json": "new\n" });
    await host.forge.propose(proposed);
    const before = host.github.writes().length;

    await host.forge.withdraw(BRANCH, proposed.base, "Nothing is left to bring.");

    const since = host.github.writes().slice(before);
    expect(since.map(({ operation }) => operation)).toEqual([COMMENT, DELETE, CLOSE]);
    expect(host.github.world.comments).toMatchObject([
      { issue: 1, body: expect.stringMatching(/^<!-- interlinear:withdrawn \w+ -->\nNothing is left to bring\.$/) },
    ]);
    expect(host.github.world.pulls).toMatchObject([{ state: "closed" }]);
  });

  it("does not say it twice after a run that ended in between", async () => {
    await using host = await createGitHubHost(FILES);
    const { base, ...more } = await proposal(host, { "de.json": "new\n" });
    await host.forge.propose({ base, ...more });
    host.github.faults.push(unseen(DELETE, "Bad credentials", 401));
    await expect(host.forge.withdraw(BRANCH, base, "Done.")).rejects.toMatchObject({ code: "IL-F01" });

    expect(await host.forge.withdraw(BRANCH, base, "Done.")).toMatchObject({ outcome: "closed" });
    expect(host.github.world.comments).toHaveLength(1);
  });

  it("leaves a note where a rule keeps the branch", async () => {
    const rule = "Repository rule violations found\n\nCannot delete this branch\n\n";
    await using host = await createGitHubHost(FILES, { faults: [unseen(DELETE, rule)] });
    const { base, ...more } = await proposal(host, { "de.json": "new\n" });
    await host.forge.propose({ base, ...more });

    const withdrawn = await host.forge.withdraw(BRANCH, base, "Done.");

    expect(withdrawn.outcome).toBe("closed");
    expect(withdrawn.notes).toEqual([expect.stringContaining("Cannot delete this branch")]);
  });

  it("deletes a branch of ours that has no pull request, without a word", async () => {
    await using host = await createGitHubHost(FILES, { settings: { actionsMayOpenPullRequests: false } });
    const { base, ...more } = await proposal(host, { "de.json": "new\n" });
    await host.forge.propose({ base, ...more });

    expect(await host.forge.withdraw(BRANCH, base, "Done.")).toEqual({
      outcome: "nothing-open",
      branch: BRANCH,
      notes: [],
    });
    expect(await host.repository.remoteGit("branch", "--list", BRANCH)).toBe("");
    expect(host.github.world.comments).toEqual([]);
  });

  it("looks for open pull requests on every page, and takes none of a stranger's fork", async () => {
    await using host = await createGitHubHost(FILES);
    await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
    const { pulls } = host.github.world;
    const [ours] = pulls;
    const strangers = Array.from({ length: 120 }, (_, at) => ({
      ...ours!,
      number: at + 2,
      id: at + 5_000,
      fork: { repository: "eve/site", commit: "1".repeat(40) },
    }));
    pulls.push(...strangers);

    expect(await host.forge.openProposals("main", (branch) => branch === BRANCH)).toMatchObject([{ number: 1 }]);
  });
});
