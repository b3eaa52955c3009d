import type { CommandContext } from "../command.ts";
import { directoryOf } from "../directory.ts";
import { DEFAULT_MAPPING } from "../../workspace/default-mapping.ts";
import type { SetUpStep } from "../../workspace/set-up/plan.ts";
import type { OptionValues } from "../options.ts";
import { planRows, resultLines } from "./set-up-lines.ts";
import { prepareSetUp, type SetUp } from "./set-up.ts";

/** What is planned of a repository whose mapping is there, or would be written. */
export function setUpOf(options: OptionValues, context: CommandContext): Promise<SetUp> {
  return prepareSetUp({
    directory: directoryOf(options, context),
    mappingPath: options.text("mapping") ?? DEFAULT_MAPPING,
    token: context.environment.INTERLINEAR_TOKEN ?? "",
    service: undefined,
    project: undefined,
    sourceLanguage: undefined,
    repository: undefined,
    forge: undefined,
    logger: context.logger,
    clock: context.clock,
  });
}

/** Makes the projects and components of the mapping that the service lacks; false where one could not be made. */
export async function createMissing(options: OptionValues, context: CommandContext): Promise<boolean> {
  await using setUp = await setUpOf(options, context);
  const steps = setUp.plan.steps.filter(({ kind }) => kind === "create-project" || kind === "create-component");
  const { screen } = context;
  if (options.flag("dry-run")) {
    screen.print(planRows(steps, screen.style));
    return true;
  }
  return await applyChosen(setUp, steps, context);
}

/** Does the steps and says what became of each; false where one was not done. */
export async function applyChosen(
  setUp: SetUp,
  steps: readonly SetUpStep[],
  { screen }: CommandContext,
): Promise<boolean> {
  const { results, isAllSent } = await setUp.apply(steps, (step, result) => {
    for (const line of resultLines(step, result, screen.style)) screen.note(line);
  });
  return isAllSent && [...results.values()].every(({ kind }) => kind === "done");
}
