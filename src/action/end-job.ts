import * as core from "@actions/core";
import { InterlinearError } from "../core/errors.ts";
import { Redactor } from "../core/redaction.ts";
import { VERSION } from "../core/version.ts";
import { HttpTranslationService } from "../service-client/index.ts";
import { releaseLocks } from "../sync/service-lock.ts";
import { mask } from "./inputs.ts";
import { runnerLogger } from "./logger.ts";
import { rememberedLocks, type RememberedLocks } from "./remembered.ts";

const redactor = new Redactor();
const logger = runnerLogger(redactor);

/**
 * What the runner runs at the end of a job, also after a step that was cancelled: gives back what a run held. Does nothing
 * where nothing was held, and never fails: the job's outcome is the work's.
 */
export async function endJob(_environment: NodeJS.ProcessEnv): Promise<void> {
  const locks = rememberedLocks();
  if (locks === undefined) return;
  const token = core.getInput("token");
  mask(token, redactor);
  if (token !== "") await tolerated("release the locks", () => release(locks, token));
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
