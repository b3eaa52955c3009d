import { globSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { root } from "./stage.ts";
import { readTestReport } from "./tally.ts";

/** What was played on the real server: file of the tests → their titles, in order. */
export interface ForgeWorks {
  readonly server: string;
  readonly scenes: Readonly<Record<string, readonly string[]>>;
}

/** Writes down what passed on the real server. @param reports folder of the test runner's reports */
export async function writeForgeWorks(server: string, reports: string): Promise<void> {
  const scenes: Record<string, readonly string[]> = {};
  for (const path of globSync("*/report.json", { cwd: reports })) {
    const report = await readTestReport(join(reports, path));
    for (const { name, assertionResults } of report?.testResults ?? []) {
      const titles = assertionResults.filter(({ status }) => status === "passed").map(({ fullName }) => fullName);
      scenes[basename(name).replace(/(?:\.full)?\.test\.ts$/, "")] = titles;
    }
  }
  const sorted = Object.fromEntries(Object.entries(scenes).toSorted(([one], [other]) => one.localeCompare(other)));
  const works: ForgeWorks = { server, scenes: sorted };
  await writeFile(join(root, "docs", "forgejo-works.json"), `${JSON.stringify(works, null, 2)}\n`);
}

/** The same as a table of docs/forgejo.md. */
export function forgeWorks({ server, scenes }: ForgeWorks): string {
  const rows = Object.entries(scenes).flatMap(([file, titles]) =>
    titles.map((title) => `| ${file} | ${title.replaceAll("|", "\\|")} |`),
  );
  return [`| on ${server} | played, and passed |`, "| --- | --- |", ...rows].join("\n");
}
