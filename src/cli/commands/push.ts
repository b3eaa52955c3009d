import { endTold, exitCodeOf, run } from "../../sync/index.ts";
import { runDependencies } from "../../workspace/open-workspace.ts";
import type { Command } from "../command.ts";
import { composeWorkspace, runOptions } from "../compose.ts";
import {
  dryRunOption,
  filterOptions,
  mappingOptions,
  removalsOption,
  workingTreeOption,
  verboseOption,
} from "../options.ts";
import { seenWorkspace } from "../seen-workspace.ts";
import { silences } from "../silence.ts";
import { printRun } from "../print-run.ts";

export const command: Command = {
  summary: "send changed source strings to the service",
  description:
    "Uploads the source files that changed, or has the service pull where it reads this very repository. With --create it first makes the project and the components of the mapping that the service lacks, with the translations that are in git.",
  options: {
    create: { type: "boolean", description: "make projects and components that the service lacks" },
    ...dryRunOption,
    ...filterOptions,
    ...removalsOption,
    ...workingTreeOption,
    ...verboseOption,
    ...mappingOptions,
  },
  run: async (options, context) => {
    if (options.flag("create")) {
      // Nobody who only pushes should wait for it to be read.
      const { createMissing } = await import("../up/create-missing.ts");
      if (!(await createMissing(options, context))) return 1;
    }
    await using opened = await composeWorkspace(options, context);
    const workspace = seenWorkspace(opened, options);
    const finished = await run(
      runDependencies(workspace),
      workspace.mapping,
      await runOptions("push", options, workspace),
    );
    const { result } = finished;
    const warnings = await silences(workspace, result, { usesWorkingTree: options.flag("working-tree") });
    printRun(context.screen, { result, warnings });
    await endTold(finished);
    return exitCodeOf(result);
  },
};
