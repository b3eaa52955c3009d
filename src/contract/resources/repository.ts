import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";
import { boolean, link } from "../fields.ts";

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

/** `background`: answered at once with the address of a task that does it. */
export const RepositoryRequest = lazy(() =>
  z.object({
    operation: z.enum(repositoryOperations),
    background: boolean.optional(),
  }),
);

/** Project level. */
export const RepositorySummary = lazy(() =>
  z
    .looseObject({
      needs_commit: z.boolean(),
      needs_merge: z.boolean(),
      needs_push: z.boolean(),
      url: link,
    })
    .meta({ id: "RepositorySummary" }),
);
export type RepositorySummary = Value<typeof RepositorySummary>;

const commit = z.union([z.string(), z.looseObject({ revision: z.string() })]);

/** Component and translation level. */
export const RepositoryStatus = lazy(() =>
  RepositorySummary()
    .extend({
      /** The specification says string; real servers send an object with `revision`, or null. */
      remote_commit: commit.nullish(),
      /** The commit our clone is at. */
      weblate_commit: commit.nullish(),
      status: z.string().nullish(),
      merge_failure: z.string().nullish(),
      /** Commits that upstream lacks, and that we lack, as of the last fetch. */
      outgoing_commits: z.int().nullish(),
      missing_commits: z.int().nullish(),
      /** Strings that wait for a commit; `errors_skipped` of them have no place in their file. */
      pending_units: z
        .looseObject({
          total: z.int(),
          errors_skipped: z.int(),
          commit_policy_skipped: z.int(),
          eligible_for_commit: z.int(),
        })
        .nullish(),
    })
    .meta({ id: "RepositoryStatus" }),
);
export type RepositoryStatus = Value<typeof RepositoryStatus>;

/** Failure is `result: false` with a `detail`; `result` alone is no verdict (probe §4). */
export const OperationResult = lazy(() =>
  z.looseObject({ result: z.boolean().nullish(), detail: z.string().nullish() }).meta({ id: "OperationResult" }),
);
export type OperationResult = Value<typeof OperationResult>;

/** Project level: done in every repository in which the caller may do it; names are `project/component`. */
export const ProjectOperationResult = lazy(() =>
  OperationResult()
    .extend({
      included_components: z.array(z.string()).optional(),
      skipped_components: z.array(z.string()).optional(),
      /** Components whose repository it is that the caller may not do it in, as far as the caller sees them. */
      permission_blockers: z.array(z.string()).optional(),
    })
    .meta({ id: "ProjectOperationResult" }),
);

export const Lock = lazy(() => z.looseObject({ locked: z.boolean() }).meta({ id: "Lock" }));
export type Lock = Value<typeof Lock>;
