import type { JobToDo } from "../automation/job.ts";
import type { AppPermissions } from "../forge/github/app-token.ts";

export interface WantedPermissions {
  /** What the job cannot do without. */
  readonly permissions: AppPermissions;
  /** What it uses where the App has it. */
  readonly optional: AppPermissions;
}

const READING: WantedPermissions = {
  permissions: { contents: "read" },
  optional: { pull_requests: "read", issues: "read", checks: "write" },
};
const REVIEWING: WantedPermissions = {
  permissions: { contents: "read", pull_requests: "write" },
  optional: { issues: "read", checks: "write" },
};
const PROPOSING: WantedPermissions = {
  permissions: { contents: "write", pull_requests: "write" },
  // Labels that the repository lacks are made by whoever may write issues.
  optional: { issues: "write", checks: "write" },
};

const PROPOSING_COMMANDS: ReadonlySet<string> = new Set(["sync", "pull", "collect", "propose"]);

/** The least that an App's token needs for a job. */
export function appPermissions(job: JobToDo): WantedPermissions {
  switch (job.kind) {
    case "run":
      return PROPOSING_COMMANDS.has(job.command) ? PROPOSING : READING;
    case "sweep":
    case "merge-group":
      return READING;
    case "review":
    case "review-of-head":
      return REVIEWING;
    case "answer":
    case "rebase":
    case "after-merge":
      return PROPOSING;
  }
}
