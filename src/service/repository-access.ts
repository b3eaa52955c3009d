import type { ProjectPermission } from "../contract/permission.ts";
import type { RepositoryOperation } from "../contract/resources/repository.ts";

/** Each of these lets a caller see the status of a repository (facts §3). */
export const statusPermissions: readonly ProjectPermission[] = [
  "vcs.access",
  "vcs.commit",
  "vcs.push",
  "vcs.reset",
  "vcs.update",
  "vcs.view",
];

const permissions: Readonly<Record<RepositoryOperation, ProjectPermission>> = {
  commit: "vcs.commit",
  push: "vcs.push",
  pull: "vcs.update",
  "pull-rebase": "vcs.update",
  "pull-merge": "vcs.update",
  "pull-merge-noff": "vcs.update",
  reset: "vcs.reset",
  "reset-keep": "vcs.reset",
  cleanup: "vcs.reset",
  "file-sync": "vcs.reset",
  "file-scan": "vcs.reset",
};

export function operationPermission(operation: RepositoryOperation): ProjectPermission {
  return permissions[operation];
}
