import type { PathVersion } from "../git/git.ts";
import { MERGED_TRAILER, SERVICE_TRAILER, TREE_TRAILER } from "../forge/forge.ts";
import type { KnownBase } from "./plan.ts";

/** What git's history tells of a file that differs from the service's. */
export interface FileVersions {
  /** Blob ids of the file in git, newest first, as far as history is there. */
  readonly blobs: readonly string[];
  /** The newest version that one of our commits brought. */
  readonly agreed?: {
    /** Blob id in git after that commit. */
    readonly blob: string;
    /** Blob id the service had then; the same unless the commit's trailers say otherwise. */
    readonly service: string;
    /** Texts of the repository were kept in that commit, so it is no common version. */
    readonly merged: boolean;
  };
  /**
   * The newest version stands in git as our commit brought it from the service: nobody edited the pull request before it
   * was squashed, nobody restored the file after it went, and no text of the repository was kept in it.
   */
  readonly isOurs?: true;
}

/** Reads the history of one path (newest first) for what both sides last agreed on. */
export function fileVersions(path: string, history: readonly PathVersion[]): FileVersions {
  const blobs = history.flatMap((version) => (version.blob === undefined ? [] : [version.blob]));
  const ours = history.find((version) => version.blob !== undefined && version.trailers[TREE_TRAILER] !== undefined);
  if (ours?.blob === undefined) return { blobs };
  const same = serviceBlob(ours.trailers[SERVICE_TRAILER], path);
  const merged = serviceBlob(ours.trailers[MERGED_TRAILER], path);
  return {
    blobs,
    agreed: { blob: ours.blob, service: merged ?? same ?? ours.blob, merged: merged !== undefined },
    ...(ours === history[0] && merged === undefined && isAsMade(ours) ? { isOurs: true } : {}),
  };
}

/** A commit that somebody added to, or squashed together with others, has another tree than the one we named. */
function isAsMade({ tree, trailers }: PathVersion): boolean {
  return trailers[TREE_TRAILER]?.includes(tree) === true;
}

/** The value of a `<blob id> <path>` trailer for a path. */
export function serviceBlob(values: readonly string[] | undefined, path: string): string | undefined {
  const value = values?.find((candidate) => candidate.slice(candidate.indexOf(" ") + 1) === path);
  return value?.slice(0, value.indexOf(" "));
}

/** Whether a version of the file in git is, or came from, this blob of the service. */
export function holds(path: string, history: readonly PathVersion[], revision: string): boolean {
  return history.some(
    ({ blob, trailers }) =>
      blob === revision ||
      serviceBlob(trailers[SERVICE_TRAILER], path) === revision ||
      serviceBlob(trailers[MERGED_TRAILER], path) === revision,
  );
}

export type FileRelation =
  /** Equal by value since a commit of ours; only bytes differ (header dates, the service's formatting). */
  | { readonly kind: "in-step" }
  /** Git has something the service lacks; the service has nothing new. */
  | { readonly kind: "ahead" }
  /** The service has something new. */
  | { readonly kind: "behind"; readonly base: KnownBase };

/**
 * Which side moved, for a file whose blob in git and revision on the service differ.
 *
 * After a commit of ours the answer is exact. Before the first one, an older blob of git on the service means that git
 * moved; anything else means that the service did.
 */
export function relate(blob: string, revision: string, { agreed, blobs }: FileVersions): FileRelation {
  const older: KnownBase = { kind: "history", blobs: blobs.filter((known) => known !== blob).slice(0, VERSIONS_READ) };
  if (agreed !== undefined) {
    if (revision === agreed.service) return blob === agreed.blob ? { kind: "in-step" } : { kind: "ahead" };
    return { kind: "behind", base: agreed.merged ? older : { kind: "agreed", blob: agreed.blob } };
  }
  return blobs.includes(revision) ? { kind: "ahead" } : { kind: "behind", base: older };
}

/** How many older versions of a file are read at most to tell which text is the older. */
const VERSIONS_READ = 20;
