import { UserError } from "../core/errors.ts";
import type { FileChange } from "../forge/forge.ts";
import type { Git } from "../git/git.ts";
import { readWorkingTreeFile, writeWorkingTree } from "../git/working-tree.ts";
import { fileOf } from "../mapping/catalogue-paths.ts";
import type { Run, RunOptions } from "../sync/index.ts";
import { boundCatalogues, intoCatalogues, languageIn } from "./catalogue-views.ts";
import type { Workspace } from "./open-workspace.ts";
import { proposeRun } from "./propose-run.ts";
import { withFilesAs } from "./run-files.ts";
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
  const files = await intoCatalogues(workspace.git, run.files);
  const catalogues = boundCatalogues(workspace.mapping.bindings);
  const index = await workspace.git.index(workspace.isBindable);
  await writeWorkingTree(workspace.git, files, {
    basedOn: new Map([
      ...index.flatMap((entry) => (catalogues.has(entry.path) ? [[entry.path, entry.blob] as const] : [])),
      ...steps.flatMap((step): [string, string | undefined][] => {
        if (step.kind === "download") return [[step.path, step.from]];
        return step.kind === "prune" ? [[step.path, step.blob]] : [];
      }),
    ]),
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
  const run = await withFilesAs({ git, base: target.base.commit }, held.run, (file, content) =>
    current(git, file, content),
  );
  return { run, ...(await proposeRun(workspace, target, run, { isComplete: true })) };
}

/** Undamaged: what does not parse would break the app, and every later run. */
async function current(git: Git, file: FileChange, brought: Uint8Array): Promise<FileChange> {
  const { path } = file;
  const whole = await readWorkingTreeFile(git, fileOf(path));
  if (whole === undefined) {
    throw new UserError(`${fileOf(path)} was brought home and is not in the working tree any more`, {
      code: "IL-W08",
      hint: "Let the steps in between change translations, not remove them; languages are left out with `languages.except`.",
    });
  }
  const content = Buffer.from((await languageIn(path, whole)) ?? whole);
  if (content.equals(brought)) return file;
  // By what it was: a damaged file may be of no format any more.
  const { detectFormat } = await import("../formats/registry.ts");
  detectFormat(path, brought)?.read(content, { path });
  return { ...file, content };
}
