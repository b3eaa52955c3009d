import { statisticsLines } from "../../report/terminal.ts";
import { exitCodeOf, run } from "../../sync/index.ts";
import { runDependencies } from "../../workspace/open-workspace.ts";
import type { Command } from "../command.ts";
import { composeWorkspace, runOptions } from "../compose.ts";
import { filterOptions, mappingOptions } from "../options.ts";

export const command: Command = {
  summary: "show how complete the translations are",
  description:
    "Prints, per component, every language with its share of translated strings, least complete first. Public projects need no token.",
  options: { ...filterOptions, ...mappingOptions },
  run: async (options, context) => {
    await using workspace = await composeWorkspace(options, context, { anonymous: true });
    const { result } = await run(
      runDependencies(workspace),
      workspace.mapping,
      await runOptions("stats", options, workspace),
    );
    if (context.screen.isJson) context.screen.printJson(result);
    else context.screen.print(statisticsLines(result, context.screen.style));
    return exitCodeOf(result);
  },
};
