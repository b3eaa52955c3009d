import { jobOf } from "../automation/job.ts";
import { Redactor } from "../core/redaction.ts";
import { failureSummary } from "../report/run/short-summary.ts";
import { composeToken } from "./credentials.ts";
import { failStep } from "./failure.ts";
import { loadInputs } from "./inputs.ts";
import { runnerLogger } from "./logger.ts";
import { NO_OUTPUTS, setOutputs, type ActionOutputs } from "./outputs.ts";
import { lockMemory, rememberStart, type LockMemory } from "./remembered.ts";
import { readRunnerEnvironment } from "./runner-environment.ts";
import { showMessage, writeSummary } from "./show-message.ts";

/** One step of a workflow, from its inputs to its outputs. Never throws: a failure is the step's. */
export async function runAction(environment: NodeJS.ProcessEnv, redactor = new Redactor()): Promise<void> {
  let outputs = NO_OUTPUTS;
  const locks = lockMemory();
  try {
    rememberStart();
    outputs = await perform(environment, redactor, locks);
    locks.forget();
  } catch (error) {
    failStep(error, redactor);
    await writeSummary(failureSummary(error), { redactor, summaryFile: environment.GITHUB_STEP_SUMMARY });
  } finally {
    setOutputs(outputs, redactor);
  }
}

async function perform(environment: NodeJS.ProcessEnv, redactor: Redactor, locks: LockMemory): Promise<ActionOutputs> {
  const logger = runnerLogger(redactor);
  const inputs = loadInputs(redactor);
  const runner = readRunnerEnvironment(environment);
  const step = { logger, redactor, summaryFile: environment.GITHUB_STEP_SUMMARY, temporary: runner.temporary };
  const job = jobOf(runner.event, inputs.command);
  if (job.kind === "nothing") return showMessage({ ...job, kind: "said" }, step);
  const forgeToken = await composeToken(inputs, runner, job, { logger, redactor });
  // Most of the bundle: nobody whose event asks for nothing should wait for it to be read.
  const [{ performJob }, { showOutcome }] = await Promise.all([import("./perform-job.ts"), import("./show.ts")]);
  return showOutcome(await performJob({ inputs, runner, logger, redactor, forgeToken, locks }, job), step);
}
