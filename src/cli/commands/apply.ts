import { resolve } from "node:path";
import { defined } from "../../core/defined.ts";
import { exitCodeOf } from "../../sync/index.ts";
import { readPlan } from "../../workspace/plan-file.ts";
import { synchronise } from "../../workspace/synchronise.ts";
import type { Command } from "../command.ts";
import { composeTarget, composeWorkspace, runOptions } from "../compose.ts";
import { onlyWord } from "../files/words.ts";
import { forgeOptions, mappingOptions, verboseOption } from "../options.ts";
import { printRun } from "../print-run.ts";

export const command: Command = {
  summary: "do what a plan says, if nothing moved since",
  description:
    "Takes the steps that `interlinear plan --out FILE` wrote down, and no other: where the repository or the service moved meanwhile, it names what is different, does nothing, and ends with exit code 3.",
  words: "FILE",
  options: { ...forgeOptions, ...verboseOption, ...mappingOptions },
  run: async (options, context) => {
    await using workspace = await composeWorkspace(options, context);
    const target = await composeTarget(options, context, workspace);
    const file = resolve(context.directory, onlyWord(options, "apply", "the file of a plan"));
    const { service } = workspace.mapping;
    const kept = await readPlan(file, { service, base: target.base });
    const { allowRemovals, components, languages, steps } = kept;
    const { run, ...outcome } = await synchronise(workspace, target, {
      ...(await runOptions("sync", options, workspace)),
      allowRemovals,
      ...defined({ components, languages }),
      planned: steps,
    });
    printRun(context.screen, { result: run.result, outcome });
    return exitCodeOf(run.result);
  },
};
