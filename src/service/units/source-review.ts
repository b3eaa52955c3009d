import { unitStates } from "../../catalog/unit.ts";
import type { Queries } from "../../store/database.ts";
import { componentRecord, type ComponentRecord } from "../components/component-settings.ts";
import { refreshCounters } from "./counters.ts";
import { applyReadOnly, sourceUnitState } from "./read-only.ts";
import { refreshChecks } from "./unit-checks.ts";

/**
 * After a project began or ceased to review its sources: what has a fixed text gets a state of its own or loses it, and
 * translations wait for their sources, or no longer do. Part of the transaction that changes the project.
 */
export async function applySourceReview(queries: Queries, project: number, reviews: boolean): Promise<void> {
  const components = await queries.selectFrom("component").selectAll().where("project_id", "=", project).execute();
  for (const row of components) await applyTo(queries, componentRecord(row), reviews);
}

async function applyTo(queries: Queries, component: ComponentRecord, reviews: boolean): Promise<void> {
  const translations = await queries
    .selectFrom("translation")
    .select(["id", "is_source"])
    .where("component_id", "=", component.id)
    .execute();
  const sources = translations.filter((translation) => translation.is_source === 1).map(({ id }) => id);
  const usual = sourceUnitState(component.settings, reviews);
  const hasFixedTexts = sourceUnitState(component.settings, false) === unitStates.readOnly;
  if (hasFixedTexts && sources.length > 0) {
    await queries.updateTable("unit").set({ state: usual }).where("translation_id", "in", sources).execute();
  }
  const { units } = await applyReadOnly(queries, component, "all");
  const checks = await refreshChecks(queries, component, units);
  await refreshCounters(queries, [...translations.map(({ id }) => id), ...checks.translations]);
}
