import { describe, expect, it } from "vitest";
import { createForgejoHost } from "../../../test/support/forgejo-forge-host.ts";
import type { World } from "../../../test/support/forgejo/world.ts";
import { commitOnBranch, proposal, type ForgeHost } from "../forge.contract.ts";
import type { Proposal, PullRequestText } from "../forge.ts";

const FILES = { "de.json": "old\n" };
const BRANCH = "interlinear/main";
const REPOSITORY = "/repos/{owner}/{repo}";
const ASK = `POST ${REPOSITORY}/pulls/{index}/requested_reviewers`;
const MERGE = `POST ${REPOSITORY}/pulls/{index}/merge`;
const UNMERGE = `DELETE ${REPOSITORY}/pulls/{index}/merge`;
const COMMENT = `POST ${REPOSITORY}/issues/{index}/comments`;
const CLOSE = `PATCH ${REPOSITORY}/pulls/{index}`;
const PUSH = "POST /acme/site.git/git-receive-pack";
const COLLABORATORS = { ana: "write", ben: "write", cleo: "read" } as const;

async function proposed(host: ForgeHost, more: Partial<PullRequestText>, content = "new\n"): Promise<Proposal> {
  const plain = await proposal(host, { "de.json": content });
  return { ...plain, pullRequest: { ...plain.pullRequest, ...more } };
}

describe.concurrent("a pull request on Forgejo", () => {
  it("gets assignees, reviewers, teams, a milestone by its title, as a draft; once", async () => {
    const milestones = Array.from({ length: 60 }, (_, at) => ({
      id: at + 11,
      title: `Release ${String(at + 1)}`,
      state: "open" as const,
    }));
    await using host = await createForgejoHost(FILES, {
      settings: { collaborators: COLLABORATORS, teams: ["core"], milestones },
    });
    const wanted = await proposed(host, {
      assignees: ["ana"],
      reviewers: ["cleo"],
      teamReviewers: ["core"],
      milestone: "release 60",
      draft: true,
    });

    const delivery = await host.forge.propose(wanted);

    expect(delivery).toMatchObject({ notes: [], pullRequest: { author: "interlinear-bot" } });
    expect(host.forgejo.world.pulls).toMatchObject([
      { title: "WIP: Translations", assignees: ["ana"], reviewers: ["cleo"], teams: ["core"], milestone: 70 },
    ]);
    const before = await host.writes();
    expect(await host.forge.propose(wanted)).toMatchObject({ outcome: "unchanged", notes: [] });
    expect(await host.writes()).toBe(before);
  });

  it("stays ready once a person made it ready, and a draft where a person made it one", async () => {
    await using host = await createForgejoHost(FILES);
    await host.forge.propose(await proposed(host, { draft: true }));
    const [pull] = host.forgejo.world.pulls;
    pull!.title = "Translations";
    await host.forge.propose(await proposed(host, { draft: true, title: "More translations" }, "newer\n"));
    expect(pull?.title).toBe("More translations");

    pull!.title = "[WIP] Translations";
    await host.forge.propose(await proposed(host, { title: "Other translations" }, "newest\n"));
    expect(pull?.title).toBe("WIP: Other translations");
  });

  it("loses nobody because of another, and says who was left out", async () => {
    await using host = await createForgejoHost(FILES, { settings: { collaborators: COLLABORATORS } });

    const delivery = await host.forge.propose(
      await proposed(host, {
        assignees: ["ana", "nobody", "ben"],
        reviewers: ["cleo", "ghost", "interlinear-bot"],
        teamReviewers: ["core"],
        milestone: "Release",
      }),
    );

    expect(host.forgejo.world.pulls).toMatchObject([{ assignees: ["ana", "ben"], reviewers: ["cleo"] }]);
    expect(delivery.notes).toEqual([
      expect.stringMatching(/did not assign nobody: it answered 500\. Only who may write/),
      expect.stringContaining('no open milestone "Release"'),
      expect.stringContaining("did not ask ghost"),
      expect.stringContaining("did not ask the team core"),
    ]);
  });

  it("asks nobody twice, and who is newly named", async () => {
    await using host = await createForgejoHost(FILES, { settings: { collaborators: COLLABORATORS } });
    await host.forge.propose(await proposed(host, { reviewers: ["ana"] }));
    const [pull] = host.forgejo.world.pulls;
    pull!.reviewers = [];

    await host.forge.propose(await proposed(host, { reviewers: ["ana", "ben"] }, "newer\n"));
    await host.forge.propose(await proposed(host, { reviewers: ["ana", "ben"] }, "newest\n"));

    expect(pull?.reviewers).toEqual(["ben"]);
    expect(host.forgejo.writes().filter((operation) => operation === ASK)).toHaveLength(2);
  });

  it("gets back with a new change what it lacks, and keeps in between what people took away", async () => {
    await using host = await createForgejoHost(FILES, {
      labels: ["one", "two"],
      settings: { collaborators: COLLABORATORS },
    });
    const wishes = { labels: ["one", "two"], assignees: ["ana"] };
    await host.forge.propose(await proposed(host, wishes));
    const [pull] = host.forgejo.world.pulls;
    pull!.labels = [1];
    pull!.assignees = [];

    await host.forge.propose(await proposed(host, wishes));
    expect(pull).toMatchObject({ labels: [1], assignees: [] });
    await host.forge.propose(await proposed(host, wishes, "newer\n"));
    expect(pull).toMatchObject({ labels: [1, 2], assignees: ["ana"] });
  });
});

describe.concurrent("auto-merge on Forgejo", () => {
  it("is left to the server once a check of our commit has begun, where a rule asks for checks", async () => {
    await using host = await createForgejoHost(FILES, { settings: { requiresChecks: true } });
    const wanted = await proposed(host, { autoMerge: "squash" });
    const { commit = "", notes } = await host.forge.propose(wanted);
    expect(notes).toEqual([expect.stringContaining("checks have not begun")]);
    expect(host.forgejo.writes()).not.toContain(MERGE);
    addStatus(host.forgejo.world, commit, "pending");

    expect((await host.forge.propose(wanted)).pullRequest?.merge).toBe("enabled");
    expect((await host.forge.propose(wanted)).pullRequest?.merge).toBe("enabled");

    expect(host.forgejo.world.pulls).toMatchObject([{ scheduled: "squash", state: "open" }]);
  });

  it("waits itself for checks that no rule asks for, and then merges", async () => {
    await using host = await createForgejoHost(FILES);
    const wanted = await proposed(host, { autoMerge: "merge" });
    const { commit = "" } = await host.forge.propose(wanted);
    addStatus(host.forgejo.world, commit, "pending");
    expect((await host.forge.propose(wanted)).notes).toEqual([expect.stringContaining("not all succeeded")]);
    expect(host.forgejo.world.pulls).toMatchObject([{ state: "open" }]);
    addStatus(host.forgejo.world, commit, "success");

    expect((await host.forge.propose(wanted)).pullRequest?.merge).toBe("merged");
    expect(await host.repository.remoteGit("rev-parse", "main^2")).toBe(commit);
  });

  it("is taken back before a change is pushed that may not go in by itself, and where others pushed", async () => {
    await using host = await createForgejoHost(FILES, { settings: { requiresChecks: true } });
    const { world } = host.forgejo;
    const wanted = await proposed(host, { autoMerge: "merge" });
    const { commit = "" } = await host.forge.propose(wanted);
    addStatus(world, commit, "pending");
    await host.forge.propose(wanted);
    const before = host.forgejo.writes().length;

    await host.forge.propose(await proposed(host, {}, "newer\n"));

    expect(host.forgejo.writes().slice(before, before + 2)).toEqual([UNMERGE, PUSH]);
    expect(world.pulls[0]).not.toHaveProperty("scheduled");
    const { commit: next = "" } = await host.forge.propose(await proposed(host, { autoMerge: "merge" }, "newest\n"));
    addStatus(world, next, "pending");
    await host.forge.propose(await proposed(host, { autoMerge: "merge" }, "newest\n"));
    expect(world.pulls[0]).toHaveProperty("scheduled");
    await commitOnBranch(host, "Theirs", { "de.json": "theirs\n" });
    const left = await host.forge.propose(await proposed(host, { autoMerge: "merge" }, "newest\n"));
    expect(left.notes.at(-1)).toContain("Auto-merge was switched off");
    expect(world.pulls[0]).not.toHaveProperty("scheduled");
  });

  it("is not asked for a draft", async () => {
    await using host = await createForgejoHost(FILES);

    const delivery = await host.forge.propose(await proposed(host, { autoMerge: "merge", draft: true }));

    expect(delivery.notes).toEqual([expect.stringContaining("draft")]);
  });
});

describe.concurrent("withdrawing and forks on Forgejo", () => {
  it("says why, closes the pull request, and deletes the branch, in this order", async () => {
    await using host = await createForgejoHost(FILES);
    const wanted = await proposed(host, {});
    await host.forge.propose(wanted);
    const before = host.forgejo.writes().length;

    await host.forge.withdraw(BRANCH, wanted.base, "Nothing is left to bring.");

    expect(host.forgejo.writes().slice(before)).toEqual([COMMENT, CLOSE, PUSH]);
    expect(host.forgejo.world.comments).toMatchObject([{ body: expect.stringContaining("Nothing is left to bring.") }]);
  });

  it("takes the marker of a stranger for no word of ours", async () => {
    await using host = await createForgejoHost(FILES);
    const { world } = host.forgejo;
    const wanted = await proposed(host, {});
    const { commit = "" } = await host.forge.propose(wanted);
    for (const pull of world.pulls) pull.state = "closed";
    const body = `<!-- interlinear:withdrawn ${commit.slice(0, 12)} -->\nhello`;
    world.comments.push({ id: world.nextId(), issue: 1, user: "mallory", body });

    expect(await host.forge.propose(wanted)).toMatchObject({ outcome: "left-alone" });
    world.comments.push({ id: world.nextId(), issue: 1, user: world.settings.login, body });
    expect(await host.forge.propose(wanted)).toMatchObject({ pullRequest: { number: 2 } });
  });

  it("leaves a note where the server keeps the branch", async () => {
    await using host = await createForgejoHost(FILES);
    const wanted = await proposed(host, {});
    await host.forge.propose(wanted);
    await host.repository.remoteGit("config", "receive.denyDeletes", "true");

    const withdrawn = await host.forge.withdraw(BRANCH, wanted.base, "Done.");

    expect(withdrawn).toMatchObject({ outcome: "closed", notes: [expect.stringContaining("is still there")] });
  });

  it("pushes to the fork, and finds, refreshes and withdraws its pull request", async () => {
    await using host = await createForgejoHost(FILES, {}, { fork: "bot/site" });
    const wanted = await proposed(host, {});

    const delivery = await host.forge.propose(wanted);

    const tip = (): Promise<string | undefined> | undefined => host.forgejo.world.fork?.git.ref(`refs/heads/${BRANCH}`);
    expect(await tip()).toBe(delivery.commit);
    expect(await host.repository.remoteGit("branch", "--list", BRANCH)).toBe("");
    expect(host.forgejo.world.pulls).toMatchObject([{ head: BRANCH, fork: { repository: "bot/site" } }]);
    const before = await host.writes();
    expect(await host.forge.propose(wanted)).toMatchObject({ outcome: "unchanged", pullRequest: { number: 1 } });
    expect(await host.forge.delivered(BRANCH, wanted.base)).toMatchObject({ commit: delivery.commit });
    expect(await host.writes()).toBe(before);
    expect(await host.forge.openProposals("main", () => true)).toMatchObject([{ branch: BRANCH, number: 1 }]);
    expect(await host.forge.withdraw(BRANCH, wanted.base, "Done.")).toMatchObject({ outcome: "closed", notes: [] });
    expect(await tip()).toBeUndefined();
  });
});

/** What a check says of a commit. */
function addStatus(world: World, commit: string, state: string): void {
  const id = world.nextId();
  world.statuses.push({ id, commit, state, description: "", targetUrl: "", context: "ci", creator: "ci" });
}
