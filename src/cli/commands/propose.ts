import { resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { exitCodeOf } from "../../sync/index.ts";
import { proposeHeld } from "../../workspace/held-run.ts";
import type { Command } from "../command.ts";
import { composeTarget, composeWorkspace } from "../compose.ts";
import { forgeOptions, mappingOptions, verboseOption } from "../options.ts";
import { printRun } from "../print-run.ts";

export const command: Command = {
  summary: "propose what a held run brought home",
  description:
    "The end of `interlinear sync --hold FILE`: proposes the translations as they are in the working tree now. They may have been formatted or compiled in between, not removed; nothing else in the working tree is looked at.",
  options: {
    held: { type: "string", value: "FILE", description: "the file that `interlinear sync --hold` wrote" },
    ...forgeOptions,
    ...verboseOption,
    ...mappingOptions,
  },
  run: async (options, context) => {
    const held = options.text("held");
    if (held === undefined) {
      throw new UserError("propose needs --held", { code: "IL-C02", hint: "See `interlinear help propose`." });
    }
    await using workspace = await composeWorkspace(options, context);
    const target = await composeTarget(options, context, workspace);
    const { run, ...outcome } = await proposeHeld(workspace, target, resolve(context.directory, held));
    printRun(context.screen, { result: run.result, outcome });
    return exitCodeOf(run.result);
  },
};
