import { setImmediate } from "node:timers/promises";
import { defined } from "../../core/defined.ts";
import { inTransaction } from "../../store/database.ts";
import { note } from "../logs/event-log.ts";
import { present, type Records } from "../records.ts";
import { batches } from "../../store/bulk.ts";
import { filteredDeliveries, type DeliveryFilter } from "./delivery-list.ts";
import { enqueueRepository } from "./deliveries.ts";

/**
 * Gives a delivery another turn, as if it had just come.
 * @param login of whoever asks; undefined: somebody at the machine itself
 * @returns `refused` where it waits or runs anyway, or is about no repository
 */
export function replayDelivery(
  records: Records,
  id: number,
  login: number | undefined,
): Promise<"replayed" | "unknown" | "refused"> {
  return inTransaction(records.database, async (queries) => {
    const row = await queries
      .selectFrom("delivery")
      .select(["state", "repository_id", "event"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (row === undefined) return "unknown";
    const { state, repository_id: repository, event } = row;
    if (repository === null || state === "waiting" || state === "running") return "refused";
    const within = { ...records, database: queries };
    await queries
      .updateTable("delivery")
      .set({ state: "waiting", attempts: 0, reason: "", due: present(records), finished: null, run_id: null })
      .where("id", "=", id)
      .execute();
    await enqueueRepository(within, repository);
    await note(within, {
      level: "info",
      component: "deliveries",
      message: `The delivery of “${event}” was sent on its way again.`,
      repository,
      ...defined({ login }),
      details: { delivery: id },
    });
    return "replayed";
  });
}

/**
 * Gives all deliveries that a filter finds another turn; those that wait or run, and those about no repository, are left out.
 * @returns how many it were
 */
export async function replayDeliveries(
  records: Records,
  filter: DeliveryFilter,
  login: number | undefined,
): Promise<number> {
  const found = await filteredDeliveries(records.database, filter)
    .select("delivery.id")
    .where("delivery.repository_id", "is not", null)
    .where("delivery.state", "in", ["dead", "ignored", "done"])
    .orderBy("delivery.id")
    .execute();
  let replayed = 0;
  for (const batch of batches(found.map(({ id }) => id))) {
    replayed += await replayBatch(records, batch);
    // Whoever sends webhooks is not to wait for all of them.
    await setImmediate();
  }
  if (replayed > 0) {
    await note(records, {
      level: "info",
      component: "deliveries",
      message: `${String(replayed)} deliveries were sent on their way again.`,
      ...defined({ login }),
      details: { ...filter, reasons: filter.reasons?.slice(0, 3) },
    });
  }
  return replayed;
}

/** Whoever replayed one of them meanwhile was quicker. */
function replayBatch(records: Records, ids: number[]): Promise<number> {
  return inTransaction(records.database, async (queries) => {
    const rows = await queries
      .updateTable("delivery")
      .set({ state: "waiting", attempts: 0, reason: "", due: present(records), finished: null, run_id: null })
      .where("id", "in", ids)
      .where("state", "in", ["dead", "ignored", "done"])
      .returning("repository_id")
      .execute();
    const repositories = new Set(rows.map(({ repository_id: repository }) => repository));
    for (const repository of repositories) await enqueueRepository({ ...records, database: queries }, repository);
    return rows.length;
  });
}
