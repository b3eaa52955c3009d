import type { Job, NothingJob, RunJob } from "../../automation/job.ts";
import type { RunKind } from "../../records/runs/runs.ts";

/** The commands of a run of the engine that the bot does. */
export type BotCommand = Extract<RunJob["command"], "push" | "pull" | "sync">;

/** A job, and all that asked for it. */
export interface Piece {
  readonly job: Exclude<Job, NothingJob>;
  readonly kind: RunKind;
  /** What caused it, in words: "2 pushes to main, schedule". */
  readonly cause: string;
  /** The branch that it is about. */
  readonly branch: string;
  readonly pullRequest?: number;
  /** Deliveries that it is done for. */
  readonly deliveries: readonly number[];
}

/** Deliveries that ask for nothing any more. */
export interface Ignored {
  readonly reason: string;
  readonly deliveries: readonly number[];
}
