import type { DeliverySource, DeliveryState } from "./deliveries.ts";
import { REPOSITORY_JOB, sourceOf } from "./deliveries.ts";
import { inTransaction } from "../../store/database.ts";
import { note } from "../logs/event-log.ts";
import { paged, type Page, type PageRequest } from "../page.ts";
import { present, type Records } from "../records.ts";

/** Times are ISO 8601 in UTC. */
export interface ListedDelivery {
  readonly id: number;
  readonly source: DeliverySource;
  readonly sender: string;
  readonly guid: string;
  readonly event: string;
  readonly action: string;
  readonly repository: { readonly id: number; readonly name: string } | undefined;
  readonly received: string;
  readonly state: DeliveryState;
  /** Tries that failed. */
  readonly attempts: number;
  /** What went wrong the last time, or why it was ignored; "" otherwise. */
  readonly reason: string;
  /** Not before. */
  readonly due: string;
  readonly finished: string | undefined;
  readonly run: number | undefined;
}

export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined;
  readonly source?: DeliverySource | undefined;
  readonly repository?: number | undefined;
  /** Received from this time on. */
  readonly since?: string | undefined;
  /** Received before this time. */
  readonly until?: string | undefined;
}

/** The newest first. */
export async function listDeliveries(
  { database }: Pick<Records, "database">,
  { state, source, repository, since, until }: DeliveryFilter,
  page: PageRequest,
): Promise<Page<ListedDelivery>> {
  let rows = database
    .selectFrom("delivery")
    .leftJoin("repository", "repository.id", "delivery.repository_id")
    .select(["delivery.id", "delivery.source", "delivery.sender", "delivery.guid", "delivery.event", "delivery.action"])
    .select(["delivery.received", "delivery.state", "delivery.attempts", "delivery.reason", "delivery.due"])
    .select(["delivery.finished", "delivery.run_id", "delivery.repository_id", "repository.name"])
    .orderBy("delivery.id", "desc");
  if (state !== undefined) rows = rows.where("delivery.state", "=", state);
  if (source !== undefined) rows = rows.where("delivery.source", "=", source);
  if (repository !== undefined) rows = rows.where("delivery.repository_id", "=", repository);
  if (since !== undefined) rows = rows.where("delivery.received", ">=", since);
  if (until !== undefined) rows = rows.where("delivery.received", "<", until);
  return paged(rows, page, ({ repository_id: id, name, run_id: run, ...row }) => ({
    ...row,
    source: sourceOf(row.source),
    state: stateOf(row.state),
    repository: id === null || name === null ? undefined : { id, name },
    finished: row.finished ?? undefined,
    run: run ?? undefined,
  }));
}

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
    await queries
      .updateTable("delivery")
      .set({ state: "waiting", attempts: 0, reason: "", due: present(records), finished: null, run_id: null })
      .where("id", "=", id)
      .execute();
    await records.jobs.enqueue(REPOSITORY_JOB, { repository }, { key: String(repository), queries });
    await note(
      { ...records, database: queries },
      {
        level: "info",
        component: "deliveries",
        message: `The delivery of “${event}” was sent on its way again.`,
        repository,
        ...(login === undefined ? {} : { login }),
        details: { delivery: id },
      },
    );
    return "replayed";
  });
}

function stateOf(state: string): DeliveryState {
  return state === "waiting" || state === "running" || state === "ignored" || state === "dead" ? state : "done";
}
