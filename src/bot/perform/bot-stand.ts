import type { JobStand } from "../../automation/job-stand.ts";

/** What a job of the bot stands on: {@link standOf} makes it, one for each run. */
export interface BotStand extends JobStand {
  /** Branch that runs are about: the one that was pushed to, or the default one. */
  readonly branch: string;
}
