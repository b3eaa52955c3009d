import { describe, expect, test } from "vitest";
import { LocalError, RemoteError, UserError } from "../../core/errors.ts";
import type { ForgeExamination } from "../../forge/examination.ts";
import { loadMapping } from "../../mapping/load.ts";
import { resolveMapping } from "../../mapping/resolve.ts";
import { judgeStrays } from "./examine-files.ts";
import { judgeForge } from "./judge-forge.ts";
import { judgeClone } from "./judge-repository.ts";
import { remarksOf, type Remark } from "./remark.ts";

function wrong(remarks: readonly Remark[]): readonly string[] {
  return remarks
    .filter(({ level }) => level !== "fine")
    .map(({ level, message, code }) => `${level}: ${message}${code === undefined ? "" : ` (${code})`}`);
}

describe("the clone", () => {
  const clone = { head: "abc", branch: "main", remotes: ["https://example.org/a/b"], isShallow: false };
  test.each([
    { case: "is in order", facts: clone, expected: [] },
    {
      case: "has no commit",
      facts: { ...clone, head: undefined },
      expected: ["problem: there is no commit yet (IL-W03)"],
    },
    {
      case: "is on no branch",
      facts: { ...clone, branch: undefined },
      expected: ["warning: no branch is checked out (IL-W03)"],
    },
    { case: "has no remote", facts: { ...clone, remotes: [] }, expected: ["warning: there is no remote"] },
    {
      case: "is shallow",
      facts: { ...clone, isShallow: true },
      expected: ["warning: the clone is shallow: what a run needs of the history is fetched each time (IL-G07)"],
    },
  ])("that $case", ({ facts, expected }) => {
    expect(wrong(judgeClone(facts))).toEqual(expected);
  });
});

describe("the forge", () => {
  const github: ForgeExamination = {
    kind: "github",
    repository: "acme/app",
    login: "dana",
    mayWrite: true,
    isArchived: false,
    obstacles: [],
  };
  test.each([
    { case: "lets the token write", facts: github, expected: [] },
    {
      case: "does not",
      facts: { ...github, mayWrite: false },
      expected: ["problem: dana may not write to acme/app (IL-F02)"],
    },
    {
      case: "does not say",
      facts: { ...github, mayWrite: undefined },
      expected: ["unknown: GitHub shows acme/app to dana, and does not say what the token may write"],
    },
    {
      case: "has archived the repository",
      facts: { ...github, isArchived: true },
      expected: ["problem: acme/app is archived: nothing can be written to it (IL-F04)"],
    },
    {
      case: "lets no workflow open pull requests",
      facts: { ...github, workflowsMayPropose: false },
      expected: ["warning: a workflow's own token may not open pull requests"],
    },
    {
      case: "has rules on the branch",
      facts: {
        ...github,
        obstacles: [
          { message: "certain", remedy: "r", isCertain: true },
          { message: "perhaps", remedy: "r", isCertain: false },
        ],
      },
      expected: ["problem: certain (IL-F04)", "warning: perhaps"],
    },
  ])("that $case", ({ facts, expected }) => {
    expect(wrong(judgeForge(facts))).toEqual(expected);
  });
});

test("a file among the translations that is for no language is told with the nearest one that is", () => {
  const files = ["locales/en.json", "locales/pt_BR.json", "locales/pt_BRR.json"];
  const text = `version: 1
service: https://translate.example.org
components: [{ component: acme/web, source: locales/en.json, translations: "locales/{language}.json" }]
`;
  const { bindings } = resolveMapping(loadMapping(text, "map.yml"), files);
  expect(judgeStrays(bindings, files)).toMatchObject([
    {
      message: "locales/pt_BRR.json lies among its files, and no language has that path",
      remedy: expect.stringContaining("The nearest one is locales/pt_BR.json."),
    },
  ]);
});

test.each([
  { case: "no answer", error: new RemoteError("m", { code: "IL-S04" }), isOutOfReach: true },
  { case: "a failing service", error: new RemoteError("m", { code: "IL-S14", status: 502 }), isOutOfReach: true },
  { case: "a busy one", error: new RemoteError("m", { code: "IL-S06", status: 423 }), isOutOfReach: true },
  { case: "a git that fails", error: new LocalError("m", { code: "IL-G01" }), isOutOfReach: true },
  { case: "a rejected token", error: new RemoteError("m", { code: "IL-S07", status: 401 }) },
  { case: "an address that leads elsewhere", error: new RemoteError("m", { code: "IL-S03" }) },
  { case: "a wrong input", error: new UserError("m", { code: "IL-M01" }) },
])("$case is out of reach or to be corrected", ({ error, isOutOfReach }) => {
  expect(remarksOf("service", error)[0]?.isOutOfReach).toBe(isOutOfReach);
});

test("a bug of ours is no remark", () => {
  expect(() => remarksOf("service", new TypeError("undefined is not a function"))).toThrow(TypeError);
});
