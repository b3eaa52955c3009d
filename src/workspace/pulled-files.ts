import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { gitText } from "../git/run.ts";
import { parsePairs, printPairs, type Agreed, type AgreedPair } from "../sync/agreement/agreement.ts";

/** Path → what the last `pull` wrote there, and the service's version that it came from. */
export type PulledFiles = ReadonlyMap<string, AgreedPair>;

/** What earlier pulls left in the working tree: it is nobody's work, and may be written over. */
export async function readPulled(root: string): Promise<PulledFiles> {
  const text = await readFile(await pulledFile(root), "utf8").catch(() => "");
  return new Map([...parsePairs(text)].flatMap(([path, [pair]]) => (pair === undefined ? [] : [[path, pair]])));
}

export async function notePulled(root: string, before: PulledFiles, agreed: readonly Agreed[]): Promise<void> {
  if (agreed.length === 0) return;
  const after = new Map(before);
  for (const { path, pair } of agreed) if (!path.includes("\n")) after.set(path, pair);
  const file = await pulledFile(root);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, printPairs(new Map([...after].map(([path, pair]) => [path, [pair]]))));
}

async function pulledFile(root: string): Promise<string> {
  return resolve(root, await gitText(["rev-parse", "--git-path", "interlinear/pulled"], { cwd: root }));
}
