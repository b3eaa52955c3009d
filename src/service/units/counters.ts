import { sql, type RawBuilder, type Updateable } from "kysely";
import { unitStates } from "../../catalog/unit.ts";
import type { Queries } from "../../store/database.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import type { TranslationTable } from "../../store/tables.ts";

/**
 * Counts the strings of translations anew with one aggregate each, and keeps the counters in the translation's row: reading
 * statistics never looks at strings. Rules: facts §4; read-only strings count as translated.
 */
export async function refreshCounters(queries: Queries, translations: Iterable<number>): Promise<void> {
  // In one order, so that nobody waits in a circle.
  for (const translation of [...new Set(translations)].sort((one, other) => one - other)) {
    // Who adds to its counters in this moment is waited for, or adds afterwards.
    const counted = queries.selectFrom("translation").select("id").where("id", "=", translation);
    if (isPostgres(queries)) await counted.forNoKeyUpdate().execute();
    const row = await queries
      .selectFrom("unit")
      .select(counterColumns())
      .where("translation_id", "=", translation)
      .executeTakeFirstOrThrow();
    await queries.updateTable("translation").set(row).where("id", "=", translation).execute();
  }
}

/** More than these are not looked at one by one before and after: counting all is as quick then. */
const FEW_UNITS = 200;

/**
 * Does some work on units and keeps the counters of their translations by what it changed: saving one string of ten
 * thousand looks at this one, and at those that have it as their source. The rows of translations, which all who save there
 * change, are written last of all, and in one order.
 * @param work returns the translations in which it changed something
 * @param touched what else is to be written into rows of translations, by id
 */
export async function keepingCounters(
  queries: Queries,
  units: readonly number[],
  work: () => Promise<Iterable<number>>,
  touched: () => ReadonlyMap<number, Updateable<TranslationTable>> = () => new Map(),
): Promise<void> {
  const shifts = new Map<number, RawBuilder<unknown>[]>();
  if (units.length > FEW_UNITS) {
    await refreshCounters(queries, await work());
  } else {
    const before = await countersOf(queries, units);
    await work();
    for (const [translation, now] of await countersOf(queries, units)) {
      const was = before.get(translation) ?? {};
      const own = Object.entries(now)
        .map(([name, value]) => ({ name, by: value - (was[name] ?? 0) }))
        .filter(({ by }) => by !== 0);
      if (own.length === 0) continue;
      shifts.set(
        translation,
        own.map(({ name, by }) => sql`${sql.ref(name)} = ${sql.ref(name)} + ${by}`),
      );
    }
  }
  const others = touched();
  const translations = [...new Set([...shifts.keys(), ...others.keys()])].sort((one, other) => one - other);
  for (const translation of translations) {
    const values = Object.entries(others.get(translation) ?? {}).map(
      ([name, value]) => sql`${sql.ref(name)} = ${value}`,
    );
    const changes = sql.join([...(shifts.get(translation) ?? []), ...values]);
    await sql`update translation set ${changes} where id = ${translation}`.execute(queries);
  }
}

/** What these units, and those that have one of them as their source, add to the counters: translation id → counters. */
async function countersOf(queries: Queries, units: readonly number[]): Promise<Map<number, Record<string, number>>> {
  const own = queries.selectFrom("unit").select("id").where("id", "in", units);
  const dependent = queries.selectFrom("unit").select("id").where("source_unit_id", "in", units);
  const rows = await queries
    .selectFrom("unit")
    .select("translation_id")
    .select(counterColumns())
    .where("id", "in", own.union(dependent))
    .groupBy("translation_id")
    .execute();
  return new Map(rows.map(({ translation_id: id, ...counters }) => [id, counters]));
}

function counterColumns() {
  const { needsEditing, translated, approved, readOnly } = unitStates;
  const where = (condition: ReturnType<typeof sql<boolean>>, column: string) =>
    sql<number>`coalesce(sum(case when ${condition} then ${sql.raw(column)} else 0 end), 0)`;
  const counts = (condition: ReturnType<typeof sql<boolean>>) =>
    [where(condition, "1"), where(condition, "num_words"), where(condition, "num_chars")] as const;
  const all = counts(sql<boolean>`1 = 1`);
  const done = counts(sql<boolean>`state >= ${sql.lit(translated)}`);
  const fuzzy = counts(sql<boolean>`state >= ${sql.lit(needsEditing)} and state < ${sql.lit(translated)}`);
  const reviewed = counts(sql<boolean>`state = ${sql.lit(approved)}`);
  const fixed = counts(sql<boolean>`state = ${sql.lit(readOnly)}`);
  const failing = counts(sql<boolean>`has_failing_check = 1`);
  return [
    all[0].as("total"),
    all[1].as("total_words"),
    all[2].as("total_chars"),
    done[0].as("translated"),
    done[1].as("translated_words"),
    done[2].as("translated_chars"),
    fuzzy[0].as("fuzzy"),
    fuzzy[1].as("fuzzy_words"),
    fuzzy[2].as("fuzzy_chars"),
    reviewed[0].as("approved"),
    reviewed[1].as("approved_words"),
    reviewed[2].as("approved_chars"),
    fixed[0].as("readonly"),
    fixed[1].as("readonly_words"),
    fixed[2].as("readonly_chars"),
    failing[0].as("failing"),
    failing[1].as("failing_words"),
    where(sql<boolean>`has_suggestion = 1`, "1").as("suggestions"),
    where(sql<boolean>`has_comment = 1`, "1").as("comments"),
    where(sql<boolean>`pending > 0`, "1").as("pending"),
  ] as const;
}

/** The counters of a translation without strings. */
export function emptyCounters() {
  return {
    total: 0,
    total_words: 0,
    total_chars: 0,
    translated: 0,
    translated_words: 0,
    translated_chars: 0,
    fuzzy: 0,
    fuzzy_words: 0,
    fuzzy_chars: 0,
    approved: 0,
    approved_words: 0,
    approved_chars: 0,
    readonly: 0,
    readonly_words: 0,
    readonly_chars: 0,
    failing: 0,
    suggestions: 0,
    comments: 0,
  };
}
