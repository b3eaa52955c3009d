import { sql } from "kysely";
import { batches } from "../../store/bulk.ts";
import type { Queries } from "../../store/database.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import { prepared } from "../../store/prepared.ts";
import type { UnitRecord } from "./unit-row.ts";

interface Strings {
  readonly ids: readonly number[];
}

const locked = prepared((queries, { ids }: Strings) => lockedOf(queries, ids).selectAll());
const lockedIds = prepared((queries, { ids }: Strings) =>
  queries.selectFrom(lockedOf(queries, ids).select("id").as("locked")).select(({ fn }) => fn.countAll().as("count")),
);
const lockedWithTranslations = prepared((queries, { ids }: Strings) =>
  queries
    .selectFrom("unit")
    .select("id")
    .where(sql<boolean>`(id = any(${ids}::integer[]) or source_unit_id = any(${ids}::integer[]))`)
    .orderBy("id")
    .forUpdate(),
);

/** In one order, as all lock them, so that nobody waits in a circle. */
function lockedOf(queries: Queries, ids: readonly number[]) {
  return queries
    .selectFrom("unit")
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .orderBy("id")
    .forNoKeyUpdate();
}

/**
 * Strings as they are now, which nobody else saves before the end of the transaction; in the order of their ids. PostgreSQL gives rows
 * as they are after the wait.
 */
export async function lockedStrings(queries: Queries, ids: readonly number[]): Promise<UnitRecord[]> {
  if (isPostgres(queries)) return locked.rows(queries, { ids });
  const rows: UnitRecord[] = [];
  for (const some of batches(ids.toSorted((one, other) => one - other))) {
    rows.push(...(await queries.selectFrom("unit").selectAll().where("id", "in", some).orderBy("id").execute()));
  }
  return rows;
}

/** The same for who reads them afterwards: on SQLite, which has one writer, there is nothing to do. */
export async function lockStrings(queries: Queries, ids: readonly number[]): Promise<void> {
  if (isPostgres(queries) && ids.length > 0) await lockedIds.rows(queries, { ids });
}

/** With the translations of source strings: they lose one that is removed, and follow one that changes. */
export async function lockWithTranslations(queries: Queries, ids: readonly number[]): Promise<void> {
  if (isPostgres(queries)) await lockedWithTranslations.rows(queries, { ids });
}
