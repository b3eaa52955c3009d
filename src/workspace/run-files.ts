import { SERVICE_TRAILER, type FileChange } from "../forge/forge.ts";
import type { Git } from "../git/git.ts";
import type { Run } from "../sync/index.ts";

/**
 * The run with the bytes that its files have by now, or will have. The service's own are remembered where they differ from then on.
 * @param base commit that the run stands on: what is as it was there is no change; without it, everything stays one
 */
export async function withFilesAs(
  { git, base }: { readonly git: Pick<Git, "hash" | "blobAt">; readonly base?: string },
  run: Run,
  asTheyAre: (file: FileChange, content: Uint8Array) => Promise<FileChange>,
): Promise<Run> {
  const files: FileChange[] = [];
  const trailers = [...run.trailers];
  const formatted = new Map<string, string>();
  const undone = new Set<string>();
  for (const file of run.files) {
    const now = file.content === null ? file : await asTheyAre(file, file.content);
    if (base !== undefined && now.content !== null && git.hash(now.content) === (await git.blobAt(base, now.path))) {
      undone.add(now.path);
      continue;
    }
    files.push(now);
    if (file.content === null || now === file) continue;
    if (now.content !== null) formatted.set(file.path, git.hash(now.content));
    if (remembers(trailers, file.path)) continue;
    trailers.push({ name: SERVICE_TRAILER, value: `${git.hash(file.content)} ${file.path}` });
  }
  return {
    ...run,
    files,
    trailers: trailers.filter(({ value }) => !undone.has(pathIn(value))),
    agreed: run.agreed.flatMap((each) => {
      if (each.standing === "settled") return [each];
      if (undone.has(each.path)) return [];
      return [{ ...each, pair: { ...each.pair, blob: formatted.get(each.path) ?? each.pair.blob } }];
    }),
    result: { ...run.result, files: run.result.files.filter((outcome) => !undone.has(outcome.path)) },
  };
}

/** A path with a line break cannot stand in a trailer, and is looked at anew by every run. */
function remembers(trailers: Run["trailers"], path: string): boolean {
  return path.includes("\n") || trailers.some(({ value }) => pathIn(value) === path);
}

function pathIn(value: string): string {
  return value.slice(value.indexOf(" ") + 1);
}
