import { UserError } from "../core/errors.ts";
import { SERVICE_TRAILER, type FileChange } from "../forge/forge.ts";
import type { Git } from "../git/git.ts";
import { readWorkingTreeFile, writeWorkingTree } from "../git/working-tree.ts";
import type { Run, RunOptions } from "../sync/index.ts";
import type { Workspace } from "./open-workspace.ts";
import { proposeRun } from "./propose-run.ts";
import { readShardFile, writeShardFile } from "./shard-file.ts";
import { runEngine, type Synchronised } from "./synchronise.ts";
import type { Target } from "./target.ts";

/**
 * Brings home what there is, into the working tree, and proposes nothing: the run waits in a file while a person's own
 * programs (a formatter, a compiler of catalogues) go over the files. None of them is started by us.
 * @param path of the file, for {@link proposeHeld}
 * @throws {UserError} `IL-W05` before anything moves; {GateError} `IL-G05` where uncommitted work would be lost
 */
export async function holdRun(workspace: Workspace, target: Target, options: RunOptions, path: string): Promise<Run> {
  // What waits in open pull requests is needed too: the programs are to see all of it.
  const run = await runEngine(workspace, target, options, { sparing: false });
  const { steps } = run.result.plan;
  await writeWorkingTree(workspace.git, run.files, {
    basedOn: new Map(
      steps.flatMap((step): [string, string | undefined][] => {
        if (step.kind === "download") return [[step.path, step.from]];
        return step.kind === "prune" ? [[step.path, step.blob]] : [];
      }),
    ),
    losing: new Set(),
  });
  await writeShardFile(path, { shard: HELD, base: target.base, run });
  return run;
}

/** All components are in one part. */
const HELD = 1;

/**
 * Proposes a run that was held, with its files as they are in the working tree now. Of everything else there nothing is
 * looked at.
 * @throws {UserError} `IL-W07` for a file of another commit, `IL-W08` for a translation that is gone; {FormatError} for one
 *   that does not parse any more
 */
export async function proposeHeld(workspace: Workspace, target: Target, path: string): Promise<Synchronised> {
  const { mapping, git } = workspace;
  const held = await readShardFile(path, {
    base: target.base,
    bindingsOf: () => mapping.bindings,
    sources: new Set(mapping.bindings.flatMap(({ source }) => source ?? [])),
  });
  const run = await asInWorkingTree(git, held.run, target.base.commit);
  return { run, ...(await proposeRun(workspace, target, run, { isComplete: true })) };
}

/** The run with the bytes that its files have now. The service's own are remembered where they differ from then on. */
async function asInWorkingTree(git: Git, run: Run, base: string): Promise<Run> {
  const files: FileChange[] = [];
  const trailers = [...run.trailers];
  const formatted = new Map<string, string>();
  const undone = new Set<string>();
  for (const file of run.files) {
    const now = file.content === null ? file : await current(git, file, file.content);
    if (now.content !== null && git.hash(now.content) === (await git.blobAt(base, now.path))) {
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

/** Undamaged: what does not parse would break the app, and every later run. */
async function current(git: Git, file: FileChange, brought: Uint8Array): Promise<FileChange> {
  const { path } = file;
  const content = await readWorkingTreeFile(git, path);
  if (content === undefined) {
    throw new UserError(`${path} was brought home and is not in the working tree any more`, {
      code: "IL-W08",
      hint: "Let the steps in between change translations, not remove them; languages are left out with `languages.except`.",
    });
  }
  if (content.equals(brought)) return file;
  // By what it was: a damaged file may be of no format any more.
  const { detectFormat } = await import("../formats/registry.ts");
  detectFormat(path, brought)?.read(content, { path });
  return { ...file, content };
}

/** A path with a line break cannot stand in a trailer, and is looked at anew by every run. */
function remembers(trailers: Run["trailers"], path: string): boolean {
  return path.includes("\n") || trailers.some(({ value }) => pathIn(value) === path);
}

function pathIn(value: string): string {
  return value.slice(value.indexOf(" ") + 1);
}
