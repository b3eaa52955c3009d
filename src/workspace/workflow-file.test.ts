import { expect, test } from "vitest";
import { parse } from "yaml";
import { mappingsRun, TOKEN_SECRET, workflowForges, workflowPath, workflowText } from "./workflow-file.ts";

test.each(workflowForges)("a workflow for %s runs on pushes to the branch, with the token of the secret", (forge) => {
  const text = workflowText(forge, "develop");

  expect(workflowPath(forge, ["README.md"])).toBe(`.${forge}/workflows/interlinear.yml`);
  expect(parse(text)).toMatchObject({ name: "translations", on: { push: { branches: ["develop"] } } });
  expect(text).toContain(`secrets.${TOKEN_SECRET}`);
});

test.each(["release/1.x", "on", "1.0", "a,b", "#1"])("the branch %s stays a text in the workflow", (branch) => {
  expect(parse(workflowText("github", branch))).toMatchObject({ on: { push: { branches: [branch] } } });
});

test("a workflow for Forgejo and Gitea says where its actions are", () => {
  for (const forge of ["forgejo", "gitea"] as const) {
    const uses = [...workflowText(forge, "main").matchAll(/uses: (\S+)/g)].map(([, action]) => action);
    expect(uses.length).toBeGreaterThan(0);
    for (const action of uses) expect(action).toMatch(/^https:\/\/github\.com\//);
  }
});

test.each([
  ["gitea", [".github/workflows/tests.yml"], ".github"],
  ["gitea", [".github/workflows/tests.yml", ".gitea/workflows/tests.yml"], ".gitea"],
  ["gitea", [".forgejo/workflows/tests.yml"], ".gitea"],
  ["gitea", [".github/dependabot.yml"], ".gitea"],
  ["forgejo", [".github/workflows/tests.yml"], ".github"],
  ["forgejo", [".github/workflows/tests.yml", ".gitea/workflows/tests.yml"], ".gitea"],
  ["github", [".gitea/workflows/tests.yml"], ".github"],
] as const)(
  "on %s, with %j, it goes beside the workflows that run there, which another folder would stop",
  (forge, files, folder) => {
    expect(workflowPath(forge, files)).toBe(`${folder}/workflows/interlinear.yml`);
  },
);

test("a workflow asks for the runner that each server has by itself", () => {
  const labelOf = (forge: (typeof workflowForges)[number]): unknown =>
    parse(workflowText(forge, "main")).jobs.translations["runs-on"];

  expect(workflowForges.map((forge) => [forge, labelOf(forge)])).toEqual([
    ["github", "ubuntu-latest"],
    ["forgejo", "docker"],
    ["gitea", "ubuntu-latest"],
  ]);
});

const inputsOf = (text: string): unknown => parse(text).jobs.translations.steps.at(-1).with;

test.each(workflowForges)("a workflow for %s names a mapping that is not at the usual place", (forge) => {
  const token = `\${{ secrets.${TOKEN_SECRET} }}`;

  expect(inputsOf(workflowText(forge, "main", "config/tr.yml"))).toEqual({ token, mapping: "config/tr.yml" });
  expect(inputsOf(workflowText(forge, "main", "texts: all/tr.yml"))).toEqual({ token, mapping: "texts: all/tr.yml" });
  expect(inputsOf(workflowText(forge, "main", ".github/interlinear.yml"))).toEqual({ token });
});

const step = (inputs: string): string =>
  `on: push\njobs:\n  texts:\n    runs-on: x\n    steps:\n      - uses: interlinear/interlinear@v0\n${inputs}`;

test.each<[what: string, text: string, run: readonly (string | undefined)[] | undefined]>([
  ["the usual mapping where none is named", step(""), [".github/interlinear.yml"]],
  ["the mapping that is named", step("        with: { mapping: ./config/tr.yml }"), ["config/tr.yml"]],
  ["one that nobody can tell", step("        with: { mapping: '${{ matrix.mapping }}' }"), [undefined]],
  ["what ours runs", workflowText("github", "main", "config/tr.yml"), ["config/tr.yml"]],
  ["that of a command", "run: interlinear sync --mapping config/tr.yml --yes", ["config/tr.yml"]],
  ["the usual one of a command", "run: interlinear push", [".github/interlinear.yml"]],
  ["none of a comment", "run: make # interlinear push", undefined],
  ["none", "on: push\njobs: {}\n", undefined],
])("of a workflow it is told with which mapping it runs: %s", (_what, text, run) => {
  expect(mappingsRun([{ path: "ci.yml", text }]).get("ci.yml")).toEqual(run);
});
