import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Where workflows run that the action is made for. */
export const workflowForges = ["github", "forgejo", "gitea"] as const;
export type WorkflowForge = (typeof workflowForges)[number];

/** The repository's secret that the workflow takes the service's token from. */
export const TOKEN_SECRET = "TRANSLATION_TOKEN";

/** The folders in which each forge looks for workflows: it reads the first one that the repository has, and no other. */
const workflowFolders = {
  github: [".github/workflows"],
  gitea: [".gitea/workflows", ".github/workflows"],
  forgejo: [".forgejo/workflows", ".gitea/workflows", ".github/workflows"],
} as const satisfies Readonly<Record<WorkflowForge, readonly string[]>>;

/** The folder that a forge reads workflows from; undefined where the repository has none. @param files of the repository */
export function readWorkflowFolder(forge: WorkflowForge, files: readonly string[]): string | undefined {
  return workflowFolders[forge].find((folder) => files.some((path) => path.startsWith(`${folder}/`)));
}

/**
 * Path of the workflow in the repository: beside those that are there. In a folder of its own, it would keep a forge from reading
 * theirs.
 */
export function workflowPath(forge: WorkflowForge, files: readonly string[]): string {
  return `${readWorkflowFolder(forge, files) ?? `.${forge}/workflows`}/interlinear.yml`;
}

/** The workflow of README.md, for a forge and the branch that translations are brought to. */
export function workflowText(forge: WorkflowForge, branch: string): string {
  const text = exampleWorkflow().replace("branches: [main]", `branches: [${quotedBranch(branch)}]`);
  if (forge === "github") return text;
  // Their runners look for actions on a server of their own, and have labels that somebody there chose.
  const found = text.replaceAll(/(uses: )(?=(?:actions|interlinear)\/)/g, "$1https://github.com/");
  return found.replaceAll("runs-on: ubuntu-latest", `runs-on: ${usualLabels[forge]} # a label that your runners have`);
}

/** What their runners are called if nobody says otherwise when they are registered. */
const usualLabels = { gitea: "ubuntu-latest", forgejo: "docker" } as const;

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
