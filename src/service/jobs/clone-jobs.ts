import type { Queries } from "../../store/database.ts";
import type { Service } from "../service.ts";

/** Kind of the job that commits what waits in a clone. */
export const COMMIT = "clone.commit";

/** Has what waits in a clone committed soon, when the transaction is committed. */
export async function commitSoon(service: Service, clone: number, queries: Queries): Promise<void> {
  await service.jobs.enqueue(COMMIT, { clone }, { key: String(clone), queries });
}
