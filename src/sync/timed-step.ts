import type { Clock } from "../core/clock.ts";
import { InterlinearError } from "../core/errors.ts";
import type { Step, StepOutcome } from "./plan.ts";

/** What an effect reports back; a failure is thrown as an `InterlinearError`. */
export interface Done {
  readonly outcome: "done" | "not-needed";
  readonly detail: string;
  readonly bytes: number;
}

/** Carries out one step; what it throws as an `InterlinearError` is its outcome. */
export async function timed(clock: Clock, step: Step, effect: () => Promise<Done>): Promise<StepOutcome> {
  const start = clock.now().getTime();
  try {
    const done = await effect();
    return { step, ...done, milliseconds: clock.now().getTime() - start };
  } catch (error) {
    if (!(error instanceof InterlinearError)) throw error;
    const detail = error.hint === undefined ? error.message : `${error.message} — ${error.hint}`;
    return { step, outcome: "failed", detail, bytes: 0, milliseconds: clock.now().getTime() - start };
  }
}
