import { sql } from "kysely";
import type { Queries } from "../../store/database.ts";
import { prepared } from "../../store/prepared.ts";
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
  return [counting[kind].write(queries, { user, by })];
}

const counts = (kind: Contribution) =>
  prepared((queries, { user, by }: { readonly user: number; readonly by: number }) =>
    queries
      .updateTable("user")
      .set({ [kind]: sql`${sql.ref(kind)} + ${by}` })
      .where("id", "=", user),
  );
const counting: Readonly<Record<Contribution, ReturnType<typeof counts>>> = {
  translated: counts("translated"),
  suggested: counts("suggested"),
  uploaded: counts("uploaded"),
  commented: counts("commented"),
};
