import { expect, test } from "vitest";
import { parse } from "yaml";
import { TOKEN_SECRET, workflowForges, workflowPath, workflowText } from "./workflow-file.ts";

test.each(workflowForges)("a workflow for %s runs on pushes to the branch, with the token of the secret", (forge) => {
  const text = workflowText(forge, "develop");

  expect(workflowPath(forge)).toBe(`.${forge}/workflows/interlinear.yml`);
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
