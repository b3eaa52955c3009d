import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readPayload } from "../../src/automation/event.ts";
import { jobOf } from "../../src/automation/job.ts";
import type { PlayedWorld } from "../support/agreement-world.ts";
import { createMemoryWorld, type MemoryWorldOptions } from "../support/memory/memory-world.ts";
import { sampled } from "../support/samples.ts";
import { former, printed, pullEvent, pushEvent } from "../support/workflow-events.ts";
import { WorkflowRuns, type WorkflowEvent, type WorkflowRun } from "../support/workflow-runs.ts";

/** The product's own jobs and engine, started, kept waiting and dropped as GitHub does by the printed workflow. */

const OURS = "interlinear/main";

class History {
  readonly #world: PlayedWorld;
  readonly #runs: WorkflowRuns;
  /** Whether the run after a merge does what a dropped push had to. */
  readonly #makesGood: boolean;
  readonly #atWork: WorkflowRun[] = [];
  readonly #open: { readonly number: number; readonly isFork: boolean }[] = [];
  #lastPull = 1;
  #tip = 1;
  #texts = 0;
  /** The newest translation that a schedule has found. */
  #due: string | undefined;
  #saved: string | undefined;

  constructor(world: PlayedWorld, workflow: string, makesGood = true) {
    this.#world = world;
    this.#runs = new WorkflowRuns(workflow);
    this.#makesGood = makesGood;
  }

  async push(): Promise<void> {
    await this.#world.edit("locales/en.json", { about: this.#fresh() });
    this.#pushed();
  }

  open(isFork: boolean): void {
    this.#open.push({ number: (this.#lastPull += 1), isFork });
    this.#runs.tell(pullEvent("opened", this.#lastPull, { isFork }));
  }

  label(): void {
    const [pull] = this.#open;
    if (pull !== undefined) this.#runs.tell(pullEvent("labeled", pull.number, { isFork: pull.isFork }));
  }

  async end(isMerged: boolean): Promise<void> {
    const pull = this.#open.shift();
    if (pull === undefined) return;
    if (isMerged) await this.push();
    this.#runs.tell(pullEvent("closed", pull.number, { isMerged, isFork: pull.isFork }));
  }

  async translate(): Promise<void> {
    this.#saved = this.#fresh();
    await this.#world.save("cs", "title", this.#saved);
  }

  schedule(): void {
    this.#due = this.#saved;
    const payload = { schedule: "17 3 * * *" };
    this.#runs.tell({ ...pushEvent(this.#tip), name: "schedule", payload });
  }

  async mergeOurs(): Promise<void> {
    if ((await this.#world.merge("squash")) !== "merged") return;
    this.#pushed();
    this.#runs.tell(pullEvent("closed", 1, { isMerged: true, branch: OURS }));
  }

  /** Some run begins, or one that is at work ends. */
  async step(choice: number): Promise<void> {
    const ready = this.#runs.ready();
    const all = [...this.#atWork, ...ready];
    const run = all[choice % Math.max(all.length, 1)];
    if (run === undefined) return;
    if (ready.includes(run)) {
      this.#runs.begin(run);
      this.#atWork.push(run);
      return;
    }
    await this.#perform(run);
    this.#atWork.splice(this.#atWork.indexOf(run), 1);
    this.#runs.end(run);
  }

  async settle(): Promise<void> {
    while (!this.#runs.isQuiet) await this.step(0);
  }

  /** What nobody would do any more: strings that the service lacks, translations that a schedule was to bring. */
  async leftBehind(): Promise<readonly string[]> {
    const [git, service] = await Promise.all([this.#world.inGit("locales/en.json"), this.#world.onService("en")]);
    const unsent = Object.entries(git).flatMap(([key, text]) => (service[key] === text ? [] : [`${key}: ${text}`]));
    await this.#world.merge("merge");
    const { title = "" } = await this.#world.inGit("locales/cs.json");
    const isHome = this.#due === undefined || numberOf(title) >= numberOf(this.#due);
    return isHome ? unsent : [...unsent, this.#due ?? ""];
  }

  #fresh(): string {
    this.#texts += 1;
    return `text ${String(this.#texts)}`;
  }

  #pushed(): void {
    this.#tip += 1;
    this.#runs.tell(pushEvent(this.#tip));
  }

  async #perform({ event, hasSecrets }: WorkflowRun): Promise<void> {
    const job = jobOf({ ...eventOf(event), repository: "acme/app", actor: "dana" }, "auto");
    if (!hasSecrets) return;
    if (job.kind === "run") await this.#world.run(job.command === "push" ? "push" : "sync");
    if (job.kind !== "after-merge" || !this.#makesGood) return;
    if (job.sends === true) await this.#world.run("push");
    if (job.pullRequest.head.branch === OURS) await this.#world.heal();
  }
}

function eventOf({ payload, ...event }: WorkflowEvent) {
  return { ...event, payload: readPayload(payload) };
}

function numberOf(text: string): number {
  return Number(/\d+$/.exec(text)?.[0] ?? 0);
}

type Action = "push" | "open" | "open fork" | "label" | "merge" | "close" | "merge ours" | "translate" | "schedule";

const does: Readonly<Record<Action, (history: History) => unknown>> = {
  push: (history) => history.push(),
  open: (history) => history.open(false),
  "open fork": (history) => history.open(true),
  label: (history) => history.label(),
  merge: (history) => history.end(true),
  close: (history) => history.end(false),
  "merge ours": (history) => history.mergeOurs(),
  translate: (history) => history.translate(),
  schedule: (history) => history.schedule(),
};

const anAction = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Action>("push") },
  { weight: 2, arbitrary: fc.constantFrom<Action>("open", "open fork", "label") },
  { weight: 3, arbitrary: fc.constantFrom<Action>("merge", "close", "merge ours") },
  { weight: 2, arbitrary: fc.constantFrom<Action>("translate", "schedule") },
  { weight: 8, arbitrary: fc.nat({ max: 5 }) },
);
const histories = fc.array(anAction, { minLength: 5, maxLength: 40, size: "max" });
const situations = fc.record<MemoryWorldOptions>({
  reads: fc.constantFrom("this repository", "its own repository"),
  conflicts: fc.constant("service"),
  forge: fc.constant("github"),
  service: fc.constantFrom("real", "embedded"),
});

async function play(
  situation: MemoryWorldOptions,
  actions: readonly (Action | number)[],
  workflow: string,
  makesGood?: boolean,
): Promise<readonly string[]> {
  await using world = await createMemoryWorld(situation);
  const history = new History(world, workflow, makesGood);
  for (const action of actions) {
    if (typeof action === "number") await history.step(action);
    else await does[action](history);
  }
  await history.settle();
  return await history.leftBehind();
}

test("in 200 random histories of pushes, merges, closings and schedules, the engine leaves no string behind when all is quiet", async () => {
  await fc.assert(
    fc.asyncProperty(situations, histories, async (situation, actions) => {
      expect(await play(situation, actions, printed)).toEqual([]);
    }),
    { numRuns: sampled(200) },
  );
});

test("the same engine left some behind by the former group, while the end of a pull request did nothing", async () => {
  const found = await fc.check(
    fc.asyncProperty(situations, histories, async (situation, actions) => {
      const lost = await play(situation, actions, former, false);
      return lost.length === 0;
    }),
    { numRuns: 200, seed: 15, endOnFailure: true },
  );

  expect(found.failed).toBe(true);
});
