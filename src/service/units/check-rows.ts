import { sql, type RawBuilder } from "kysely";
import { batches, insertAll } from "../../store/bulk.ts";
import type { Queries } from "../../store/database.ts";

/** What of a string the rows of its checks depend on. */
export interface CheckedUnit {
  readonly id: number;
  readonly translation_id: number;
  readonly source_unit_id: number | null;
  readonly has_failing_check: number;
  readonly state: number;
  /** Where the source may have changed: what was dismissed of another one counts again. */
  readonly source_hash?: string;
}

/** The checks that fail where none does. */
export const nothing: ReadonlySet<string> = new Set();

/** The checks that fail and that nobody dismissed: unit id → names, in the order of the alphabet. */
export async function failingChecks(queries: Queries, units: readonly number[]): Promise<Map<number, string[]>> {
  const failing = new Map<number, string[]>();
  for (const batch of batches(units)) {
    const rows = await queries
      .selectFrom("unit_check")
      .select(["unit_id", "name"])
      .where("unit_id", "in", batch)
      .where("dismissed", "=", 0)
      .orderBy("unit_id")
      .orderBy("name")
      .execute();
    for (const { unit_id: unit, name } of rows) failing.set(unit, [...(failing.get(unit) ?? []), name]);
  }
  return failing;
}

/**
 * Brings the rows of checks, and the marks of strings that fail one, in line with what fails.
 * @param failing unit id → names; strings that are missing fail nothing
 * @param concerns whether a check was looked at; rows of others stay
 * @returns strings whose mark changed
 */
export async function storeChecks(
  queries: Queries,
  units: readonly CheckedUnit[],
  failing: ReadonlyMap<number, ReadonlySet<string>>,
  concerns: (name: string) => boolean,
): Promise<CheckedUnit[]> {
  if (units.length === 0) return [];
  const ids = units.map(({ id }) => id);
  const present = await queries.selectFrom("unit_check").selectAll().where(among("unit_id", ids)).execute();
  const known = Map.groupBy(present, ({ unit_id: unit }) => unit);
  const added: { unit_id: number; name: string; dismissed: number; dismissed_by: null }[] = [];
  const passed: { unit: number; name: string }[] = [];
  const over: { unit: number; name: string }[] = [];
  const marked: CheckedUnit[] = [];
  for (const unit of units) {
    const names = failing.get(unit.id) ?? nothing;
    const had = (known.get(unit.id) ?? []).map((row) => {
      const isOver =
        row.dismissed === 1 &&
        row.dismissed_source !== "" &&
        (unit.source_hash ?? row.dismissed_source) !== row.dismissed_source;
      if (isOver) over.push({ unit: unit.id, name: row.name });
      return isOver ? { ...row, dismissed: 0 } : row;
    });
    if (names.size === 0 && had.length === 0 && unit.has_failing_check === 0) continue;
    for (const name of names) {
      if (!had.some((row) => row.name === name))
        added.push({ unit_id: unit.id, name, dismissed: 0, dismissed_by: null });
    }
    for (const { name } of had) if (concerns(name) && !names.has(name)) passed.push({ unit: unit.id, name });
    const dismissed = new Set(had.filter((row) => row.dismissed === 1).map(({ name }) => name));
    const fails =
      [...names].some((name) => !dismissed.has(name)) || had.some((row) => row.dismissed === 0 && !concerns(row.name));
    if (fails !== (unit.has_failing_check === 1)) marked.push({ ...unit, has_failing_check: fails ? 1 : 0 });
  }
  await insertAll(queries, added, (batch) => queries.insertInto("unit_check").values(batch));
  for (const [name, rows] of Map.groupBy(passed, (row) => row.name)) {
    const gone = rows.map(({ unit }) => unit);
    await queries.deleteFrom("unit_check").where("name", "=", name).where("unit_id", "in", gone).execute();
  }
  for (const [name, rows] of Map.groupBy(over, (row) => row.name)) {
    const again = rows.map(({ unit }) => unit);
    const counts = { dismissed: 0, reason: "", dismissed_by: null, dismissed_time: "", dismissed_source: "" };
    await queries
      .updateTable("unit_check")
      .set(counts)
      .where("name", "=", name)
      .where("unit_id", "in", again)
      .execute();
  }
  for (const [mark, rows] of Map.groupBy(marked, ({ has_failing_check: fails }) => fails)) {
    const changed = rows.map(({ id }) => id);
    await queries.updateTable("unit").set({ has_failing_check: mark }).where("id", "in", changed).execute();
  }
  return marked;
}

/**
 * Rows with one of these ids, and perhaps more: strings that were added together have ids in a row, and a range is found
 * without naming them all.
 */
export function among(column: string, ids: readonly number[]): RawBuilder<boolean> {
  const [least, most] = [Math.min(...ids), Math.max(...ids)];
  return ids.length > 1 && most - least < 2 * ids.length
    ? sql<boolean>`${sql.ref(column)} between ${least} and ${most}`
    : sql<boolean>`${sql.ref(column)} in (${sql.join([0, ...ids])})`;
}
