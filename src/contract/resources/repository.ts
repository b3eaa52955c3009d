import { z } from "zod";
import { link } from "../fields.ts";

/** What the service may be asked to do with a clone (facts §3). */
export const repositoryOperations = [
  "commit",
  "push",
  "pull",
  "pull-rebase",
  "pull-merge",
  "pull-merge-noff",
  "reset",
  "reset-keep",
  "cleanup",
  "file-sync",
  "file-scan",
] as const;
export type RepositoryOperation = (typeof repositoryOperations)[number];

/** Project level. */
export const RepositorySummary = z.looseObject({
  needs_commit: z.boolean(),
  needs_merge: z.boolean(),
  needs_push: z.boolean(),
  url: link,
});
export type RepositorySummary = z.output<typeof RepositorySummary>;

/** Component and translation level. */
export const RepositoryStatus = RepositorySummary.extend({
  /** The specification says string; real servers send an object with `revision`, or null. */
  remote_commit: z.union([z.string(), z.looseObject({ revision: z.string() })]).nullish(),
  status: z.string().nullish(),
  merge_failure: z.string().nullish(),
});
export type RepositoryStatus = z.output<typeof RepositoryStatus>;

/** Failure is `result: false` with a `detail`; `result` alone is no verdict (probe §4). */
export const OperationResult = z.looseObject({ result: z.boolean().nullish(), detail: z.string().nullish() });
export type OperationResult = z.output<typeof OperationResult>;

export const Lock = z.looseObject({ locked: z.boolean() });
export type Lock = z.output<typeof Lock>;
