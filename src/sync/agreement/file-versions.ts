import { defined } from "../../core/defined.ts";
import { InterlinearError } from "../../core/errors.ts";
import type { Git, PathVersion } from "../../git/git.ts";
import { MERGED_TRAILER, SERVICE_TRAILER, TREE_TRAILER, treeIn } from "../../forge/forge.ts";
import type { AgreedPair } from "./agreement.ts";
import type { KnownBase, VersionsBeside } from "../plan.ts";

/** What git's history tells of a file that differs from the service's. */
export interface FileVersions {
  /** Blob ids of the file in git, newest first, as far as history is there. */
  readonly blobs: readonly string[];
  /** The newest version that both sides are known to have agreed on. */
  readonly agreed?: AgreedPair & {
    /** Blob ids that git had after it, newest first; absent: none. */
    readonly newer?: readonly string[];
    /** What branches had beside it that git merged since; absent: nothing. */
    readonly beside?: VersionsBeside;
    /** A commit of ours that others changed says so: git's version may have more than the service's. */
    readonly isLoose?: true;
    /** Proposed when the source was another one: a key may have got another name while the proposal waited. */
    readonly isOutdated?: true;
  };
  /**
   * The service's file of the newest agreement whose version git's branch has no more, nor anything agreed since: its history was
   * written anew, and a service that still has that file has nothing newer.
   */
  readonly forgotten?: string;
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
  isInside: IsInside = () => undefined,
): FileVersions {
  const blobs = history.flatMap((version) => (version.blob === undefined ? [] : [version.blob]));
  const { ours, isByRecord } = newestAgreement(path, history, pairs, isInside);
  if (ours?.blob === undefined) {
    const settled = pairs.find(({ at }) => at !== undefined);
    return { blobs, ...(settled !== undefined && { forgotten: settled.service }) };
  }
  const later = history.slice(0, history.indexOf(ours)).filter(({ blob }) => blob !== undefined);
  const isBeside = ({ commit }: PathVersion): boolean => isInside(ours.commit, commit) === false;
  const newer = later.flatMap((version) => (isBeside(version) ? [] : (version.blob ?? [])));
  const beside = later.flatMap((version) => (isBeside(version) ? (version.blob ?? []) : []));
  const isLoose = !isByRecord && !isAsMade(ours);
  const pair =
    pairs.find((known) => isByRecord && counts(known, ours, history, isInside)) ??
    pairOfTrailers(path, ours, ours.blob);
  return {
    blobs,
    agreed: {
      ...pair,
      ...(newer.length === 0 ? {} : { newer }),
      ...(beside.length === 0 ? {} : { beside: { blobs: beside } }),
      ...(isLoose ? { isLoose, unsent: true as const } : {}),
    },
    ...(ours === history[0] && !pair.merged && isAsMade(ours) ? { isOurs: true } : {}),
  };
}

function newestAgreement(
  path: string,
  history: readonly PathVersion[],
  pairs: readonly AgreedPair[],
  isInside: IsInside,
): { readonly ours: PathVersion | undefined; readonly isByRecord: boolean } {
  const byTrailer = history.findIndex(
    (version) => version.trailers[TREE_TRAILER] !== undefined && isAsProposed(path, version, pairs),
  );
  const byRecord = history.findIndex((version) => pairs.some((pair) => counts(pair, version, history, isInside)));
  const isByRecord = byRecord >= 0 && (byTrailer < 0 || byRecord <= byTrailer);
  return { ours: history[isByRecord ? byRecord : byTrailer], isByRecord };
}

/** Whether a commit is reached by another one; undefined: it cannot be told. */
type IsInside = (commit: string, other: string) => boolean | undefined;

/** A blob id may come again: only the version that was there when both were the same, or came after it was proposed, is meant. */
function counts(
  { blob, at, since }: AgreedPair,
  version: PathVersion,
  history: readonly PathVersion[],
  isInside: IsInside,
): boolean {
  if (version.blob !== blob) return false;
  if (since !== undefined) return isInside(version.commit, since) !== true;
  return at === undefined || isOnly(version, history) || isInside(version.commit, at) !== false;
}

function isOnly({ blob }: PathVersion, history: readonly PathVersion[]): boolean {
  return history.filter((other) => other.blob === blob).length === 1;
}

/** What git said of commits, for many files of one look. */
export type AskedOfGit = Map<string, Promise<boolean | undefined>>;

/**
 * {@link fileVersions}; git is asked only which of several versions with one blob id is meant, and which came on top of what was
 * agreed: of those that came beside it, a text is git's own only where the file had another one before.
 */
export async function readFileVersions(
  git: Pick<Git, "mergeBase" | "blobAt">,
  path: string,
  history: readonly PathVersion[],
  pairs: readonly AgreedPair[] = [],
  asked: AskedOfGit = new Map(),
): Promise<FileVersions> {
  const known = new Map<string, boolean>();
  const ask = async (commit: string, other: string): Promise<void> => {
    const question = `${commit} ${other}`;
    const answer = asked.get(question) ?? isReached(git, commit, other);
    asked.set(question, answer);
    const inside = await answer;
    if (inside !== undefined) known.set(question, inside);
  };
  const isInside: IsInside = (commit, other) => known.get(`${commit} ${other}`);
  for (const version of history) {
    for (const { blob, at, since } of pairs) {
      const commit = since ?? at;
      if (commit === undefined || version.commit === "" || version.blob !== blob) continue;
      if (since === undefined && isOnly(version, history)) continue;
      await ask(version.commit, commit);
    }
  }
  const { ours } = newestAgreement(path, history, pairs, isInside);
  const later = ours === undefined ? [] : history.slice(0, history.indexOf(ours)).slice(0, VERSIONS_READ);
  for (const { commit } of later) {
    if (ours !== undefined && ours.commit !== "" && commit !== "") await ask(ours.commit, commit);
  }
  const versions = fileVersions(path, history, pairs, isInside);
  const { agreed } = versions;
  if (ours === undefined || agreed?.beside === undefined) return versions;
  const before = await git.blobAt(`${ours.commit}^`, ours.path ?? path);
  return { ...versions, agreed: { ...agreed, beside: { ...agreed.beside, ...defined({ before }) } } };
}

/** Undefined where git does not have one of them: somebody wrote history anew. */
async function isReached(git: Pick<Git, "mergeBase">, commit: string, other: string): Promise<boolean | undefined> {
  try {
    return (await git.mergeBase(commit, other)) === commit;
  } catch (error) {
    if (error instanceof InterlinearError) return undefined;
    throw error;
  }
}

function pairOfTrailers(present: string, { path = present, trailers }: PathVersion, blob: string): AgreedPair {
  const same = serviceBlob(trailers[SERVICE_TRAILER], path);
  const merged = serviceBlob(trailers[MERGED_TRAILER], path);
  // Whether the texts that were kept have been sent since, only the record tells.
  const kept = merged === undefined ? { merged: false } : { merged: true, unsent: true as const };
  return { blob, service: merged ?? same ?? blob, ...kept };
}

/** A commit that somebody added to, or squashed together with others, has another tree than the one we named. */
function isAsMade({ tree, trailers }: PathVersion): boolean {
  return trailers[TREE_TRAILER]?.some((value) => treeIn(value).tree === tree) === true;
}

/** Somebody edited the message: what it says of no file any more may have been said of this one. */
function hasLostWords(present: string, { path = present, trailers }: PathVersion): boolean {
  const [service = [], merged = []] = [trailers[SERVICE_TRAILER], trailers[MERGED_TRAILER]];
  if (serviceBlob(service, path) !== undefined || serviceBlob(merged, path) !== undefined) return false;
  const said = (trailers[TREE_TRAILER] ?? []).reduce((sum, value) => sum + treeIn(value).lines, 0);
  return service.length + merged.length < said;
}

/** Squashed together with somebody's change of the same file it is none that both have: the record knows which one was proposed. */
function isAsProposed(path: string, version: PathVersion, pairs: readonly AgreedPair[]): boolean {
  const { blob } = version;
  if (blob === undefined) return false;
  if (pairs.some((pair) => pair.blob === blob)) return true;
  if (hasLostWords(path, version)) return false;
  if (isAsMade(version)) return true;
  const { service } = pairOfTrailers(path, version, blob);
  return !pairs.some((pair) => pair.since !== undefined || pair.service === service);
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
  | { readonly kind: "ahead"; readonly base: KnownBase }
  /** The service has something new. */
  | { readonly kind: "behind"; readonly base: KnownBase };

/**
 * Which side moved, for a file whose blob in git and revision on the service differ.
 *
 * After a commit of ours the answer is exact, but for what git had later: a merge may have lost what our commit said, or a
 * developer may have brought the service's file home by hand. Before the first one, an older blob of git on the service
 * means that git moved; anything else means that the service may have, and its strings tell.
 */
export function relate(blob: string, revision: string, { agreed, blobs, forgotten }: FileVersions): FileRelation {
  const older = { kind: "history", blobs: blobs.filter((known) => known !== blob).slice(0, VERSIONS_READ) } as const;
  if (agreed === undefined) {
    return { kind: blobs.includes(revision) || forgotten === revision ? "ahead" : "behind", base: older };
  }
  const isAtService = revision === agreed.service;
  const isSettled = agreed.isOutdated !== true && agreed.open !== true;
  if (isAtService && blob === agreed.blob && isSettled) return { kind: "in-step" };
  const newer = (agreed.newer ?? []).filter((known) => known !== blob).slice(0, VERSIONS_READ);
  const { beside } = agreed;
  const exact = {
    blob: agreed.blob,
    ...(newer.length === 0 ? {} : { newer }),
    ...(beside !== undefined && { beside: { ...beside, blobs: beside.blobs.slice(0, VERSIONS_READ) } }),
  };
  const base: KnownBase = agreed.merged
    ? { ...older, apart: { ...exact, service: agreed.service } }
    : { kind: "agreed", ...exact, ...(agreed.isLoose === true ? { isLoose: true as const } : {}) };
  const isAhead = (isAtService && blob !== agreed.blob) || agreed.newer?.includes(revision) === true;
  return { kind: isAhead ? "ahead" : "behind", base };
}

/** How many older versions of a file are read at most to tell which text is the older. */
const VERSIONS_READ = 20;
