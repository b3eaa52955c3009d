import { boundFileStates, type BoundFileState, type GridCell } from "../../../records/repositories/bound-files.ts";
import type { RepositoryRecord } from "../../../records/repositories/repositories.ts";
import { counted } from "../parts/numbers.ts";
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
    .map((state) => `${String(counts[state])} ${stateWords[state]}`);
  return {
    tone: lookOf(worst).tone,
    symbol: lookOf(worst).tone === "bad" ? "!" : lookOf(worst).symbol,
    headline: `${counted(behind, "file")} of ${String(files)} ${behind === 1 ? "is" : "are"} not in step`,
    sentence: `${parts.join(" · ")}, in ${counted(places, "repository", "repositories")}.`,
  };
}

/** Something that is wrong now, and what to do about it. */
export interface Trouble {
  readonly tone: Tone;
  readonly state: string;
  readonly title: string;
  readonly remedy: string;
  /** Below the mount. */
  readonly path: string;
}

/** What is wrong now, worst first. */
export function troublesOf({ cells, repositories, dead, failedOfDay, isSetUp }: OverviewData): readonly Trouble[] {
  const conflicts = cells.filter(({ worst }) => worst === "conflict" || worst === "blocked");
  return [
    ...(dead.total === 0 ? [] : [deadTrouble(dead.total, dead.items[0]?.reason ?? "")]),
    ...conflicts.slice(0, 6).map(cellTrouble),
    ...repositories.items
      .filter(({ problem }) => problem !== "")
      .slice(0, 6)
      .map(repositoryTrouble),
    ...(failedOfDay.total === 0 ? [] : [failedTrouble(failedOfDay)]),
    ...setUpTroubles(isSetUp),
  ];
}

function setUpTroubles({ forge, service, mail }: SetUp): readonly Trouble[] {
  const missing: Trouble[] = [];
  if (!forge) {
    missing.push({
      tone: "attention",
      state: "warning",
      title: "No forge is set up",
      remedy: "Create the GitHub App, or name a Forgejo: nothing reaches the bot before.",
      path: "/settings#forges",
    });
  }
  if (!service) {
    missing.push({
      tone: "attention",
      state: "warning",
      title: "No translation service is set up",
      remedy: "Give its address, a token, and the repositories that may use them.",
      path: "/settings#services",
    });
  }
  if (!mail) {
    missing.push({
      tone: "quiet",
      state: "notice",
      title: "No mail server is set up",
      remedy: "Without one nobody can reset a password by mail.",
      path: "/settings#mail",
    });
  }
  return missing;
}

function deadTrouble(total: number, reason: string): Trouble {
  return {
    tone: "bad",
    state: "dead",
    title: `${counted(total, "delivery was", "deliveries were")} given up${reason === "" ? "" : `: ${reason}`}`,
    remedy: "Remove the cause, then replay them: nothing is lost.",
    path: "/deliveries?state=dead",
  };
}

function failedTrouble({ total, items }: OverviewData["failedOfDay"]): Trouble {
  const [last] = items;
  return {
    tone: "bad",
    state: "failed",
    title: `${counted(total, "run")} failed in 24 hours${last === undefined ? "" : `, the last in ${last.repository.name}: ${last.outcome}`}`,
    remedy: "The run's steps say where it ended. What failed is tried again by itself.",
    path: total === 1 && last !== undefined ? `/runs/${String(last.id)}` : "/runs?state=failed",
  };
}

function cellTrouble({ repository, component, worst, counts }: GridCell): Trouble {
  const isConflict = worst === "conflict";
  return {
    tone: "bad",
    state: worst,
    title: `${component} in ${repository.name}: ${counted(counts[worst], "file")} ${isConflict ? "in conflict" : "blocked"}`,
    remedy: isConflict
      ? "Both sides changed the same text. The pull request says which one was taken."
      : "Something has to be done first: the files say what.",
    path: `/repositories/${String(repository.id)}?component=${encodeURIComponent(component)}&state=${worst}`,
  };
}

function repositoryTrouble({ id, name, problem, state }: RepositoryRecord): Trouble {
  return {
    tone: "attention",
    state: state === "active" ? "problem" : state,
    title: `${name}: ${problem}`,
    remedy: "Its page shows its runs and deliveries.",
    path: `/repositories/${String(id)}`,
  };
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

/** Cells by repository, those with the gravest state first: the repositories, and in each of them its cells. */
export function gridRows(cells: readonly GridCell[]): readonly GridRow[] {
  const gravity = (cell: GridCell | undefined): number =>
    cell === undefined ? -1 : boundFileStates.indexOf(cell.worst);
  const rows = Map.groupBy(cells, ({ repository }) => repository.id);
  return [...rows.values()]
    .map((ofOne) => ofOne.toSorted((one, other) => gravity(other) - gravity(one)))
    .flatMap((ofOne) => (ofOne[0] === undefined ? [] : [{ repository: ofOne[0].repository, cells: ofOne }]))
    .toSorted((one, other) => gravity(other.cells[0]) - gravity(one.cells[0]));
}
