import { createHash } from "node:crypto";
import type { IndexEntry } from "../../git/git.ts";

/** The newest entry of a project's list of changes on the service, and how many there are. */
export interface Feed {
  readonly project: string;
  readonly id: number;
  /** ISO 8601. A service that was restored from a backup gives the same ids again, to other entries. */
  readonly timestamp: string;
  /** One that was written earlier may become visible later, below a newer one: then this grows. */
  readonly count: number;
}

/**
 * Milliseconds. Add-ons of a service rewrite files a moment after the entry that started them, and leave none of their own: what a
 * run sees before they are done is not kept.
 */
export const ADD_ONS_ARE_DONE = 10 * 60_000;

/** Actions of entries (facts §1.1): strings that were pending are written out. */
export const COMMITTED = 17;
/**
 * What moves nothing by itself: a push of what was committed; that a language or a component is complete, or that somebody is new in a
 * language, with the save that did it.
 */
export const STILL: ReadonlySet<number> = new Set([18, 1, 75, 45]);
/**
 * Somebody's text in one string of one language, which is pending then: changed, added, a suggestion accepted, approved, marked for edit,
 * propagated from another component.
 */
export const CONTENT: ReadonlySet<number> = new Set([2, 5, 7, 36, 37, 77]);

/** All that a run's outcome follows from. Whatever is not in here has to be looked at by every run. */
export interface Standpoint {
  readonly version: string;
  readonly branch: string;
  /** The mapping as it is bound, and what the run was told. */
  readonly mapping: unknown;
  readonly options: unknown;
  /** UTC: once a day everything is looked at. */
  readonly day: string;
  /** Bound files, as git's index has them. */
  readonly files: readonly Pick<IndexEntry, "path" | "mode" | "blob">[];
  readonly feeds: readonly Feed[];
  /** Commit of the record of agreement; undefined where there is none. */
  readonly record: string | undefined;
  /**
   * Git's commit, where only its history tells that files are in step: a version that comes again is news then, and has the same blob.
   * Undefined where all blob ids are the service's.
   */
  readonly head: string | undefined;
}

/** A name for a standpoint: two runs that stand on the same one see the same. 40 hex digits. */
export function standpointId({ files, ...others }: Standpoint): string {
  const hash = createHash("sha1").update(JSON.stringify(others));
  for (const { path, mode, blob } of files) hash.update(`\0${mode} ${blob} ${path}`);
  return hash.digest("hex");
}
