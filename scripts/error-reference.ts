import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ErrorTable } from "../src/core/errors.ts";

/** The error table of one folder of `src/`. */
export interface FolderErrors {
  readonly folder: string;
  readonly table: ErrorTable;
}

/** Reads every `errors.ts` below `source`: its exports named `…Errors`. */
export async function readErrorTables(source: string): Promise<readonly FolderErrors[]> {
  const tables: FolderErrors[] = [];
  for (const path of await filesOf(source, "**/errors.ts")) {
    const exports: Readonly<Record<string, ErrorTable>> = await import(pathToFileURL(join(source, path)).href);
    const folder = path.replace(/\/errors\.ts$/, "");
    for (const [name, table] of Object.entries(exports)) if (name.endsWith("Errors")) tables.push({ folder, table });
  }
  return tables;
}

/** Codes that the sources raise, with the files that do. */
export async function usedCodes(source: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const uses = new Map<string, string[]>();
  for (const path of await filesOf(source, "**/*.ts")) {
    if (/\.(test|contract)\.ts$/.test(path)) continue;
    for (const code of codesIn(await readFile(join(source, path), "utf8"))) {
      uses.set(code, [...(uses.get(code) ?? []), path]);
    }
  }
  return uses;
}

async function filesOf(folder: string, pattern: string): Promise<readonly string[]> {
  const paths: string[] = [];
  for await (const path of glob(pattern, { cwd: folder })) paths.push(path.replaceAll("\\", "/"));
  return paths.toSorted();
}

/** The codes a source text raises: those in quotes, without the keys of tables. */
export function codesIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/"(IL-[A-Z]\d\d)"(?!\s*:)/g)].map(([, code = ""]) => code));
}

/** What the chapter of a folder is called, in the order of the chapters. */
const headings: Readonly<Record<string, string>> = {
  mapping: "The mapping",
  action: "Inputs of the action",
  cli: "The command line",
  workspace: "Before a run",
  sync: "A run",
  formats: "Translation files",
  git: "The repository",
  network: "The network",
  forge: "The branch and the pull request",
  "service-client": "The translation service",
  service: "The embedded service",
  server: "The embedded service's address",
  store: "The embedded service's database",
  automation: "Orders in comments",
  bot: "The bot",
  records: "What the bot keeps",
};

/** What is wrong with the tables: a code twice, one that is raised and explained nowhere, one that nothing raises, no heading. */
export function tableProblems(
  tables: readonly FolderErrors[],
  uses: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const owners = new Map<string, string>();
  const problems: string[] = [];
  for (const { folder, table } of tables) {
    if (!Object.hasOwn(headings, folder)) {
      problems.push(`src/${folder}/errors.ts has no heading: add one to \`headings\` in scripts/error-reference.ts.`);
    }
    for (const code of Object.keys(table)) {
      const owner = owners.get(code);
      if (owner !== undefined) problems.push(`${code} stands in the tables of ${owner} and of ${folder}.`);
      owners.set(code, folder);
    }
  }
  for (const [code, files] of uses) {
    if (!owners.has(code)) problems.push(`${code} is raised by ${files.join(", ")} and stands in no table.`);
  }
  for (const [code, folder] of owners) {
    if (!uses.has(code)) problems.push(`${code} stands in the table of ${folder}, and nothing raises it.`);
  }
  return problems;
}

/** All codes as Markdown: a chapter for each folder, a heading for each code, so that `errors.md#il-m04` leads there. */
export function errorReference(tables: readonly FolderErrors[]): string {
  const order = Object.keys(headings);
  return tables
    .toSorted((a, b) => order.indexOf(a.folder) - order.indexOf(b.folder))
    .map(({ folder, table }) => [`## ${headings[folder] ?? folder}`, ...entries(table)].join("\n\n"))
    .join("\n\n");
}

function entries(table: ErrorTable): readonly string[] {
  return Object.entries(table)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([code, { title, remedy }]) => `### ${code}\n\n**${title}.** ${remedy}`);
}
