import type { RemoteError } from "../../core/errors.ts";

/** How a request that was to make a component ended, where it did not end well. */
export type CreationEnd =
  /** By time, here or at a server in front of the service, or cut off: the service may go on with it. */
  | "unanswered"
  /** The request never reached the service. */
  | "unsent"
  /** The service failed, and is at it no more. */
  | "failed"
  /** More bytes than the service takes at once. */
  | "too-large"
  | "refused";

/** Of servers in front of a service: no answer came from it in time. */
const OUT_OF_TIME: ReadonlySet<number> = new Set([504, 524]);

export function creationEnd({
  code,
  status,
  neverSent,
}: Pick<RemoteError, "code" | "status" | "neverSent">): CreationEnd {
  if (neverSent) return "unsent";
  if (status === undefined) return code === "IL-S04" ? "unanswered" : "refused";
  if (OUT_OF_TIME.has(status)) return "unanswered";
  if (status === 413) return "too-large";
  return status >= 500 ? "failed" : "refused";
}

/** For a component whose request ended without an answer, in milliseconds: a real service commits it whole, and late. */
export const LONGEST_WAIT = 10 * 60_000;

/** Errors without a status that are over by themselves: no answer, and a page of a server in front of the service. */
const PASSING: ReadonlySet<string> = new Set(["IL-S04", "IL-S15"]);

/** Whether a look for a component that may still be made is worth another one: it is not there yet, or the service is too busy to say. */
export function isNotThereYet({ code, status }: Pick<RemoteError, "code" | "status">): boolean {
  if (status === undefined) return PASSING.has(code);
  return status === 404 || status === 429 || status >= 500;
}

/** What comes next. `source-alone` leaves the other languages to uploads of one each. */
export type NextMove = "go-on" | "wait" | "source-alone" | "give-up";

/**
 * What follows a creation that did not end well. While a service may be at one, another is not asked for: it would write into the same folder.
 * @param found.isThere whether the service has the component, whole or in part
 * @param found.waited milliseconds since the request ended
 * @param found.hasFewer whether less can be asked for than was
 */
export function afterCreation(
  end: CreationEnd,
  found: { readonly isThere: boolean; readonly waited: number; readonly hasFewer: boolean },
): NextMove {
  if (found.isThere) return "go-on";
  if (end === "unanswered" && found.waited < LONGEST_WAIT) return "wait";
  return end !== "refused" && end !== "unsent" && found.hasFewer ? "source-alone" : "give-up";
}
