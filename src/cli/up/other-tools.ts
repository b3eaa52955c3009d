import type { Git, IndexEntry } from "../../git/git.ts";
import { brokenLine } from "../../mapping/import/imported.ts";
import { configurationReaders } from "../../mapping/import/readers.ts";
import { isClientConfiguration } from "../../mapping/import/official-client.ts";
import { terminalText } from "../../report/words/escape.ts";

/** The configuration of another tool, and what `interlinear import --from` calls the tool. */
export interface OtherTool {
  readonly tool: string;
  readonly path: string;
}

/** The first configuration of each tool that git knows, and that says something of translation files. */
export async function otherToolsIn(
  git: Pick<Git, "read">,
  index: readonly IndexEntry[],
): Promise<readonly OtherTool[]> {
  const files = index.filter(({ mode }) => mode.startsWith("100"));
  const paths = files.map(({ path }) => path);
  const found: OtherTool[] = [];
  for (const { tool, isConfiguration, read } of configurationReaders.values()) {
    for (const { path, blob } of files) {
      if (!isConfiguration(path)) continue;
      const text = Buffer.from(await git.read(blob)).toString("utf8");
      // A workflow or an `i18n.json` may be about anything; the import itself says where a file is broken.
      if (tool !== "transifex" && brokenLine(text) !== undefined) continue;
      const { entries, leftOut } = read(text, paths);
      if (entries.length + leftOut.length === 0) continue;
      found.push({ tool, path });
      break;
    }
  }
  const client = paths.find(isClientConfiguration);
  return client === undefined ? found : [...found, { tool: "service", path: client }];
}

/** @param more options that the import needs where a mapping is there: `--force` */
export function otherToolLines(others: readonly OtherTool[], more = ""): readonly string[] {
  return others.map(({ tool, path }) =>
    terminalText(`  ! ${path} is there: \`interlinear import --from ${tool}${more}\` takes over its settings instead.`),
  );
}
