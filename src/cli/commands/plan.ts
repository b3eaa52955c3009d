import { planLines } from "../../report/terminal.ts";
import { exitCodeOf, run } from "../../sync/index.ts";
import { runDependencies } from "../../workspace/open-workspace.ts";
import type { Command } from "../command.ts";
import { composeWorkspace, runOptions } from "../compose.ts";
import { filterOptions, mappingOptions, removalsOption } from "../options.ts";

export const command: Command = {
  summary: "show what a sync would do, and why",
  description:
    "Compares the repository with the service and prints every step a sync would take with its reason. Changes nothing.",
  options: { ...filterOptions, ...removalsOption, ...mappingOptions },
  run: async (options, context) => {
    await using workspace = await composeWorkspace(options, context);
    const { result } = await run(runDependencies(workspace), workspace.mapping, runOptions("plan", options, workspace));
    if (context.screen.isJson) context.screen.printJson(result);
    else context.screen.print(planLines(result, context.screen.style));
    return exitCodeOf(result);
  },
};
