import { exitCodeOf } from "../../sync/index.ts";
import { synchronise } from "../../workspace/synchronise.ts";
import type { Command } from "../command.ts";
import { composeTarget, composeWorkspace, runOptions } from "../compose.ts";
import { dryRunOption, filterOptions, mappingOptions, removalsOption } from "../options.ts";
import { printRun } from "../print-run.ts";

export const command: Command = {
  summary: "push, then propose the translations as a pull request",
  description:
    "Uploads changed source strings, downloads changed translations, and proposes them as one commit on one branch with one pull request.",
  options: {
    ...dryRunOption,
    forge: {
      type: "string",
      value: "local|github|forgejo",
      description: "where the pull request is made (default: local); gitea is another word for forgejo",
    },
    remote: { type: "string", value: "NAME", description: "the remote that gets the branch (default: origin)" },
    output: { type: "string", value: "DIR", description: "where --forge local writes the pull request's text" },
    ...filterOptions,
    ...removalsOption,
    ...mappingOptions,
  },
  run: async (options, context) => {
    await using workspace = await composeWorkspace(options, context);
    const target = await composeTarget(options, context, workspace);
    const { run, ...outcome } = await synchronise(workspace, target, runOptions("sync", options, workspace));
    printRun(context.screen, { result: run.result, outcome });
    return exitCodeOf(run.result);
  },
};
