import { defined } from "../../core/defined.ts";
import { inTransaction } from "../../store/database.ts";
import { note } from "../logs/event-log.ts";
import { present, type Records } from "../records.ts";
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
