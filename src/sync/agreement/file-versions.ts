import type { PathVersion } from "../../git/git.ts";
import { MERGED_TRAILER, SERVICE_TRAILER, TREE_TRAILER } from "../../forge/forge.ts";
import type { AgreedPair } from "./agreement.ts";
import type { KnownBase } from "../plan.ts";

/** What git's history tells of a file that differs from the service's. */
export interface FileVersions {
  /** Blob ids of the file in git, newest first, as far as history is there. */
  readonly blobs: readonly string[];
  /** The newest version that both sides are known to have agreed on. */
  readonly agreed?: AgreedPair & {
    /** Blob ids that git had after it, newest first; absent: none. */
    readonly newer?: readonly string[];
  };
  /**
   * The newest version stands in git as our commit brought it from the service: nobody edited the pull request before it
   * was squashed, nobody restored the file after it went, and no text of the repository was kept in it.
   */
  readonly isOurs?: true;
}

/**
 * Reads the history of one path (newest first) for what both sides last agreed on: what a commit of ours brought, or the
 * record of agreement knows, whichever is later in history. A pair of the record whose version is in no history says nothing.
 */
export function fileVersions(
  path: string,
  history: readonly PathVersion[],
  pairs: readonly AgreedPair[] = [],
): FileVersions {
  const blobs = history.flatMap((version) => (version.blob === undefined ? [] : [version.blob]));
  const byTrailer = history.findIndex(
    ({ blob, trailers }) => blob !== undefined && trailers[TREE_TRAILER] !== undefined,
  );
  const byRecord = history.findIndex(({ blob }) => pairs.some((pair) => pair.blob === blob));
  const isByRecord = byRecord >= 0 && (byTrailer < 0 || byRecord <= byTrailer);
  const ours = history[isByRecord ? byRecord : byTrailer];
  if (ours?.blob === undefined) return { blobs };
  const newer = history.slice(0, history.indexOf(ours)).flatMap((version) => version.blob ?? []);
  const pair = pairs.find(({ blob }) => isByRecord && blob === ours.blob) ?? pairOfTrailers(path, ours, ours.blob);
  return {
    blobs,
    agreed: { ...pair, ...(newer.length === 0 ? {} : { newer }) },
    ...(ours === history[0] && !pair.merged && isAsMade(ours) ? { isOurs: true } : {}),
  };
}

function pairOfTrailers(path: string, { trailers }: PathVersion, blob: string): AgreedPair {
  const same = serviceBlob(trailers[SERVICE_TRAILER], path);
  const merged = serviceBlob(trailers[MERGED_TRAILER], path);
  return { blob, service: merged ?? same ?? blob, merged: merged !== undefined };
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
 * After a commit of ours the answer is exact, but for what git had later: a merge may have lost what our commit said, or a
 * developer may have brought the service's file home by hand. Before the first one, an older blob of git on the service
 * means that git moved; anything else means that the service may have, and its strings tell.
 */
export function relate(blob: string, revision: string, { agreed, blobs }: FileVersions): FileRelation {
  const older = { kind: "history", blobs: blobs.filter((known) => known !== blob).slice(0, VERSIONS_READ) } as const;
  if (agreed !== undefined) {
    if (revision === agreed.service) return blob === agreed.blob ? { kind: "in-step" } : { kind: "ahead" };
    if (agreed.newer?.includes(revision) === true) return { kind: "ahead" };
    const newer = (agreed.newer ?? []).filter((known) => known !== blob).slice(0, VERSIONS_READ);
    const exact = { blob: agreed.blob, ...(newer.length === 0 ? {} : { newer }) };
    if (!agreed.merged) return { kind: "behind", base: { kind: "agreed", ...exact } };
    return { kind: "behind", base: { ...older, apart: { ...exact, service: agreed.service } } };
  }
  return blobs.includes(revision) ? { kind: "ahead" } : { kind: "behind", base: older };
}

/** How many older versions of a file are read at most to tell which text is the older. */
const VERSIONS_READ = 20;
