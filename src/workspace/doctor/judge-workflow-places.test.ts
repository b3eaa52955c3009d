import { expect, test } from "vitest";
import { judgeWorkflowPlaces } from "./judge-workflow-places.ts";
import { actionWorkflows } from "./workflow-file.ts";

const tests = ".github/workflows/tests.yml";
/** A workflow that runs the action on pushes to main. */
const text = "on: { push: { branches: [main] } }\njobs: { t: { steps: [{ uses: interlinear/interlinear@v0 }] } }\n";
const own = (folder: string): string => `.${folder}/workflows/interlinear.yml`;

const cases: readonly (readonly [
  what: string,
  examined: Parameters<typeof judgeWorkflowPlaces>[0],
  ours: readonly string[],
  others: readonly string[],
  said: readonly RegExp[],
])[] = [
  ["a workflow of its own", { kind: "forgejo", server: "gitea", workflowsRun: true }, [own("gitea")], [], []],
  ["a workflow beside GitHub's", { kind: "forgejo", server: "gitea" }, [own("github")], [tests], []],
  ["no workflow, as with a bot", { kind: "forgejo", workflowsRun: false }, [], [tests], []],
  ["the branch that is shown first", { kind: "forgejo", defaultBranch: "main" }, [own("gitea")], [], []],
  [
    "a default branch that was renamed",
    { kind: "forgejo", defaultBranch: "trunk" },
    [own("gitea")],
    [],
    [/^pushes to the default branch trunk start no run of \.gitea\/workflows\/interlinear\.yml/],
  ],
  ["GitHub", { kind: "github" }, [own("gitea")], [tests], []],
  [
    "Actions switched off",
    { kind: "forgejo", workflowsRun: false },
    [own("gitea")],
    [],
    [/switched off .* never runs/],
  ],
  [
    "a folder that another one hides",
    { kind: "forgejo", server: "gitea" },
    [own("github")],
    [".gitea/workflows/tests.yml"],
    [/^\.github\/workflows\/interlinear\.yml never runs: the server reads only \.gitea\/workflows/],
  ],
  [
    "a folder that hides what ran before",
    { kind: "forgejo", server: "gitea" },
    [own("gitea")],
    [tests, ".github/workflows/release.yml"],
    [/^2 other workflows .* never run here: the server reads only \.gitea\/workflows/],
  ],
  [
    "two sets of workflows that somebody keeps",
    { kind: "forgejo", server: "gitea" },
    [own("gitea")],
    [tests, ".gitea/workflows/tests.yml"],
    [],
  ],
  [
    "Forgejo's folder on Gitea, which does not know it",
    { kind: "forgejo", server: "gitea" },
    [own("gitea")],
    [".forgejo/workflows/tests.yml", ".gitea/workflows/tests.yml"],
    [],
  ],
  [
    "a workflow for Forgejo alone, on Gitea",
    { kind: "forgejo", server: "gitea" },
    [own("forgejo")],
    [],
    [/^\.forgejo\/workflows\/interlinear\.yml never runs: Gitea does not read \.forgejo/],
  ],
];

test.each(cases)("%s", (_what, examined, ours, others, said) => {
  const remarks = judgeWorkflowPlaces(examined, {
    ours: actionWorkflows(ours.map((path) => ({ path, text }))),
    all: [...ours, ...others],
  });

  expect(remarks).toMatchObject(said.map((words) => ({ message: expect.stringMatching(words) })));
});
