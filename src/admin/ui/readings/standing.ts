import { boundFileStates, type BoundFileState, type GridCell } from "../../../records/repositories/bound-files.ts";
import type { ProblemGroup } from "../../../records/problems/causes.ts";
import type { CurrentProblem, ProblemKind } from "../../../records/problems/current-problems.ts";
import { count, counted } from "../parts/numbers.ts";
import { lookOf, type Tone } from "../parts/state.ts";
import type { OverviewData, SetUp } from "./overview.ts";

/** The answer to "is everything in step?". */
export interface Verdict {
  readonly tone: Tone;
  readonly symbol: string;
  readonly headline: string;
  readonly sentence: string;
}

export type Counts = Readonly<Record<BoundFileState, number>>;

export function countsOf(cells: readonly GridCell[]): Counts {
  const sum = (state: BoundFileState): number => cells.reduce((all, { counts }) => all + counts[state], 0);
  return {
    "in-step": sum("in-step"),
    behind: sum("behind"),
    ahead: sum("ahead"),
    blocked: sum("blocked"),
    conflict: sum("conflict"),
  };
}

export function filesOf(counts: Counts): number {
  return boundFileStates.reduce((all, state) => all + counts[state], 0);
}

export function verdictOf(cells: readonly GridCell[]): Verdict {
  const counts = countsOf(cells);
  const files = filesOf(counts);
  if (files === 0) {
    return {
      tone: "quiet",
      symbol: "○",
      headline: "Nothing is bound yet",
      sentence: "The first run of a repository with a mapping shows here how its files stand.",
    };
  }
  const behind = files - counts["in-step"];
  if (behind === 0) {
    const repositories = new Set(cells.map(({ repository }) => repository.id)).size;
    return {
      tone: "good",
      symbol: "✓",
      headline: "Everything is in step",
      sentence: `${counted(files, "file")} of ${counted(repositories, "repository", "repositories")} are the same in git and on the service.`,
    };
  }
  const worst = boundFileStates.findLast((state) => counts[state] > 0) ?? "behind";
  const places = new Set(cells.filter(({ worst: state }) => state !== "in-step").map(({ repository }) => repository.id))
    .size;
  const parts = boundFileStates
    .toReversed()
    .filter((state) => state !== "in-step" && counts[state] > 0)
    .map((state) => `${count(counts[state])} ${stateWords[state]}`);
  return {
    tone: lookOf(worst).tone,
    symbol: lookOf(worst).tone === "bad" ? "!" : lookOf(worst).symbol,
    headline: `${counted(behind, "file")} of ${count(files)} ${behind === 1 ? "is" : "are"} not in step`,
    sentence: `${parts.join(" · ")}, in ${counted(places, "repository", "repositories")}.`,
  };
}

/** Something that is wrong now, and what to do about it. */
export interface Trouble {
  readonly tone: Tone;
  readonly state: string;
  readonly title: string;
  /** What it is about, in true numbers, each with where to see it, below the mount. */
  readonly extent: readonly { readonly words: string; readonly path: string }[];
  readonly remedy: string;
  /** Where to begin, below the mount. */
  readonly path: string;
}

/** What is wrong now, one entry a cause: what is lost without a person first, then the cause of the most repositories. */
export function troublesOf({ problems, isSetUp }: Pick<OverviewData, "problems" | "isSetUp">): readonly Trouble[] {
  const gravity = ({ counts }: ProblemGroup): number => gravest.findIndex((kind) => counts.has(kind));
  return [
    ...problems.toSorted((one, other) => gravity(one) - gravity(other)).map(troubleOf),
    ...setUpTroubles(isSetUp),
  ];
}

const gravest: readonly ProblemKind[] = ["delivery", "repository", "run", "conflict", "blocked"];

const states: Readonly<Record<ProblemKind, string>> = {
  delivery: "dead",
  repository: "problem",
  run: "failed",
  conflict: "conflict",
  blocked: "blocked",
};

const remedies: Readonly<Record<ProblemKind, string>> = {
  delivery: "Remove the cause, then replay all of them at once: nothing is lost.",
  repository: "Mend it where the words say; the next event or “Run now” tries again.",
  run: "The run's steps say where it ended. What failed is tried again by itself.",
  conflict: "Both sides changed the same text. The pull request says which one was taken.",
  blocked: "Something has to be done first: the files say what.",
};

function troubleOf(group: ProblemGroup<CurrentProblem>): Trouble {
  const { words, counts, repositories } = group;
  const kind = gravest.find((each) => counts.has(each)) ?? "repository";
  const extent = gravest.flatMap((each) => {
    const many = counts.get(each) ?? 0;
    return many === 0 ? [] : [{ words: extentWords[each](many), path: pathOf(each, group) }];
  });
  const [only] = repositories;
  const where =
    only === undefined
      ? ""
      : repositories.length === 1
        ? `, in ${only}`
        : `, in ${counted(repositories.length, "repository", "repositories")}`;
  return {
    tone: "bad",
    state: states[kind],
    title: `${words === "" ? fallbacks[kind] : words.replace(/[.:;]+$/, "")}${where}`,
    extent,
    remedy: remedies[kind],
    path: extent[0]?.path ?? "/repositories",
  };
}

const fallbacks: Readonly<Record<ProblemKind, string>> = {
  delivery: "Deliveries were given up",
  repository: "Something is wrong",
  run: "Runs failed",
  conflict: "Files are in conflict",
  blocked: "Files are blocked",
};

const extentWords: Readonly<Record<ProblemKind, (many: number) => string>> = {
  delivery: (many) => counted(many, "delivery given up", "deliveries given up"),
  repository: (many) => counted(many, "repository with this problem", "repositories with this problem"),
  run: (many) => `${counted(many, "failed run")} since it went well`,
  conflict: (many) => `${counted(many, "file")} in conflict`,
  blocked: (many) => `${counted(many, "file")} blocked`,
};

function pathOf(kind: ProblemKind, { key, problems }: ProblemGroup<CurrentProblem>): string {
  const ids = new Set(problems.filter((problem) => problem.kind === kind).map(({ repositoryId }) => repositoryId));
  const [id] = ids;
  switch (kind) {
    case "delivery":
      return `/deliveries?state=dead&cause=${key}`;
    case "run":
      return `/runs?state=failed&cause=${key}`;
    case "repository":
      return ids.size === 1 ? `/repositories/${String(id)}` : `/repositories?state=problem&cause=${key}`;
    case "conflict":
    case "blocked":
      return ids.size === 1 ? `/repositories/${String(id)}?state=${kind}` : `/maps?state=${kind}&cause=${key}`;
  }
}

function setUpTroubles({ forge, service, mail }: SetUp): readonly Trouble[] {
  const missing: Trouble[] = [];
  if (!forge) {
    missing.push({
      tone: "attention",
      state: "warning",
      title: "No forge is set up",
      remedy: "Create the GitHub App, or name a Forgejo: nothing reaches the bot before.",
      extent: [],
      path: "/settings#forges",
    });
  }
  if (!service) {
    missing.push({
      tone: "attention",
      state: "warning",
      title: "No translation service is set up",
      remedy: "Give its address, a token, and the repositories that may use them.",
      extent: [],
      path: "/settings#services",
    });
  }
  if (!mail) {
    missing.push({
      tone: "quiet",
      state: "notice",
      title: "No mail server is set up",
      remedy: "Without one nobody can reset a password by mail.",
      extent: [],
      path: "/settings#mail",
    });
  }
  return missing;
}

const stateWords: Readonly<Record<BoundFileState, string>> = {
  "in-step": "in step",
  behind: "behind in git",
  ahead: "ahead in git",
  blocked: "blocked",
  conflict: "in conflict",
};

export interface GridRow {
  readonly repository: GridCell["repository"];
  readonly cells: readonly GridCell[];
}

/**
 * Cells by repository, those with a problem first, then those with the gravest state; and in each of them its cells.
 * @param hasProblem of a repository, by its row
 */
export function gridRows(cells: readonly GridCell[], hasProblem: (repository: number) => boolean): readonly GridRow[] {
  const gravity = (cell: GridCell | undefined): number =>
    cell === undefined ? -1 : boundFileStates.indexOf(cell.worst);
  const rows = Map.groupBy(cells, ({ repository }) => repository.id);
  return [...rows.values()]
    .map((ofOne) => ofOne.toSorted((one, other) => gravity(other) - gravity(one)))
    .flatMap((ofOne) => (ofOne[0] === undefined ? [] : [{ repository: ofOne[0].repository, cells: ofOne }]))
    .toSorted(
      (one, other) =>
        Number(hasProblem(other.repository.id)) - Number(hasProblem(one.repository.id)) ||
        gravity(other.cells[0]) - gravity(one.cells[0]),
    );
}
