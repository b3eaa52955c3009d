import { sql, type Updateable } from "kysely";
import { unitStates } from "../../catalog/unit.ts";
import type { Queries } from "../../store/database.ts";
import { isPostgres } from "../../store/is-postgres.ts";
import { prepared } from "../../store/prepared.ts";
import type { TranslationTable } from "../../store/tables.ts";
import { writeTogether, type Write } from "../../store/together.ts";
import { stringsInParts } from "./strings-in-parts.ts";
import type { UnitRecord } from "./unit-row.ts";

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
    const row = await countedAnew(queries, translation);
    await queries.updateTable("translation").set(row).where("id", "=", translation).execute();
  }
}

/** SQLite counts on the thread that answers: so many strings before others are. */
const COUNTED_AT_ONCE = 5000;

async function countedAnew(queries: Queries, translation: number): Promise<Counters> {
  if (isPostgres(queries)) {
    const own = queries.selectFrom("unit").where("translation_id", "=", translation);
    return own.select(counterColumns()).executeTakeFirstOrThrow();
  }
  const sums = zeros();
  for await (const part of stringsInParts(queries, translation, COUNTED_AT_ONCE)) {
    const row = await part.clearOrderBy().select(counterColumns()).executeTakeFirstOrThrow();
    for (const name of counters) sums[name] += row[name];
  }
  return sums;
}

/** More than these are not looked at one by one before and after: counting all is as quick then. */
const FEW_UNITS = 1000;

/** What work on units comes to, besides what it wrote into them. */
export interface Saved {
  /** Translations in which it changed something. */
  readonly translations: Iterable<number>;
  /** Strings that it added. */
  readonly added?: readonly number[];
  /** What else is to be written into rows of translations, by id. */
  readonly touched?: ReadonlyMap<number, Updateable<TranslationTable>>;
  /** What else is to be written. */
  readonly writes?: readonly Write[];
}

/**
 * Does some work on units and keeps the counters of their translations by what it changed: saving one string of ten
 * thousand looks at this one, and at those that have it as their source. The rows of translations, which all who save there
 * change, are written last of all, and in one order.
 * @param units as they were, or their ids
 * @param withTranslations the work may also change strings that have one of these as their source
 */
export async function keepingCounters(
  queries: Queries,
  units: readonly (number | UnitRecord)[],
  work: () => Promise<Saved>,
  { withTranslations = true } = {},
): Promise<void> {
  const ids = units.map((unit) => (typeof unit === "number" ? unit : unit.id));
  if (units.length > FEW_UNITS) {
    const { translations, touched, writes = [] } = await work();
    for (const write of writes) await writeTogether(queries, [write]);
    await refreshCounters(queries, translations);
    await writeTogether(queries, shiftsOf(queries, new Map(), touched));
    return;
  }
  const known = units.filter((unit) => typeof unit !== "number");
  const before = countersOf(
    withTranslations || known.length < units.length ? await countedUnits(queries, ids, withTranslations) : known,
  );
  const { touched, writes = [], added = [] } = await work();
  const shifts = new Map<number, Counters>();
  const after = countersOf(await countedUnits(queries, [...ids, ...added], withTranslations));
  // Of units that are gone nothing is left.
  for (const translation of new Set([...before.keys(), ...after.keys()])) {
    const [was, now] = [before.get(translation), after.get(translation)];
    const moved = counters.map((name) => [name, (now?.[name] ?? 0) - (was?.[name] ?? 0)] as const);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of every name
    if (moved.some(([, by]) => by !== 0)) shifts.set(translation, Object.fromEntries(moved) as Counters);
  }
  await writeTogether(queries, [...writes, ...shiftsOf(queries, shifts, touched)]);
}

function shiftsOf(
  queries: Queries,
  shifts: ReadonlyMap<number, Counters>,
  touched: Saved["touched"] = new Map(),
): Write[] {
  const translations = [...new Set([...shifts.keys(), ...touched.keys()])].sort((one, other) => one - other);
  return translations.map((id) => {
    const values = { ...touched.get(id), ...shifts.get(id) };
    const names = Object.keys(values);
    const kind = names.join(" ");
    const statement = shifting.get(kind) ?? shiftOf(names);
    shifting.set(kind, statement);
    return statement.write(queries, { ...values, id });
  });
}

type Shift = Readonly<Record<string, unknown>> & { readonly id: number };

/** All counters are named, also those that stay, and what else is written is of one kind: so there are few statements. */
const shifting = new Map<string, ReturnType<typeof shiftOf>>();

function shiftOf(names: readonly string[]) {
  const isCounter = new Set<string>(counters);
  return prepared((queries, values: Shift) => {
    const set = names.map((name) => [
      name,
      isCounter.has(name) ? sql`${sql.ref(name)} + ${values[name]}` : values[name],
    ]);
    return queries.updateTable("translation").set(Object.fromEntries(set)).where("id", "=", values.id);
  });
}

type CountedUnit = Pick<
  UnitRecord,
  | "translation_id"
  | "state"
  | "num_words"
  | "num_chars"
  | "has_failing_check"
  | "has_suggestion"
  | "has_comment"
  | "pending"
>;

async function countedUnits(
  queries: Queries,
  units: readonly number[],
  withTranslations: boolean,
): Promise<CountedUnit[]> {
  const [one = 0, other = 0] = units;
  // A string and its source: what nearly every save counts.
  if (!withTranslations && units.length === 2) return countedPair.rows(queries, { one, other });
  return rowsCounted(queries)
    .where((row) =>
      withTranslations ? row.or([row("id", "in", units), row("source_unit_id", "in", units)]) : row("id", "in", units),
    )
    .execute();
}

function rowsCounted(queries: Queries) {
  return queries
    .selectFrom("unit")
    .select(["translation_id", "state", "num_words", "num_chars"])
    .select(["has_failing_check", "has_suggestion", "has_comment", "pending"]);
}

const countedPair = prepared((queries, { one, other }: { readonly one: number; readonly other: number }) =>
  rowsCounted(queries).where("id", "in", [one, other]),
);

const counters = [
  ...(["total", "total_words", "total_chars", "translated", "translated_words", "translated_chars"] as const),
  ...(["fuzzy", "fuzzy_words", "fuzzy_chars", "approved", "approved_words", "approved_chars"] as const),
  ...(["readonly", "readonly_words", "readonly_chars", "failing", "failing_words"] as const),
  ...(["suggestions", "comments", "pending"] as const),
] as const;

type Counters = Record<(typeof counters)[number], number>;

function zeros(): Counters {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of every name
  return Object.fromEntries(counters.map((name) => [name, 0])) as Counters;
}

/** What these units add to the counters: translation id → counters. The same rules as `counterColumns`. */
function countersOf(units: readonly CountedUnit[]): Map<number, Counters> {
  const found = new Map<number, Counters>();
  for (const unit of units) {
    const sums = found.get(unit.translation_id) ?? zeros();
    found.set(unit.translation_id, sums);
    const { state, num_words: words, num_chars: characters } = unit;
    const add = (name: "total" | "translated" | "fuzzy" | "approved" | "readonly"): void => {
      sums[name] += 1;
      sums[`${name}_words`] += words;
      sums[`${name}_chars`] += characters;
    };
    add("total");
    if (state >= unitStates.translated) add("translated");
    if (state >= unitStates.needsEditing && state < unitStates.translated) add("fuzzy");
    if (state === unitStates.approved) add("approved");
    if (state === unitStates.readOnly) add("readonly");
    if (unit.has_failing_check === 1) {
      sums.failing += 1;
      sums.failing_words += words;
    }
    if (unit.has_suggestion === 1) sums.suggestions += 1;
    if (unit.has_comment === 1) sums.comments += 1;
    if (unit.pending > 0) sums.pending += 1;
  }
  return found;
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
