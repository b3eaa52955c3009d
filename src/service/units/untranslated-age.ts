import { parseFlags } from "../../catalog/flags.ts";
import { unitStates } from "../../catalog/unit.ts";
import { batches } from "../../store/bulk.ts";
import { inOpenTransaction, type Queries } from "../../store/database.ts";
import { componentRecord, type ComponentRecord } from "../components/component-settings.ts";
import type { Service } from "../service.ts";
import { storeChecks } from "./check-rows.ts";
import { keepingCounters } from "./counters.ts";
import { lockStrings } from "./locked-strings.ts";

/** The check that source strings fail which nobody translated for long. */
export const LONG_UNTRANSLATED = "long_untranslated";

const LONG_MILLISECONDS = 90 * 86_400_000;

/**
 * Looks, component by component, which source strings no language has for long. To be done once a day. What differs from what is stored is
 * looked at again while the source string is locked, as it is by whoever translates it: so its mark is that of its checks and its
 * translations, and the counters count the mark.
 */
export async function checkUntranslatedAges(service: Service): Promise<void> {
  const { database } = service;
  const before = new Date(service.clock.now().getTime() - LONG_MILLISECONDS).toISOString();
  const components = await database.selectFrom("component").selectAll().where("removing", "=", 0).execute();
  for (const row of components) {
    const component = componentRecord(row);
    const sources = await sourcesOf(database, component);
    const failing = await failingAmong(database, component, sources, before);
    const known = await markedIn(database, component);
    const moved = sources.filter(({ id }) => (failing.get(id) === undefined) === known.has(id)).map(({ id }) => id);
    for (const ids of batches(moved)) {
      await inOpenTransaction(database, (queries) => markAges(queries, component, ids, before));
    }
  }
}

async function markAges(
  queries: Queries,
  component: ComponentRecord,
  ids: readonly number[],
  before: string,
): Promise<void> {
  await lockStrings(queries, ids);
  const sources = await sourcesOf(queries, component, ids);
  const failing = await failingAmong(queries, component, sources, before);
  const mark = async () => {
    const marked = await storeChecks(queries, sources, failing, (name) => name === LONG_UNTRANSLATED);
    return { translations: marked.map(({ translation_id: id }) => id) };
  };
  await keepingCounters(queries, ids, mark, { withTranslations: false });
}

async function sourcesOf(queries: Queries, component: ComponentRecord, ids?: readonly number[]) {
  const all = queries
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .select(["unit.id", "unit.translation_id", "unit.source_unit_id", "unit.has_failing_check", "unit.state"])
    .select(["unit.flags", "unit.extra_flags", "unit.timestamp"])
    .where("translation.component_id", "=", component.id)
    .where("translation.is_source", "=", 1);
  return (ids === undefined ? all : all.where("unit.id", "in", ids)).execute();
}

type Source = Awaited<ReturnType<typeof sourcesOf>>[number];

/** Those that fail the check. */
async function failingAmong(
  queries: Queries,
  component: ComponentRecord,
  sources: readonly Source[],
  before: string,
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const old = sources.filter(({ timestamp }) => timestamp <= before);
  const best = new Map<number | null, number>();
  for (const batch of batches(old)) {
    const rows = await queries
      .selectFrom("unit")
      .select("source_unit_id")
      .select(({ fn }) => fn.max("state").as("best"))
      .where(
        "source_unit_id",
        "in",
        batch.map(({ id }) => id),
      )
      .groupBy("source_unit_id")
      .execute();
    for (const row of rows) best.set(row.source_unit_id, row.best);
  }
  return new Map(
    old.flatMap(({ id, flags, extra_flags: extra }) => {
      if ((best.get(id) ?? unitStates.translated) >= unitStates.translated) return [];
      const given = parseFlags(component.settings.check_flags, flags, extra);
      const isIgnored = given.has("ignore-long-untranslated") || given.has("ignore-all-checks");
      return isIgnored ? [] : [[id, new Set([LONG_UNTRANSLATED])]];
    }),
  );
}

/** Source strings that have the check, also where somebody dismissed it. */
async function markedIn(queries: Queries, component: ComponentRecord): Promise<ReadonlySet<number>> {
  const rows = await queries
    .selectFrom("unit_check")
    .innerJoin("unit", "unit.id", "unit_check.unit_id")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .select("unit.id")
    .where("unit_check.name", "=", LONG_UNTRANSLATED)
    .where("translation.component_id", "=", component.id)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
