import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { root } from "./stage.ts";
import { readTestReport } from "./tally.ts";

/** What was played on a real server: file of the tests → their titles, in order. */
export interface ForgeWorks {
  /** `Gitea 1.26.0`: its product first. */
  readonly server: string;
  readonly scenes: Readonly<Record<string, readonly string[]>>;
}

const document = join(root, "docs", "forgejo-works.json");

/** Writes down what passed on the real server, in the place of what did before. @param reports folder of the test runner's reports */
export async function writeForgeWorks(server: string, reports: string): Promise<void> {
  const scenes: Record<string, readonly string[]> = {};
  const paths = globSync("*/report.json", { cwd: reports });
  const read = await Promise.all(paths.map((path) => readTestReport(join(reports, path))));
  const results = read.flatMap((report) => report?.testResults ?? []);
  for (const { name, assertionResults } of results.toSorted((one, other) => other.name.localeCompare(one.name))) {
    const titles = assertionResults.filter(({ status }) => status === "passed").map(({ fullName }) => fullName);
    // The sample and the rest of it are two files.
    const file = basename(name).replace(/(?:\.full)?\.test\.ts$/, "");
    scenes[file] = [...(scenes[file] ?? []), ...titles];
  }
  const sorted = Object.fromEntries(Object.entries(scenes).toSorted(([one], [other]) => one.localeCompare(other)));
  const known: readonly ForgeWorks[] = JSON.parse(await readFile(document, "utf8"));
  const others = known.filter((each) => productOf(each) !== productOf({ server }));
  const all = [...others, { server, scenes: sorted }].toSorted((one, other) => other.server.localeCompare(one.server));
  await writeFile(document, `${JSON.stringify(all, null, 2)}\n`);
}

function productOf({ server }: Pick<ForgeWorks, "server">): string {
  return server.split(" ", 1)[0] ?? "";
}

/** The same as a table of docs/forgejo.md. */
export function forgeWorks(works: readonly ForgeWorks[]): string {
  const files = new Set(works.flatMap(({ scenes }) => Object.keys(scenes)));
  const rows = [...files].toSorted().flatMap((file) => {
    const titles = new Set(works.flatMap(({ scenes }) => scenes[file] ?? []));
    return [...titles].map((title) => {
      const passed = works.map(({ scenes }) => (scenes[file]?.includes(title) === true ? "passed" : "–"));
      return `| ${[file, title.replaceAll("|", "\\|"), ...passed].join(" | ")} |`;
    });
  });
  const servers = works.map(({ server }) => `on ${server}`);
  return [`| | played | ${servers.join(" | ")} |`, `| --- | --- |${" --- |".repeat(works.length)}`, ...rows].join("\n");
}
