import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createGitHubHost, type GitHubHost } from "../../../test/support/github-forge-host.ts";
import { badGateway, unseen } from "../../../test/support/github/faults.ts";
import { commitOnBranch, proposal } from "../forge.contract.ts";
import type { Proposal } from "../forge.ts";

const FILES = { "de.json": "old\n" };
const ENABLE = "POST /graphql enablePullRequestAutoMerge";
const DISABLE = "POST /graphql disablePullRequestAutoMerge";
const MERGE = "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge";
const UPDATE_REF = "PATCH /repos/{owner}/{repo}/git/refs/{ref}";
const WAITING = { autoMergeAllowed: true, mergeState: "blocked" } as const;

async function proposed(
  host: GitHubHost,
  autoMerge: Proposal["pullRequest"]["autoMerge"] | "off",
  content = "new\n",
): Promise<Proposal> {
  const plain = await proposal(host, { "de.json": content });
  return { ...plain, pullRequest: { ...plain.pullRequest, ...(autoMerge !== "off" && autoMerge && { autoMerge }) } };
}

function writes({ github }: GitHubHost): readonly string[] {
  return github.writes().map(({ operation }) => operation);
}

describe.concurrent("auto-merge on GitHub", () => {
  it("is switched on for exactly our commit, once, and stays on with the next change", async () => {
    await using host = await createGitHubHost(FILES, { settings: WAITING });

    const { commit, pullRequest } = await host.forge.propose(await proposed(host, "squash"));

    const sent = host.github.requests.find(({ operation }) => operation === ENABLE);
    expect(sent?.body?.variables).toMatchObject({ input: { expectedHeadOid: commit, mergeMethod: "SQUASH" } });
    expect(pullRequest?.merge).toBe("enabled");
    const before = await host.writes();
    expect((await host.forge.propose(await proposed(host, "squash"))).pullRequest?.merge).toBe("enabled");
    expect(await host.writes()).toBe(before);
    expect((await host.forge.propose(await proposed(host, "squash", "newer\n"))).pullRequest?.merge).toBe("enabled");
    expect(writes(host).filter((operation) => operation === ENABLE)).toHaveLength(1);
  });

  it("is switched on anew where another method is wanted", async () => {
    await using host = await createGitHubHost(FILES, { settings: WAITING });
    await host.forge.propose(await proposed(host, "squash"));

    await host.forge.propose(await proposed(host, "rebase"));

    expect(host.github.world.pulls).toMatchObject([{ autoMerge: { method: "rebase" } }]);
  });

  it("becomes a note with what to do where the repository does not allow it", async () => {
    await using host = await createGitHubHost(FILES, { settings: { mergeState: "blocked" } });

    const delivery = await host.forge.propose(await proposed(host, "merge"));

    expect(delivery.outcome).toBe("created");
    expect(delivery.pullRequest).not.toHaveProperty("merge");
    expect(delivery.notes).toEqual([expect.stringContaining("Allow auto-merge")]);
  });

  it("is not asked for a draft", async () => {
    await using host = await createGitHubHost(FILES, { settings: WAITING });
    const wanted = await proposed(host, "merge");

    const delivery = await host.forge.propose({ ...wanted, pullRequest: { ...wanted.pullRequest, draft: true } });

    expect(delivery.notes).toEqual([expect.stringContaining("draft")]);
    expect(writes(host)).not.toContain(ENABLE);
  });

  it("merges where nothing is required: not in the run that wrote it, and exactly our commit in the next", async () => {
    await using host = await createGitHubHost(FILES, { settings: { autoMergeAllowed: true } });
    const wanted = await proposed(host, "merge");

    const first = await host.forge.propose(wanted);
    expect(first.notes).toEqual([expect.stringContaining("the next run merges it")]);
    expect(writes(host)).not.toContain(MERGE);

    const second = await host.forge.propose(wanted);
    expect(second).toMatchObject({ outcome: "unchanged", pullRequest: { merge: "merged" }, notes: [] });
    expect(host.github.requests.find(({ operation }) => operation === MERGE)?.body).toEqual({
      sha: first.commit,
      merge_method: "merge",
    });
    expect(await host.repository.remoteGit("rev-parse", "main^2")).toBe(first.commit);
  });

  it.each([
    ["merged where only the answer was lost", true, { pullRequest: { merge: "merged" }, notes: [] }],
    ["left to the next run in an outage", false, { notes: [expect.stringContaining("The next run tries again")] }],
  ])("is %s", async (_, applied, expected) => {
    await using host = await createGitHubHost(FILES, { settings: { autoMergeAllowed: true } });
    const wanted = await proposed(host, "merge");
    await host.forge.propose(wanted);
    host.github.faults.push(badGateway(MERGE, applied));

    expect(await host.forge.propose(wanted)).toMatchObject(expected);
  });

  it("explains a token that ends before it merges, and shows nothing of it", async () => {
    await using host = await createGitHubHost(FILES, { settings: { autoMergeAllowed: true } });
    const wanted = await proposed(host, "merge");
    await host.forge.propose(wanted);
    host.github.faults.push(unseen(MERGE, "Bad credentials", 401));

    const error = await host.forge.propose(wanted).catch((thrown: unknown) => thrown);

    expect(error).toMatchObject({ code: "IL-F01" });
    expect(inspect(error, { depth: 10 })).not.toContain(host.github.token);
  });

  it("does not merge what is not green, nor what somebody pushed to meanwhile", async () => {
    await using host = await createGitHubHost(FILES, { settings: { autoMergeAllowed: true } });
    const wanted = await proposed(host, "merge");
    await host.forge.propose(wanted);
    host.github.settings.mergeState = "unstable";
    expect((await host.forge.propose(wanted)).notes).toEqual([expect.stringContaining("the next run tries again")]);
    host.github.settings.mergeState = "clean";
    let theirs = "";
    host.github.faults.push({
      operation: "GET /repos/{owner}/{repo}/pulls/{pull_number}",
      before: async () => {
        theirs = await commitOnBranch(host, "Theirs", { "de.json": "theirs\n" });
      },
    });

    const delivery = await host.forge.propose(wanted);

    expect(theirs).not.toBe("");
    expect(delivery.notes).toEqual([expect.stringContaining("somebody else pushed")]);
    expect(writes(host)).not.toContain(MERGE);
  });

  it("is switched off before a change is written that may not go in by itself", async () => {
    await using host = await createGitHubHost(FILES, { settings: WAITING });
    await host.forge.propose(await proposed(host, "merge"));
    const before = writes(host).length;

    const { notes } = await host.forge.propose(await proposed(host, "off", "newer\n"));

    const since = writes(host).slice(before);
    expect(notes).toEqual([expect.stringContaining("Auto-merge was switched off")]);
    expect(since[0]).toBe(DISABLE);
    expect(since).toContain(UPDATE_REF);
    expect(host.github.world.pulls[0]).not.toHaveProperty("autoMerge");
  });

  it("keeps such a change back where GitHub does not switch it off", async () => {
    await using host = await createGitHubHost(FILES, { settings: WAITING });
    const { commit } = await host.forge.propose(await proposed(host, "merge"));
    host.github.settings.permissions = { contents: "write", "pull-requests": "read" };

    await expect(host.forge.propose(await proposed(host, "off", "newer\n"))).rejects.toMatchObject({ code: "IL-F02" });

    expect(await host.repository.remoteGit("rev-parse", "interlinear/main")).toBe(commit);
  });

  it("stays as a person has set it", async () => {
    await using host = await createGitHubHost(FILES, { settings: WAITING });
    await host.forge.propose(await proposed(host, "off"));
    const [pull] = host.github.world.pulls;
    pull!.autoMerge = { login: "ana", method: "rebase" };

    await host.forge.propose(await proposed(host, "off", "newer\n"));
    const delivery = await host.forge.propose(await proposed(host, "merge", "newest\n"));

    expect(pull?.autoMerge).toEqual({ login: "ana", method: "rebase" });
    expect(delivery.notes).toEqual([expect.stringContaining("ana chose")]);
    expect(writes(host)).not.toContain(DISABLE);
  });

  it("stays as a person has set it whose token a run has", async () => {
    await using host = await createGitHubHost(FILES, { settings: WAITING });
    await host.forge.propose(await proposed(host, "off"));
    const [pull] = host.github.world.pulls;
    const set = { login: host.github.settings.login, method: "squash" } as const;
    pull!.autoMerge = set;

    await host.forge.propose(await proposed(host, "off", "newer\n"));

    expect(pull?.autoMerge).toEqual(set);
    expect(writes(host)).not.toContain(DISABLE);
  });

  it("is switched off where somebody else's commits came onto the branch", async () => {
    await using host = await createGitHubHost(FILES, { settings: WAITING });
    await host.forge.propose(await proposed(host, "merge"));
    await commitOnBranch(host, "Theirs", { "de.json": "theirs\n" });

    const delivery = await host.forge.propose(await proposed(host, "merge", "newer\n"));

    expect(delivery.outcome).toBe("left-alone");
    expect(delivery.notes.at(-1)).toContain("Auto-merge was switched off");
    expect(host.github.world.pulls[0]).not.toHaveProperty("autoMerge");
  });
});
