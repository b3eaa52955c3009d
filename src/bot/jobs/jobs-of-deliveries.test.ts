import { describe, expect, it } from "vitest";
import { addRepository, addRun, openTestRecords, type TestRecords } from "../../../test/support/test-records.ts";
import { keptEvent } from "../../automation/event.ts";
import {
  failDeliveries,
  postponeDeliveries,
  releaseDeliveries,
  storeDelivery,
  takeDeliveries,
  type WaitingDelivery,
} from "../../records/deliveries/deliveries.ts";
import { replayDeliveries, replayDelivery } from "../../records/deliveries/replay-delivery.ts";
import { inTransaction } from "../../store/database.ts";
import { jobsOfDeliveries } from "./jobs-of-deliveries.ts";

const REPOSITORY = { name: "acme/app", defaultBranch: "main", followedBranches: undefined };
const ZERO = "0".repeat(40);

type Told = Pick<WaitingDelivery, "source" | "event" | "action"> & { readonly payload: object };

/** In the order in which they came, from 1. */
function deliveries(...all: readonly Told[]): readonly WaitingDelivery[] {
  return all.map((each, at) => ({
    id: at + 1,
    sender: "",
    guid: String(at),
    received: "2026-01-01T00:00:00.000Z",
    attempts: 0,
    wasBegun: false,
    ...each,
  }));
}

function told(event: string, raw: object): Told {
  return {
    source: "github",
    event,
    action: "action" in raw ? String(raw.action) : "",
    payload: keptEvent(event, {
      repository: { default_branch: "main", full_name: "acme/app" },
      sender: { login: "dana", type: "User" },
      ...raw,
    }),
  };
}

function commit(letter: string): string {
  return letter.repeat(40);
}

function push(branch: string, before: string, after: string): Told {
  return told("push", { ref: `refs/heads/${branch}`, before: commit(before), after: commit(after) });
}

function branchGone(branch: string): Told {
  return told("delete", { ref: branch, ref_type: "branch" });
}

function pullRequest(number: number, action: string, head = "b", more: object = {}): Told {
  return told("pull_request", {
    action,
    pull_request: {
      number,
      body: "",
      head: { ref: "topic", sha: commit(head), repo: { full_name: "acme/app" } },
      base: { ref: "main", sha: commit("a"), repo: { full_name: "acme/app" } },
      ...more,
    },
  });
}

function comment(number: number, id: number, body: string): Told {
  return told("issue_comment", {
    action: "created",
    issue: { number, pull_request: {} },
    comment: { id, body, user: { login: "dana", type: "User" } },
  });
}

const schedule: Told = { source: "schedule", event: "schedule", action: "", payload: {} };
const service: Told = { source: "service", event: "translations", action: "", payload: { component: "acme/website" } };

function person(action: string): Told {
  return { source: "person", event: "run", action, payload: { login: 1 } };
}

/** `sync main [1,2]`: kind, branch or pull request, and deliveries of every piece, in their order. */
function shortly(...all: readonly Told[]): readonly string[] {
  return jobsOfDeliveries(deliveries(...all), REPOSITORY).jobs.map(
    ({ kind, branch, pullRequest: number, deliveries: ids }) =>
      `${kind} ${number === undefined ? branch : `#${String(number)}`} [${ids.join()}]`,
  );
}

describe("what a repository's deliveries come to", () => {
  it.each<[string, readonly Told[], readonly string[]]>([
    ["nothing", [], []],
    ["many pushes to one branch as one run", [push("main", "a", "b"), push("main", "b", "c")], ["push main [1,2]"]],
    [
      "pushes to several branches as one run each",
      [push("main", "a", "b"), push("next", "a", "b"), push("main", "b", "c")],
      ["push main [1,3]", "push next [2]"],
    ],
    [
      "what the service, the schedule and a person want as one run",
      [service, service, schedule, person("sync")],
      ["sync main [1,2,3,4]"],
    ],
    ["a push besides a sync of its branch as one sync", [push("main", "a", "b"), service], ["sync main [1,2]"]],
    ["a push beside a pull as a sync", [person("push"), person("pull")], ["sync main [1,2]"]],
    ["a push to another branch beside a sync", [push("next", "a", "b"), schedule], ["push next [1]", "sync main [2]"]],
    [
      "many changes of a pull request as one review",
      [pullRequest(7, "opened"), pullRequest(7, "synchronize", "c"), pullRequest(8, "opened")],
      ["review #7 [1,2]", "review #8 [3]"],
    ],
    [
      "a pull request that was merged without a review",
      [pullRequest(7, "opened"), pullRequest(7, "closed", "b", { merged: true }), pullRequest(7, "labeled")],
      ["after-merge #7 [2]"],
    ],
    ["a branch that was deleted without its pushes", [push("next", "a", "b"), branchGone("next")], ["sweep next [2]"]],
    [
      "a branch that is there again without its removal",
      [push("next", "a", "b"), branchGone("next"), push("next", "a", "c")],
      ["push next [1,3]"],
    ],
    [
      "a deletion that is told of twice as one",
      [branchGone("next"), told("push", { ref: "refs/heads/next", deleted: true, before: commit("a"), after: ZERO })],
      ["sweep next [1,2]"],
    ],
    [
      "comments one by one, in their order",
      [comment(7, 1, "/interlinear plan"), comment(7, 2, "/interlinear plan"), comment(8, 3, "/interlinear sync")],
      ["answer #7 [1]", "answer #7 [2]", "answer #8 [3]"],
    ],
    [
      "first those that somebody waits for",
      [
        branchGone("old"),
        schedule,
        push("next", "a", "b"),
        pullRequest(7, "closed", "b", { merged: true }),
        pullRequest(8, "opened"),
        comment(8, 1, "/interlinear help"),
      ],
      ["answer #8 [6]", "review #8 [5]", "after-merge #7 [4]", "push next [3]", "sync main [2]", "sweep old [1]"],
    ],
  ])("is %s", (_, all, jobs) => {
    expect(shortly(...all)).toEqual(jobs);
  });

  it("reviews the newest head", () => {
    const { jobs } = jobsOfDeliveries(
      deliveries(pullRequest(7, "opened", "b"), pullRequest(7, "synchronize", "c")),
      REPOSITORY,
    );

    expect(jobs).toMatchObject([{ job: { kind: "review", pullRequest: { head: { commit: commit("c") } } } }]);
  });

  it("starts from the commit before the first push, also where a sync does it", () => {
    const { jobs } = jobsOfDeliveries(deliveries(push("main", "a", "b"), push("main", "b", "c"), schedule), REPOSITORY);

    expect(jobs).toMatchObject([{ kind: "sync", job: { before: commit("a") } }]);
  });

  it("posts reviews for forks too, since it has a token of its own", () => {
    const fork = pullRequest(7, "opened", "b", {
      head: { ref: "topic", sha: commit("b"), repo: { full_name: "stranger/app" } },
    });

    expect(jobsOfDeliveries(deliveries(fork), REPOSITORY).jobs).toMatchObject([{ job: { access: "full" } }]);
  });

  it("says what caused it", () => {
    const { jobs } = jobsOfDeliveries(deliveries(push("main", "a", "b"), push("main", "b", "c"), schedule), REPOSITORY);

    expect(jobs.map(({ cause }) => cause)).toEqual(["push to main (2 times), schedule"]);
  });

  it("ends what asks for nothing with the reason", () => {
    const { ignored } = jobsOfDeliveries(
      deliveries(
        comment(7, 1, "Nice work!"),
        push("next", "a", "b"),
        branchGone("next"),
        push("interlinear/main", "a", "b"),
      ),
      REPOSITORY,
    );

    expect(ignored).toEqual([
      { deliveries: [1], reason: "The comment does not speak to us: nothing to do." },
      { deliveries: [4], reason: "refs/heads/interlinear/main is the branch of our own pull request: nothing to do." },
      { deliveries: [2], reason: "The branch was deleted meanwhile." },
    ]);
  });
});

describe("a push to a branch that the mapping had no rule for", () => {
  const followed = { ...REPOSITORY, followedBranches: ["release/*"] };
  const jobs = (repository: Parameters<typeof jobsOfDeliveries>[1], ...all: readonly Told[]) => {
    const { jobs: due, ignored } = jobsOfDeliveries(deliveries(...all), repository);
    return [due.map(({ branch }) => branch), ignored.map(({ reason }) => reason)];
  };

  it("is no work, and says why", () => {
    expect(jobs(followed, push("topic/one", "a", "b"), push("release/2", "a", "b"))).toEqual([
      ["release/2"],
      ["No component follows the branch topic/one: nothing to do."],
    ]);
  });

  it.each([
    ["nobody has read the mapping yet", REPOSITORY, [push("topic", "a", "b")], ["topic"]],
    [
      "the default branch is pushed to, too",
      followed,
      [push("topic", "a", "b"), push("main", "a", "b")],
      ["topic", "main"],
    ],
    ["nobody told the default branch", { ...followed, defaultBranch: "" }, [push("topic", "a", "b")], ["topic"]],
  ] as const)("is work where %s", (_, repository, pushes, branches) => {
    expect(jobs(repository, ...pushes)).toEqual([branches, []]);
  });

  it("is work for reviews, answers and removals", () => {
    const all = [pullRequest(7, "synchronize"), comment(7, 1, "/interlinear stats"), branchGone("topic")];

    expect(jobs({ ...followed, followedBranches: [] }, ...all)[1]).toEqual([]);
  });
});

describe("an order to make a branch anew", () => {
  const order = {
    sender: "github",
    guid: "a",
    ...comment(7, 1, "/interlinear rebase"),
  } as const;

  it.each<[string, (records: TestRecords, id: number, repository: number) => Promise<unknown>]>([
    ["failed", (records, id) => failDeliveries(records, [id], { reason: "no network", allowed: 5 })],
    [
      "failed and was sent again",
      async (records, id, repository) => {
        await failDeliveries(records, [id], { reason: "no network", allowed: 5 });
        await storeDelivery(records, { ...order, repository, payload: {} });
      },
    ],
    [
      "was postponed, as a limit is used up",
      async (records, id, repository) => {
        const run = await addRun(records, repository);
        await postponeDeliveries(records, [id], { reason: "The limit is used up.", until: records.clock.now(), run });
      },
    ],
    [
      "was put back, as the process ended",
      (records, id, repository) =>
        inTransaction(records.database, (queries) =>
          releaseDeliveries({ ...records, database: queries }, repository, [id]),
        ),
    ],
    [
      "was given up, and a person had it done again",
      async (records, id) => {
        await failDeliveries(records, [id], { reason: "no network", allowed: 1 });
        await replayDelivery(records, id, 7);
      },
    ],
    [
      "was given up, and a person had all of them done again",
      async (records, id) => {
        await failDeliveries(records, [id], { reason: "no network", allowed: 1 });
        await replayDeliveries(records, { state: "dead" }, 7);
      },
    ],
  ])("that was begun and %s keeps what people committed meanwhile", async (_, back) => {
    await using records = await openTestRecords();
    const repository = await addRepository(records, "acme/app");
    const orders = async () =>
      jobsOfDeliveries(await takeDeliveries(records, repository, 5), REPOSITORY).jobs.map(({ job }) =>
        job.kind === "answer" ? job.order.kind : job.kind,
      );
    const { id } = await storeDelivery(records, { ...order, repository });

    expect(await orders()).toEqual(["rebase"]);
    await back(records, id, repository);
    records.clock.advance(60_000);
    expect(await orders()).toEqual(["sync"]);
  });
});
