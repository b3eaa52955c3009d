import { contentActions } from "../changes/actions.ts";
import type { Queries } from "../../store/database.ts";

/** Translations whose content the user changed. */
export function contributionsOf(queries: Queries, user: number) {
  const changed = queries
    .selectFrom("change")
    .select("translation_id")
    .where("author_id", "=", user)
    .where("translation_id", "is not", null)
    .where("action", "in", [...contentActions]);
  return queries.selectFrom("translation").where("id", "in", changed);
}
