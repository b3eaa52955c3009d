import { GateError } from "../core/errors.ts";
import type { Step } from "./plan.ts";

/** Steps as a file of a plan holds them: any objects, until they are compared. */
export type KeptSteps = readonly Readonly<Record<string, unknown>>[];

export interface PlanDrift {
  /** Steps that were planned and would not be taken now, in words. */
  readonly gone: readonly string[];
  /** Steps that would be taken now and were not planned. */
  readonly fresh: readonly string[];
}

/** What came between a plan and now: blob ids and revisions stand in the steps, so that a moved side makes others of them. Pure. */
export function planDrift(kept: KeptSteps, now: readonly Step[]): PlanDrift {
  const before = new Map(kept.map((step) => [identity(step), words(step)]));
  const after = new Map(now.map((step) => [identity({ ...step }), words({ ...step })]));
  return {
    gone: [...before].filter(([id]) => !after.has(id)).map(([, said]) => said),
    fresh: [...after].filter(([id]) => !before.has(id)).map(([, said]) => said),
  };
}

/** @throws {GateError} `IL-P09` where anything would be done that was not planned, or not be done that was */
export function assertAsPlanned(kept: KeptSteps, now: readonly Step[]): void {
  const { gone, fresh } = planDrift(kept, now);
  if (gone.length === 0 && fresh.length === 0) return;
  const parts = [
    gone.length === 0 ? "" : `no more: ${listed(gone)}`,
    fresh.length === 0 ? "" : `instead or besides: ${listed(fresh)}`,
  ].filter((part) => part !== "");
  throw new GateError(`the repository or the service moved since the plan was made; ${parts.join("; ")}`, {
    code: "IL-P09",
    hint: "Nothing was done. Make a new plan, look at it, and apply that.",
  });
}

const NAMED = 5;

function listed(said: readonly string[]): string {
  const more = said.length > NAMED ? ` and ${String(said.length - NAMED)} more` : "";
  return `${said.slice(0, NAMED).join(", ")}${more}`;
}

/** Everything but the words: a reason may be said in another way. */
function identity(step: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(
    Object.entries(step)
      .filter(([name, value]) => name !== "reason" && value !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

function words({ kind, component, path, language }: Readonly<Record<string, unknown>>): string {
  const what = [path, language, component].find((part) => typeof part === "string");
  return `${typeof kind === "string" ? kind : "a step"} ${typeof what === "string" ? what : ""}`.trim();
}
