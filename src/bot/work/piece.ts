import type { JobToDo } from "../../automation/job.ts";
import type { RunKind } from "../../records/runs/runs.ts";

/** A job, and all that asked for it. */
export interface Piece {
  readonly job: JobToDo;
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
