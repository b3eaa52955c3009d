import { inOpenTransaction, type Queries } from "../../store/database.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { countedWith } from "./unit-edit.ts";
import type { UnitRecord } from "./unit-row.ts";

/**
 * Runs `work` in one transaction that saves a string. Others who save the same string, the same text elsewhere in the project,
 * or a translation of the same source, wait for it shortly and see what it did; none of them fails or begins anew for another's
 * sake. All others go on beside it: what they share, the counters of their translations, is added to at the end.
 * @param work gets the string as it is now (undefined: it is gone), and `countedWith` it where that was asked for
 */
export async function inSavingTurn<T>(
  { database }: Service,
  { component, translation, unit }: Pick<VisibleUnit, "component" | "translation" | "unit">,
  work: (queries: Queries, now: UnitRecord | undefined, counted?: readonly number[]) => Promise<T>,
): Promise<T> {
  return inOpenTransaction(database, async (queries) => {
    if (!isPostgres(queries)) {
      return work(queries, await queries.selectFrom("unit").selectAll().where("id", "=", unit.id).executeTakeFirst());
    }
    const ids = await countedWith(queries, { component, translation }, [unit.id]);
    // In one order, so that nobody waits in a circle. PostgreSQL gives rows as they are after the wait.
    const rows = await queries
      .selectFrom("unit")
      .selectAll()
      .where("id", "in", ids)
      .orderBy("id")
      .forNoKeyUpdate()
      .execute();
    return work(
      queries,
      rows.find(({ id }) => id === unit.id),
      ids,
    );
  });
}
