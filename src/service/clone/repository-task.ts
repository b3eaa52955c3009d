import type { RepositoryOperation } from "../../contract/resources/repository.ts";
import type { Payload } from "../../queue/job-queue.ts";
import { startTask, type TaskHandler } from "../jobs/task.ts";
import type { Service } from "../service.ts";
import { operate, type OperationTarget, type Outcome } from "./repository-operations.ts";

/** Kind of the task that does an operation on repositories. */
export const REPOSITORY_TASK = "repository";

export interface BackgroundOperation {
  readonly operation: RepositoryOperation;
  readonly targets: readonly Omit<OperationTarget, "user" | "onStep">[];
  readonly user: number | undefined;
  /** Whoever sees it sees the task. */
  readonly component?: number;
  readonly project?: number;
}

/** Begins an operation that outlasts the request. @returns the task's id */
export async function operateInBackground(service: Service, work: BackgroundOperation): Promise<string> {
  const { operation, targets, user, component, project } = work;
  const payload: Payload = { operation, targets: JSON.stringify(targets), user: user ?? null };
  return startTask(service, { kind: REPOSITORY_TASK, payload, user, component, project });
}

/** Does the task; its result is what the request without `background` would have answered. */
export const repositoryTask: TaskHandler = async (service, payload, progress) => {
  const targets: BackgroundOperation["targets"] = JSON.parse(String(payload["targets"]));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by operateInBackground alone
  const operation = payload["operation"] as RepositoryOperation;
  const user = payload["user"] === null ? undefined : Number(payload["user"]);
  const outcomes: Outcome[] = [];
  for (const [index, target] of targets.entries()) {
    const onStep = (percent: number, doing: string): Promise<void> =>
      progress.step((index * 100 + percent) / targets.length, `${target.name}: ${doing}`);
    const outcome = await operate(service, operation, { ...target, user, onStep });
    await onStep(99, outcome.result ? "Done" : (outcome.detail ?? "There was nothing to do"));
    outcomes.push(outcome);
  }
  return allOf(outcomes);
};

/** One outcome of several: all have to succeed, and every reason is told. */
export function allOf(outcomes: readonly Outcome[]): Outcome {
  const details = outcomes.flatMap(({ detail }) => detail ?? []);
  return {
    result: outcomes.every(({ result }) => result),
    ...(details.length === 0 ? {} : { detail: details.join("\n") }),
  };
}
