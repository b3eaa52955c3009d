import { paged, type Page, type PageRequest } from "../page.ts";
import type { Records } from "../records.ts";
import { sourceOf, type DeliverySource, type DeliveryState } from "./deliveries.ts";

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

function stateOf(state: string): DeliveryState {
  return state === "waiting" || state === "running" || state === "ignored" || state === "dead" ? state : "done";
}
