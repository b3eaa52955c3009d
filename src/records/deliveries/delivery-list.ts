import { contains } from "../../store/like.ts";
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
  /** In its event, its id or its reason, in whatever case. */
  readonly text?: string | undefined;
  /** A part of the repository's name, in whatever case. */
  readonly repositoryPart?: string | undefined;
  /** Its reason is one of these. */
  readonly reasons?: readonly string[] | undefined;
  /** Received from this time on. */
  readonly since?: string | undefined;
  /** Received before this time. */
  readonly until?: string | undefined;
}

/** The newest first. */
export async function listDeliveries(
  { database }: Pick<Records, "database">,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<Page<ListedDelivery>> {
  const rows = filteredDeliveries(database, filter)
    .select(["delivery.id", "delivery.source", "delivery.sender", "delivery.guid", "delivery.event", "delivery.action"])
    .select(["delivery.received", "delivery.state", "delivery.attempts", "delivery.reason", "delivery.due"])
    .select(["delivery.finished", "delivery.run_id", "delivery.repository_id", "repository.name"])
    .orderBy("delivery.id", "desc");
  return paged(rows, page, ({ repository_id: id, name, run_id: run, ...row }) => ({
    ...row,
    source: sourceOf(row.source),
    state: stateOf(row.state),
    repository: id === null || name === null ? undefined : { id, name },
    finished: row.finished ?? undefined,
    run: run ?? undefined,
  }));
}

export function filteredDeliveries(
  database: Records["database"],
  { state, source, repository, text, repositoryPart, reasons, since, until }: DeliveryFilter,
) {
  let rows = database.selectFrom("delivery").leftJoin("repository", "repository.id", "delivery.repository_id");
  if (state !== undefined) rows = rows.where("delivery.state", "=", state);
  if (source !== undefined) rows = rows.where("delivery.source", "=", source);
  if (repository !== undefined) rows = rows.where("delivery.repository_id", "=", repository);
  if (repositoryPart !== undefined) rows = rows.where(contains("repository.name", repositoryPart));
  if (reasons !== undefined) rows = rows.where("delivery.reason", "in", reasons);
  if (text !== undefined) {
    rows = rows.where((row) =>
      row.or([contains("delivery.event", text), contains("delivery.guid", text), contains("delivery.reason", text)]),
    );
  }
  if (since !== undefined) rows = rows.where("delivery.received", ">=", since);
  if (until !== undefined) rows = rows.where("delivery.received", "<", until);
  return rows;
}

function stateOf(state: string): DeliveryState {
  return state === "waiting" || state === "running" || state === "ignored" || state === "dead" ? state : "done";
}
