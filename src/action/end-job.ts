import * as core from "@actions/core";
import { InterlinearError } from "../core/errors.ts";
import { Redactor } from "../core/redaction.ts";
import { VERSION } from "../core/version.ts";
import { revokeInstallationToken } from "../forge/github/app-token.ts";
import { HttpTranslationService } from "../service-client/index.ts";
import { releaseLocks } from "../sync/health/service-lock.ts";
import { mask } from "./inputs.ts";
import { runnerLogger } from "./logger.ts";
import { rememberedAppToken, rememberedLocks, type RememberedLocks } from "./remembered.ts";
import { readRunnerEnvironment } from "./runner-environment.ts";

const redactor = new Redactor();
const logger = runnerLogger(redactor);

/**
 * What the runner runs at the end of a job, also after a step that was cancelled: gives back what a run held. Does nothing
 * where nothing was held, and never fails: the job's outcome is the work's.
 */
export async function endJob(environment: NodeJS.ProcessEnv): Promise<void> {
  const [locks, appToken] = [rememberedLocks(), rememberedAppToken()];
  if (appToken !== undefined) {
    mask(appToken, redactor);
    const { repository, apiUrl, serverUrl } = readRunnerEnvironment(environment);
    await tolerated("end the App's token", () =>
      revokeInstallationToken({ repository, apiUrl, serverUrl, logger }, appToken),
    );
  }
  const token = locks === undefined ? "" : core.getInput("token");
  if (locks === undefined || token === "") return;
  mask(token, redactor);
  await tolerated("release the locks", () => release(locks, token));
}

async function release({ service: url, names }: RememberedLocks, token: string): Promise<void> {
  const service = new HttpTranslationService({ url, token, version: VERSION, logger });
  try {
    for (const { component, reason } of await releaseLocks(service, names)) {
      logger.warning(`${component} may still be locked on ${url}: ${reason}. The next run looks at it again.`);
    }
  } finally {
    await service.close();
  }
}

async function tolerated(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof InterlinearError)) throw error;
    logger.warning(`The end of the job could not ${what}: ${error.message}`);
  }
}
