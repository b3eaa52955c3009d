import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createGitHubHost as createHost, type GitHubHost } from "../../../test/support/github-forge-host.ts";
import { badGateway, primaryRateLimit, secondaryRateLimit, unseen } from "../../../test/support/github/faults.ts";
import { silentLogger } from "../../core/logger.ts";
import { commitOnBranch, forgeContract, proposal, type ForgeHost } from "../forge.contract.ts";
import type { Proposal } from "../forge.ts";
import { createGitHubForge } from "./github-forge.ts";

const REPOSITORY = "/repos/{owner}/{repo}";
const CREATE_PULL = `POST ${REPOSITORY}/pulls`;
const UPDATE_PULL = `PATCH ${REPOSITORY}/pulls/{pull_number}`;
const CREATE_REF = `POST ${REPOSITORY}/git/refs`;
const UPDATE_REF = `PATCH ${REPOSITORY}/git/refs/{ref}`;
const CREATE_TREE = `POST ${REPOSITORY}/git/trees`;
const CREATE_COMMIT = `POST ${REPOSITORY}/git/commits`;
const CREATE_BLOB = `POST ${REPOSITORY}/git/blobs`;
const ADD_LABELS = `POST ${REPOSITORY}/issues/{issue_number}/labels`;

forgeContract("GitHub", (files) => createHost(files));

function writeOperations({ github }: GitHubHost): readonly string[] {
  return github.writes().map(({ operation }) => operation);
}

async function withLabels(host: ForgeHost, labels: readonly string[]): Promise<Proposal> {
  const proposed = await proposal(host, { "de.json": "new\n" });
  return { ...proposed, pullRequest: { ...proposed.pullRequest, labels } };
}

function tipOf({ repository }: ForgeHost): Promise<string> {
  return repository.remoteGit("rev-parse", "interlinear/main");
}

/** The forge of a run, which lists once what is open. */
function ofOneRun({ github }: GitHubHost) {
  const { apiUrl, serverUrl, token } = github;
  return createGitHubForge({
    repository: "acme/site",
    apiUrl,
    serverUrl,
    token,
    logger: silentLogger,
    isOneRun: true,
    tempo: { spaced: false, second: 1 },
  });
}

describe.concurrent("the forge on GitHub", () => {
  it("takes a pull request that somebody closed for a no to what it held, and opens another one for news", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    const declined = await proposal(host, { "de.json": "new\n" });
    await host.forge.propose(declined);
    for (const pull of host.github.world.pulls) Object.assign(pull, { state: "closed", closedAt: await tipOf(host) });
    const before = await host.writes();

    const again = await host.forge.propose(declined);

    expect(again).toMatchObject({
      outcome: "left-alone",
      notes: [expect.stringMatching(/#1 held exactly this, and was closed/)],
    });
    expect(await host.writes()).toBe(before);
    expect(await host.forge.propose({ ...declined, overwrite: true })).toMatchObject({ pullRequest: { number: 2 } });
    for (const pull of host.github.world.pulls) Object.assign(pull, { state: "closed", closedAt: await tipOf(host) });

    const newer = await host.forge.propose(await proposal(host, { "de.json": "newer\n" }));

    expect(newer).toMatchObject({
      pullRequest: { number: 3, outcome: "created" },
      notes: [expect.stringContaining("#2 was closed without a merge")],
    });
  });

  it.each([
    ["by anybody else", "mallory", (commit: string) => commit],
    ["by us about another commit", undefined, () => "0".repeat(40)],
  ])("takes no word that was said %s for the reason why it was closed", async (_, stranger, about) => {
    await using host = await createHost({ "de.json": "old\n" });
    const { world } = host.github;
    const ours = world.settings.login;
    const declined = await proposal(host, { "de.json": "new\n" });
    const { commit = "" } = await host.forge.propose(declined);
    for (const pull of world.pulls) Object.assign(pull, { state: "closed", closedAt: commit });
    const say = (user: string, at: string): void => {
      const body = `<!-- interlinear:withdrawn ${at.slice(0, 12)} -->\nNothing is left to merge.`;
      const now = world.now();
      world.comments.push({ id: world.nextId(), issue: 1, user, body, createdAt: now, updatedAt: now });
    };

    say(stranger ?? ours, about(commit));
    expect(await host.forge.propose(declined)).toMatchObject({ outcome: "left-alone" });
    say(ours, commit);
    expect(await host.forge.propose(declined)).toMatchObject({ pullRequest: { number: 2 } });
  });

  it.each([
    ["while a run downloads", undefined],
    ["after the branch was written", UPDATE_PULL],
  ])("writes nothing newer into a pull request that somebody closes %s, and opens another one", async (_, moment) => {
    await using host = await createHost({ "de.json": "old\n" });
    const { repository, github } = host;
    await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
    const [first] = github.world.pulls;
    const [text, tip] = [first!.body, await tipOf(host)];
    const close = async (): Promise<void> => {
      Object.assign(first!, { state: "closed", closedAt: await tipOf(host) });
    };
    const forge = ofOneRun(host);
    await forge.openProposals("main", () => true);
    if (moment === undefined) await close();
    else github.faults.push({ operation: moment, before: close });

    const delivery = await forge.propose(await proposal(host, { "de.json": "newer\n" }));

    expect(delivery).toMatchObject({
      pullRequest: { number: 2, outcome: "created" },
      notes: [expect.stringContaining("#1 was closed without a merge")],
    });
    expect(first).toMatchObject({ state: "closed", body: text, ...(moment === undefined && { closedAt: tip }) });
    expect(await repository.remoteGit("show", "interlinear/main:de.json")).toBe("newer");
    expect(await forge.propose(await proposal(host, { "de.json": "newer\n" }))).toMatchObject({ outcome: "unchanged" });
  });

  it("writes a tree a hundred files, one commit, one ref and one pull request", async () => {
    await using host = await createHost({ "en.json": "1\n" });
    const files = Object.fromEntries(
      Array.from({ length: 250 }, (_, at) => [`locale/${String(at)}.json`, `${String(at)}\n`]),
    );

    await host.forge.propose(await proposal(host, files));

    expect(writeOperations(host)).toEqual([
      CREATE_TREE,
      CREATE_TREE,
      CREATE_TREE,
      CREATE_COMMIT,
      CREATE_REF,
      CREATE_PULL,
    ]);
  });

  it("keeps each tree below a megabyte, and stores large and binary files as blobs", async () => {
    await using host = await createHost({ "en.json": "1\n" });
    const files = {
      ...Object.fromEntries(
        [1, 2, 3, 4].map((at) => [`big-${String(at)}.json`, `${String(at)}${"x".repeat(400_000)}\n`]),
      ),
      "huge.json": "y".repeat(1_500_000),
      "binary.mo": new Uint8Array([0, 255, 1]),
    };

    await host.forge.propose(await proposal(host, files));

    const bodies = host.github.requests
      .filter(({ operation }) => operation === CREATE_TREE)
      .map(({ body }) => JSON.stringify(body));
    expect(bodies.every((body) => body.length < 1_100_000)).toBe(true);
    expect(writeOperations(host).filter((operation) => operation === CREATE_BLOB)).toHaveLength(2);
    expect(await host.repository.remoteGit("cat-file", "-s", "interlinear/main:huge.json")).toBe("1500000");
  });

  it("makes commits that GitHub signs: no author, no committer, no signature", async () => {
    await using host = await createHost({ "de.json": "old\n" });

    const { commit } = await host.forge.propose(await proposal(host, { "de.json": "new\n" }));

    const request = host.github.requests.find(({ operation }) => operation === CREATE_COMMIT);
    expect(Object.keys(request?.body ?? {}).toSorted()).toEqual(["message", "parents", "tree"]);
    expect(host.github.world.verifications.get(commit ?? "")).toEqual({ verified: true, reason: "valid" });
  });

  it("passes a rule that asks for signed commits, with a bot's token and with a personal one", async () => {
    const rules = [{ branches: "interlinear/*", requires: "verified-signatures" as const }];
    await using bot = await createHost({ "de.json": "old\n" }, { settings: { rules } });
    await using personal = await createHost({ "de.json": "old\n" }, { settings: { rules, tokenKind: "personal" } });

    for (const host of [bot, personal]) {
      expect(await host.forge.propose(await proposal(host, { "de.json": "new\n" }))).toMatchObject({
        outcome: "created",
      });
    }
  });

  it("forces the branch only where it replaces its own commit", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    const { commit = "" } = await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
    await host.forge.propose(await proposal(host, { "de.json": "newer\n" }));
    await host.repository.remoteGit("update-ref", "refs/heads/interlinear/main", "main");
    await host.forge.propose(await proposal(host, { "de.json": "newest\n" }));

    const forced = host.github.requests
      .filter(({ operation }) => operation === UPDATE_REF)
      .map(({ body }) => body?.force);
    expect(commit).not.toBe("");
    expect(forced).toEqual([true, false]);
  });

  it("works with an Enterprise server: its own addresses, and nothing of github.com", async () => {
    const serverUrl = "https://github.example.org";
    await using host = await createHost({ "de.json": "old\n" }, { basePath: "/api/v3", serverUrl });

    const { pullRequest } = await host.forge.propose(await proposal(host, { "de.json": "new\n" }));

    expect(pullRequest?.url).toBe(`${serverUrl}/acme/site/pull/1`);
    expect(host.github.requests.every(({ path }) => path.startsWith("/api/v3/repos/acme/site/"))).toBe(true);
    expect(await host.forge.repositoryUrls()).toEqual(
      expect.arrayContaining([
        `${serverUrl}/acme/site`,
        `${serverUrl}/acme/site.git`,
        "git@github.example.org:acme/site.git",
        "ssh://git@github.example.org/acme/site.git",
      ]),
    );
  });

  it("refuses a repository that is not owner/name before it asks anybody", () => {
    expect(() => createGitHubForge({ repository: "site", token: "x", logger: silentLogger })).toThrow(
      '"site" is not a repository',
    );
  });

  it("leaves the token out of errors and logs", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    const token = "ghs_anotherSecretToken";
    const lines: string[] = [];
    const log = (line: string): void => void lines.push(line);
    const logger = { ...silentLogger, debug: log, info: log, notice: log, warning: log, error: log };
    const forge = createGitHubForge({ repository: "acme/site", apiUrl: host.github.apiUrl, token, logger });

    const error: unknown = await forge
      .propose(await proposal(host, { "de.json": "new\n" }))
      .catch((reason: unknown) => reason);

    expect(error).toMatchObject({ code: "IL-F01", status: 401 });
    expect(inspect([error, lines], { depth: null, showHidden: true })).not.toContain(token);
  });

  it("names the permission that is missing", async () => {
    await using host = await createHost(
      { "de.json": "old\n" },
      { settings: { permissions: { contents: "read", "pull-requests": "write" } } },
    );
    await using other = await createHost({ "de.json": "old\n" }, { settings: { permissions: { contents: "write" } } });

    await expect(host.forge.propose(await proposal(host, { "de.json": "new\n" }))).rejects.toMatchObject({
      code: "IL-F02",
      hint: expect.stringContaining("contents: write"),
    });
    await expect(other.forge.propose(await proposal(other, { "de.json": "new\n" }))).rejects.toMatchObject({
      code: "IL-F02",
      hint: expect.stringContaining("pull-requests: read"),
    });
  });

  it("says that a repository cannot be seen, or has no commits", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    const { apiUrl, token } = host.github;
    const hidden = createGitHubForge({ repository: "acme/secret", apiUrl, token, logger: silentLogger });
    const proposed = await proposal(host, { "de.json": "new\n" });

    await expect(hidden.propose(proposed)).rejects.toMatchObject({ code: "IL-F03" });
    await host.repository.remoteGit("update-ref", "-d", "refs/heads/main");
    await expect(host.forge.propose(proposed)).rejects.toMatchObject({ code: "IL-F10", status: 409 });
  });

  it("explains workflow files in the way, of the change and of the base", async () => {
    await using host = await createHost({ "de.json": "old\n", ".github/workflows/ci.yml": "on: push\n" });
    const stale = await host.repository.git("rev-parse", "HEAD");
    await host.repository.write({ ".github/workflows/ci.yml": "on: [push]\n" });
    await host.repository.publish("Workflow");
    const proposed = await proposal(host, { "de.json": "new\n" });

    await expect(host.forge.propose({ ...proposed, base: { branch: "main", commit: stale } })).rejects.toMatchObject({
      code: "IL-F05",
    });
    await expect(
      host.forge.propose(await proposal(host, { ".github/workflows/x.yml": "on: push\n" })),
    ).rejects.toMatchObject({ code: "IL-F05" });
  });

  it("does not take the branch of somebody who pushed while it was writing", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
    let theirs = "";
    host.github.faults.push({
      operation: CREATE_COMMIT,
      before: async () => {
        theirs = await commitOnBranch(host, "Theirs", { "de.json": "theirs\n" });
      },
    });

    const delivery = await host.forge.propose(await proposal(host, { "de.json": "newest\n" }));

    expect(delivery).toMatchObject({ outcome: "left-alone", commit: theirs });
    expect(await host.repository.remoteGit("rev-parse", "interlinear/main")).toBe(theirs);
  });

  it("finds the branch that was created although the answer was lost", async () => {
    await using host = await createHost({ "de.json": "old\n" }, { faults: [badGateway(CREATE_REF, true)] });

    expect(await host.forge.propose(await proposal(host, { "de.json": "new\n" }))).toMatchObject({
      outcome: "created",
    });
    expect(await host.repository.remoteGit("rev-list", "--count", "main..interlinear/main")).toBe("1");
  });

  it("creates the branch when it vanished between reading and updating it", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
    host.github.faults.push({
      operation: UPDATE_REF,
      before: async () => {
        await host.repository.remoteGit("update-ref", "-d", "refs/heads/interlinear/main");
      },
    });

    expect(await host.forge.propose(await proposal(host, { "de.json": "newer\n" }))).toMatchObject({
      outcome: "created",
    });
  });

  it("halves a tree that GitHub finds too large", async () => {
    const treeLimit = { entries: 30, bytes: 2_500_000 };
    await using host = await createHost({ "en.json": "1\n" }, { settings: { treeLimit } });
    const files = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`${String(at)}.json`, `${String(at)}\n`]));

    await host.forge.propose(await proposal(host, files));

    expect((await host.repository.remoteGit("ls-tree", "--name-only", "interlinear/main")).split("\n")).toHaveLength(
      101,
    );
  });

  it("finds what is the same in a tree whose listing GitHub cuts", async () => {
    await using host = await createHost(
      { "a/b/de.json": "old\n", "a/c/fr.json": "old\n", "d/x.json": "1\n", "e/y.json": "1\n" },
      { settings: { listingLimit: 2 } },
    );
    const proposed = await proposal(host, { "a/b/de.json": "new\n", "a/n/it.json": "nuovo\n", "d/x.json": null });
    await host.forge.propose(proposed);
    const before = host.github.writes().length;

    expect(await host.forge.propose(proposed)).toMatchObject({ outcome: "unchanged" });
    expect(host.github.writes()).toHaveLength(before);
    expect(await host.forge.propose(await proposal(host, { "a/b/de.json": "new\n" }))).toMatchObject({
      outcome: "updated",
    });
  });

  it("waits as the secondary rate limit asks, and gives up with the time when it does not end", async () => {
    await using host = await createHost({ "de.json": "old\n" }, { faults: [secondaryRateLimit(CREATE_TREE, 7)] });
    await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
    expect(writeOperations(host).filter((operation) => operation === CREATE_TREE)).toHaveLength(2);

    for (let times = 0; times < 5; times += 1) host.github.faults.push(secondaryRateLimit(CREATE_TREE, 7));
    await expect(host.forge.propose(await proposal(host, { "de.json": "newer\n" }))).rejects.toMatchObject({
      code: "IL-F06",
      hint: expect.stringContaining("7 s"),
    });
  });

  it("does not wait an hour for the primary rate limit", async () => {
    const reset = Math.floor(Date.now() / 1_000) + 3_000;
    await using host = await createHost({ "de.json": "old\n" }, { faults: [primaryRateLimit(CREATE_TREE, reset)] });

    await expect(host.forge.propose(await proposal(host, { "de.json": "new\n" }))).rejects.toMatchObject({
      code: "IL-F06",
      hint: expect.stringContaining(new Date(reset * 1_000).toISOString()),
      notBefore: new Date(reset * 1_000),
    });
  });
});

describe.concurrent("pull requests on GitHub", () => {
  it.each([
    ["502", badGateway(CREATE_PULL, true)],
    ["a lost connection", { operation: CREATE_PULL, answer: "cut", applied: true } as const],
  ])("are not created twice after %s", async (_, fault) => {
    await using host = await createHost({ "de.json": "old\n" }, { faults: [fault] });

    const delivery = await host.forge.propose(await proposal(host, { "de.json": "new\n" }));

    expect(delivery.pullRequest).toMatchObject({ number: 1 });
    expect(writeOperations(host).filter((operation) => operation === CREATE_PULL)).toHaveLength(1);
    expect(host.github.world.pulls).toHaveLength(1);
  });

  it("are created after an outage that did not carry the request out", async () => {
    await using host = await createHost({ "de.json": "old\n" }, { faults: [badGateway(CREATE_PULL)] });

    expect((await host.forge.propose(await proposal(host, { "de.json": "new\n" }))).pullRequest).toMatchObject({
      number: 1,
      outcome: "created",
    });
  });

  it("are explained in GitHub's words when an outage lasts", async () => {
    const faults = Array.from({ length: 8 }, () => badGateway(CREATE_PULL));
    await using host = await createHost({ "de.json": "old\n" }, { faults });

    await expect(host.forge.propose(await proposal(host, { "de.json": "new\n" }))).rejects.toMatchObject({
      code: "IL-F07",
      status: 502,
    });
    expect(writeOperations(host).filter((operation) => operation === CREATE_PULL)).toHaveLength(4);
  });

  it("are created once GitHub sees the branch it was just given", async () => {
    const blind = unseen(CREATE_PULL, "Validation Failed: No commits between main and interlinear/main");
    await using host = await createHost({ "de.json": "old\n" }, { faults: [blind, blind] });

    expect((await host.forge.propose(await proposal(host, { "de.json": "new\n" }))).pullRequest).toMatchObject({
      number: 1,
    });
    expect(host.waits).toEqual([1, 2]);
  });

  it("are found when somebody opened one at the same moment", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    host.github.faults.push({
      operation: CREATE_PULL,
      before: async () => {
        await fetch(`${host.github.apiUrl}/repos/acme/site/pulls`, {
          method: "POST",
          headers: { authorization: `token ${host.github.token}`, "user-agent": "somebody" },
          body: JSON.stringify({ title: "Mine", head: "interlinear/main", base: "main" }),
        });
      },
    });

    const delivery = await host.forge.propose(await proposal(host, { "de.json": "new\n" }));

    expect(delivery.pullRequest).toMatchObject({ number: 1, outcome: "updated" });
    expect(host.github.world.pulls).toMatchObject([
      { title: "Translations", body: expect.stringContaining("What changed.") },
    ]);
  });

  it("of another branch on the same commit are not taken for ours", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    const proposed = await proposal(host, { "de.json": "new\n" });
    await host.forge.propose(proposed);
    const [pull] = host.github.world.pulls;
    await host.repository.remoteGit("update-ref", "refs/heads/copy", "interlinear/main");
    host.github.world.pulls.splice(0, 1, { ...pull!, head: "copy" });

    const delivery = await host.forge.propose(proposed);

    expect(delivery).toMatchObject({ outcome: "unchanged", pullRequest: { number: 2, outcome: "created" } });
  });

  it("that workflows may not open are left to the person, with the link", async () => {
    await using host = await createHost({ "de.json": "old\n" }, { settings: { actionsMayOpenPullRequests: false } });

    const delivery = await host.forge.propose(await proposal(host, { "de.json": "new\n" }));

    expect(delivery.outcome).toBe("created");
    expect(delivery.pullRequest).toBeUndefined();
    expect(delivery.notes[0]).toContain("https://github.com/acme/site/compare/main...interlinear/main?expand=1");
    expect(delivery.notes[0]).toContain("Settings → Actions → General");
  });

  it("get existing labels, and a note for those that may not be created", async () => {
    await using host = await createHost({ "de.json": "old\n" }, { labels: ["translations"] });

    const delivery = await host.forge.propose(await withLabels(host, ["Translations", "brand-new"]));

    expect(host.github.world.pulls[0]?.labels).toEqual(["translations"]);
    expect(delivery.notes).toHaveLength(1);
    expect(delivery.notes[0]).toContain('"brand-new"');
    expect(delivery.notes[0]).toContain("issues: write");
  });

  it("get their labels in one request, and again where a run ended before it", async () => {
    const settings = { permissions: { contents: "write", "pull-requests": "write", issues: "write" } } as const;
    await using host = await createHost({ "de.json": "old\n" }, { settings });
    const proposed = await withLabels(host, ["one", "two"]);

    const first = await host.forge.propose(proposed);
    expect(first.notes).toEqual([]);
    expect(writeOperations(host).filter((operation) => operation === ADD_LABELS)).toHaveLength(1);

    host.github.world.pulls[0]!.labels = [];
    await host.forge.propose(proposed);
    expect(host.github.world.pulls[0]?.labels).toEqual(["one", "two"]);
    const before = host.github.writes().length;
    await host.forge.propose(proposed);
    expect(host.github.writes()).toHaveLength(before);
  });

  it("get their labels once GitHub knows the pull request everywhere", async () => {
    const fault = unseen(ADD_LABELS, "Validation Failed: Could not resolve to a node with the global id of 'PR_1'.");
    await using host = await createHost({ "de.json": "old\n" }, { labels: ["translations"], faults: [fault] });

    expect((await host.forge.propose(await withLabels(host, ["translations"]))).notes).toEqual([]);
    expect(host.github.world.pulls[0]?.labels).toEqual(["translations"]);
  });

  it("have a title and a body that GitHub takes, however long they are", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    const proposed = await proposal(host, { "de.json": "new\n" });
    const pullRequest = { title: `Translations ${"😀".repeat(200)}`, body: "日本語\n".repeat(20_000), labels: [] };

    await host.forge.propose({ ...proposed, pullRequest });

    const [pull] = host.github.world.pulls;
    expect(pull?.title.isWellFormed()).toBe(true);
    expect(Buffer.byteLength(pull?.body ?? "")).toBeLessThanOrEqual(65_536);
    expect(pull?.body).toContain("cut");
    expect(pull?.body).not.toContain("\ufffd");
    expect((await host.forge.propose({ ...proposed, pullRequest })).pullRequest).toMatchObject({
      outcome: "unchanged",
    });
  });

  it("are left as they are when only the web editor's line ends differ", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    const proposed = await proposal(host, { "de.json": "new\n" });
    const pullRequest = { ...proposed.pullRequest, body: "one\ntwo" };
    await host.forge.propose({ ...proposed, pullRequest });
    const [pull] = host.github.world.pulls;
    pull!.body = `${pull!.body?.replaceAll("\n", "\r\n") ?? ""}\r\n`;

    expect((await host.forge.propose({ ...proposed, pullRequest })).pullRequest).toMatchObject({
      outcome: "unchanged",
    });
  });
});

describe("a run that died between the branch and the pull request's text", () => {
  it("is found out: the branch does not count as finished until its text speaks of it", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    const first = await proposal(host, { "de.json": "new\n" });
    await host.forge.propose(first);
    const [pull] = host.github.world.pulls;
    const olderText = pull!.body!;
    expect(await host.forge.delivered(first.branch, first.base)).toMatchObject({ isFinished: true });
    const second = await proposal(host, { "de.json": "newer\n" });
    await host.forge.propose(second);
    pull!.body = olderText;

    expect(await host.forge.delivered(second.branch, second.base)).toMatchObject({ isFinished: false });
  });
});
