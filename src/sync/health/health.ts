import { defined } from "../../core/defined.ts";
import { componentName, type ComponentPath } from "../../mapping/binding.ts";
import type { RepositoryStatus, ServiceComponent } from "../../service-client/translation-service.ts";
import {
  componentPath,
  LEASE_MINUTES,
  lockWords,
  type LockOwner,
  type LockState,
  type ReleaseFailure,
} from "./service-lock.ts";

/**
 * Something that is wrong with the service's side, or was mended there, worst first:
 * - `merge-failure`: the service cannot take over what its upstream repository has
 * - `locked`: nobody can translate a component, and nothing can be uploaded to it
 * - `lock-left`: a lock of ours that could not be taken back
 * - `needs-commit`, `needs-merge`: what waits there after the run
 * - `healing`: another run mends it
 * - `lock-swept`, `healed`: what this run mended
 */
export interface HealthFinding {
  readonly kind:
    | "merge-failure"
    | "locked"
    | "lock-left"
    | "needs-commit"
    | "needs-merge"
    | "healing"
    | "lock-swept"
    | "healed";
  /** `acme/website`: the owner of the clone where the clone is meant; a project's slug where all of it is. */
  readonly component: string;
  /** Strings cannot move until somebody does something: the run fails for it. */
  readonly isBlocking: boolean;
  readonly message: string;
  /** The service's own words, cut. */
  readonly words?: string;
  /** One by one what the message is about: files that differ. */
  readonly details?: readonly string[];
  /** What to do, exactly; commands in backquotes. The first is the best. */
  readonly remedies: readonly string[];
  /** The component's page on the service. */
  readonly url?: string;
}

/** What a healing says of a clone is newer than what was seen of it. */
export const TOLD_BY_HEALING: ReadonlySet<HealthFinding["kind"]> = new Set(["merge-failure", "needs-merge", "healing"]);

/** What was seen of a clone that is not as it should be. */
export interface CloneHealth {
  readonly owner: ComponentPath;
  readonly url: string;
  readonly readsThisRepository: boolean;
  readonly status: Pick<RepositoryStatus, "needsCommit" | "needsMerge" | "mergeFailure">;
  /** The newest attempt to merge failed, by the service's log: `merge_failure` itself is often empty then. */
  readonly failedMerge?: { readonly words: string; readonly since: string };
  /** Locked components that live in the clone. */
  readonly locks: readonly ComponentLock[];
}

export interface ComponentLock {
  readonly component: ComponentPath;
  readonly url: string;
  readonly lock: LockState;
  readonly owner: LockOwner;
  /** This run wanted to bring something there, and was refused. */
  readonly wasInTheWay: boolean;
}

/** Every rule of what is wrong, whether it stops the strings, and what mends it: a pure function of what was seen. */
export function judgeHealth(clones: readonly CloneHealth[]): readonly HealthFinding[] {
  const findings = clones.flatMap((clone) => {
    const failure = mergeFailure(clone);
    const locks = clone.locks
      // The lock goes with the failure that set it, and is said there.
      .filter(({ owner }) => !(failure !== undefined && owner === "automatic"))
      .map(lockFinding);
    const merge = failure ?? waitingMerge(clone);
    return [...(merge === undefined ? [] : [merge]), ...locks];
  });
  return worstFirst(findings);
}

const RANK: Readonly<Record<HealthFinding["kind"], number>> = {
  "merge-failure": 0,
  locked: 1,
  "lock-left": 2,
  "needs-commit": 3,
  "needs-merge": 4,
  healing: 5,
  "lock-swept": 6,
  healed: 7,
};

/** Each once; a lock of ours that could not be taken back is said as that alone. */
export function worstFirst(findings: readonly HealthFinding[]): readonly HealthFinding[] {
  const left = new Set(findings.flatMap(({ kind, component }) => (kind === "lock-left" ? [component] : [])));
  const told = findings.filter(({ kind, component }) => !(kind === "locked" && left.has(component)));
  const each = new Map(told.map((finding) => [`${finding.kind} ${finding.component} ${finding.message}`, finding]));
  return [...each.values()].toSorted(
    (a, b) => Number(b.isBlocking) - Number(a.isBlocking) || RANK[a.kind] - RANK[b.kind],
  );
}

function mergeFailure(clone: CloneHealth): HealthFinding | undefined {
  const { owner, status, failedMerge, locks, url, readsThisRepository } = clone;
  const words = failedMerge?.words ?? status.mergeFailure;
  if (words === undefined || !status.needsMerge) return undefined;
  const isLocked = locks.some((lock) => lock.owner === "automatic");
  const name = componentName(owner);
  return {
    kind: "merge-failure",
    component: name,
    // Where it neither reads this repository nor is locked, uploads and downloads pass it by.
    isBlocking: readsThisRepository || isLocked,
    message: [
      "the service could not merge its upstream repository",
      isLocked ? "and has locked the component: nobody can translate until this is mended" : undefined,
    ]
      .filter((part) => part !== undefined)
      .join(" "),
    words: cut(words),
    remedies: [
      ...(readsThisRepository
        ? [
            "Run `interlinear sync` (or `interlinear heal`) on the branch that the component follows: it resets the clone and uploads again what only the service has; `interlinear heal --dry-run` says what would be done.",
          ]
        : []),
      `To keep what translators did, merge by hand on the component's repository page; \`wlc reset ${wlcName(owner)}\` throws away what only the service has.`,
    ],
    url,
  };
}

function waitingMerge({ owner, status, url, readsThisRepository }: CloneHealth): HealthFinding | undefined {
  if (!status.needsMerge) return undefined;
  return {
    kind: "needs-merge",
    component: componentName(owner),
    isBlocking: false,
    message: readsThisRepository
      ? "the service has not taken over the newest commits of this repository yet"
      : "the service has not taken over the newest commits of the repository that it follows",
    remedies: [`Tell it to: \`wlc pull ${wlcName(owner)}\`.`],
    url,
  };
}

function lockFinding({ component, url, lock, owner, wasInTheWay }: ComponentLock): HealthFinding {
  const unlock = `\`wlc unlock ${wlcName(component)}\``;
  const remedy: Readonly<Record<LockOwner, string>> = {
    automatic: "Whoever looks after it on the service mends what its page names under alerts: the lock goes with it.",
    ours: "A run of ours holds it and takes it back when it is done.",
    "left-behind": `A run that did not live to take it back: ${unlock}. With \`with-lock\` in the mapping, the next run does that.`,
    theirs: `Who locked it unlocks it, or whoever looks after it there does: ${unlock}.`,
  };
  return {
    kind: "locked",
    component: componentName(component),
    isBlocking: wasInTheWay,
    message: lockWords(lock),
    remedies: [remedy[owner]],
    url,
  };
}

/** The project, or a part of it, still has strings that are in no file after the run asked for a commit. */
export function stillPending(component: ComponentPath | string, url?: string): HealthFinding {
  const isProject = typeof component === "string";
  return {
    kind: "needs-commit",
    component: isProject ? component : componentName(component),
    isBlocking: false,
    message: "strings are pending on the service although this run asked for a commit",
    remedies: [
      `Saved in the meantime, they come with the next run; those that stay are held back there: \`wlc repo ${isProject ? component : wlcName(component)}\` shows it.`,
    ],
    ...defined({ url }),
  };
}

export function sweptLock(component: string, lock: LockState): HealthFinding {
  return {
    kind: "lock-swept",
    component,
    isBlocking: false,
    message: `it was still ${lockWords(lock)}, by a run that died: older than ${String(LEASE_MINUTES)} minutes, so this run unlocked it`,
    remedies: [],
  };
}

export function lockLeft({ component, reason }: ReleaseFailure): HealthFinding {
  return {
    kind: "lock-left",
    component,
    isBlocking: false,
    message: "this run locked it and could not unlock it",
    words: cut(reason),
    remedies: [`Unlock it: \`wlc unlock ${wlcName(componentPath(component))}\`.`],
  };
}

/** The record of agreement names it: whatever run comes next takes it back. */
export function healingLockLeft(failure: ReleaseFailure): HealthFinding {
  return {
    ...lockLeft(failure),
    message: "it was locked while its clone was mended, and could not be unlocked yet: nobody can translate there",
    remedies: [
      "The next run on this branch unlocks it: the record of agreement names the lock until then.",
      `Sooner, whoever may unlock it on the service does: \`wlc unlock ${wlcName(componentPath(failure.component))}\`.`,
    ],
  };
}

/**
 * A clone that the service could not bring forward is where upstream is now.
 * @param words of the merge that failed; undefined: none did
 */
export function healed(
  { path, webUrl }: ServiceComponent,
  words: string | undefined,
  files: number,
  strings: number,
): HealthFinding {
  const why =
    words === undefined
      ? "the service had commits of its own on what this repository took back"
      : "the service could not merge this repository";
  return {
    kind: "healed",
    component: componentName(path),
    isBlocking: false,
    message: `${why}; ${resetWords("was", files, strings)}`,
    ...defined({ words }),
    remedies: [],
    url: webUrl,
  };
}

/** What a run would do, in a plan. */
export function wouldHeal(
  { path, webUrl }: ServiceComponent,
  words: string,
  files: number,
  strings: number,
): HealthFinding {
  return {
    kind: "merge-failure",
    component: componentName(path),
    isBlocking: false,
    message: `the service could not merge this repository; in a run ${resetWords("will be", files, strings)}`,
    words,
    remedies: ["Run `interlinear sync`, or `interlinear heal` for this alone."],
    url: webUrl,
  };
}

function resetWords(verb: string, files: number, strings: number): string {
  const compared = `(${String(files)} ${files === 1 ? "file" : "files"} compared)`;
  if (strings === 0) return `it holds nothing that the repository lacks ${compared}, so its clone ${verb} reset`;
  const which = strings === 1 ? "1 string that only it has" : `${String(strings)} strings that only it has`;
  return `its clone ${verb} reset, and ${which} ${verb === "was" ? (strings === 1 ? "was" : "were") : "will be"} uploaded again ${compared}`;
}

/** Where a person's action is needed: each reason says which. */
export function notHealed(
  { path, webUrl }: ServiceComponent,
  words: string,
  reasons: readonly string[],
): HealthFinding {
  return {
    kind: "merge-failure",
    component: componentName(path),
    isBlocking: true,
    message: "the service could not merge this repository, and its clone was left as it is",
    words,
    details: reasons,
    remedies: [
      "Each reason says who ends it; the next run goes on by itself then.",
      `To throw away what only the service has instead: \`wlc reset ${wlcName(path)}\`.`,
    ],
    url: webUrl,
  };
}

/** The reset was asked for and not refused, and what came after it does not tell that all is well. */
export function resetInDoubt(component: ServiceComponent, words: string, reasons: readonly string[]): HealthFinding {
  return {
    ...notHealed(component, words, reasons),
    message:
      "the service could not merge this repository and was told to reset its clone; whether it has all of the repository now is not certain",
    remedies: ["The next run looks again."],
  };
}

/**
 * The clone is reset, and the record of agreement keeps what is still to be uploaded.
 * @param missing how much, as `2 strings`; undefined: all is uploaded, and not committed yet
 */
export function notUploadedAgain(
  { path, webUrl }: Pick<ServiceComponent, "path"> & Partial<Pick<ServiceComponent, "webUrl">>,
  words: string,
  missing: string | undefined,
  reasons: readonly string[],
): HealthFinding {
  const rest =
    missing === undefined
      ? "was uploaded again and could not be committed yet"
      : `(${missing}) could not be uploaded again yet`;
  return {
    kind: "merge-failure",
    component: componentName(path),
    isBlocking: true,
    message: `the service could not merge this repository; its clone was reset, and what only it had ${rest}`,
    words,
    details: reasons,
    remedies: [
      missing === undefined
        ? "The next run has it committed once that is mended."
        : "The next run uploads it once that is mended; the record of agreement keeps it until then.",
    ],
    ...defined({ url: webUrl }),
  };
}

const LONGEST_WORDS = 400;

/** One line; hints of git about its own commands are of no use to who cannot enter the clone. */
export function cut(words: string): string {
  const line = words
    .split("\n")
    .filter((each) => !each.startsWith("hint:"))
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.length > LONGEST_WORDS ? `${line.slice(0, LONGEST_WORDS).trimEnd()}…` : line;
}

/** As the official client takes it: slashes of categories escaped twice (probe §15). */
export function wlcName({ project, categories, component }: ComponentPath): string {
  return `${project}/${encodeURIComponent(encodeURIComponent([...categories, component].join("/")))}`;
}
