import type { ErrorTable } from "../core/errors.ts";

export const workspaceErrors = {
  "IL-W01": {
    title: "There is no token for the service",
    remedy:
      "Put it into the environment variable INTERLINEAR_TOKEN, or the action's input `token`. Never on a command line.",
  },
  "IL-W02": {
    title: "A filter names nothing in the mapping",
    remedy: "Name a component as the mapping does: `project/component`, or its slug alone.",
  },
  "IL-W03": {
    title: "There is no branch to propose to",
    remedy: "Check a branch out: a pull request needs one as its base.",
  },
  "IL-W04": {
    title: "The base branch's mapping cannot be read",
    remedy:
      "Check out with `fetch-depth: 0`, or let the runner fetch: the mapping of a pull request's own branch is not trusted.",
  },
  "IL-W05": {
    title: "The pull request's branch is the branch it goes to, or a branch of translations is to be one",
    remedy:
      "Set `pull-request.branch` to a branch of its own, or leave it out: translations never go to yours directly. Run a sync on the branch that they are for, not on the one that they are written to.",
  },
  "IL-W06": {
    title: "A shard or a matrix of shards cannot be read",
    remedy: "Pass on what `plan` gave: `${{ toJSON(matrix) }}` to each job, the whole output `matrix` to the last one.",
  },
  "IL-W07": {
    title: "The file that a shard left cannot be used",
    remedy: "Have all jobs of the workflow check out one commit and run one version of Interlinear, then run it again.",
  },
  "IL-W08": {
    title: "A translation that was brought home is gone from the working tree",
    remedy: "Between `sync --hold` and `propose` translations may be changed, not removed.",
  },
  "IL-W09": {
    title: "A plan cannot be kept or applied",
    remedy:
      "Make a new one with `interlinear plan --out`, on the commit and for the service that it is to be applied to.",
  },
} satisfies ErrorTable;
