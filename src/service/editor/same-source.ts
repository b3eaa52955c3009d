import type { Caller } from "../identity/permissions.ts";
import { visibleScope, type VisibleUnit } from "../identity/visible.ts";
import type { Service } from "../service.ts";

/** A string elsewhere with the very same source. */
export interface SameSource {
  readonly id: number;
  readonly context: string;
  readonly target: string;
  /** As addresses have it, with the categories. */
  readonly component: string;
  readonly componentName: string;
}

const SHOWN = 12;

/** The strings of the language in the project that have the same source, as far as the caller sees them. */
export async function sameSource(service: Service, caller: Caller, place: VisibleUnit): Promise<readonly SameSource[]> {
  const { unit, translation, project } = place;
  const { hidden } = await visibleScope(service, caller);
  return service.readers
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .innerJoin("component", "component.id", "translation.component_id")
    .select([
      "unit.id",
      "unit.context",
      "unit.target",
      "component.path as component",
      "component.name as componentName",
    ])
    .where("unit.source_hash", "=", unit.source_hash)
    .where("translation.language_id", "=", translation.language_id)
    .where("translation.project_id", "=", project.id)
    .where("unit.id", "<>", unit.id)
    .$if(hidden.length > 0, (query) => query.where("component.id", "not in", hidden))
    .orderBy("component.name")
    .orderBy("unit.position")
    .limit(SHOWN)
    .execute();
}
