import type { JobToDo } from "../../automation/job.ts";
import { systemClock, wokenBy } from "../../core/clock.ts";
import { defined } from "../../core/defined.ts";
import { LocalError } from "../../core/errors.ts";
import type { Logger } from "../../core/logger.ts";
import { POLITE } from "../../forge/github/connection.ts";
import type { RequestObserver } from "../../network/seen-request.ts";
import { ForgeTokens } from "../tokens/forge-tokens.ts";
import { brokenJobEnd, jobEndOf, type JobEnd } from "./job-end.ts";
import { jobContext, performJob, type JobContextRequest } from "./perform-job.ts";

/** A job with all that it needs, as plain data: whoever does it may be another process. */
export interface RequestedJob extends Pick<
  JobContextRequest,
  "settings" | "repository" | "clone" | "branch" | "runUrl" | "templates"
> {
  readonly job: JobToDo;
  /** Of the forge, good for this run. */
  readonly token: string;
  /** Why the pull request is not to be read: an attempt cost more than it may. */
  readonly tooLarge?: { readonly message: string; readonly hint: string };
}

/** What hears of a job while it is done. */
export interface JobObserver {
  readonly logger: Logger;
  /** The bot is about to end: what fails is not tried again, and no wait goes on. */
  readonly closing: AbortSignal;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
  readonly onRequest: RequestObserver;
  readonly onSecret: (secret: string) => void;
  /** The forge did not take the token. */
  readonly forgetToken: () => void;
}

/** Port: does a job, here or in another process. It does not throw: what broke is an end, too. */
export type PerformRequestedJob = (requested: RequestedJob, observer: JobObserver) => Promise<JobEnd>;

/** Does it in this process. */
export async function performRequestedJob(
  { job, token, tooLarge, ...request }: RequestedJob,
  { forgetToken, closing, ...observer }: JobObserver,
  { tempo = POLITE }: Pick<JobContextRequest, "tempo"> = {},
): Promise<JobEnd> {
  const pace = { tempo: { ...tempo, lastTries: closing }, clock: wokenBy(closing, systemClock) };
  try {
    const tokens = {
      tokenFor: () => Promise.resolve(token),
      teamTokenFor: (wanted: Parameters<ForgeTokens["teamTokenFor"]>[0]) => new ForgeTokens(pace).teamTokenFor(wanted),
      forget: forgetToken,
    };
    const reason = tooLarge && new LocalError(tooLarge.message, { code: "IL-G10", hint: tooLarge.hint });
    const context = await jobContext(tokens, { ...request, ...observer, ...pace, ...defined({ tooLarge: reason }) });
    return jobEndOf(await performJob(context, job));
  } catch (error) {
    return brokenJobEnd(observer.signal.aborted ? observer.signal.reason : error);
  }
}
