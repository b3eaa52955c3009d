import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPayload } from "../../src/automation/event.ts";
import { jobOf } from "../../src/automation/job.ts";
import { WorkflowRuns, type WorkflowEvent, type WorkflowRun } from "./workflow-runs.ts";
import { commit, former, MAIN, printed, pullEvent, pushEvent, queueing } from "./workflow-events.ts";
import { evaluate, fill } from "./workflow-expression.ts";

describe("what starts runs", () => {
  test.each<readonly [string, WorkflowEvent, string | undefined]>([
    ["a person's push", pushEvent(2), undefined],
    ["a push by the workflow's own token", pushEvent(2, "workflow"), "start no run"],
    ["its merge of a pull request", pullEvent("closed", 7, { isMerged: true, by: "workflow" }), "start no run"],
    ["a pull request that conflicts", pullEvent("edited", 7, { isConflicting: true }), "conflicts"],
    ["the end of one that conflicted", pullEvent("closed", 7, { isConflicting: true }), undefined],
    ["an action that the workflow does not name", pullEvent("assigned", 7), "assigned"],
    ["a push to another branch", { ...pushEvent(2), ref: "refs/heads/topic" }, "pushes to topic"],
    [
      "talk that is no order",
      {
        name: "issue_comment",
        ref: MAIN,
        sha: commit(1),
        by: "person",
        payload: { action: "created", issue: { pull_request: {} }, comment: { id: 3, body: "Nice" } },
      },
      "no job",
    ],
  ])("%s", (_, event, refusal) => {
    const found = new WorkflowRuns(printed).tell(event);
    if (refusal === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(refusal);
  });

  test.each([
    ["a fork's", pullEvent("opened", 7, { isFork: true })],
    ["Dependabot's", pullEvent("opened", 7, { by: "dependabot" })],
  ])("%s pull request has no secrets and may not write", (_, event) => {
    const runs = new WorkflowRuns(printed);
    runs.tell(event);
    expect(runs.ready()).toMatchObject([{ hasSecrets: false, mayWrite: false }]);
  });

  test("a waiting run is replaced by a newer one of its group, and of no other; with `queue: max` by none", () => {
    for (const [text, dropped] of [
      [printed, 1],
      [queueing, 0],
    ] as const) {
      const runs = new WorkflowRuns(text);
      for (const tip of [2, 3]) runs.tell(pushEvent(tip));
      runs.tell(pullEvent("closed", 7, { isMerged: true }));
      runs.tell({ name: "schedule", ref: MAIN, sha: commit(3), by: "person", payload: {} });
      expect(runs.dropped).toHaveLength(dropped);
    }
  });

  test("the end of a fork's pull request, whose run sends nothing, takes the place of no push; by the former group it did", () => {
    for (const [text, lost] of [
      [printed, []],
      [former, ["push"]],
    ] as const) {
      const runs = new WorkflowRuns(text);
      const [atWork] = [pushEvent(2)].map((event) => (runs.tell(event), runs.ready()[0]));
      if (atWork !== undefined) runs.begin(atWork);
      runs.tell(pushEvent(3));
      runs.tell(pullEvent("closed", 7, { isMerged: true, isFork: true }));
      expect(runs.dropped.map(({ event: { name } }) => name)).toEqual(lost);
    }
  });

  test("a pull request of ours drops no run, whatever happens to it at once", () => {
    const runs = new WorkflowRuns(printed);
    for (const action of ["opened", "labeled", "labeled", "edited", "synchronize", "synchronize"]) {
      const event = pullEvent(action, 7);
      const head = { ref: "interlinear/main", sha: event.sha };
      runs.tell({ ...event, payload: { ...event.payload, pull_request: { number: 7, head } } });
    }
    expect(runs.dropped).toEqual([]);
    expect(runs.ready()).toHaveLength(6);
  });

  test("expressions are read as GitHub reads them", () => {
    const context = { github: { event: { number: 7, comment: { id: 5 } }, ref: MAIN } };
    expect(fill("a-${{ github.event.comment.id || github.ref }}", context)).toBe("a-5");
    expect(evaluate("!github.none && 'x' || 'y'", context)).toBe("x");
    expect(evaluate("format('{0}-{1}', 'it''s', github.event.number) == 'IT''S-7'", context)).toBe(true);
    const labelled = { github: { event: { labels: [{ name: "i18n" }, { name: "web" }] } } };
    expect(evaluate("join(github.event.labels.*.name)", labelled)).toBe("i18n,web");
    expect(evaluate("join(github.event.nothing.*.name)", labelled)).toBe("");
  });
});

/** What of the service and the repository the runs move: numbers that only grow. */
class Repositories {
  readonly runs: WorkflowRuns;
  readonly #catchesUp: boolean;
  readonly #work = new Map<WorkflowRun, { seen: number; phase: "write" | "check"; sent: boolean; news: number }>();
  tip = 1;
  sent = 1;
  news = 0;
  home = 0;
  /** News that a schedule was to bring. */
  due = 0;
  #lastPull = 0;
  readonly #open: { readonly number: number; readonly isFork: boolean }[] = [];

  constructor(text: string, catchesUp = true) {
    this.runs = new WorkflowRuns(text);
    this.#catchesUp = catchesUp;
  }

  push(): void {
    this.tip += 1;
    this.runs.tell(pushEvent(this.tip));
  }

  open(isFork: boolean): void {
    this.#open.push({ number: (this.#lastPull += 1), isFork });
    this.runs.tell(pullEvent("opened", this.#lastPull, { isFork }));
  }

  touch(action: string): void {
    const [pull] = this.#open;
    if (pull !== undefined) this.runs.tell(pullEvent(action, pull.number, { isFork: pull.isFork }));
  }

  end(isMerged: boolean): void {
    const pull = this.#open.shift();
    if (pull === undefined) return;
    if (isMerged) this.push();
    this.runs.tell(pullEvent("closed", pull.number, { isMerged, isFork: pull.isFork }));
  }

  translate(): void {
    this.news += 1;
  }

  schedule(): void {
    this.due = this.news;
    this.runs.tell({
      name: "schedule",
      ref: MAIN,
      sha: commit(this.tip),
      by: "person",
      payload: { schedule: "17 3 * * *" },
    });
  }

  /** One step of a run: it looks, it writes, it looks whether that was the newest. */
  step(choice: number): void {
    const ready = this.runs.ready();
    const all = [...this.#work.keys(), ...ready];
    const run = all[choice % Math.max(all.length, 1)];
    if (run === undefined) return;
    if (ready.includes(run)) {
      this.runs.begin(run);
      this.#work.set(run, { seen: this.#seenBy(run), phase: "write", sent: false, news: this.news });
      return;
    }
    this.#goOn(run);
  }

  settle(): void {
    for (let left = 10_000; !this.runs.isQuiet && left > 0; left -= 1) this.step(0);
  }

  #seenBy({ event }: WorkflowRun): number {
    return this.#catchesUp ? this.tip : Number.parseInt(event.sha.replace(/^a+/, ""), 16);
  }

  #goOn(run: WorkflowRun): void {
    const work = this.#work.get(run);
    if (work === undefined) return;
    if (work.phase === "check" && work.sent && work.seen !== this.tip && this.#catchesUp) {
      Object.assign(work, { seen: this.tip, phase: "write", sent: false });
      return;
    }
    if (work.phase === "check") {
      this.#work.delete(run);
      this.runs.end(run);
      return;
    }
    work.phase = "check";
    const job = jobOf(
      { ...run.event, repository: "acme/app", actor: "dana", payload: readPayload(run.event.payload) },
      "auto",
    );
    const sends = job.kind === "run" || (job.kind === "after-merge" && job.sends === true && this.#catchesUp);
    if (!run.hasSecrets || !sends) return;
    work.sent = this.sent !== work.seen;
    this.sent = work.seen;
    if (job.kind === "run" && job.command === "sync") this.home = Math.max(this.home, work.news);
  }
}

const anAction = fc.oneof(
  { weight: 3, arbitrary: fc.constant("push" as const) },
  { weight: 2, arbitrary: fc.constantFrom("open" as const, "open fork" as const, "label" as const, "edit" as const) },
  { weight: 3, arbitrary: fc.constantFrom("merge" as const, "close" as const) },
  { weight: 2, arbitrary: fc.constantFrom("schedule" as const, "translate" as const) },
  { weight: 8, arbitrary: fc.nat({ max: 5 }) },
);

function play(world: Repositories, history: readonly (string | number)[]): Repositories {
  const does: Readonly<Record<string, () => void>> = {
    push: () => world.push(),
    open: () => world.open(false),
    "open fork": () => world.open(true),
    label: () => world.touch("labeled"),
    edit: () => world.touch("edited"),
    merge: () => world.end(true),
    close: () => world.end(false),
    schedule: () => world.schedule(),
    translate: () => world.translate(),
  };
  for (const action of history) {
    if (typeof action === "number") world.step(action);
    else does[action]?.();
  }
  world.settle();
  return world;
}

describe("200 random histories under the groups of the printed workflow", () => {
  const histories = fc.array(anAction, { minLength: 5, maxLength: 60 });

  test.each([
    ["as it is printed", printed],
    ["with `queue: max`", queueing],
    ["even with the former group, but for forks, whose runs have no token", former],
  ])("leave no string behind when all is quiet: %s", (_, text) => {
    fc.assert(
      fc.property(histories, (history) => {
        const isFormer = text === former;
        const world = play(
          new Repositories(text),
          history.filter((action) => !isFormer || action !== "open fork"),
        );
        expect(world.sent).toBe(world.tip);
        if (!isFormer) expect(world.home).toBeGreaterThanOrEqual(world.due);
      }),
      { numRuns: 200 },
    );
  });

  test("lost strings while runs stood on their event's commit and the end of a pull request did nothing", () => {
    const found = fc.check(
      fc.property(histories, (history) => {
        const world = play(new Repositories(former, false), history);
        return world.sent === world.tip;
      }),
      { numRuns: 500, seed: 15 },
    );
    expect(found.failed).toBe(true);
  });
});
