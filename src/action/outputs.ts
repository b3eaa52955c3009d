import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as core from "@actions/core";
import type { Delivery } from "../forge/forge.ts";
import type { LanguageStatistics, RunResult } from "../sync/index.ts";

/** What later steps of a workflow get. All are always set, "" where there is nothing to say. */
export interface ActionOutputs {
  /** Whether this run wrote the branch. */
  readonly changed: "true" | "false";
  readonly "pull-request-number": string;
  readonly "pull-request-url": string;
  readonly commit: string;
  /** Path of the plan as JSON. */
  readonly plan: string;
  /** JSON: component, language, total, translated, fuzzy, failingChecks. */
  readonly statistics: string;
  readonly conflicts: string;
}

export const NO_OUTPUTS: ActionOutputs = {
  changed: "false",
  "pull-request-number": "",
  "pull-request-url": "",
  commit: "",
  plan: "",
  statistics: "[]",
  conflicts: "0",
};

/** Pure: a run's outputs, with the plan's file already written. */
export function outputsOf(result: RunResult, delivery: Delivery | undefined, planFile: string): ActionOutputs {
  const isWritten = delivery?.outcome === "created" || delivery?.outcome === "updated";
  return {
    changed: isWritten ? "true" : "false",
    "pull-request-number": String(delivery?.pullRequest?.number ?? ""),
    "pull-request-url": delivery?.pullRequest?.url ?? "",
    commit: delivery?.commit ?? "",
    plan: planFile,
    statistics: JSON.stringify(result.statistics.map(compactStatistics)),
    conflicts: String(result.conflicts.length),
  };
}

/** Outputs of a job are limited to 1 MB: only what cannot be derived. */
function compactStatistics(each: LanguageStatistics): object {
  const { component, language, total, translated, fuzzy, failingChecks } = each;
  return { component, language, total, translated, fuzzy, failingChecks };
}

export async function writePlanFile(result: RunResult, folder: string): Promise<string> {
  const path = join(folder, `interlinear-plan-${String(process.pid)}.json`);
  await writeFile(
    path,
    `${JSON.stringify({ ...result.plan, outcomes: result.steps, broken: result.broken }, undefined, 2)}\n`,
  );
  return path;
}

export function setOutputs(outputs: ActionOutputs): void {
  for (const [name, value] of Object.entries(outputs)) core.setOutput(name, value);
}
