import { sql } from "kysely";
import type { Queries } from "../../store/database.ts";

export type Contribution = "translated" | "suggested" | "uploaded" | "commented";

/** Counts what somebody did, for their statistics. */
export async function countContribution(
  queries: Queries,
  user: number | undefined,
  kind: Contribution,
  by = 1,
): Promise<void> {
  if (user === undefined || by === 0) return;
  await queries
    .updateTable("user")
    .set({ [kind]: sql`${sql.ref(kind)} + ${by}` })
    .where("id", "=", user)
    .execute();
}
