import { describe, expect, it } from "vitest";
import type { BoundFileState, GridCell } from "../../../records/repositories/bound-files.ts";
import type { OverviewData } from "./overview.ts";
import { gridRows, troublesOf, verdictOf } from "./standing.ts";

function cell(repository: number, counts: Partial<Record<BoundFileState, number>>, worst: BoundFileState): GridCell {
  return {
    repository: { id: repository, forge: "github", name: `acme/${String(repository)}` },
    component: "acme/website",
    worst,
    counts: { "in-step": 0, behind: 0, ahead: 0, blocked: 0, conflict: 0, ...counts },
  };
}

const good = cell(1, { "in-step": 3 }, "in-step");
const behind = cell(2, { "in-step": 1, behind: 2 }, "behind");
const conflict = cell(3, { conflict: 1 }, "conflict");

describe("the verdict", () => {
  it.each([
    ["nothing is bound", [], "Nothing is bound yet", "quiet"],
    ["all is in step", [good], "Everything is in step", "good"],
    ["git is behind", [good, behind], "2 files of 6 are not in step", "attention"],
    ["there is a conflict", [good, behind, conflict], "3 files of 7 are not in step", "bad"],
    ["one file alone is not", [good, conflict], "1 file of 4 is not in step", "bad"],
  ])("where %s", (_, cells, headline, tone) => {
    expect(verdictOf(cells)).toMatchObject({ headline, tone });
  });
});

it("puts the repositories with the gravest state first", () => {
  expect(gridRows([good, behind, conflict]).map(({ repository }) => repository.id)).toEqual([3, 2, 1]);
});

describe("what is wrong now", () => {
  const page = { items: [], total: 0, page: 1, size: 10 };
  const fine: OverviewData = {
    cells: [good],
    repositories: page,
    lastRuns: page,
    runsOfDay: 0,
    failedOfDay: page,
    running: 0,
    dead: page,
    waiting: 0,
    jobs: 0,
    isSetUp: { forge: true, service: true, mail: true },
  };

  it("is nothing where all is well", () => {
    expect(troublesOf(fine)).toEqual([]);
  });

  it("begins with what is lost without a person, and ends with what is not set up", () => {
    const data = {
      ...fine,
      cells: [conflict],
      dead: { ...page, total: 2 },
      isSetUp: { forge: false, service: false, mail: false },
    };
    expect(troublesOf(data).map(({ state }) => state)).toEqual(["dead", "conflict", "warning", "warning", "notice"]);
    for (const { remedy } of troublesOf(data)) expect(remedy).not.toBe("");
  });
});
