import { describe, expect, it } from "vitest";
import type { BoundFileState, GridCell } from "../../../records/repositories/bound-files.ts";
import { groupedByCause } from "../../../records/problems/causes.ts";
import type { CurrentProblem } from "../../../records/problems/current-problems.ts";
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

it("puts the repositories with a problem first, then those with the gravest state", () => {
  const ids = (wrong: number) =>
    gridRows([good, behind, conflict], (id) => id === wrong).map(({ repository }) => repository.id);
  expect(ids(0)).toEqual([3, 2, 1]);
  expect(ids(1)).toEqual([1, 3, 2]);
});

describe("what is wrong now", () => {
  const isSetUp = { forge: true, service: true, mail: true };
  const time = "2026-01-01T12:00:00.000Z";
  const problem = (kind: CurrentProblem["kind"], repository: string, reason: string, count = 1): CurrentProblem => ({
    kind,
    repository,
    repositoryId: Number(repository.replaceAll(/\D/g, "")),
    reason,
    count,
    time,
  });
  const shown = (problems: readonly CurrentProblem[]) =>
    troublesOf({ problems: groupedByCause(problems), isSetUp }).map(({ state, title, extent }) => [
      state,
      title,
      ...extent.map(({ words }) => words),
    ]);

  it("is nothing where all is well", () => {
    expect(shown([])).toEqual([]);
  });

  it("is one entry a cause, with all that it has done", () => {
    const refused = "GitHub refused to open the pull request (403)";
    const problems = Array.from({ length: 329 }, (_, index) =>
      problem("repository", `acme/app-${String(index)}`, refused),
    );

    expect(
      shown([
        ...problems,
        problem("run", "acme/app-1", refused, 1_034),
        problem("delivery", "acme/app-2", "The service answered 502", 50),
      ]),
    ).toEqual([
      ["dead", "The service answered 502, in acme/app-2", "50 deliveries given up"],
      [
        "problem",
        "GitHub refused to open the pull request (403), in 329 repositories",
        "329 repositories with this problem",
        "1,034 failed runs since it went well",
      ],
    ]);
  });

  it("leads to the one repository, or to the list of the cause", () => {
    const one = [problem("conflict", "acme/7", "2 strings differ")];
    const many = [...one, problem("conflict", "acme/8", "5 strings differ")];
    const paths = (problems: readonly CurrentProblem[]) =>
      troublesOf({ problems: groupedByCause(problems), isSetUp }).map(({ path }) => path);

    expect(paths(one)).toEqual(["/repositories/7?state=conflict"]);
    expect(paths(many)).toEqual([expect.stringMatching(/^\/maps\?state=conflict&cause=[0-9a-f]{16}$/)]);
  });

  it("begins with what is lost without a person, and ends with what is not set up", () => {
    const problems = groupedByCause([
      problem("conflict", "acme/1", "a"),
      problem("repository", "acme/1", "b"),
      problem("delivery", "acme/1", "c"),
    ]);
    const troubles = troublesOf({ problems, isSetUp: { forge: false, service: false, mail: false } });

    expect(troubles.map(({ state }) => state)).toEqual(["dead", "problem", "conflict", "warning", "warning", "notice"]);
    for (const { remedy } of troubles) expect(remedy).not.toBe("");
  });
});
