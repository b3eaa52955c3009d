import { describe, expect, test } from "vitest";
import { REBASE_BOX } from "../forge/forge.ts";
import { readPayload, type ForgeEvent } from "./event.ts";
import { jobOf, type JobCommand, type JobTaker } from "./job.ts";

const BASE = "b".repeat(40);
const HEAD = "a".repeat(40);

function anEvent(name: string, payload: object = {}, more: Partial<ForgeEvent> = {}): ForgeEvent {
  return {
    name,
    ref: "refs/heads/main",
    repository: "acme/shop",
    actor: "dana",
    ...more,
    payload: readPayload({
      repository: { default_branch: "main" },
      sender: { login: "dana", type: "User" },
      ...payload,
    }),
  };
}

/** The default branch's, where such an event runs. */
const at = { commit: BASE };

function aPullRequest(action: string, more: object = {}, from: string | null = "acme/shop"): object {
  return {
    action,
    pull_request: {
      number: 7,
      body: "Text",
      merged: false,
      base: { ref: "main", sha: BASE, repo: { full_name: "acme/shop" } },
      head: { ref: "topic", sha: HEAD, repo: from === null ? null : { full_name: from } },
      ...more,
    },
  };
}

const UNTICKED = `Text\n- [ ] Rebase ${REBASE_BOX}`;
const TICKED = `Text\n- [x] Rebase ${REBASE_BOX}`;
/** Somebody ticked the box. */
const edited = { changes: { body: { from: UNTICKED } } };
const ticked = { body: TICKED };

function aComment(body: string, more: object = {}): object {
  return {
    action: "created",
    issue: { number: 7, pull_request: { url: "https://api.github.com/…" } },
    comment: { id: 11, body, user: { login: "dana", type: "User" } },
    ...more,
  };
}

function aFinishedRun(more: object = {}): object {
  return {
    action: "completed",
    workflow_run: {
      event: "pull_request",
      head_sha: HEAD,
      head_repository: { full_name: "eve/shop" },
      actor: { login: "eve", type: "User" },
      ...more,
    },
  };
}

const quiet = { kind: "nothing", isQuiet: true };
const loud = { kind: "nothing", message: expect.any(String) };

describe("what an event asks for", () => {
  test.each<readonly [string, ForgeEvent, object]>([
    ["a push sends sources", anEvent("push"), { kind: "run", command: "push", hasBase: true }],
    [
      "a push to the default branch says what changed since, for reviews",
      anEvent("push", { before: BASE }),
      { kind: "run", command: "push", before: BASE },
    ],
    ["a push that makes a branch has nothing before it", anEvent("push", { before: "0".repeat(40) }), { kind: "run" }],
    [
      "a deleted branch is swept after",
      anEvent("push", { deleted: true, ref: "refs/heads/release/2", before: BASE }),
      { kind: "sweep", branch: "release/2", defaultBranch: "main" },
    ],
    [
      "also where the event says so",
      anEvent("delete", { ref: "release/2", ref_type: "branch" }),
      { kind: "sweep", branch: "release/2", defaultBranch: "main" },
    ],
    ["a deleted tag is nothing", anEvent("delete", { ref: "v1", ref_type: "tag" }), quiet],
    ["nor a pushed one", anEvent("push", { deleted: true, ref: "refs/tags/v1" }), quiet],
    ["nor our own branch", anEvent("delete", { ref: "interlinear/main", ref_type: "branch" }), quiet],
    ["a deletion that names nothing is nothing", anEvent("delete"), quiet],
    ["a new branch is no deletion", anEvent("create", { ref: "release/2", ref_type: "branch" }), loud],
    ["a tag is nothing", anEvent("push", {}, { ref: "refs/tags/v1" }), loud],
    ["our own branch is nothing", anEvent("push", {}, { ref: "refs/heads/interlinear/main" }), loud],
    ["a group's branch is nothing", anEvent("push", {}, { ref: "refs/heads/interlinear/main/de" }), loud],
    ["the clock brings all in step", anEvent("schedule"), { kind: "run", command: "sync", hasBase: true }],
    ["a person may ask for it", anEvent("workflow_dispatch"), { kind: "run", command: "sync", hasBase: true }],
    ["and the service", anEvent("repository_dispatch"), { kind: "run", command: "sync", hasBase: true }],
    ["a tag has no base", anEvent("workflow_dispatch", {}, { ref: "refs/tags/v1" }), { hasBase: false }],
    ["a pull request is reviewed", anEvent("pull_request", aPullRequest("opened")), { kind: "review", access: "full" }],
    ["and again with new commits", anEvent("pull_request", aPullRequest("synchronize")), { kind: "review" }],
    ["and with a label", anEvent("pull_request", aPullRequest("labeled")), { kind: "review" }],
    [
      "and onto another base",
      anEvent("pull_request", { ...aPullRequest("edited"), changes: { base: { ref: { from: "old" } } } }),
      { kind: "review" },
    ],
    ["and whatever else happened to it", anEvent("pull_request", aPullRequest("assigned")), { kind: "review" }],
    [
      "a fork's run cannot write",
      anEvent("pull_request", aPullRequest("opened", {}, "eve/shop")),
      { kind: "review", access: "read-only" },
    ],
    [
      "nor where the fork is gone",
      anEvent("pull_request", aPullRequest("opened", {}, null)),
      { kind: "review", access: "read-only" },
    ],
    [
      "nor one that Dependabot caused",
      anEvent("pull_request", aPullRequest("opened"), { actor: "dependabot[bot]" }),
      { kind: "review", access: "read-only" },
    ],
    [
      "a privileged event may write for a fork",
      anEvent("pull_request_target", aPullRequest("opened", {}, "eve/shop")),
      { kind: "review", access: "full" },
    ],
    [
      "a ticked box asks for a rebase",
      anEvent("pull_request", { ...aPullRequest("edited", ticked), ...edited }),
      { kind: "rebase", sender: { login: "dana", isBot: false } },
    ],
    [
      "a merge is followed up",
      anEvent("pull_request", aPullRequest("closed", { merged: true })),
      { kind: "after-merge" },
    ],
    ["a fork's is not", anEvent("pull_request", aPullRequest("closed", { merged: true }, "eve/shop")), quiet],
    ["closing is only said", anEvent("pull_request", aPullRequest("closed")), quiet],
    [
      "what comes after the merge follows it up, too: it may have taken the place of the run that waited",
      anEvent("pull_request", aPullRequest("labeled", { merged: true })),
      { kind: "after-merge" },
    ],
    ["no pull request in the event", anEvent("pull_request", { action: "opened" }), loud],
    [
      "an order is answered",
      anEvent("issue_comment", aComment("/interlinear plan")),
      { kind: "answer", pullRequest: 7, comment: { id: 11, author: { login: "dana" } }, order: { kind: "plan" } },
    ],
    ["other talk is not", anEvent("issue_comment", aComment("Nice!")), quiet],
    ["nor an edited one", anEvent("issue_comment", aComment("/interlinear plan", { action: "edited" })), quiet],
    ["nor an issue's", anEvent("issue_comment", aComment("/interlinear plan", { issue: { number: 7 } })), quiet],
    [
      "nor a bot's",
      anEvent(
        "issue_comment",
        aComment("/interlinear plan", { comment: { id: 1, body: "/interlinear sync", user: { login: "x[bot]" } } }),
      ),
      quiet,
    ],
    [
      "Forgejo's way to say that it is a pull request",
      anEvent("issue_comment", aComment("/interlinear help", { issue: { number: 7 }, is_pull: true })),
      { kind: "answer" },
    ],
    [
      "a fork's finished run is posted",
      anEvent("workflow_run", aFinishedRun()),
      { kind: "review-of-head", commit: HEAD, repository: "eve/shop" },
    ],
    [
      "and Dependabot's",
      anEvent(
        "workflow_run",
        aFinishedRun({ head_repository: { full_name: "acme/shop" }, actor: { login: "dependabot[bot]" } }),
      ),
      { kind: "review-of-head" },
    ],
    [
      "others posted themselves",
      anEvent("workflow_run", aFinishedRun({ head_repository: { full_name: "acme/shop" } })),
      quiet,
    ],
    ["a run that goes on is not looked at", anEvent("workflow_run", { ...aFinishedRun(), action: "requested" }), quiet],
    ["nor one for a push", anEvent("workflow_run", aFinishedRun({ event: "push" })), quiet],
    ["a commit that is none", anEvent("workflow_run", aFinishedRun({ head_sha: "--upload-pack=x" })), quiet],
    [
      "a merge queue waits for the check on its group's commit",
      anEvent("merge_group", aGroup()),
      { kind: "merge-group", commit: HEAD, base: "main" },
    ],
    ["a group that is gone waits for nothing", anEvent("merge_group", aGroup("destroyed")), quiet],
    ["a group without a commit is none", anEvent("merge_group"), quiet],
    [
      "the queue's own branch is nobody's push",
      anEvent("push", {}, { ref: "refs/heads/gh-readonly-queue/main/pr-7-abc" }),
      quiet,
    ],
    ["nor anybody's removal", anEvent("delete", { ref: "gh-readonly-queue/main/pr-7-abc", ref_type: "branch" }), quiet],
    ["an unknown event has no meaning", anEvent("star"), { message: expect.stringContaining('"star"') }],
  ])("%s", (_, event, job) => {
    expect(jobOf(event, "auto")).toMatchObject(job);
  });
});

function aGroup(action = "checks_requested"): object {
  return { action, merge_group: { head_sha: HEAD, base_sha: BASE, base_ref: "refs/heads/main" } };
}

const bot = { login: "github-actions[bot]", type: "Bot" };

describe("an edit of a pull request's text", () => {
  const rows: readonly (readonly [string, ForgeEvent])[] = [
    ["by a bot", anEvent("pull_request", { ...aPullRequest("edited"), ...edited, sender: bot })],
    ["of a fork's", anEvent("pull_request", { ...aPullRequest("edited", ticked, "eve/shop"), ...edited })],
    ["that ticks no box", anEvent("pull_request", { ...aPullRequest("edited", { body: UNTICKED }), ...edited })],
    [
      "whose box was ticked before",
      anEvent("pull_request", { ...aPullRequest("edited", ticked), changes: { body: { from: `${TICKED}.` } } }),
    ],
    ["of the title alone", anEvent("pull_request", { ...aPullRequest("edited"), changes: { title: {} } })],
  ];

  test.each(rows)(
    "%s is reviewed by a runner, whose run may have taken the place of one for new commits",
    (_, event) => {
      expect(jobOf(event, "auto")).toMatchObject({ kind: "review" });
    },
  );

  test.each(rows)("%s changes nothing for a server, which forgets no event", (_, event) => {
    expect(jobOf(event, "auto", { hasOwnToken: true })).toMatchObject(quiet);
  });
});

function aCheck(kind: "check_run" | "check_suite", more: object = {}, action = "rerequested"): object {
  return { action, [kind]: { name: "Interlinear", head_sha: HEAD, app: { id: 29310, client_id: "Iv1.abc" }, ...more } };
}

describe("a check that somebody wants again", () => {
  const again = { kind: "review-of-head", commit: HEAD, repository: undefined };
  test.each<readonly [string, ForgeEvent, JobTaker, object]>([
    ["ours, by its name", anEvent("check_run", aCheck("check_run")), {}, again],
    ["ours, by our App's number", anEvent("check_run", aCheck("check_run")), { app: "29310" }, again],
    ["ours, by our App's client id", anEvent("check_suite", aCheck("check_suite")), { app: "Iv1.abc" }, again],
    ["another App's of our name", anEvent("check_run", aCheck("check_run")), { app: "1" }, quiet],
    ["another of our App", anEvent("check_run", aCheck("check_run", { name: "lint" })), { app: "29310" }, quiet],
    ["a suite that the bot was asked for", anEvent("check_suite", aCheck("check_suite")), { hasOwnToken: true }, again],
    ["a suite of nobody knows whom", anEvent("check_suite", aCheck("check_suite")), {}, quiet],
    ["a new one", anEvent("check_run", aCheck("check_run", {}, "created")), {}, quiet],
    ["one of no commit", anEvent("check_run", aCheck("check_run", { head_sha: "main" })), {}, quiet],
  ])("%s", (_, event, taker, job) => {
    expect(jobOf(event, "auto", taker)).toMatchObject(job);
  });
});

describe("whoever has a token of their own", () => {
  test.each<readonly [string, ForgeEvent, object]>([
    [
      "posts reviews for forks",
      anEvent("pull_request", aPullRequest("opened", {}, "eve/shop")),
      { kind: "review", access: "full" },
    ],
    [
      "and for those that are gone",
      anEvent("pull_request", aPullRequest("opened", {}, null)),
      { kind: "review", access: "full" },
    ],
    [
      "and for Dependabot",
      anEvent("pull_request", aPullRequest("synchronize"), { actor: "dependabot[bot]" }),
      { kind: "review", access: "full" },
    ],
    [
      "follows a fork's merge: the mapping may name the fork as ours",
      anEvent("pull_request", aPullRequest("closed", { merged: true }, "keeper/shop")),
      { kind: "after-merge" },
    ],
    ["leaves a fork's end alone", anEvent("pull_request", aPullRequest("closed", {}, "keeper/shop")), quiet],
    ["has nothing to post after a workflow's run", anEvent("workflow_run", aFinishedRun()), quiet],
    [
      "still makes nothing anew that a fork's author ticked",
      anEvent("pull_request", { ...aPullRequest("edited", ticked, "eve/shop"), ...edited }),
      quiet,
    ],
  ])("%s", (_, event, job) => {
    expect(jobOf(event, "auto", { hasOwnToken: true })).toMatchObject(job);
  });

  test("sends what Dependabot pushed like everybody else's", () => {
    const event = anEvent("push", {}, { actor: "dependabot[bot]" });
    expect(jobOf(event, "auto", { hasOwnToken: true })).not.toHaveProperty("withoutToken");
  });
});

describe("what Forgejo and Gitea say in their own way", () => {
  test.each<readonly [string, ForgeEvent, object]>([
    [
      "a push that leaves no commit deletes the branch",
      anEvent("push", { ref: "refs/heads/release/2", before: BASE, after: "0".repeat(40), total_commits: 0 }),
      { kind: "sweep", branch: "release/2", defaultBranch: "main" },
    ],
    ["new commits in a pull request", anEvent("pull_request", aPullRequest("synchronized")), { kind: "review" }],
    [
      "another base of a pull request",
      anEvent("pull_request", { ...aPullRequest("edited"), changes: { ref: { from: "old" } } }),
      { kind: "review" },
    ],
  ])("%s", (_, event, job) => {
    expect(jobOf(event, "auto")).toMatchObject(job);
  });
});

describe("what a workflow insists on", () => {
  test.each<readonly [string, ForgeEvent, JobCommand, object]>([
    ["another command for a push", anEvent("push", { before: BASE }), "sync", { kind: "run", command: "sync" }],
    [
      "statistics on a pull request, with the mapping of its base",
      anEvent("pull_request", aPullRequest("opened")),
      "stats",
      { kind: "run", command: "stats", mappingCommit: BASE, hasBase: false },
    ],
    [
      "on a fork's, which may have no token",
      anEvent("pull_request", aPullRequest("opened", {}, "eve/shop")),
      "stats",
      { withoutToken: expect.stringContaining("fork") },
    ],
    ["a command for any event", anEvent("release"), "stats", { kind: "run", command: "stats", hasBase: true }],
    [
      "any command after another workflow, for the committed files and mapping alone",
      anEvent("workflow_run", aFinishedRun(), at),
      "sync",
      { kind: "run", command: "sync", mappingCommit: BASE, checkout: BASE },
    ],
    [
      "any command for a comment, the same",
      anEvent("issue_comment", aComment("Nice!"), at),
      "stats",
      { kind: "run", command: "stats", mappingCommit: BASE, checkout: BASE },
    ],
    [
      "sending for a privileged pull request, the same",
      anEvent("pull_request_target", aPullRequest("opened", {}, "eve/shop"), at),
      "push",
      { kind: "run", command: "push", mappingCommit: BASE, checkout: BASE },
    ],
    [
      "sending what Dependabot pushed, if there is a token",
      anEvent("push", {}, { actor: "dependabot[bot]" }),
      "push",
      { kind: "run", withoutToken: expect.stringContaining("Dependabot") },
    ],
    ["reviews alone", anEvent("pull_request", aPullRequest("opened")), "review", { kind: "review" }],
    ["reviews alone, of forks", anEvent("workflow_run", aFinishedRun()), "review", { kind: "review-of-head" }],
    ["reviews alone, on a push", anEvent("push"), "review", loud],
    ["comments alone", anEvent("issue_comment", aComment("/interlinear help")), "comment", { kind: "answer" }],
    [
      "what follows a merge alone",
      anEvent("pull_request", aPullRequest("closed", { merged: true })),
      "after-merge",
      { kind: "after-merge" },
    ],
    ["what follows a merge, on an opened one", anEvent("pull_request", aPullRequest("opened")), "after-merge", loud],
    ["another command, where a branch was deleted", anEvent("push", { deleted: true }), "sync", loud],
    ["never our own branch", anEvent("push", {}, { ref: "refs/heads/interlinear/main" }), "sync", loud],
  ])("%s", (_, event, command, job) => {
    expect(jobOf(event, command)).toMatchObject(job);
  });

  test("no report of a push is made where the command is not the event's own", () => {
    expect(jobOf(anEvent("push", { before: BASE }), "plan")).not.toHaveProperty("before");
  });
});

test.each([undefined, null, "text", 7, [], { pull_request: "x", comment: [], sender: 3, deleted: "yes" }])(
  "a payload of another form (%j) says nothing, and breaks nothing",
  (raw) => {
    expect(readPayload(raw)).toEqual({ isDeleted: false, edited: { isBase: false } });
  },
);
