import { createHash } from "node:crypto";
import { glob, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/** Where `scripts/build.ts` and `scripts/generate.ts` write. */
export const generatedPaths: readonly string[] = [
  "dist/**",
  "docs/**",
  "browser/checks.js",
  "src/catalog/cldr-*.ts",
  "README.md",
  "action.yml",
];

/** Path → digest of all files the patterns name. Line ends do not count: a checkout may have turned them. */
export async function fingerprint(folder: string, patterns: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  for await (const path of glob([...patterns], { cwd: folder })) {
    const file = join(folder, path);
    if (!(await stat(file)).isFile()) continue;
    const text = (await readFile(file, "latin1")).replaceAll("\r\n", "\n");
    digests.set(path.replaceAll("\\", "/"), createHash("sha256").update(text, "latin1").digest("hex"));
  }
  return digests;
}
