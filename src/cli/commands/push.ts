import { exitCodeOf, run } from "../../sync/index.ts";
import { runDependencies } from "../../workspace/open-workspace.ts";
import type { Command } from "../command.ts";
import { composeWorkspace, runOptions } from "../compose.ts";
import { dryRunOption, filterOptions, mappingOptions, removalsOption } from "../options.ts";
import { printRun } from "../print-run.ts";

export const command: Command = {
  summary: "send changed source strings to the service",
  description: "Uploads the source files that changed, or has the service pull where it reads this very repository.",
  options: { ...dryRunOption, ...filterOptions, ...removalsOption, ...mappingOptions },
  run: async (options, context) => {
    await using workspace = await composeWorkspace(options, context);
    const { result } = await run(
      runDependencies(workspace),
      workspace.mapping,
      await runOptions("push", options, workspace),
    );
    printRun(context.screen, { result });
    return exitCodeOf(result);
  },
};
