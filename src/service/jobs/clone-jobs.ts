import type { Queries } from "../../store/database.ts";
import type { Service } from "../service.ts";

/** Kind of the job that commits what waits in a clone. */
export const COMMIT = "clone.commit";
/** Kind of the job that pulls a clone. */
export const PULL = "clone.pull";

/** Has what waits in a clone committed soon, when the transaction is committed. */
export async function commitSoon(service: Service, clone: number, queries: Queries): Promise<void> {
  await service.jobs.enqueue(COMMIT, { clone }, { key: String(clone), queries });
}

/** Has a clone pulled: soon, when the transaction is committed, or at a time. */
export async function pullSoon(service: Service, clone: number, queries?: Queries, runAfter?: Date): Promise<void> {
  const options = { key: `clone.pull ${String(clone)}`, ...(queries && { queries }), ...(runAfter && { runAfter }) };
  await service.jobs.enqueue(PULL, { clone }, options);
}
