import { randomBytes } from "node:crypto";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createForgejoHost as createHost } from "../../../test/support/forgejo-forge-host.ts";
import { variants } from "../../../test/support/samples.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { silentLogger } from "../../core/logger.ts";
import { blobId } from "../../git/blob-id.ts";
import { commitOnBranch, proposal, type ForgeHost } from "../forge.contract.ts";
import type { Forge, Proposal } from "../forge.ts";
import { createForgejoForge } from "./forgejo-forge.ts";

const REPOSITORY = "/repos/{owner}/{repo}";
const CREATE_PULL = `POST ${REPOSITORY}/pulls`;
const EDIT_PULL = `PATCH ${REPOSITORY}/pulls/{index}`;
const ADD_LABELS = `POST ${REPOSITORY}/issues/{index}/labels`;
const CREATE_LABEL = `POST ${REPOSITORY}/labels`;
const PUSH = "POST /acme/site.git/git-receive-pack";
const BRANCH = "interlinear/main";

async function withLabels(host: ForgeHost, labels: readonly string[]): Promise<Proposal> {
  const proposed = await proposal(host, { "de.json": "new\n" });
  return { ...proposed, pullRequest: { ...proposed.pullRequest, labels } };
}

function tipOf({ repository }: ForgeHost): Promise<string> {
  return repository.remoteGit("rev-parse", "interlinear/main");
}

describe.concurrent("the forge on Forgejo and Gitea", () => {
  it("takes a pull request that somebody closed for a no to what it held, and opens another one for news", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    const declined = await proposal(host, { "de.json": "new\n" });
    await host.forge.propose(declined);
    for (const pull of host.forgejo.world.pulls) Object.assign(pull, { state: "closed", closedAt: await tipOf(host) });
    const before = await host.writes();

    const again = await host.forge.propose(declined);

    expect(again).toMatchObject({
      outcome: "left-alone",
      notes: [expect.stringMatching(/#1 held exactly this, and was closed/)],
    });
    expect(await host.writes()).toBe(before);
    expect(await host.forge.propose({ ...declined, overwrite: true })).toMatchObject({ pullRequest: { number: 2 } });
    for (const pull of host.forgejo.world.pulls) Object.assign(pull, { state: "closed", closedAt: await tipOf(host) });

    const newer = await host.forge.propose(await proposal(host, { "de.json": "newer\n" }));

    expect(newer).toMatchObject({
      pullRequest: { number: 3, outcome: "created" },
      notes: [expect.stringContaining("#2 was closed without a merge")],
    });
  });

  it("writes with one push and one pull request, and names the server's addresses", async () => {
    await using host = await createHost({ "de.json": "old\n" });

    const delivery = await host.forge.propose(await proposal(host, { "de.json": "new\n" }));

    expect(host.forgejo.writes()).toEqual([PUSH, CREATE_PULL]);
    expect(delivery.pullRequest).toEqual({
      number: 1,
      url: `${host.forgejo.url}/acme/site/pulls/1`,
      author: "interlinear-bot",
      outcome: "created",
    });
    const urls = await host.forge.repositoryUrls();
    expect(urls).toEqual(expect.arrayContaining([`${host.forgejo.url}/acme/site.git`, "git@127.0.0.1:acme/site"]));
    expect(urls).toContain("ssh://git@git.example.org:2222/acme/site.git");
    expect(urls).toContain(host.repository.remoteUrl);
  });

  it("shows the token to nobody: not in an address, not in git's files, not in an error", async () => {
    await using host = await createHost({ "de.json": "old\n" }, { protectedBranches: [BRANCH] });
    const { token, requests } = host.forgejo;

    const error = await host.forge
      .propose(await proposal(host, { "de.json": "new\n" }))
      .catch((thrown: unknown) => thrown);

    const encoded = Buffer.from(`x-access-token:${token}`).toString("base64");
    const seen = [
      inspect(error, { depth: 10 }),
      await host.repository.git("config", "--list"),
      ...requests.map(({ path }) => path),
    ];
    expect(requests.length).toBeGreaterThan(3);
    for (const text of seen) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(encoded);
    }
  });

  it("puts aside the credentials that a checkout has left for the server", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    const { forgejo, repository } = host;
    await repository.git("config", `http.${forgejo.url}/.extraHeader`, "Authorization: Basic b3RoZXI6b3RoZXI=");

    await host.forge.propose(await proposal(host, { "de.json": "new\n" }));

    expect(forgejo.requests.filter(({ status }) => status === 401)).toEqual([]);
    expect(forgejo.writes()).toEqual([PUSH, CREATE_PULL]);
  });

  it("explains a protected branch in the server's words, with what to do", async () => {
    await using host = await createHost({ "de.json": "old\n" }, { protectedBranches: [BRANCH] });

    await expect(host.forge.propose(await proposal(host, { "de.json": "new\n" }))).rejects.toMatchObject({
      code: "IL-F04",
      message: expect.stringContaining(`Not allowed to push to protected branch ${BRANCH}`),
      hint: expect.stringContaining("Settings → Branches"),
    });
    expect(host.forgejo.world.pulls).toEqual([]);
  });

  it.each([
    ["a wrong token", { token: "0000" }, "IL-F01"],
    ["a repository that is not there", { repository: "acme/other" }, "IL-F03"],
    ["a server that is not there", { serverUrl: "http://127.0.0.1:9" }, "IL-F07"],
  ])("explains %s", async (_, options, code) => {
    await using host = await createHost({ "de.json": "old\n" }, {}, options);

    await expect(host.forge.propose(await proposal(host, { "de.json": "new\n" }))).rejects.toMatchObject({ code });
    expect(host.forgejo.writes()).toEqual([]);
  });

  it.each([
    ["a token that is no token", { token: "two\nlines" }, "IL-F01"],
    ["an empty token", { token: " " }, "IL-F01"],
    ["a name without an owner", { repository: "site" }, "IL-F03"],
  ])("refuses %s before anything is sent", (_, options, code) => {
    const create = (): Forge =>
      createForgejoForge({
        directory: ".",
        token: "secret",
        repository: "acme/site",
        serverUrl: "http://127.0.0.1:9",
        logger: silentLogger,
        ...options,
      });

    expect(create).toThrow(expect.objectContaining({ code }));
    expect(create).toThrow(expect.objectContaining({ message: expect.not.stringContaining("two") }));
  });

  it("takes a token with a line end for the token", async () => {
    await using host = await createHost(
      { "de.json": "old\n" },
      {},
      { token: "c0ffee0123456789abcdef0123456789abcdef01\n" },
    );

    expect(await host.forge.propose(await proposal(host, { "de.json": "new\n" }))).toMatchObject({
      outcome: "created",
    });
  });

  it("explains a token that may only read", async () => {
    const scopes = { repository: "read", issue: "read" } as const;
    await using host = await createHost({ "de.json": "old\n" }, { settings: { scopes } });

    await expect(host.forge.propose(await proposal(host, { "de.json": "new\n" }))).rejects.toMatchObject({
      code: "IL-F02",
      hint: expect.stringContaining("write:repository"),
    });
  });

  it("writes the branch and tells how to open the pull request where the token may not", async () => {
    await using host = await createHost({ "de.json": "old\n" }, { settings: { isCollaborator: false } });

    const delivery = await host.forge.propose(await proposal(host, { "de.json": "new\n" }));

    expect(delivery.outcome).toBe("created");
    expect(delivery.pullRequest).toBeUndefined();
    expect(delivery.notes).toEqual([expect.stringContaining("user must be a collaborator")]);
    expect(delivery.notes[0]).toContain(`${host.forgejo.url}/acme/site/compare/main...${BRANCH} `);
    expect(delivery.notes[0]).toContain("github-token");
  });

  it("pushes no commits that only this clone has", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    await host.repository.write({ "secret.txt": "not for the pull request\n" });
    await host.repository.git("add", "--all");
    await host.repository.git("commit", "--quiet", "--message", "Unpublished");

    await expect(host.forge.propose(await proposal(host, { "de.json": "new\n" }))).rejects.toMatchObject({
      code: "IL-F03",
      hint: expect.stringContaining("Push main first"),
    });
    expect(host.forgejo.writes()).toEqual([]);
  });

  it("sends what is new and not the history, though the base branch has moved on", async () => {
    await using host = await createHost({ "de.json": "old\n", "large.bin": randomBytes(200_000) });
    const { repository, forgejo } = host;
    const proposed = await proposal(host, { "de.json": "new\n" });
    const tree = await repository.remoteGit("rev-parse", "main^{tree}");
    const theirs = await repository.remoteGit("commit-tree", "-p", "main", "-m", "Theirs", tree);
    await repository.remoteGit("update-ref", "refs/heads/main", theirs);

    await host.forge.propose(proposed);

    const pushes = forgejo.requests.filter(({ operation }) => operation === PUSH);
    expect(pushes.map(({ headers }) => Number(headers["content-length"]) < 2_000)).toEqual([true]);
  });

  it.each([
    ["without old contents", ["--filter=blob:none"]],
    ["of one commit", ["--depth=1"]],
  ])("works in a clone %s, with the credentials that a checkout leaves in it", async (_, options) => {
    await using host = await createHost({ "de.json": "old\n", "fr.json": "vieux\n" });
    const { repository, forgejo } = host;
    await repository.write({ "fr.json": "moins vieux\n" });
    await repository.publish("Change");
    await using folder = await temporaryDirectory();
    const credentials = Buffer.from(`x-access-token:${forgejo.token}`).toString("base64");
    const header = `http.${forgejo.url}/.extraHeader=Authorization: Basic ${credentials}`;
    await repository.git("clone", "--quiet", ...options, "-c", header, `${forgejo.url}/acme/site.git`, folder.path);
    const forge = createForgejoForge({
      directory: folder.path,
      repository: "acme/site",
      serverUrl: forgejo.url,
      token: forgejo.token,
      logger: silentLogger,
    });

    const first = await forge.propose(await proposal(host, { "de.json": "new\n" }));
    const second = await forge.propose(await proposal(host, { "de.json": "newer\n" }));

    expect([first.outcome, second.outcome]).toEqual(["created", "updated"]);
    expect(await repository.remoteGit("show", `${BRANCH}:de.json`)).toBe("newer");
    expect(await repository.remoteGit("rev-list", "--count", `main..${BRANCH}`)).toBe("1");
    expect(forgejo.writes()).toEqual([PUSH, CREATE_PULL, PUSH, EDIT_PULL]);
  });

  it("pushes more than git sends at once", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    const content = randomBytes(3_000_000);

    await host.forge.propose(await proposal(host, { "image.png": content }));

    expect(await host.repository.remoteGit("rev-parse", `${BRANCH}:image.png`)).toBe(blobId(content));
  });

  it("finds the pull request of a branch that somebody deleted", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
    await host.repository.remoteGit("update-ref", "-d", `refs/heads/${BRANCH}`);

    expect(await host.forge.propose(await proposal(host, { "de.json": "new\n" }))).toMatchObject({
      outcome: "created",
      pullRequest: { number: 1 },
    });
  });

  it("sets labels that exist, and makes those that do not", async () => {
    await using host = await createHost({ "de.json": "old\n" }, { labels: ["translations"] });
    const proposed = await withLabels(host, ["translations", "i18n"]);

    const first = await host.forge.propose(proposed);
    const second = await host.forge.propose(proposed);

    expect(first.notes).toEqual([]);
    expect(host.forgejo.writes()).toEqual([PUSH, CREATE_PULL, ADD_LABELS, CREATE_LABEL, ADD_LABELS, EDIT_PULL]);
    const [pull] = host.forgejo.world.pulls;
    expect(host.forgejo.world.labels.filter(({ id }) => pull?.labels.includes(id)).map(({ name }) => name)).toEqual([
      "translations",
      "i18n",
    ]);
    expect(second).toMatchObject({ outcome: "unchanged", notes: [] });
  });

  it("notes labels that the token may not set, and proposes all the same", async () => {
    const scopes = { repository: "write", issue: "read" } as const;
    await using host = await createHost({ "de.json": "old\n" }, { settings: { scopes }, labels: ["i18n"] });

    const delivery = await host.forge.propose(await withLabels(host, ["i18n"]));

    expect(delivery).toMatchObject({ outcome: "created", pullRequest: { number: 1 } });
    expect(delivery.notes).toEqual([expect.stringContaining('did not set the label "i18n": token does not have')]);
    expect(delivery.notes[0]).toContain("write:issue");
  });

  it("finds its pull request on a later page, and takes neither a fork's, a closed one nor another base's for it", async () => {
    await using host = await createHost({ "de.json": "old\n" }, { settings: { largestPage: 2 } });
    const { pulls } = host.forgejo.world;
    await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
    const [ours] = pulls;
    if (ours === undefined) throw new Error("there is no pull request");
    const more = { ...ours, labels: [], title: "Another" };
    pulls.push(
      { ...more, id: 901, number: 11, headRepository: 8, updated: 101 },
      { ...more, id: 902, number: 12, state: "closed", updated: 102 },
      { ...more, id: 903, number: 13, base: "release", updated: 103 },
      { ...more, id: 904, number: 14, head: "other", updated: 104 },
      { ...more, id: 905, number: 15, head: "another", updated: 105 },
    );

    const delivery = await host.forge.propose(await proposal(host, { "de.json": "newer\n" }));

    expect(delivery.pullRequest).toMatchObject({ number: 1 });
    expect(host.forgejo.writes().filter((operation) => operation === CREATE_PULL)).toHaveLength(1);
  });

  it("opens a new pull request after people closed the last one", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
    for (const pull of host.forgejo.world.pulls) pull.state = "closed";

    const delivery = await host.forge.propose(await proposal(host, { "de.json": "newer\n" }));

    expect(delivery).toMatchObject({ outcome: "updated", pullRequest: { number: 2, outcome: "created" } });
  });

  it("takes a text that the web editor saved for the text that it is", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    const proposed = await proposal(host, { "de.json": "new\n" });
    const text = { title: "Translations", body: "One.\n\nTwo.", labels: [] };
    await host.forge.propose({ ...proposed, pullRequest: text });
    for (const pull of host.forgejo.world.pulls) pull.body = `${pull.body.replaceAll("\n", "\r\n")}\r\n`;

    expect(await host.forge.propose({ ...proposed, pullRequest: text })).toMatchObject({
      pullRequest: { outcome: "unchanged" },
    });
    expect(host.forgejo.writes()).not.toContain(EDIT_PULL);
  });

  it("cuts a title that the server would cut, so that the next run finds it as it was sent", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    const proposed = await proposal(host, { "de.json": "new\n" });
    const pullRequest = { ...proposed.pullRequest, title: "Ü".repeat(200) };

    await host.forge.propose({ ...proposed, pullRequest });

    expect(await host.forge.propose({ ...proposed, pullRequest })).toMatchObject({
      pullRequest: { outcome: "unchanged" },
    });
  });

  it.each(
    variants([
      ["lost", "cut", true],
      ["a gateway's error", 502, true],
      ["a failure", 500, false],
    ] as const),
  )("opens one pull request though the answer is %s", async (_, answer, applied) => {
    await using host = await createHost(
      { "de.json": "old\n" },
      { faults: [{ operation: CREATE_PULL, answer, applied }] },
    );

    const delivery = await host.forge.propose(await proposal(host, { "de.json": "new\n" }));

    expect(delivery).toMatchObject({ outcome: "created", pullRequest: { number: 1 } });
    expect(host.forgejo.world.pulls).toHaveLength(1);
  });

  it("asks again where a read fails for a moment, and waits longer each time", async () => {
    const operation = `GET ${REPOSITORY}/pulls`;
    await using host = await createHost(
      { "de.json": "old\n" },
      {
        faults: [
          { operation, answer: 503 },
          { operation, answer: "cut" },
          { operation, answer: 429 },
        ],
      },
    );

    await host.forge.propose(await proposal(host, { "de.json": "new\n" }));

    expect(host.waits).toEqual([1, 2, 4]);
  });

  it("finishes the pull request's text that a run left unwritten, before it counts as finished", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    const proposed = await proposal(host, { "de.json": "new\n" });
    await host.forge.propose(proposed);
    for (const pull of host.forgejo.world.pulls) pull.body = "of another change";

    expect(await host.forge.delivered(BRANCH, proposed.base)).toMatchObject({ isFinished: false });
    await host.forge.propose(proposed);
    expect(await host.forge.delivered(BRANCH, proposed.base)).toMatchObject({ isFinished: true });
  });

  it("names the open pull request of a branch that it leaves alone", async () => {
    await using host = await createHost({ "de.json": "old\n" });
    await host.forge.propose(await proposal(host, { "de.json": "new\n" }));
    await commitOnBranch(host, "Fix a typo", { "de.json": "better\n" });

    const delivery = await host.forge.propose(await proposal(host, { "de.json": "newest\n" }));

    expect(delivery).toMatchObject({ outcome: "left-alone", pullRequest: { number: 1, outcome: "unchanged" } });
  });
});
