import type { GitHub } from "../../../test/support/github/server.ts";
import { describe, expect, it } from "vitest";
import { badGateway, graphqlError, unseen } from "../../../test/support/github/faults.ts";
import { startGitHub, type GitHubOptions } from "../../../test/support/github/github.ts";
import type { Settings } from "../../../test/support/github/world.ts";
import { createRepository } from "../../../test/support/repository.ts";
import type { Logger } from "../../core/logger.ts";
import { silentLogger } from "../../core/logger.ts";
import { proposal, type ForgeHost } from "../forge.contract.ts";
import type { CommitText, Proposal } from "../forge.ts";
import { createGitHubForge } from "./github-forge.ts";

const COMMIT = "POST /graphql createCommitOnBranch";
const RULES = "GET /rules/branches/{branch}";
const MESSAGE: CommitText = {
  headline: "Update translations",
  body: "From the service.",
  trailers: [{ name: "Co-authored-by", value: "Zoë <zoe@users.noreply.example.org>" }],
};

interface Host extends Pick<ForgeHost, "repository" | "forge" | "writes">, AsyncDisposable {
  readonly github: GitHub;
  readonly log: readonly string[];
}

async function createHost(settings: Partial<Settings>, options: Partial<GitHubOptions> = {}): Promise<Host> {
  const repository = await createRepository({ "de.json": "old\n", "run.sh": "#!/bin/sh\n" });
  const github = await startGitHub({
    repository: "acme/site",
    bareRepository: repository.remotePath,
    settings,
    ...options,
  });
  const log: string[] = [];
  const write = (message: string): unknown => log.push(message);
  const logger: Logger = { ...silentLogger, info: write, warning: write };
  const { apiUrl, serverUrl, token } = github;
  const clock = { now: () => new Date(), sleep: () => Promise.resolve() };
  const tempo = { spaced: false, second: 1 };
  return {
    repository,
    github,
    log,
    forge: createGitHubForge({ repository: "acme/site", apiUrl, serverUrl, token, logger, clock, tempo }),
    writes: () => Promise.resolve(github.writes().length),
    [Symbol.asyncDispose]: async () => {
      await repository[Symbol.asyncDispose]();
      await github.close();
    },
  };
}

async function change(host: Host, content = "new\n", commit: Partial<CommitText> = {}): Promise<Proposal> {
  const proposed = await proposal(host, { "de.json": content });
  return { ...proposed, commit: { ...MESSAGE, ...commit } };
}

function rule(type: string, parameters: Readonly<Record<string, unknown>> = {}): Settings["rules"][number] {
  return { branches: "interlinear/main", requires: { type, parameters } };
}

const SIGNED = rule("required_signatures");

function operations({ github }: Host): readonly string[] {
  return github.requests.map(({ operation }) => operation.replace("/repos/{owner}/{repo}", ""));
}

describe.concurrent("a branch that asks for signed commits", () => {
  it("gets one that GitHub made and signed for a personal token, and no branch besides", async () => {
    await using host = await createHost({ tokenKind: "personal", rules: [SIGNED] });

    const { commit = "", outcome } = await host.forge.propose(await change(host));

    const { repository } = host;
    expect(outcome).toBe("created");
    expect(host.github.world.verifications.get(commit)).toEqual({ verified: true, reason: "valid" });
    expect(await repository.remoteGit("for-each-ref", "--format=%(refname:short)")).toBe("interlinear/main\nmain");
    expect(await repository.remoteGit("rev-parse", `${commit}^`)).toBe(await repository.remoteGit("rev-parse", "main"));
    expect(await repository.remoteGit("show", `${commit}:de.json`)).toBe("new");
    expect(await repository.remoteGit("log", "-1", "--format=%B", commit)).toBe(
      [
        "Update translations",
        "",
        "From the service.",
        "",
        `Interlinear-Tree: ${await repository.remoteGit("rev-parse", `${commit}^{tree}`)}`,
        "Co-authored-by: Zoë <zoe@users.noreply.example.org>",
      ].join("\n"),
    );
  });

  it("knows that commit again: nothing is written twice, and a new one takes its place", async () => {
    await using host = await createHost({ tokenKind: "personal", rules: [SIGNED] });
    await host.forge.propose(await change(host));
    const before = await host.writes();

    expect(await host.forge.propose(await change(host))).toMatchObject({ outcome: "unchanged" });
    expect(await host.writes()).toBe(before);
    expect(await host.forge.propose(await change(host, "newer\n"))).toMatchObject({ outcome: "updated" });
    expect(await host.repository.remoteGit("show", "interlinear/main:de.json")).toBe("newer");
  });

  it("gets a bot's through the Git data API", async () => {
    await using host = await createHost({ rules: [SIGNED] });

    const { commit = "" } = await host.forge.propose(await change(host));

    expect(host.github.world.verifications.get(commit)?.verified).toBe(true);
    expect(operations(host)).not.toContain(COMMIT);
  });

  it("takes over the temporary branch of a run that died, and removes it", async () => {
    await using host = await createHost(
      { tokenKind: "personal", rules: [SIGNED] },
      { faults: [unseen("DELETE /repos/{owner}/{repo}/git/refs/{ref}", "Something is wrong")] },
    );
    const proposed = await change(host);
    const branches = (): Promise<string> => host.repository.remoteGit("for-each-ref", "--format=%(refname:short)");
    await host.forge.propose(proposed);
    const left = (await branches()).split("\n").find((name) => name.startsWith("interlinear/tmp-"));
    await host.repository.remoteGit("branch", "-D", "interlinear/main");

    await host.forge.propose(proposed);

    expect(host.log).toContainEqual(
      expect.stringMatching(/interlinear\/tmp-\w+, which .* is still there: .*Something/),
    );
    expect(left).toMatch(/^interlinear\/tmp-[0-9a-f]{8}$/);
    expect(await branches()).toBe("interlinear/main\nmain");
  });

  it("says so when somebody moves the temporary branch, and removes it all the same", async () => {
    const stale = graphqlError(COMMIT, "STALE_DATA", 'Expected branch to point to "x" but it did not.');
    await using host = await createHost({ tokenKind: "personal", rules: [SIGNED] }, { faults: [stale] });

    await expect(host.forge.propose(await change(host))).rejects.toMatchObject({
      code: "IL-F08",
      message: expect.stringContaining("another run writes interlinear/tmp-"),
    });
    expect(await host.repository.remoteGit("for-each-ref", "--format=%(refname:short)")).toBe("main");
  });

  it("finds the commit whose making was never answered", async () => {
    await using host = await createHost(
      { tokenKind: "personal", rules: [SIGNED] },
      { faults: [badGateway(COMMIT, true)] },
    );

    const { commit = "" } = await host.forge.propose(await change(host));

    expect(host.github.world.verifications.get(commit)?.verified).toBe(true);
    expect(operations(host).filter((operation) => operation === COMMIT)).toHaveLength(2);
    expect(await host.repository.remoteGit("rev-list", "--count", "main..interlinear/main")).toBe("1");
  });

  it("explains what GraphQL refuses as what REST refuses", async () => {
    const forbidden = graphqlError(COMMIT, "FORBIDDEN", "Resource not accessible by personal access token");
    await using host = await createHost({ tokenKind: "personal", rules: [SIGNED] }, { faults: [forbidden] });

    await expect(host.forge.propose(await change(host))).rejects.toMatchObject({
      code: "IL-F02",
      status: 403,
      hint: expect.stringContaining("contents: write"),
    });
  });

  it("says what may be wrong when the base brings unsigned commits", async () => {
    await using host = await createHost({ rules: [SIGNED] });
    await host.forge.propose(await change(host));
    await host.repository.write({ "other.txt": "moved on\n" });
    await host.repository.publish("Unsigned");

    await expect(host.forge.propose(await change(host, "newer\n"))).rejects.toMatchObject({
      code: "IL-F04",
      hint: expect.stringMatching(/the base branch may have others .* delete its branch/),
    });
  });

  it("refuses executable files of a personal token before anything is written", async () => {
    await using host = await createHost({ tokenKind: "personal", rules: [SIGNED] });
    const proposed = await change(host);
    const files = [{ path: "run.sh", content: new Uint8Array([35]), mode: "100755" as const }];

    await expect(host.forge.propose({ ...proposed, files })).rejects.toMatchObject({
      code: "IL-F04",
      message: expect.stringContaining('ruleset "Guarded" of acme/site (required_signatures)'),
      hint: expect.stringContaining("commit.signing: ssh"),
    });
    expect(await host.writes()).toBe(0);
  });
});

describe.concurrent("the rules of a branch", () => {
  it("are asked for once, and only when something is to be written", async () => {
    await using host = await createHost({ tokenKind: "personal" });
    const asked = (): number => operations(host).filter((operation) => operation === RULES).length;
    await host.forge.propose(await change(host));
    const first = asked();
    await host.forge.propose(await change(host));

    expect([first, asked()]).toEqual([1, 1]);
    expect(operations(host)).not.toContain("POST /graphql viewer");
  });

  it("are asked for with the token of an installation where GitHub refuses, and explain that as well", async () => {
    await using host = await createHost({ rules: [rule("non_fast_forward")] });
    const { commit } = await host.forge.propose(await change(host));
    expect(operations(host)).not.toContain(RULES);

    await expect(host.forge.propose(await change(host, "newer\n"))).rejects.toMatchObject({
      code: "IL-F04",
      message:
        'the ruleset "Guarded" of acme/site (non_fast_forward) forbids force pushes, and the branch has to be made anew on the current base; nothing was written to interlinear/main',
      hint: expect.stringContaining(
        "let github-actions[bot] bypass it: https://github.com/acme/site/settings/rules/42",
      ),
    });
    expect(operations(host)).toContain(RULES);
    expect(await host.repository.remoteGit("rev-parse", "interlinear/main")).toBe(commit);
  });

  it("stop a forced push before anything is written, with the rule, its ruleset and how to mend it", async () => {
    const rules = [rule("non_fast_forward")];
    await using host = await createHost({ tokenKind: "personal", rules });
    await host.forge.propose(await change(host));
    const before = await host.writes();

    await expect(host.forge.propose(await change(host, "newer\n"))).rejects.toMatchObject({
      code: "IL-F04",
      message:
        'the ruleset "Guarded" of acme/site (non_fast_forward) forbids force pushes, and the branch has to be made anew on the current base; nothing was written to interlinear/main',
      hint: "Merge or close the pull request and delete its branch: the next run makes a new one. Or leave interlinear/main out of the ruleset, or let ana bypass it: https://github.com/acme/site/settings/rules/42",
    });
    expect(await host.writes()).toBe(before);
  });

  it("name the organization whose ruleset it is", async () => {
    const rules = [{ ...rule("creation"), ruleset: { source: "Organization" as const, name: "Everywhere", id: 7 } }];
    await using host = await createHost({ rules });

    await expect(host.forge.propose(await change(host))).rejects.toMatchObject({
      message: expect.stringContaining('the ruleset "Everywhere" of acme (creation) lets nobody create the branch'),
      hint: expect.stringContaining("https://github.com/organizations/acme/settings/rules/7"),
    });
  });

  it("are only a word in the log for who may bypass them", async () => {
    const rules = [{ ...rule("creation"), ruleset: { bypass: "always" as const } }];
    await using host = await createHost({ tokenKind: "personal", rules });

    expect(await host.forge.propose(await change(host))).toMatchObject({ outcome: "created" });
    expect(host.log).toEqual([expect.stringContaining('The ruleset "Guarded" of acme/site (creation) lets nobody')]);
  });

  it.each([
    [
      "an App, of which GitHub does not say whether it may bypass them",
      { tokenKind: "app", login: "il[bot]" } as const,
      {},
    ],
    ["a server that does not show rulesets", {}, { isHidden: true }],
  ])("let %s try, and explain the refusal", async (_, settings, ruleset) => {
    const rules = [{ ...rule("creation"), ruleset }];
    await using host = await createHost({ ...settings, rules });

    await expect(host.forge.propose(await change(host))).rejects.toMatchObject({
      code: "IL-F04",
      message: expect.stringContaining("creations being restricted"),
      hint: expect.stringContaining("creation lets nobody create the branch: Choose another `pull-request.branch`"),
    });
  });

  it.each([403, 404])("are nobody's business on a server that answers %i", async (status) => {
    const fault = { operation: "GET /repos/{owner}/{repo}/rules/branches/{branch}", answer: { status, message: "No" } };
    await using host = await createHost({}, { faults: [fault] });

    expect(await host.forge.propose(await change(host))).toMatchObject({ outcome: "created" });
  });

  it("know the message that the commit will have", async () => {
    const rules = [rule("commit_message_pattern", { operator: "starts_with", pattern: "chore(i18n)" })];
    await using host = await createHost({ tokenKind: "personal", rules });

    await expect(host.forge.propose(await change(host))).rejects.toMatchObject({
      code: "IL-F04",
      hint: expect.stringContaining("commit.message"),
    });
    expect(await host.forge.propose(await change(host, "new\n", { headline: "chore(i18n): new" }))).toMatchObject({
      outcome: "created",
    });
  });
});

describe.concurrent("a sign-off", () => {
  it.each([
    ["github-actions[bot]", {}, "github-actions[bot] <41898282+github-actions[bot]@users.noreply.github.com>"],
    ["il[bot]", { tokenKind: "app", login: "il[bot]" }, "il[bot] <7000007+il[bot]@users.noreply.github.com>"],
    ["ana", { tokenKind: "personal" }, "ana <7000003+ana@users.noreply.github.com>"],
  ] as const)("of %s is the last trailer, and names whom the commit is made under", async (_, settings, signer) => {
    await using host = await createHost(settings);

    const { commit = "" } = await host.forge.propose(await change(host, "new\n", { signOff: true }));

    const message = await host.repository.remoteGit("log", "-1", "--format=%B", commit);
    expect(message.split("\n").slice(-2)).toEqual([
      "Co-authored-by: Zoë <zoe@users.noreply.example.org>",
      `Signed-off-by: ${signer}`,
    ]);
    expect(await host.repository.remoteGit("log", "-1", "--format=%an <%ae>", commit)).toBe(signer);
  });

  it("is known again: the second run writes nothing", async () => {
    await using host = await createHost({});
    const proposed = await change(host, "new\n", { signOff: true });
    await host.forge.propose(proposed);

    expect(await host.forge.propose(proposed)).toMatchObject({ outcome: "unchanged" });
  });
});
