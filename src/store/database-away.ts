import { InterlinearError } from "../core/errors.ts";

/**
 * The database cannot be used just now: its server starts again, another program has its file, its disk is full. What was asked
 * was not done, and may be asked again.
 */
export class DatabaseAway extends InterlinearError {
  override readonly exitCode = 1;

  constructor(cause: unknown) {
    super(`The database cannot be used just now: ${reasonOf(cause)}`, {
      code: "IL-D03",
      hint: "Interlinear asks again by itself; if this lasts, look at the database's own log.",
      cause,
    });
  }
}

/** Words of an error, also where one connection was tried at several addresses. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
