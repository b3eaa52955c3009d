import { parseFlags } from "../../catalog/flags.ts";
import { unitStates } from "../../catalog/unit.ts";
import { batches } from "../../store/bulk.ts";
import { inTransaction, type Queries } from "../../store/database.ts";
import { componentRecord, type ComponentRecord } from "../components/component-settings.ts";
import type { Service } from "../service.ts";
import { nothing, storeChecks } from "./check-rows.ts";
import { refreshCounters } from "./counters.ts";

/** The check that source strings fail which nobody translated for long. */
export const LONG_UNTRANSLATED = "long_untranslated";

const LONG_MILLISECONDS = 90 * 86_400_000;

/** Looks, component by component, which source strings no language has for long. To be done once a day. */
export async function checkUntranslatedAges(service: Service): Promise<void> {
  const before = new Date(service.clock.now().getTime() - LONG_MILLISECONDS).toISOString();
  const components = await service.database.selectFrom("component").selectAll().execute();
  for (const row of components) {
    await inTransaction(service.database, (queries) => checkAges(queries, componentRecord(row), before));
  }
}

async function checkAges(queries: Queries, component: ComponentRecord, before: string): Promise<void> {
  const sources = await queries
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .select(["unit.id", "unit.translation_id", "unit.source_unit_id", "unit.has_failing_check", "unit.state"])
    .select(["unit.flags", "unit.extra_flags", "unit.timestamp"])
    .where("translation.component_id", "=", component.id)
    .where("translation.is_source", "=", 1)
    .execute();
  const others = await queries
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .select("unit.source_unit_id")
    .select(({ fn }) => fn.max("unit.state").as("best"))
    .where("translation.component_id", "=", component.id)
    .where("translation.is_source", "=", 0)
    .groupBy("unit.source_unit_id")
    .execute();
  const best = new Map(others.map((row) => [row.source_unit_id, row.best]));
  const failing = new Map(
    sources.map((source) => {
      const flags = parseFlags(component.settings.check_flags, source.flags, source.extra_flags);
      const isIgnored = flags.has("ignore-long-untranslated") || flags.has("ignore-all-checks");
      const isUntranslated = (best.get(source.id) ?? unitStates.translated) < unitStates.translated;
      const fails = source.timestamp <= before && isUntranslated && !isIgnored;
      return [source.id, fails ? new Set([LONG_UNTRANSLATED]) : nothing] as const;
    }),
  );
  const touched = new Set<number>();
  for (const batch of batches(sources)) {
    const marked = await storeChecks(queries, batch, failing, (name) => name === LONG_UNTRANSLATED);
    for (const unit of marked) touched.add(unit.translation_id);
  }
  await refreshCounters(queries, touched);
}
