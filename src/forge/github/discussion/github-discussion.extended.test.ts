import type { GitHub } from "../../../../test/support/github/server.ts";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { badGateway } from "../../../../test/support/github/faults.ts";
import { startGitHub, type GitHubOptions } from "../../../../test/support/github/github.ts";
import { createRepository } from "../../../../test/support/repository.ts";
import type { Clock } from "../../../core/clock.ts";
import { silentLogger } from "../../../core/logger.ts";
import {
  discussionContract,
  openOne,
  report,
  type DiscussionHost,
  type SeededPullRequest,
} from "../../discussion.contract.ts";
import type { CheckAnnotation } from "../../discussion.ts";
import { createGitHubDiscussion } from "./github-discussion.ts";

const REPOSITORY = "/repos/{owner}/{repo}";
const CREATE_COMMENT = `POST ${REPOSITORY}/issues/{issue_number}/comments`;
const UPDATE_COMMENT = `PATCH ${REPOSITORY}/issues/comments/{comment_id}`;
const DELETE_COMMENT = `DELETE ${REPOSITORY}/issues/comments/{comment_id}`;
const CREATE_CHECK = `POST ${REPOSITORY}/check-runs`;
const UPDATE_CHECK = `PATCH ${REPOSITORY}/check-runs/{check_run_id}`;
const CREATE_STATUS = `POST ${REPOSITORY}/statuses/{sha}`;
const MARKER = "<!-- interlinear:review -->";
const ALL = {
  contents: "read",
  issues: "read",
  "pull-requests": "write",
  checks: "write",
  statuses: "write",
} as const;

interface GitHubHost extends DiscussionHost {
  readonly github: GitHub;
  /** What the log was told, a notice a line. */
  readonly notices: readonly string[];
}

async function createHost(options: Partial<GitHubOptions> = {}): Promise<GitHubHost> {
  const repository = await createRepository({ "en.json": "source\n" });
  const github = await startGitHub({
    repository: "acme/site",
    bareRepository: repository.remotePath,
    ...options,
    settings: { permissions: ALL, ...options.settings },
  });
  const { world } = github;
  const clock: Clock = { now: () => new Date(), sleep: () => Promise.resolve() };
  const notices: string[] = [];
  const { apiUrl, serverUrl, token } = github;
  return {
    repository,
    github,
    notices,
    login: world.settings.login,
    discussion: createGitHubDiscussion({
      repository: "acme/site",
      apiUrl,
      serverUrl,
      token,
      logger: { ...silentLogger, notice: (message) => void notices.push(message) },
      clock,
      tempo: { spaced: false, second: 1 },
    }),
    writes: () => github.writes().filter(({ operation }) => !operation.endsWith("/pulls")).length,
    open: (pullRequest) => open(github, pullRequest),
    close: (number, how) => {
      const pull = world.pulls.find((candidate) => candidate.number === number);
      Object.assign(pull ?? {}, { state: "closed", ...(how === "merged" ? { mergedAt: world.now() } : {}) });
    },
    comment: (issue, user, body) => {
      const [id, at] = [world.nextId(), world.now()];
      world.comments.push({ id, issue, user, body, createdAt: at, updatedAt: at });
      return id;
    },
    comments: (number) =>
      world.comments.filter(({ issue }) => issue === number).map(({ id, user, body }) => ({ id, author: user, body })),
    reactions: (comment) =>
      world.reactions.filter((reaction) => reaction.comment === comment).map(({ content }) => content),
    openIssue: (label) => {
      world.issues.push({ number: world.nextId(), title: "Freeze", state: "open", labels: [label] });
    },
    allow: (login, permission) => {
      world.settings.collaborators = { ...world.settings.collaborators, [login]: permission };
    },
    [Symbol.asyncDispose]: async () => {
      await repository[Symbol.asyncDispose]();
      await github.close();
    },
  };
}

/** Forks have branches of their own: the stand-in is told where the head really is. */
async function open({ apiUrl, token, world }: GitHub, wanted: SeededPullRequest): Promise<number> {
  const { branch, title = "Change", body = "", labels = [], fork } = wanted;
  const same = world.pulls.find(({ head }) => head === branch);
  const [id, at] = [world.nextId(), world.now()];
  if (same !== undefined) {
    const number = world.pulls.length + 1;
    world.pulls.push({ ...same, id, number, createdAt: at, updatedAt: at, ...(fork && { fork }) });
    return number;
  }
  const response = await fetch(`${apiUrl}/repos/acme/site/pulls`, {
    method: "POST",
    headers: { authorization: `token ${token}`, "user-agent": "test", "content-type": "application/json" },
    body: JSON.stringify({ head: branch, base: "main", title, body }),
  });
  const pull = world.pulls.at(-1);
  if (response.status !== 201 || pull === undefined) throw new Error(await response.text());
  Object.assign(pull, { labels: [...labels], ...(fork && { fork }) });
  return pull.number;
}

function operations({ github }: GitHubHost): readonly string[] {
  return github
    .writes()
    .map(({ operation }) => operation)
    .filter((operation) => !operation.endsWith("/pulls"));
}

function annotations(count: number, message = "no translation into de"): readonly CheckAnnotation[] {
  return Array.from({ length: count }, (_, at) => ({
    path: "locale/en.json",
    line: at + 1,
    level: "warning" as const,
    title: `Text ${String(at)}`,
    message,
  }));
}

discussionContract("GitHub", createHost);
discussionContract("GitHub with a personal token", () =>
  createHost({ settings: { tokenKind: "personal", login: "dana", permissions: ALL } }),
);

describe.concurrent("the discussion on GitHub", () => {
  it.each([
    ["actions", "github-actions[bot]", "workflow"],
    ["app", "interlinear[bot]", "app"],
    ["personal", "dana", "person"],
  ] as const)("tells whose token it has: %s", async (tokenKind, login, kind) => {
    await using host = await createHost({ settings: { tokenKind, login } });

    expect(await host.discussion.identity()).toEqual({ login, kind });
  });

  it("works with an Enterprise server: its own addresses, and nothing of github.com", async () => {
    await using host = await createHost({ basePath: "/api/v3", serverUrl: "https://github.example.org" });
    const number = await openOne(host);

    const { url } = await host.discussion.stick(number, { marker: MARKER, body: "Text." });

    expect(url).toContain("https://github.example.org/acme/site/pull/1#issuecomment-");
    expect(host.github.requests.every(({ path }) => path.startsWith("/api/"))).toBe(true);
  });

  it.each([
    ["the answer was lost", badGateway(CREATE_COMMENT, true), 1],
    ["the connection was cut", { operation: CREATE_COMMENT, answer: "cut" as const, applied: true }, 1],
    ["nothing was written", badGateway(CREATE_COMMENT), 2],
  ])("comments once where %s", async (_, fault, requests) => {
    await using host = await createHost({ faults: [fault] });
    const number = await openOne(host);

    const outcome = await host.discussion.stick(number, { marker: MARKER, body: "Text." });

    expect(outcome.outcome).toBe("created");
    expect(host.comments(number)).toHaveLength(1);
    expect(operations(host)).toEqual(Array.from({ length: requests }, () => CREATE_COMMENT));
  });

  it("leaves one comment where another run makes one at the same moment", async () => {
    await using host = await createHost();
    const number = await openOne(host);
    const other = (): Promise<void> => {
      host.comment(number, host.login, `${MARKER}\nTheirs.`);
      return Promise.resolve();
    };
    host.github.faults.push({ operation: CREATE_COMMENT, before: other });

    await host.discussion.stick(number, { marker: MARKER, body: "Mine." });

    expect(host.comments(number)).toMatchObject([{ body: `${MARKER}\nMine.` }]);
  });

  it("takes a comment for deleted that somebody else has deleted", async () => {
    await using host = await createHost();
    const number = await openOne(host);
    host.comment(number, host.login, `${MARKER}\nOld.`);
    const vanish = (): Promise<void> => {
      host.github.world.comments.length = 0;
      return Promise.resolve();
    };
    host.github.faults.push({ operation: DELETE_COMMENT, before: vanish });

    expect(await host.discussion.stick(number, { marker: MARKER, body: undefined })).toEqual({ outcome: "deleted" });
  });

  it("names the permission where a token may not comment, as a fork's may not", async () => {
    await using host = await createHost();
    const number = await openOne(host);
    host.github.settings.permissions = { contents: "read", "pull-requests": "read", checks: "read" };

    await expect(host.discussion.stick(number, { marker: MARKER, body: "Text." })).rejects.toMatchObject({
      code: "IL-F02",
      status: 403,
      message: expect.stringContaining("Resource not accessible by integration"),
      hint: expect.stringContaining("pull-requests: write"),
    });
    await expect(host.discussion.report(await report(host))).rejects.toMatchObject({
      code: "IL-F02",
      status: 403,
      hint: expect.stringContaining("checks: write"),
    });
    await expect(host.discussion.react(host.comment(number, "ana", "Hi"), "eyes")).rejects.toMatchObject({
      code: "IL-F02",
    });
  });

  it("updates a comment again where the answer was lost", async () => {
    await using host = await createHost({ faults: [badGateway(UPDATE_COMMENT, true)] });
    const number = await openOne(host);
    host.comment(number, host.login, `${MARKER}\nOld.`);

    expect(await host.discussion.stick(number, { marker: MARKER, body: "New." })).toMatchObject({
      outcome: "updated",
    });
    expect(host.comments(number)).toMatchObject([{ body: `${MARKER}\nNew.` }]);
  });

  it("leaves the token out of errors", async () => {
    await using host = await createHost();
    const token = "ghs_anotherSecretToken";
    const discussion = createGitHubDiscussion({
      repository: "acme/site",
      apiUrl: host.github.apiUrl,
      token,
      logger: silentLogger,
    });

    const errors: readonly unknown[] = await Promise.all([
      discussion.identity().catch((error: unknown) => error),
      discussion.pullRequest(1).catch((error: unknown) => error),
    ]);

    for (const error of errors) expect(error).toMatchObject({ code: "IL-F01", status: 401 });
    expect(inspect(errors, { depth: null, showHidden: true })).not.toContain(token);
  });

  it("looks for a label on pull requests alone where the token may not read issues, and says so", async () => {
    await using host = await createHost();
    const number = await openOne(host);
    host.github.settings.permissions = { contents: "read", "pull-requests": "read" };
    expect(await host.discussion.hasOpenLabelled("freeze")).toBe(false);

    host.github.world.pulls.find((pull) => pull.number === number)?.labels.push("Freeze");

    expect(await host.discussion.hasOpenLabelled("freeze")).toBe(true);
    expect(host.notices[0]).toContain("issues: read");
  });
});

describe.concurrent("a check on GitHub", () => {
  it("carries any number of annotations, fifty a request", async () => {
    await using host = await createHost();
    const check = await report(host, { conclusion: "failure", annotations: annotations(120), memory: "m" });

    const { url } = await host.discussion.report(check);

    const [run, ...others] = host.github.world.checkRuns;
    expect(others).toEqual([]);
    expect(url).toBe(`https://github.com/acme/site/runs/${String(run?.id)}`);
    expect(run).toMatchObject({ name: "Interlinear", status: "completed", conclusion: "failure", title: check.title });
    expect(run?.annotations.map(({ start_line: line }) => line)).toEqual(
      Array.from({ length: 120 }, (_, at) => at + 1),
    );
    expect(operations(host)).toEqual([CREATE_CHECK, UPDATE_CHECK, UPDATE_CHECK]);
  });

  it("does not double annotations when the rest of a report changes", async () => {
    await using host = await createHost();
    const check = await report(host, { conclusion: "failure", annotations: annotations(70), memory: "1" });
    await host.discussion.report(check);

    await host.discussion.report({ ...check, conclusion: "neutral", title: "Else", memory: "2" });

    expect(host.github.world.checkRuns).toHaveLength(1);
    expect(host.github.world.checkRuns[0]).toMatchObject({ conclusion: "neutral", title: "Else" });
    expect(host.github.world.checkRuns[0]?.annotations).toHaveLength(70);
  });

  it.each([
    [403, "Resource not accessible by integration"],
    [404, "Not Found"],
    [422, "Validation Failed"],
  ])(
    "is made anew where the old one takes no change (%s), so that a stale green one does not stay",
    async (status, message) => {
      await using host = await createHost();
      const check = await report(host, { conclusion: "success" });
      await host.discussion.report(check);
      const fault = { operation: UPDATE_CHECK, answer: { status, message } };
      host.github.faults.push(fault, fault);

      await host.discussion.report({ ...check, conclusion: "failure", title: "Not fine" });

      expect(host.github.world.checkRuns.map(({ conclusion }) => conclusion)).toEqual(["success", "failure"]);
    },
  );

  it("begins a new run where annotations are to go, and lets the old one hold nothing up", async () => {
    await using host = await createHost();
    const check = await report(host, { conclusion: "failure", annotations: annotations(3), memory: "1" });
    await host.discussion.report(check);

    await host.discussion.report({ ...check, conclusion: "success", annotations: [], memory: "2" });

    const [old, fresh] = host.github.world.checkRuns;
    expect(old).toMatchObject({ conclusion: "neutral", title: "Replaced by a newer report" });
    expect(fresh).toMatchObject({ conclusion: "success", annotations: [] });
    expect(await host.discussion.lastReport(check.commit, check.name)).toEqual({ conclusion: "success", memory: "2" });
    const before = host.writes();
    await host.discussion.report({ ...check, conclusion: "success", annotations: [], memory: "2" });
    expect(host.writes()).toBe(before);
  });

  it.each([
    ["the run", badGateway(CREATE_CHECK, true)],
    ["the run, which was not made", badGateway(CREATE_CHECK)],
    ["a part of the annotations", badGateway(UPDATE_CHECK, true)],
    ["a part of the annotations, which were not added", badGateway(UPDATE_CHECK)],
  ])("is one run with each annotation once where the answer is lost for %s", async (_, fault) => {
    await using host = await createHost({ faults: [fault] });
    const check = await report(host, { annotations: annotations(120) });

    await host.discussion.report(check);

    expect(host.github.world.checkRuns).toHaveLength(1);
    expect(host.github.world.checkRuns[0]?.annotations).toHaveLength(120);
  });

  it.each([
    ["was lost", badGateway(UPDATE_CHECK, true)],
    ["says that nothing was written", badGateway(UPDATE_CHECK)],
  ])("is brought up to date where the answer %s", async (_, fault) => {
    await using host = await createHost();
    const check = await report(host, { annotations: annotations(3) });
    await host.discussion.report(check);
    host.github.faults.push(fault);

    await host.discussion.report({ ...check, summary: "Else." });

    expect(host.github.world.checkRuns).toHaveLength(1);
    expect(host.github.world.checkRuns[0]).toMatchObject({ summary: "Else." });
    expect(host.github.world.checkRuns[0]?.annotations).toHaveLength(3);
  });

  it("is the newer of two that runs at once have made; the other one holds nothing up", async () => {
    await using host = await createHost();
    const check = await report(host, { conclusion: "failure" });
    await host.discussion.report(check);
    const [first] = host.github.world.checkRuns;
    if (first === undefined) throw new Error("no check run");
    host.github.world.checkRuns.push({ ...first, id: host.github.world.nextId(), annotations: [] });

    await host.discussion.report({ ...check, conclusion: "success" });

    expect(host.github.world.checkRuns.map(({ conclusion }) => conclusion)).toEqual(["neutral", "success"]);
  });

  it("finishes what a run before it left unfinished", async () => {
    await using host = await createHost();
    const check = await report(host, { annotations: annotations(120) });
    await host.discussion.report(check);
    const [run] = host.github.world.checkRuns;
    run?.annotations.splice(50);

    await host.discussion.report(check);

    expect(host.github.world.checkRuns).toHaveLength(1);
    expect(run?.annotations.map(({ start_line: line }) => line)).toEqual(
      Array.from({ length: 120 }, (_, at) => at + 1),
    );
  });

  it("is cut to GitHub's limits, which count bytes", async () => {
    await using host = await createHost();
    const [annotation] = annotations(1, "翻訳".repeat(20_000));
    if (annotation === undefined) throw new Error("no annotation");
    const check = await report(host, {
      title: `A\n${"t".repeat(300)}`,
      summary: "未翻訳の文字列😀\n".repeat(4_000),
      annotations: [{ ...annotation, title: "t".repeat(300) }],
    });

    await host.discussion.report(check);
    await host.discussion.report(check);

    const [run] = host.github.world.checkRuns;
    expect(run?.title).toHaveLength(255);
    expect(Buffer.byteLength(run?.summary ?? "")).toBeGreaterThan(65_000);
    expect(run?.annotations[0]?.title).toHaveLength(255);
    expect(operations(host)).toEqual([CREATE_CHECK]);
  });

  it("is written once for all runs that say the same, also where GitHub puts the run's page in the place of the link", async () => {
    await using host = await createHost();
    const check = await report(host, { detailsUrl: "https://ci.example.org/1" });
    await host.discussion.report(check);
    const before = host.writes();

    await host.discussion.report({ ...check, detailsUrl: "https://ci.example.org/2" });

    expect(host.writes()).toBe(before);
    expect(host.github.world.checkRuns).toMatchObject([
      {
        detailsUrl: expect.stringContaining("/actions/runs/"),
        summary: expect.stringContaining("https://ci.example.org/1"),
      },
    ]);
  });

  it("leaves a workflow's job alone that has its name, and another App's check", async () => {
    await using host = await createHost();
    const check = await report(host);
    const theirs = { status: "completed", conclusion: "failure", title: null, summary: null, detailsUrl: null };
    const { commit, name } = check;
    host.github.world.checkRuns.push(
      { ...theirs, id: 1, commit, name, app: "github-actions", externalId: "6f9619ff-8b86", annotations: [] },
      { ...theirs, id: 2, commit, name, app: "other", externalId: "interlinear:000000000000:x", annotations: [] },
    );

    expect(await host.discussion.lastReport(commit, name)).toBeUndefined();
    await host.discussion.report(check);

    expect(host.github.world.checkRuns.map(({ conclusion }) => conclusion)).toEqual(["failure", "failure", "success"]);
  });

  it("is a commit status where the token is a person's", async () => {
    await using host = await createHost({
      settings: { tokenKind: "personal", login: "dana", permissions: { contents: "read", statuses: "write" } },
    });
    const check = await report(host, { title: "t".repeat(200), annotations: annotations(3), memory: "m" });

    await host.discussion.report(check);

    expect(operations(host)).toEqual([CREATE_STATUS]);
    expect(host.github.world.statuses).toMatchObject([
      {
        context: "Interlinear",
        state: "success",
        description: expect.stringMatching(/^t{139}…$/),
        targetUrl: `https://github.com/acme/site/commit/${check.commit}#interlinear=m`,
      },
    ]);
  });
});
