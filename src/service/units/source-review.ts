import { unitStates } from "../../catalog/unit.ts";
import type { Queries } from "../../store/database.ts";
import { inParts, type InPart } from "../../store/in-parts.ts";
import { componentRecord, type ComponentRecord } from "../components/component-settings.ts";
import type { TaskHandler } from "../jobs/task.ts";
import { refreshCounters } from "./counters.ts";
import { lockStrings } from "./locked-strings.ts";
import { applyReadOnly, reviewsOf, sourceUnitState } from "./read-only.ts";
import { stringsInParts } from "./strings-in-parts.ts";
import { refreshChecksInParts } from "./unit-checks.ts";

/** Kind of the task that follows when a project begins or ceases to review its sources. */
export const SOURCE_REVIEW_TASK = "project.source-review";

/**
 * After a project began or ceased to review its sources: what has a fixed text gets a state of its own or loses it, and
 * translations wait for their sources, or no longer do. Strings that are so already stay as they are, so it may be done again.
 */
export const sourceReviewTask: TaskHandler = async ({ database }, payload, progress) => {
  const project = Number(payload["project"]);
  const components = await database
    .selectFrom("component")
    .selectAll()
    .where("project_id", "=", project)
    .where("removing", "=", 0)
    .execute();
  for (const [at, row] of components.entries()) {
    await progress.step((100 * at) / components.length);
    await inParts(database, (queries, inPart) => applyTo(queries, inPart, componentRecord(row)));
  }
  return { project };
};

async function applyTo(queries: Queries, inPart: InPart, component: ComponentRecord): Promise<void> {
  const translations = await queries
    .selectFrom("translation")
    .select(["id", "is_source"])
    .where("component_id", "=", component.id)
    .orderBy("id")
    .execute();
  const isFixed = sourceUnitState(component.settings, false) === unitStates.readOnly;
  for (const { id, is_source: isSource } of translations) {
    if (!isFixed || isSource === 0) continue;
    for (const ids of await idsOf(queries, id)) await inPart((own) => giveState(own, component, ids));
  }
  await applyReadOnly(queries, component, "all", inPart);
  // Of all of them, since another process may have died between what it wrote and their checks.
  const translated: number[] = [];
  for (const { id, is_source: isSource } of translations) {
    if (isSource === 0) for (const ids of await idsOf(queries, id)) translated.push(...ids);
  }
  const checks = await refreshChecksInParts(inPart, component, translated);
  const counted = new Set([...translations.map(({ id }) => id), ...checks.translations]);
  // In one order, so that nobody waits in a circle.
  for (const id of [...counted].toSorted((one, other) => one - other)) {
    await inPart((own) => refreshCounters(own, [id]));
  }
}

/** So many strings are read at once, and get their state at once. */
const AT_ONCE = 500;

async function idsOf(queries: Queries, translation: number): Promise<readonly (readonly number[])[]> {
  const all: number[][] = [];
  for await (const part of stringsInParts(queries, translation, AT_ONCE)) {
    all.push((await part.select("id").execute()).map(({ id }) => id));
  }
  return all;
}

/** Source strings whose text nobody changes: what is reviewed has the state of its review. */
async function giveState(queries: Queries, component: ComponentRecord, ids: readonly number[]): Promise<void> {
  // Somebody may switch reviews between two parts, and goes through all strings then.
  const { sources } = await reviewsOf(queries, component, { isHeld: true });
  await lockStrings(queries, ids);
  await queries
    .updateTable("unit")
    .set({ state: sourceUnitState(component.settings, sources) })
    .where("id", "in", [0, ...ids])
    .where("state", sources ? "=" : "<>", unitStates.readOnly)
    .execute();
}
