import { viewWorkingTree } from "../../git/working-tree-view.ts";
import { writeWorkingTree } from "../../git/working-tree.ts";
import { fileOf } from "../../mapping/catalogue-paths.ts";
import { TranslationPlaces } from "../../mapping/language-paths.ts";
import { endTold, exitCodeOf, run } from "../../sync/index.ts";
import { asInCatalogues, boundCatalogues, intoCatalogues, throughCatalogues } from "../../workspace/catalogue-views.ts";
import { runDependencies } from "../../workspace/open-workspace.ts";
import type { Command } from "../command.ts";
import { notePulled, readPulled } from "../../workspace/pulled-files.ts";
import { composeWorkspace, runOptions } from "../compose.ts";
import { dryRunOption, filterOptions, mappingOptions, removalsOption, verboseOption } from "../options.ts";
import { printRun } from "../print-run.ts";
import { filesLosingTexts } from "../uncommitted-texts.ts";

export const command: Command = {
  summary: "bring changed translations into the working tree",
  description:
    "Has the service commit, downloads what changed and writes it into the working tree, without committing. Changes of your own that are not committed are merged, never lost.",
  options: { ...dryRunOption, ...filterOptions, ...removalsOption, ...verboseOption, ...mappingOptions },
  run: async (options, context) => {
    await using workspace = await composeWorkspace(options, context);
    const { mapping } = workspace;
    const dependencies = runDependencies(workspace);
    const { git } = dependencies;
    const catalogues = boundCatalogues(mapping.bindings);
    const places = new TranslationPlaces(mapping.bindings);
    const isBound = (path: string): boolean => catalogues.has(path) || places.languagesOf(path).length > 0;
    const view = throughCatalogues(viewWorkingTree(git, isBound), mapping.bindings);
    const pulled = await readPulled(git.root);
    const finished = await run(
      { ...dependencies, git: view, pulled },
      mapping,
      await runOptions("pull", options, workspace),
    );
    const { result, files, agreed } = await asInCatalogues(view, finished);
    const basedOn = new Map(
      result.plan.steps.flatMap((step) => (step.kind === "download" ? [[step.path, step.from] as const] : [])),
    );
    // What an earlier pull wrote there is nobody's work.
    const losing = [...(await filesLosingTexts(git, result.files))].filter(
      (path) => pulled.get(path)?.blob !== basedOn.get(path),
    );
    const whole = await intoCatalogues(view, files);
    const present = catalogues.size === 0 ? [] : await view.index();
    for (const { path, blob } of present) if (catalogues.has(path)) basedOn.set(path, blob);
    const written = await writeWorkingTree(git, whole, { basedOn, losing: new Set(losing.map(fileOf)) });
    const brought = agreed.filter(({ standing }) => standing === "proposed");
    await notePulled(git.root, pulled, brought);
    printRun(context.screen, { result, written });
    await endTold(finished);
    return exitCodeOf(result);
  },
};
