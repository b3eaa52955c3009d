import { resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { exitCodeOf } from "../../sync/index.ts";
import { collectShards } from "../../workspace/collect-shards.ts";
import { failureWords } from "../../workspace/shard-failure.ts";
import { parseMatrix } from "../../workspace/matrix.ts";
import type { Command } from "../command.ts";
import { composeTarget, composeWorkspace } from "../compose.ts";
import { forgeOptions, mappingOptions, verboseOption, type OptionValues } from "../options.ts";
import { printRun } from "../print-run.ts";

export const command: Command = {
  summary: "propose what several jobs brought home",
  description:
    "The end of a run that `interlinear plan --matrix` spread over several jobs: reads the files that `interlinear sync --shard … --shard-file` left and makes one proposal of them. A shard that left none is named, the others are proposed all the same, and the exit code is 1.",
  options: {
    matrix: { type: "string", value: "JSON", description: "the whole matrix that `interlinear plan --matrix` gave" },
    shards: { type: "string", value: "DIR", description: "folder with the shards' files, at any depth" },
    ...forgeOptions,
    ...verboseOption,
    ...mappingOptions,
  },
  run: async (options, context) => {
    const matrix = parseMatrix(needed(options, "matrix"));
    const directory = resolve(context.directory, needed(options, "shards"));
    await using workspace = await composeWorkspace(options, context);
    const target = await composeTarget(options, context, workspace);
    const { run, failures, ...outcome } = await collectShards(workspace, target, matrix, directory);
    printRun(context.screen, { result: run.result, outcome });
    for (const failure of failures) context.logger.error(failureWords(failure));
    return failures.length > 0 ? 1 : exitCodeOf(run.result);
  },
};

function needed(options: OptionValues, name: string): string {
  const value = options.text(name);
  if (value !== undefined) return value;
  throw new UserError(`collect needs --${name}`, { code: "IL-C02", hint: "See `interlinear help collect`." });
}
