import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Where workflows run that the action is made for. */
export const workflowForges = ["github", "forgejo", "gitea"] as const;
export type WorkflowForge = (typeof workflowForges)[number];

/** The repository's secret that the workflow takes the service's token from. */
export const TOKEN_SECRET = "TRANSLATION_TOKEN";

/** Path of the workflow in the repository, where each forge looks for workflows. */
export function workflowPath(forge: WorkflowForge): string {
  return `.${forge}/workflows/interlinear.yml`;
}

/** The workflow of README.md, for a forge and the branch that translations are brought to. */
export function workflowText(forge: WorkflowForge, branch: string): string {
  const text = exampleWorkflow().replace("branches: [main]", `branches: [${quotedBranch(branch)}]`);
  if (forge === "github") return text;
  // Their runners look for actions on a server of their own, and have labels that somebody there chose.
  return text
    .replaceAll(/(uses: )(?=(?:actions|interlinear)\/)/g, "$1https://github.com/")
    .replaceAll("runs-on: ubuntu-latest", "runs-on: docker # a label that your runners have");
}

/** Plain where YAML takes it as a text. */
function quotedBranch(branch: string): string {
  return /^[A-Za-z][\w./-]*$/.test(branch) && !/^(?:true|false|yes|no|on|off|null|[yn])$/i.test(branch)
    ? branch
    : JSON.stringify(branch);
}

const EXAMPLE = join("docs", "examples", "interlinear.yml");

/** The example lies in `docs/` in a clone and in the package: above the sources, and above what was built of them. */
function exampleWorkflow(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const path = join(folder, EXAMPLE);
    if (existsSync(path)) return readFileSync(path, "utf8");
    if (folder === dirname(folder)) throw new Error(`${EXAMPLE} is missing: install Interlinear again.`);
  }
}
