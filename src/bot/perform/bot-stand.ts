import type { JobStand } from "../../automation/job-stand.ts";
import type { Remote } from "../../git/remote-branch.ts";

/** What a job of the bot stands on: `standOf` makes it, one for each run. */
export interface BotStand extends JobStand {
  /** Branch that runs are about. */
  readonly branch: string;
  /** The repository's own; others are followed where its mapping says so. */
  readonly defaultBranch: string;
  /** The repository on its forge, with what git needs to reach it; the clone's `origin` has to have this address. */
  readonly remote: Remote;
  /** The forge did not take the token: the next run gets a new one. */
  forgetToken(): void;
}
