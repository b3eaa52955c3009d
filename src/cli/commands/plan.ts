import { resolve } from "node:path";
import { defined } from "../../core/defined.ts";
import { UserError } from "../../core/errors.ts";
import { planLines } from "../../report/run/terminal.ts";
import { exitCodeOf, run } from "../../sync/index.ts";
import { parseShardCount } from "../../workspace/matrix.ts";
import { planMatrix } from "../../workspace/plan-matrix.ts";
import { runDependencies } from "../../workspace/open-workspace.ts";
import { writePlan } from "../../workspace/plan-file.ts";
import { checkedOutBase } from "../../workspace/synchronise.ts";
import type { Command } from "../command.ts";
import { composeWorkspace, runOptions, waitingFiles } from "../compose.ts";
import { seenWorkspace } from "../seen-workspace.ts";
import { filterOptions, forgeOptions, mappingOptions, removalsOption, workingTreeOption } from "../options.ts";
import { silenceLines } from "../silence-lines.ts";
import { silences } from "../silence.ts";

export const command: Command = {
  summary: "show what a sync would do, and why",
  description:
    "Compares the repository with the service and prints every step a sync would take with its reason; what waits in the open pull request already is counted, and is no step. Changes nothing. With --matrix it also spreads the work over jobs, of which each runs `interlinear sync --shard`; what is held back is theirs to say, and the exit code is 0.",
  options: {
    forge: {
      ...forgeOptions.forge,
      description:
        "whose open pull requests are looked at for what waits there already (default: the forge that GITHUB_TOKEN, FORGEJO_TOKEN or GITEA_TOKEN is for, else local)",
    },
    remote: forgeOptions.remote,
    ...filterOptions,
    out: { type: "string", value: "FILE", description: "writes the plan there, for `interlinear apply`" },
    matrix: { type: "string", value: "N", description: "spread the work over at most so many jobs (1 to 256)" },
    ...removalsOption,
    ...workingTreeOption,
    ...mappingOptions,
  },
  run: async (options, context) => {
    const count = options.text("matrix");
    const shards = count === undefined ? undefined : parseShardCount(count);
    // `collect` takes what no shard brought for gone: it may only be left out by being in step.
    if (shards !== undefined && (options.has("component") || options.has("language"))) {
      throw new UserError("--matrix spreads the work on everything, without --component and --language", {
        code: "IL-C02",
        hint: "See `interlinear help plan`.",
      });
    }
    const { screen } = context;
    await using opened = await composeWorkspace(options, context);
    const workspace = seenWorkspace(opened, options);
    const { mapping, service, git } = workspace;
    const settings = await runOptions("plan", options, workspace);
    // Jobs of a matrix know a part each of what a pull request holds.
    const delivered = shards === undefined ? await waitingFiles(options, context, workspace) : undefined;
    const { result } = await run({ ...runDependencies(workspace), ...defined({ delivered }) }, mapping, settings);
    const warnings = await silences(workspace, result, { usesWorkingTree: options.flag("working-tree") });
    const out = options.text("out");
    if (out !== undefined) {
      const base = await checkedOutBase(workspace);
      const kept = { plan: result.plan, service: mapping.service, base, options: settings };
      await writePlan(resolve(context.directory, out), kept);
    }
    if (shards === undefined) {
      if (screen.isJson) screen.printJson({ ...result, warnings });
      else screen.print([...planLines(result, screen.style), ...silenceLines(warnings)]);
      return exitCodeOf(result);
    }
    const matrix = await planMatrix({ mapping, service, branch: await git.branch() }, result, shards);
    if (screen.isJson) screen.printJson({ ...result, matrix });
    else
      screen.print([...planLines(result, screen.style), "", ...matrix.include.map((shard) => JSON.stringify(shard))]);
    return 0;
  },
};
