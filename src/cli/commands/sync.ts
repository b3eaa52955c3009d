import { resolve } from "node:path";
import { exitCodeOf } from "../../sync/index.ts";
import { UserError } from "../../core/errors.ts";
import type { Shard } from "../../workspace/matrix.ts";
import { synchronise } from "../../workspace/synchronise.ts";
import type { Command } from "../command.ts";
import { composeTarget, composeWorkspace, runOptions } from "../compose.ts";
import {
  dryRunOption,
  filterOptions,
  forgeOptions,
  mappingOptions,
  removalsOption,
  verboseOption,
  type OptionValues,
} from "../options.ts";
import { printRun } from "../print-run.ts";

export const command: Command = {
  summary: "push, then propose the translations as a pull request",
  description:
    "Uploads changed source strings, downloads changed translations, and proposes them as one commit on one branch with one pull request.",
  options: {
    ...dryRunOption,
    ...forgeOptions,
    ...filterOptions,
    shard: {
      type: "string",
      value: "JSON",
      description: "one shard of `interlinear plan --matrix`, with --shard-file",
    },
    "shard-file": {
      type: "string",
      value: "FILE",
      description: "writes what the shard brings home there, for `interlinear collect`, and proposes nothing",
    },
    hold: {
      type: "string",
      value: "FILE",
      description:
        "writes translations into the working tree and the rest of the run there, for `interlinear propose`: your own programs may go over them in between",
    },
    full: {
      type: "boolean",
      description: "look at every file, also where nothing has moved since an earlier run found both sides in step",
    },
    ...removalsOption,
    ...verboseOption,
    ...mappingOptions,
  },
  run: async (options, context) => {
    await using workspace = await composeWorkspace(options, context);
    const target = await composeTarget(options, context, workspace);
    const settings = await runOptions("sync", options, workspace);
    const shard = await shardOption(options);
    if (shard !== undefined) {
      const { runShard } = await import("../../workspace/run-shard.ts");
      const { result } = await runShard(workspace, target, settings, shard);
      printRun(context.screen, { result });
      return 0;
    }
    const held = options.text("hold");
    if (held !== undefined) {
      assertWhole(options);
      const { holdRun } = await import("../../workspace/held-run.ts");
      const { result } = await holdRun(workspace, target, settings, resolve(context.directory, held));
      printRun(context.screen, { result });
      // What went wrong is in the file too, and `propose` says it.
      return 0;
    }
    const { run, ...outcome } = await synchronise(workspace, target, settings);
    printRun(context.screen, { result: run.result, outcome });
    return exitCodeOf(run.result);
  },
};

/** `propose` takes what the run did not bring for gone. */
function assertWhole(options: OptionValues): void {
  if (!options.has("component") && !options.has("language") && !options.flag("dry-run")) return;
  throw new UserError("--hold is for a whole run: not with --component, --language or --dry-run", {
    code: "IL-C02",
    hint: "See `interlinear help sync`.",
  });
}

async function shardOption(
  options: OptionValues,
): Promise<{ readonly shard: Shard; readonly path: string } | undefined> {
  const shard = options.text("shard");
  const path = options.text("shard-file");
  if (shard === undefined && path === undefined) return undefined;
  if (shard === undefined || path === undefined || options.has("component") || options.has("language")) {
    throw new UserError("--shard and --shard-file go together, without --component and --language", {
      code: "IL-C02",
      hint: "See `interlinear help sync`.",
    });
  }
  const { parseShard } = await import("../../workspace/matrix.ts");
  return { shard: parseShard(shard), path };
}
