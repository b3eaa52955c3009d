import type { SeenRequest } from "../../network/seen-request.ts";
import type { NewTiming, TraceEntry } from "../../records/runs/runs.ts";
import type { StepOutcome } from "../../sync/plan.ts";

/** Requests whose times are kept; of those after them, the number alone. */
const MOST_REQUESTS = 1_000;
const MOST_STEPS = 300;

/** A step of the engine as a trace shows it. */
export type EndedStep = Pick<StepOutcome, "outcome" | "milliseconds" | "detail"> & {
  readonly step: Pick<StepOutcome["step"], "kind" | "component">;
};

/** What a run did, when, and for how long. */
export interface TracedRun {
  readonly trace: readonly TraceEntry[];
  readonly timings: readonly NewTiming[];
  readonly requests: number;
}

interface Phase {
  readonly name: string;
  readonly begin: number;
  readonly end: number;
}

/** Notes when a run goes from one phase to the next, and every request. Times are milliseconds since its start. */
export class RunTrace {
  readonly #phases: Phase[] = [];
  readonly #endpoints: NewTiming[] = [];
  #current: { readonly name: string; readonly begin: number } | undefined;
  #requests = 0;
  /** What each server said last of what it still lets us ask. */
  readonly budgets = new Map<SeenRequest["service"], NonNullable<SeenRequest["remaining"]>>();

  /** Goes on in the phase that it is in. */
  enter(name: string, now: number): void {
    if (this.#current?.name === name) return;
    this.#leave(now);
    this.#current = { name, begin: now };
  }

  saw({ service, method, endpoint, status, milliseconds, remaining }: SeenRequest, now: number): void {
    this.#requests += 1;
    if (remaining !== undefined) this.budgets.set(service, remaining);
    if (this.#requests <= MOST_REQUESTS) {
      const name = `${method} ${endpoint}`;
      this.#endpoints.push({ kind: "endpoint", name, milliseconds, failed: status === 0 || status >= 400 });
    }
    // Nothing else tells where a run of the engine ends and its pull request begins.
    if (service !== "service" && method !== "GET" && this.#isEngine()) this.enter("propose", now);
  }

  /** @param failed whether what it was doing at the end failed */
  end(steps: readonly EndedStep[], now: number, failed: boolean): TracedRun {
    this.#leave(now);
    const last = this.#phases.at(-1);
    const phases = this.#phases.map((phase) => phaseEntry(phase, failed && phase === last));
    const done = steps.filter(({ outcome }) => outcome === "done" || outcome === "failed");
    return {
      trace: [...phases, ...stepEntries(done, this.#phases)],
      timings: [...phaseTimings(phases, done), ...done.map(stepTiming), ...componentTimings(done), ...this.#endpoints],
      requests: this.#requests,
    };
  }

  #isEngine(): boolean {
    return this.#phases.some(({ name }) => name === "observe") || this.#current?.name === "observe";
  }

  #leave(now: number): void {
    if (this.#current !== undefined) this.#phases.push({ ...this.#current, end: now });
    this.#current = undefined;
  }
}

function phaseEntry({ name, begin, end }: Phase, failed: boolean): TraceEntry {
  return { name, component: "", begin, milliseconds: end - begin, outcome: failed ? "failed" : "done", detail: "" };
}

/** The longest ones; a step's own beginning is not told: those of one component follow each other within their phase. */
function stepEntries(steps: readonly EndedStep[], phases: readonly Phase[]): readonly TraceEntry[] {
  const longest = steps.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, MOST_STEPS);
  const kept = new Set(longest);
  const ends = new Map<string, number>();
  return steps.flatMap((each): readonly TraceEntry[] => {
    const { step, outcome, milliseconds, detail } = each;
    const phase = phases.find(({ name }) => name === step.kind);
    const lane = `${step.kind} ${step.component}`;
    const begin = ends.get(lane) ?? phase?.begin ?? 0;
    ends.set(lane, begin + milliseconds);
    return kept.has(each) ? [{ name: step.kind, component: step.component, begin, milliseconds, outcome, detail }] : [];
  });
}

/** Phases that are no steps of the engine. */
function phaseTimings(phases: readonly TraceEntry[], steps: readonly EndedStep[]): readonly NewTiming[] {
  const kinds = new Set<string>(steps.map(({ step }) => step.kind));
  return phases
    .filter(({ name }) => !kinds.has(name))
    .map(({ name, milliseconds, outcome }) => ({ kind: "step", name, milliseconds, failed: outcome === "failed" }));
}

function stepTiming({ step, milliseconds, outcome }: EndedStep): NewTiming {
  return { kind: "step", name: step.kind, milliseconds, failed: outcome === "failed" };
}

function componentTimings(steps: readonly EndedStep[]): readonly NewTiming[] {
  return Array.from(
    Map.groupBy(steps, ({ step }) => step.component),
    ([name, own]) => ({
      kind: "component",
      name,
      milliseconds: own.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
      failed: own.some(({ outcome }) => outcome === "failed"),
    }),
  );
}
