import { describe, expect, it } from "vitest";
import { startForgejo, type Forgejo, type ForgejoOptions } from "../../../../test/support/forgejo/forgejo.ts";
import { REPOSITORY_ID } from "../../../../test/support/forgejo/world.ts";
import { createRepository } from "../../../../test/support/repository.ts";
import type { Clock } from "../../../core/clock.ts";
import { defined } from "../../../core/defined.ts";
import { silentLogger } from "../../../core/logger.ts";
import {
  branchOff,
  discussionContract,
  openOne,
  report,
  type DiscussionHost,
  type SeededPullRequest,
} from "../../discussion.contract.ts";
import { createForgejoDiscussion, type ForgejoDiscussionOptions } from "./forgejo-discussion.ts";

const REPOSITORY = "/repos/{owner}/{repo}";
const CREATE_COMMENT = `POST ${REPOSITORY}/issues/{index}/comments`;
const DELETE_COMMENT = `DELETE ${REPOSITORY}/issues/comments/{id}`;
const CREATE_STATUS = `POST ${REPOSITORY}/statuses/{sha}`;
const MARKER = "<!-- interlinear:review -->";

interface ForgejoHost extends DiscussionHost {
  readonly forgejo: Forgejo;
}

async function createHost(
  standIn: Partial<ForgejoOptions> = {},
  options: Partial<ForgejoDiscussionOptions> = {},
): Promise<ForgejoHost> {
  const repository = await createRepository({ "en.json": "source\n" });
  const forgejo = await startForgejo({ repository: "acme/site", bareRepository: repository.remotePath, ...standIn });
  const { world, settings } = forgejo;
  const clock: Clock = { now: () => new Date(), sleep: () => Promise.resolve() };
  const labelId = (name: string): number => {
    const known = world.labels.find((label) => label.name === name);
    const label = known ?? { id: world.nextId(), name, color: "ededed" };
    if (known === undefined) world.labels.push(label);
    return label.id;
  };
  return {
    repository,
    forgejo,
    login: settings.login,
    discussion: createForgejoDiscussion({
      repository: "acme/site",
      serverUrl: forgejo.url,
      token: forgejo.token,
      logger: silentLogger,
      clock,
      second: 1,
      ...options,
    }),
    writes: () => forgejo.writes().length,
    open: (pullRequest) => {
      const number = world.pulls.length + 1;
      world.pulls.push(pull(forgejo, number, pullRequest, (pullRequest.labels ?? []).map(labelId)));
      return Promise.resolve(number);
    },
    close: (number, how) => {
      const closed = world.pulls.find((candidate) => candidate.number === number);
      Object.assign(closed ?? {}, { state: "closed", merged: how === "merged" });
    },
    comment: (issue, user, body) => {
      const id = world.nextId();
      world.comments.push({ id, issue, user, body });
      return id;
    },
    comments: (number) =>
      world.comments.filter(({ issue }) => issue === number).map(({ id, user, body }) => ({ id, author: user, body })),
    reactions: (comment) =>
      world.reactions.filter((reaction) => reaction.comment === comment).map(({ content }) => content),
    openIssue: (label) => {
      world.issues.push({ number: world.nextId(), title: "Freeze", state: "open", labels: [labelId(label)] });
    },
    allow: (login, permission) => {
      settings.collaborators = { ...settings.collaborators, [login]: permission };
    },
    [Symbol.asyncDispose]: async () => {
      await repository[Symbol.asyncDispose]();
      await forgejo[Symbol.asyncDispose]();
    },
  };
}

function pull(
  { world }: Forgejo,
  number: number,
  { branch, title = "Change", body = "", fork }: SeededPullRequest,
  labels: number[],
): Forgejo["world"]["pulls"][number] {
  return {
    id: world.nextId(),
    number,
    title,
    body,
    head: branch,
    base: "main",
    headRepository: fork === undefined ? REPOSITORY_ID : 99,
    state: "open",
    labels,
    updated: world.now(),
    ...defined({ fork }),
  };
}

const scopes = { repository: "write", issue: "write", user: "read" } as const;
discussionContract("Forgejo", () => createHost({ settings: { largestPage: 20, scopes, isAdministrator: true } }));

describe.concurrent("the discussion on Forgejo and Gitea", () => {
  it.each([
    ["gitea-actions", "workflow"],
    ["forgejo-actions", "workflow"],
    ["ana", "person"],
  ])("tells whose token it has: %s", async (login, kind) => {
    await using host = await createHost({ settings: { login, scopes } });

    expect(await host.discussion.identity()).toEqual({ login, kind });
  });

  it.each([
    ["the answer was lost", { operation: CREATE_COMMENT, answer: 502, applied: true }, 1],
    ["the connection was cut", { operation: CREATE_COMMENT, answer: "cut" as const, applied: true }, 1],
    ["nothing was written", { operation: CREATE_COMMENT, answer: 503 }, 2],
  ])("comments once where %s", async (_, fault, requests) => {
    await using host = await createHost({ faults: [fault] });
    const number = await openOne(host);

    const outcome = await host.discussion.stick(number, { marker: MARKER, body: "Text." });

    expect(outcome.outcome).toBe("created");
    expect(host.comments(number)).toHaveLength(1);
    expect(host.forgejo.writes()).toEqual(Array.from({ length: requests }, () => CREATE_COMMENT));
  });

  it("takes a comment for deleted where the answer to that was lost", async () => {
    await using host = await createHost({ faults: [{ operation: DELETE_COMMENT, answer: 502, applied: true }] });
    const number = await openOne(host);
    host.comment(number, host.login, `${MARKER}\nOld.`);

    expect(await host.discussion.stick(number, { marker: MARKER, body: undefined })).toEqual({ outcome: "deleted" });
  });

  it.each([
    ["a wrong token", { token: "0000" }, "IL-F01"],
    ["a repository that is not there", { repository: "acme/other" }, "IL-F03"],
    ["a server that is not there", { serverUrl: "http://127.0.0.1:9" }, "IL-F07"],
  ])("explains %s", async (_, options, code) => {
    await using host = await createHost({}, options);
    const number = await openOne(host);

    await expect(host.discussion.stick(number, { marker: MARKER, body: "Text." })).rejects.toMatchObject({ code });
  });

  it("names the scope where a token may not write or not tell whose it is", async () => {
    await using host = await createHost({ settings: { scopes: { repository: "read", issue: "read" } } });
    await using nameless = await createHost();
    const number = await openOne(host);
    const lacking = (scope: string): object => ({ code: "IL-F02", hint: expect.stringContaining(scope) });

    await expect(host.discussion.stick(number, { marker: MARKER, body: "Text." })).rejects.toMatchObject(
      lacking("write:issue"),
    );
    await expect(host.discussion.report(await report(host))).rejects.toMatchObject(lacking("write:repository"));
    await expect(nameless.discussion.identity()).rejects.toMatchObject(lacking("read:user"));
  });

  it("asks again whose token it has where the server failed before", async () => {
    await using host = await createHost({ faults: [{ operation: "GET /user", answer: 500 }], settings: { scopes } });

    await expect(host.discussion.identity()).rejects.toMatchObject({ code: "IL-F07", status: 500 });
    expect(await host.discussion.identity()).toMatchObject({ login: host.login });
  });

  it("knows the owner as an administrator where the token's user is one", async () => {
    await using host = await createHost({ settings: { isAdministrator: true } });

    expect(await host.discussion.permission("acme")).toBe("admin");
  });

  it.each([
    ["acme", "write"],
    ["ana", "write"],
    ["cleo", "none"],
    ["nobody", "none"],
  ])("is told by the list of assignees, as one who only writes, that %s may: %s", async (login, permission) => {
    await using host = await createHost({ settings: { collaborators: { ana: "write", cleo: "read" } } });

    expect(await host.discussion.permission(login)).toBe(permission);
    expect(await host.discussion.permission(login.toUpperCase())).toBe(permission);
    // The event was wrong, or rights were taken away since.
    expect(await host.discussion.permission("cleo", true)).toBe("none");
  });

  it("takes the event's word for assignees of an organisation's repository, of whom some only read", async () => {
    const settings = { isOrganisation: true, collaborators: { ana: "write" }, teamReaders: ["cleo"] } as const;
    await using host = await createHost({ settings });

    expect(await host.discussion.permission("ana", true)).toBe("write");
    expect(await host.discussion.permission("cleo", false)).toBe("read");
    expect(await host.discussion.permission("nobody", true)).toBe("none");
    await expect(host.discussion.permission("cleo")).rejects.toMatchObject({
      code: "IL-F02",
      hint: expect.stringContaining("administrator"),
    });
  });

  it.each([
    ["who writes", { isAdministrator: false }],
    ["an administrator", { isAdministrator: true }],
  ])("knows its comment without asking whose token it has: %s", async (_, settings) => {
    await using host = await createHost({ settings: { ...settings, collaborators: { eve: "read" } } });
    const number = await openOne(host);
    const forged = host.comment(number, "eve", `${MARKER}\nOurs.`);

    expect((await host.discussion.stick(number, { marker: MARKER, body: "One." })).outcome).toBe("created");
    expect((await host.discussion.stick(number, { marker: MARKER, body: "Two." })).outcome).toBe("updated");
    expect(host.comments(number)).toMatchObject([
      { id: forged, body: `${MARKER}\nOurs.` },
      { author: host.login, body: `${MARKER}\nTwo.` },
    ]);
  });

  it("does not ask whose token it has where nobody wrote a comment like its own", async () => {
    await using host = await createHost();
    const number = await openOne(host);

    await host.discussion.stick(number, { marker: MARKER, body: "One." });

    expect(host.forgejo.requests.map(({ operation }) => operation)).not.toContain("GET /user");
  });

  it("is not misled by the servers' habit to list everything for a label that there is not", async () => {
    await using host = await createHost();
    await branchOff(host, "a");
    await host.open({ branch: "a", labels: ["other"] });

    expect(await host.discussion.hasOpenLabelled("freeze")).toBe(false);
  });

  it("shows a draft by its title, and a branch that is gone by its name", async () => {
    await using host = await createHost();
    await branchOff(host, "gone");
    const number = await host.open({ branch: "gone", title: "WIP: later" });
    await host.repository.remoteGit("update-ref", "-d", "refs/heads/gone");

    expect(await host.discussion.pullRequest(number)).toMatchObject({ isDraft: true, head: { branch: "gone" } });
  });

  it("reports with one status, found behind the statuses of others", async () => {
    await using host = await createHost();
    const check = await report(host, { conclusion: "neutral", title: "t".repeat(200), memory: "m" });
    await host.discussion.report(check);
    for (let at = 0; at < 60; at += 1) {
      const context = `ci/${String(at)}`;
      const theirs = { description: "", targetUrl: "", state: "failure", creator: "ci", commit: check.commit };
      host.forgejo.world.statuses.push({ ...theirs, id: host.forgejo.world.nextId(), context });
    }

    const { url } = await host.discussion.report(check);

    expect(url).toBe(`${host.forgejo.url}/acme/site/commit/${check.commit}#interlinear=m`);
    expect(host.forgejo.writes()).toEqual([CREATE_STATUS]);
    expect(host.forgejo.world.statuses[0]).toMatchObject({ context: "Interlinear", state: "success" });
    expect(host.forgejo.world.statuses[0]?.description).toHaveLength(140);
    expect(await host.discussion.lastReport(check.commit, check.name)).toEqual({ conclusion: "success", memory: "m" });
  });
});
