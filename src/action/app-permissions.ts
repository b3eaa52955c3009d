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
/** Reads, and writes where translations have waited so long that a run for them must have been lost. */
const CATCHING_UP: WantedPermissions = {
  permissions: { contents: "read" },
  optional: { contents: "write", pull_requests: "write", issues: "write", checks: "write", workflows: "write" },
};
const REVIEWING: WantedPermissions = {
  permissions: { contents: "read", pull_requests: "write" },
  optional: { issues: "read", checks: "write" },
};
const PROPOSING: WantedPermissions = {
  permissions: { contents: "write", pull_requests: "write" },
  // Labels that the repository lacks are made by whoever may write issues.
  // So is a branch that differs from the default one in workflow files by whoever may write these.
  optional: { issues: "write", checks: "write", workflows: "write" },
};

const PROPOSING_COMMANDS: ReadonlySet<string> = new Set(["sync", "pull", "collect", "propose"]);

/** The least that an App's token needs for a job. */
export function appPermissions(job: JobToDo): WantedPermissions {
  switch (job.kind) {
    case "run":
      if (PROPOSING_COMMANDS.has(job.command)) return PROPOSING;
      return job.catchesUp === true ? CATCHING_UP : READING;
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
