import { sql } from "kysely";
import type { Queries } from "../../store/database.ts";
import { writeTogether, type Write } from "../../store/together.ts";

export type Contribution = "translated" | "suggested" | "uploaded" | "commented";

/** Counts what somebody did, for their statistics. */
export async function countContribution(
  queries: Queries,
  user: number | undefined,
  kind: Contribution,
  by = 1,
): Promise<void> {
  await writeTogether(queries, contribution(queries, user, kind, by));
}

/** The same, to be written with what else there is. */
export function contribution(queries: Queries, user: number | undefined, kind: Contribution, by: number): Write[] {
  if (user === undefined || by === 0) return [];
  const counter = { [kind]: sql`${sql.ref(kind)} + ${by}` };
  return [queries.updateTable("user").set(counter).where("id", "=", user)];
}
