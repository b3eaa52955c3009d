import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DEFAULT_MAPPING } from "./default-mapping.ts";
import { actionWorkflows, type WorkflowFile } from "./doctor/workflow-file.ts";

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

/** The workflow of README.md, for a forge, the branch that translations are brought to, and a mapping. */
export function workflowText(forge: WorkflowForge, branch: string, mapping: string = DEFAULT_MAPPING): string {
  const text = exampleWorkflow()
    .replace("branches: [main]", () => `branches: [${quoted(branch)}]`)
    .replace(TOKEN_INPUT, (input) => (isUsual(mapping) ? input : `${input}\n          mapping: ${quoted(mapping)}`));
  if (forge === "github") return text;
  // Their runners look for actions on a server of their own, and have labels that somebody there chose.
  const found = text.replaceAll(/(uses: )(?=(?:actions|interlinear)\/)/g, "$1https://github.com/");
  return found.replaceAll("runs-on: ubuntu-latest", `runs-on: ${usualLabels[forge]} # a label that your runners have`);
}

/** What their runners are called if nobody says otherwise when they are registered. */
const usualLabels = { gitea: "ubuntu-latest", forgejo: "docker" } as const;

/** The one of README.md names an order that people write. */
const COMMENT = /(?:^|\s)#.*$/gm;
const TOKEN_INPUT = `token: \${{ secrets.${TOKEN_SECRET} }}`;

function isUsual(mapping: string): boolean {
  return plainPath(mapping) === DEFAULT_MAPPING;
}

function plainPath(path: string): string {
  return path.replace(/^(?:\.\/)+/, "");
}

/** Mappings that the workflows of a repository run with; undefined stands for one that nobody can tell, as an expression gives it. */
export function mappingsRun(files: readonly WorkflowFile[]): ReadonlyMap<string, readonly (string | undefined)[]> {
  const byAction = actionWorkflows(files).map(({ path, given }) => {
    const named = given.map(({ mapping = DEFAULT_MAPPING }) => (mapping.includes("${{") ? undefined : mapping));
    return [path, given.length === 0 ? [undefined] : named] as const;
  });
  const byCommand = files.map(({ path, text }) => {
    const commands = [...text.replaceAll(COMMENT, "").matchAll(/\binterlinear (?:sync|push|pull)\b([^\n]*)/g)];
    return [
      path,
      commands.map(([, rest = ""]) => /--mapping[ =]["']?([^\s"']+)/.exec(rest)?.[1] ?? DEFAULT_MAPPING),
    ] as const;
  });
  const found = new Map<string, (string | undefined)[]>();
  for (const [path, mappings] of [...byAction, ...byCommand]) {
    if (mappings.length === 0) continue;
    const plain = mappings.map((mapping) => (mapping === undefined ? undefined : plainPath(mapping)));
    found.set(path, [...(found.get(path) ?? []), ...plain]);
  }
  return found;
}

/** Plain where YAML takes it as a text. */
function quoted(text: string): string {
  return /^[A-Za-z.][\w./-]*$/.test(text) && !/^(?:true|false|yes|no|on|off|null|[yn])$/i.test(text)
    ? text
    : JSON.stringify(text);
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
