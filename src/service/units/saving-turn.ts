import { inOpenTransaction, type Queries } from "../../store/database.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import type { TranslationRecord } from "../../store/tables.ts";
import type { Service } from "../service.ts";

/**
 * Runs `work` in one transaction that saves strings of a translation. Others who save in the same language of the project wait
 * for it shortly and see what it did; none of them fails or begins anew for another's sake. Where source texts are saved, all
 * of the project's languages wait.
 */
export async function inSavingTurn<T>(
  { database }: Service,
  translation: TranslationRecord,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  return inOpenTransaction(database, async (queries) => {
    if (isPostgres(queries)) await takeTurn(queries, translation);
    return work(queries);
  });
}

/** Locks the rows whose counters may change: those of the language, and of the sources whose checks look at it. */
async function takeTurn(queries: Queries, translation: TranslationRecord): Promise<void> {
  const inProject = queries.selectFrom("translation").select("id").where("project_id", "=", translation.project_id);
  const rows =
    translation.is_source === 1
      ? inProject
      : inProject.where((row) => row.or([row("language_id", "=", translation.language_id), row("is_source", "=", 1)]));
  // In one order, so that nobody waits in a circle; strings may be added meanwhile.
  await rows.orderBy("id").forNoKeyUpdate().execute();
}
