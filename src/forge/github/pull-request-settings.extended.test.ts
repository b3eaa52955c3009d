import { describe, expect, it } from "vitest";
import { createGitHubHost, type GitHubHost } from "../../../test/support/github-forge-host.ts";
import { unseen } from "../../../test/support/github/faults.ts";
import { proposal } from "../forge.contract.ts";
import type { Proposal, PullRequestText } from "../forge.ts";

const ASSIGN = "POST /repos/{owner}/{repo}/issues/{issue_number}/assignees";
const ASK = "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers";
const CREATE_PULL = "POST /repos/{owner}/{repo}/pulls";
const COLLABORATORS = { ana: "write", ben: "write", cleo: "read" } as const;
const FILES = { "de.json": "old\n" };

async function proposed(host: GitHubHost, more: Partial<PullRequestText>, content = "new\n"): Promise<Proposal> {
  const plain = await proposal(host, { "de.json": content });
  return { ...plain, pullRequest: { ...plain.pullRequest, ...more } };
}

function asked({ github }: GitHubHost): readonly unknown[] {
  return github.requests.filter(({ operation }) => operation === ASK).map(({ body }) => body);
}

describe.concurrent("a pull request on GitHub", () => {
  it("gets assignees, reviewers, teams, a milestone by its title, as a draft; once", async () => {
    const milestones = Array.from({ length: 130 }, (_, at) => ({
      number: at + 1,
      title: `Release ${String(at + 1)}`,
      state: "open" as const,
    }));
    await using host = await createGitHubHost(FILES, {
      settings: {
        tokenKind: "app",
        login: "shop[bot]",
        permissions: { contents: "write", "pull-requests": "write", members: "read" },
        collaborators: COLLABORATORS,
        teams: ["core"],
        milestones,
      },
    });
    const wanted = await proposed(host, {
      assignees: ["ana"],
      reviewers: ["ben"],
      teamReviewers: ["core"],
      milestone: "release 130",
      draft: true,
    });

    const delivery = await host.forge.propose(wanted);

    expect(delivery).toMatchObject({ notes: [], pullRequest: { author: "shop[bot]", outcome: "created" } });
    expect(host.github.world.pulls).toMatchObject([
      { assignees: ["ana"], reviewers: ["ben"], teams: ["core"], milestone: 130, draft: true },
    ]);
    const before = await host.writes();
    expect(await host.forge.propose(wanted)).toMatchObject({ outcome: "unchanged", notes: [] });
    expect(await host.writes()).toBe(before);
  });

  it("asks nobody twice who reviewed or was taken off, and asks who is newly named", async () => {
    await using host = await createGitHubHost(FILES, { settings: { collaborators: COLLABORATORS } });
    await host.forge.propose(await proposed(host, { reviewers: ["ana"] }));
    const [pull] = host.github.world.pulls;
    pull!.reviewers = [];

    await host.forge.propose(await proposed(host, { reviewers: ["ana", "ben"] }, "newer\n"));
    await host.forge.propose(await proposed(host, { reviewers: ["ana", "ben"] }, "newest\n"));

    expect(asked(host)).toEqual([{ reviewers: ["ana"] }, { reviewers: ["ben"] }]);
    expect(pull?.reviewers).toEqual(["ben"]);
  });

  it("does not lose a reviewer because of another, and never asks its author", async () => {
    await using host = await createGitHubHost(FILES, { settings: { collaborators: COLLABORATORS } });

    const delivery = await host.forge.propose(
      await proposed(host, { reviewers: ["ana", "nobody", "github-actions[bot]"] }),
    );

    expect(host.github.world.pulls[0]?.reviewers).toEqual(["ana"]);
    expect(delivery.notes).toHaveLength(1);
    expect(delivery.notes[0]).toMatch(/did not ask nobody for a review: .*only be requested from collaborators/);
  });

  it("explains that GITHUB_TOKEN cannot ask a team, without waiting for it", async () => {
    await using host = await createGitHubHost(FILES, { settings: { collaborators: COLLABORATORS, teams: ["core"] } });

    const delivery = await host.forge.propose(await proposed(host, { reviewers: ["ana"], teamReviewers: ["core"] }));

    expect(host.waits).toEqual([]);
    expect(host.github.world.pulls[0]?.reviewers).toEqual(["ana"]);
    expect(delivery.notes).toEqual([expect.stringMatching(/the team core .*an App .*`members: read`/)]);
  });

  it("is asked about again while GitHub does not know it everywhere", async () => {
    const blind = "Validation Failed: Could not resolve to a node with the global id of 'PR_1'.";
    await using host = await createGitHubHost(FILES, {
      settings: { collaborators: COLLABORATORS },
      faults: [unseen(ASSIGN, "Validation Failed: Issue not found"), unseen(ASK, blind), unseen(ASK, blind)],
    });

    const delivery = await host.forge.propose(await proposed(host, { assignees: ["ana"], reviewers: ["ben"] }));

    expect(delivery.notes).toEqual([]);
    expect(host.github.world.pulls).toMatchObject([{ assignees: ["ana"], reviewers: ["ben"] }]);
  });

  it("says whom GitHub left out without a word, and that ten are the most", async () => {
    const twelve = Array.from({ length: 12 }, (_, at) => `p${String(at + 1)}`);
    const collaborators = Object.fromEntries(twelve.map((login) => [login, "write" as const]));
    await using host = await createGitHubHost(FILES, { settings: { collaborators } });
    await using other = await createGitHubHost(FILES, { settings: { collaborators: COLLABORATORS } });

    const many = await host.forge.propose(await proposed(host, { assignees: twelve }));
    const stranger = await other.forge.propose(await proposed(other, { assignees: ["ana", "nobody"] }));

    expect(host.github.world.pulls[0]?.assignees).toHaveLength(10);
    expect(many.notes).toEqual([expect.stringContaining("left out: p11, p12")]);
    expect(other.github.world.pulls[0]?.assignees).toEqual(["ana"]);
    expect(stranger.notes).toEqual([expect.stringContaining("did not assign nobody")]);
  });

  it("guesses which milestone is meant, and says what GitHub thinks of a wrong number", async () => {
    const milestones = [
      { number: 1, title: "Version 2.0", state: "open" },
      { number: 2, title: "Version 1.0", state: "closed" },
    ] as const;
    await using host = await createGitHubHost(FILES, { settings: { milestones } });

    const close = await host.forge.propose(await proposed(host, { milestone: "Verson 2.0" }));
    const closed = await host.forge.propose(await proposed(host, { milestone: "Version 1.0" }, "newer\n"));
    const wrong = await host.forge.propose(await proposed(host, { milestone: 99 }, "newest\n"));

    expect(close.notes).toEqual([expect.stringContaining('Is "Version 2.0" meant?')]);
    expect(closed.notes).toEqual([expect.stringContaining('no open milestone "Version 1.0"')]);
    expect(wrong.notes).toEqual([expect.stringContaining('did not set the milestone "99"')]);
    expect(wrong.outcome).toBe("updated");
  });

  it("is opened for review where the plan has no drafts, with a note", async () => {
    await using host = await createGitHubHost(FILES, { settings: { draftsAllowed: false } });

    const delivery = await host.forge.propose(await proposed(host, { draft: true }));

    expect(delivery.pullRequest?.outcome).toBe("created");
    expect(host.github.world.pulls).toMatchObject([{ draft: false }]);
    expect(delivery.notes).toEqual([expect.stringContaining("no draft")]);
    expect(host.github.writes().filter(({ operation }) => operation === CREATE_PULL)).toHaveLength(2);
  });

  it("gets back with a new change what it lacks, and keeps in between what people took away", async () => {
    await using host = await createGitHubHost(FILES, {
      labels: ["one", "two"],
      settings: { collaborators: COLLABORATORS },
    });
    const wishes = { labels: ["one", "two"], assignees: ["ana"] };
    await host.forge.propose(await proposed(host, wishes));
    const [pull] = host.github.world.pulls;
    pull!.labels = ["one"];
    pull!.assignees = [];

    await host.forge.propose(await proposed(host, wishes));
    expect(pull).toMatchObject({ labels: ["one"], assignees: [] });

    await host.forge.propose(await proposed(host, wishes, "newer\n"));
    expect(pull).toMatchObject({ labels: ["one", "two"], assignees: ["ana"] });
  });
});
