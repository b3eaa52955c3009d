import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as core from "@actions/core";
import type { Finished } from "../automation/engine-run.ts";
import type { Redactor } from "../core/redaction.ts";
import type { Delivery, Withdrawal } from "../forge/forge.ts";
import { toldWithdrawals, type ForgeOutcome } from "../report/run/forge-outcome.ts";
import type { Review } from "../review/index.ts";
import type { LanguageStatistics, RunResult } from "../sync/index.ts";

/** What later steps of a workflow get. All are always set, "" where there is nothing to say. */
export interface ActionOutputs {
  /** Whether this run wrote a branch. */
  readonly changed: "true" | "false";
  readonly "pull-request-number": string;
  readonly "pull-request-url": string;
  /** JSON: number, url, branch, commit, outcome. */
  readonly "pull-requests": string;
  /** JSON: number, url, branch, outcome. */
  readonly withdrawn: string;
  readonly commit: string;
  /** Path of the plan as JSON. */
  readonly plan: string;
  /** Path of the review as JSON. */
  readonly review: string;
  /** JSON: component, language, total, translated, fuzzy, failingChecks. */
  readonly statistics: string;
  readonly conflicts: string;
  /** JSON: include → shard, components, work. */
  readonly matrix: string;
}

export const NO_OUTPUTS: ActionOutputs = {
  changed: "false",
  "pull-request-number": "",
  "pull-request-url": "",
  "pull-requests": "[]",
  withdrawn: "[]",
  commit: "",
  plan: "",
  review: "",
  statistics: "[]",
  conflicts: "0",
  matrix: "",
};

/** Pure: a run's outputs, with the plan's file already written. */
export function outputsOf(
  result: RunResult,
  { deliveries, withdrawals, matrix }: ForgeOutcome & Pick<Finished, "matrix">,
  planFile: string,
): ActionOutputs {
  const [delivery] = deliveries;
  const isWritten = deliveries.some(({ outcome }) => outcome === "created" || outcome === "updated");
  return {
    ...NO_OUTPUTS,
    changed: isWritten ? "true" : "false",
    "pull-request-number": String(delivery?.pullRequest?.number ?? ""),
    "pull-request-url": delivery?.pullRequest?.url ?? "",
    "pull-requests": JSON.stringify(deliveries.map(compactDelivery)),
    withdrawn: JSON.stringify(toldWithdrawals({ deliveries, withdrawals }).map(compactWithdrawal)),
    commit: delivery?.commit ?? "",
    plan: planFile,
    statistics: JSON.stringify(result.statistics.map(compactStatistics)),
    conflicts: String(result.conflicts.length),
    matrix: matrix === undefined ? "" : JSON.stringify(matrix),
  };
}

function compactDelivery({ outcome, branch, commit, pullRequest }: Delivery): object {
  return { ...addressOf(pullRequest), outcome, branch, commit: commit ?? null };
}

function compactWithdrawal({ outcome, branch, pullRequest }: Withdrawal): object {
  return { ...addressOf(pullRequest), outcome, branch };
}

function addressOf(pullRequest: Withdrawal["pullRequest"]): object {
  return { number: pullRequest?.number ?? null, url: pullRequest?.url ?? null };
}

/** Outputs of a job are limited to 1 MB: only what cannot be derived. */
function compactStatistics(each: LanguageStatistics): object {
  const { component, language, total, translated, fuzzy, failingChecks } = each;
  return { component, language, total, translated, fuzzy, failingChecks };
}

/** Where the files go, and what no word of a service may show in them. */
export interface FilePlace {
  /** RUNNER_TEMP */
  readonly temporary: string;
  readonly redactor: Redactor;
}

export async function writePlanFile(result: RunResult, place: FilePlace): Promise<string> {
  return writeJson("plan", { ...result.plan, outcomes: result.steps, broken: result.broken }, place);
}

/** All reviews of a run in one file: one, but where a commit is the head of several pull requests. */
export async function writeReviewFile(
  reviews: readonly { readonly pullRequest: number; readonly review: Review }[],
  place: FilePlace,
): Promise<string> {
  return writeJson(
    "review",
    reviews.map(({ pullRequest, review }) => ({ pullRequest, ...review })),
    place,
  );
}

async function writeJson(name: string, value: object, { temporary, redactor }: FilePlace): Promise<string> {
  const path = join(temporary, `interlinear-${name}-${String(process.pid)}.json`);
  await writeFile(path, `${redactor.redact(JSON.stringify(value, undefined, 2))}\n`);
  return path;
}

export function setOutputs(outputs: ActionOutputs, redactor: Redactor): void {
  for (const [name, value] of Object.entries(outputs)) core.setOutput(name, redactor.redact(value));
}
