import { unknownForge } from "../unknown-forge.ts";
import { UserError, type ExitCode } from "../../core/errors.ts";
import { DEFAULT_MAPPING } from "../../workspace/default-mapping.ts";
import type { StepResult } from "../../workspace/set-up/apply.ts";
import { workflowForges, type WorkflowForge } from "../../workspace/workflow-file.ts";
import type { SetUpStep } from "../../workspace/set-up/plan.ts";
import { planLines as runPlanLines } from "../../report/run/terminal.ts";
import type { Command, CommandContext } from "../command.ts";
import { directoryOf } from "../directory.ts";
import { dryRunOption, mappingOptions, sourceLanguageOption, type OptionValues } from "../options.ts";
import { planDocument, planLines, resultLines, subjectOf, todoLines } from "../up/set-up-lines.ts";
import { prepareSetUp, type SetUp, type SetUpRequest } from "../up/set-up.ts";
import { todoOf } from "../up/todo.ts";

export const command: Command = {
  summary: "set everything up: mapping, project, components, translations, workflow",
  description:
    "Finds the translation files, writes the mapping and the workflow, makes the project and its components on the service, and sends what git has, translations included. Shows all of it first and asks; --yes does it without a question, --dry-run shows it only. What is there already stays as it is, and you are told how it differs. Run it again after any failure: it goes on where it stopped. With --local it starts a translation service on this machine and fills that one; nothing is written into the repository.",
  options: {
    service: {
      type: "string",
      value: "URL",
      description: "address of the translation service (default: the mapping's)",
    },
    project: {
      type: "string",
      value: "SLUG",
      description: "the project on it (default: the one that the token is for, else the folder's name)",
    },
    ...sourceLanguageOption,
    local: { type: "boolean", description: "fill a translation service on this machine, until Ctrl-C" },
    port: { type: "string", value: "PORT", description: "with --local: port of the service (default: any free one)" },
    data: {
      type: "string",
      value: "DIR",
      description: "with --local: keep the service's data there (default: a temporary folder)",
    },
    repository: {
      type: "string",
      value: "URL",
      description:
        "where the service reads this repository; none: its files are sent (default: the remote, if everybody can read it)",
    },
    forge: {
      type: "string",
      value: "github|forgejo|gitea|none",
      description: "which workflow to write (default: as the remote says)",
    },
    yes: { type: "boolean", short: "y", description: "do it without a question" },
    ...dryRunOption,
    ...mappingOptions,
  },
  run: async (options, context) => {
    if (options.flag("local")) {
      // Nobody who sets up another service should wait for a web server to be read.
      const { upLocally } = await import("../up/up-locally.ts");
      return upLocally(options, context);
    }
    for (const name of ["port", "data"]) {
      if (options.has(name)) throw new UserError(`--${name} needs --local`, { code: "IL-C02", hint: HELP });
    }
    await using setUp = await prepareSetUp(requestOf(options, context));
    const steps = setUp.plan.steps;
    context.screen.print(planLines(setUp, context.screen.style));
    if (!(await isAgreed(setUp, options, context))) return 0;
    const { results, hasFailed } = await perform(setUp, steps, context);
    return await finish(setUp, { steps, results, hasFailed }, context);
  },
};

const HELP = "See `interlinear help up`.";

function requestOf(options: OptionValues, { directory, environment, logger, clock }: CommandContext): SetUpRequest {
  return {
    directory: directoryOf(options, { directory }),
    mappingPath: options.text("mapping") ?? DEFAULT_MAPPING,
    token: environment.INTERLINEAR_TOKEN ?? "",
    service: options.text("service"),
    project: options.text("project"),
    sourceLanguage: options.text("source-language"),
    repository: options.text("repository"),
    forge: forgeOption(options),
    logger,
    clock,
  };
}

function forgeOption(options: OptionValues): WorkflowForge | "none" | undefined {
  const name = options.text("forge");
  if (name === undefined || name === "none") return name;
  const known = workflowForges.find((forge) => forge === name);
  if (known !== undefined) return known;
  throw unknownForge(name, [...workflowForges, "none"]);
}

/** Whether what was shown is to be done. */
async function isAgreed(setUp: SetUp, options: OptionValues, { ask, screen }: CommandContext): Promise<boolean> {
  const { steps } = setUp.plan;
  if (options.flag("dry-run")) {
    const todo = todoOf(setUp, steps);
    screen.print([...todoLines(todo, screen.style), "", "Nothing was done: --yes does it."]);
    if (screen.isJson) screen.printJson({ ...documentOf(setUp), applied: false, todo });
    return false;
  }
  if (options.flag("yes") || steps.length === 0) return true;
  if (ask === undefined || screen.isJson) {
    throw new UserError("this needs your yes, and there is no terminal to ask in", {
      code: "IL-C02",
      hint: "Add --yes to do it, or --dry-run only to see it.",
    });
  }
  if (await ask("\nDo this? [y/N] ")) return true;
  screen.print(["Nothing was done."]);
  return false;
}

interface Performed {
  readonly results: ReadonlyMap<SetUpStep, StepResult>;
  readonly hasFailed: boolean;
}

async function perform(setUp: SetUp, steps: readonly SetUpStep[], { screen }: CommandContext): Promise<Performed> {
  if (steps.length > 0) screen.print([""]);
  const { results, isAllSent } = await setUp.apply(steps, (step, result) => {
    screen.print(resultLines(step, result, screen.style));
  });
  const hasFailed = !isAllSent || [...results.values()].some(({ kind }) => kind !== "done");
  return { results, hasFailed };
}

async function finish(
  setUp: SetUp,
  { steps, results, hasFailed }: Performed & { readonly steps: readonly SetUpStep[] },
  { screen }: CommandContext,
): Promise<ExitCode> {
  const done = steps.filter((step) => results.get(step)?.kind === "done");
  const todo = todoOf(setUp, done);
  const preview = hasFailed ? undefined : await setUp.preview();
  if (screen.isJson) {
    const outcomes = steps.map((step) => ({ subject: subjectOf(step), ...resultDocument(results.get(step)) }));
    screen.printJson({ ...documentOf(setUp), applied: true, results: outcomes, plan: preview ?? null, todo });
  } else {
    screen.print([
      ...(preview === undefined ? [] : ["", ...runPlanLines(preview, screen.style)]),
      ...todoLines(todo, screen.style),
      ...(hasFailed ? ["", "Not everything was done. Mend what is named above, and run the same command again."] : []),
    ]);
  }
  return hasFailed ? 1 : 0;
}

function documentOf(setUp: SetUp): object {
  const { service, mappingPath, branch, account, otherTools } = setUp;
  return {
    service,
    mapping: mappingPath,
    branch: branch ?? null,
    user: account?.username ?? null,
    otherTools,
    setUp: planDocument(setUp.plan),
  };
}

function resultDocument(result: StepResult | undefined): object {
  if (result?.kind !== "failed") return { result: result?.kind ?? "left-out" };
  const { code, message, hint } = result.error;
  return { result: "failed", error: { code, message, hint: result.remedy ?? hint ?? null } };
}
