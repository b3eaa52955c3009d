import { createHash } from "node:crypto";

/** Something that is wrong, in the words of whoever found it. */
export interface Problem {
  /** What is wrong: a delivery that was given up, a run that failed, a repository that cannot be served … */
  readonly kind: string;
  readonly reason: string;
  /** `owner/name`; undefined where it is about none. */
  readonly repository?: string | undefined;
  /** When it happened, ISO 8601. */
  readonly time: string;
  /** How many rows say so; default 1. */
  readonly count?: number | undefined;
}

/** Why something is wrong, whatever it is about: what one person mends at one place. */
export interface Cause {
  /** Names it in addresses and rows: 16 hexadecimal digits. */
  readonly key: string;
  /** Its words without what differs from one problem to the next: `GitHub refused to open the pull request (403)`. */
  readonly words: string;
}

/** Problems of one cause. */
export interface ProblemGroup<Of extends Problem = Problem> extends Cause {
  /** The newest first. */
  readonly problems: readonly Of[];
  /** Kind → rows. */
  readonly counts: ReadonlyMap<string, number>;
  /** By name. */
  readonly repositories: readonly string[];
  /** ISO 8601: the first and the last of them. */
  readonly since: string;
  readonly last: string;
}

const LONGEST = 300;
const KEY_LENGTH = 16;

/**
 * What differs though the cause is one: addresses below a host, what stands in quotes or as code, ids of commits, numbers but those of
 * HTTP's statuses and of our codes, times.
 */
const differing: readonly (readonly [RegExp, string])[] = [
  [/\b(https?:\/\/[^\s/"'`)]+)\/[^\s"'`)]*/gi, "$1/…"],
  [/“[^”]*”|"[^"]*"|`[^`]*`/g, "“…”"],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| UTC)?)?/g, "…"],
  [/\b(?=[0-9a-f]*\d)[0-9a-f]{7,64}\b/gi, "…"],
  [/(?<![A-Za-z\d-])(?![1-5]\d\d(?!\d))\d[\d.,]*(?: ?(?:ms|s|min|h|[kMG]?B))?\b/g, "…"],
];

/** Why something is wrong. @param repository that it is about: its name says nothing of the cause */
export function causeOf(reason: string, repository?: string): Cause {
  const [line = ""] = reason.trim().split(/\r?\n/, 1);
  const unnamed = repository === undefined || repository === "" ? line : line.replaceAll(repository, "…");
  const plain = differing.reduce((text, [pattern, instead]) => text.replaceAll(pattern, instead), unnamed);
  const words = plain.length > LONGEST ? `${plain.slice(0, LONGEST).toWellFormed()}…` : plain;
  const key = createHash("sha256").update(words.toLowerCase()).digest("hex").slice(0, KEY_LENGTH);
  return { key, words };
}

/** Problems by their cause: that of the most repositories first, then of the most problems, then the newest. */
export function groupedByCause<Of extends Problem>(problems: readonly Of[]): readonly ProblemGroup<Of>[] {
  const groups = Map.groupBy(problems, ({ reason, repository }) => causeOf(reason, repository).key);
  return [...groups.values()]
    .map((alike) => groupOf(alike))
    .toSorted(
      (one, other) =>
        other.repositories.length - one.repositories.length ||
        totalOf(other) - totalOf(one) ||
        other.last.localeCompare(one.last),
    );
}

/** How many rows are of the cause. */
export function totalOf({ counts }: Pick<ProblemGroup, "counts">): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function groupOf<Of extends Problem>(alike: readonly Of[]): ProblemGroup<Of> {
  const problems = alike.toSorted((one, other) => other.time.localeCompare(one.time));
  const [newest] = problems;
  const counts = new Map<string, number>();
  for (const { kind, count = 1 } of problems) counts.set(kind, (counts.get(kind) ?? 0) + count);
  const named = problems.flatMap(({ repository }) => repository ?? []);
  return {
    ...causeOf(newest?.reason ?? "", newest?.repository),
    problems,
    counts,
    repositories: [...new Set(named)].toSorted(),
    since: problems.at(-1)?.time ?? "",
    last: newest?.time ?? "",
  };
}
