import { parseFlags, priorityOf } from "../../catalog/flags.ts";
import { flagFault } from "../../catalog/known-flags.ts";
import { inOpenTransaction, type Queries } from "../../store/database.ts";
import { action } from "../changes/actions.ts";
import { record, type Happening } from "../changes/change-log.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import { invalid } from "../../http-api/refusal.ts";
import { denied } from "../http/refusal.ts";
import { demand, type Caller } from "../identity/permissions.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import { timestamp, type Service } from "../service.ts";
import { keepingCounters } from "./counters.ts";
import { setLabels } from "./labels.ts";
import { lockWithTranslations } from "./locked-strings.ts";
import { applyReadOnly } from "./read-only.ts";
import { refreshChecks } from "./unit-checks.ts";
import { refreshVariants } from "./variants.ts";

export interface SourceInformation {
  readonly explanation?: string | undefined;
  readonly extra_flags?: string | undefined;
  /** Ids. */
  readonly labels?: readonly number[] | undefined;
}

/**
 * Explanation, flags and labels belong to the source string.
 * @throws 400 for a flag that there is not, or with an expression that could take forever; 403 on other strings and for callers who may not
 */
export function assertSourceInformation(caller: Caller, place: VisibleUnit, information: SourceInformation): void {
  if (!isGiven(information)) return;
  if (place.translation.is_source !== 1) throw denied("Source strings properties can be set only on source strings");
  demand(caller, place, "source.edit");
  const { extra_flags: flags = "" } = information;
  // What was taken once hinders nobody who changes something else.
  const fault = flags === place.unit.extra_flags ? undefined : flagFault(flags);
  if (fault !== undefined) throw invalid("extra_flags", fault);
}

function isGiven({ explanation, extra_flags: extraFlags, labels }: SourceInformation): boolean {
  return explanation !== undefined || extraFlags !== undefined || labels !== undefined;
}

/**
 * Saves them where `assertSourceInformation` has nothing against it. Flags decide at once which checks its translations
 * have to pass, and whether they can be changed.
 * @throws 400 for a label that the project has not
 */
export async function editSourceInformation(
  service: Service,
  caller: Caller,
  place: VisibleUnit,
  information: SourceInformation,
): Promise<void> {
  if (!isGiven(information)) return;
  const { project, component, translation, unit } = place;
  const { explanation, extra_flags: extraFlags, labels } = information;
  const about = {
    project: project.id,
    component: component.id,
    translation: translation.id,
    unit: unit.id,
    user: caller.user?.id,
  };
  await inOpenTransaction(service.database, async (queries) => {
    await lockWithTranslations(queries, [unit.id]);
    const happenings: Happening[] = [];
    if (explanation !== undefined && explanation !== unit.explanation) {
      await set(service, queries, unit.id, { explanation });
      const change = { target: explanation, old: unit.explanation };
      happenings.push({ ...about, ...change, action: action.explanationUpdated });
    }
    if (extraFlags !== undefined && extraFlags !== unit.extra_flags) {
      await set(service, queries, unit.id, { extra_flags: extraFlags });
      await applyFlags(queries, component, { ...unit, extra_flags: extraFlags });
      const change = { target: extraFlags, old: unit.extra_flags };
      happenings.push({ ...about, ...change, action: action.extraFlagsUpdated });
    }
    if (labels !== undefined) await setLabels(service, queries, about, labels);
    await record(service, queries, happenings);
  });
  const flags = [unit.extra_flags, extraFlags ?? unit.extra_flags];
  if (flags[0] !== flags[1] && flags.some((text) => text.includes("variant")))
    await refreshVariants(service, component);
}

async function set(
  service: Service,
  queries: Queries,
  unit: number,
  values: { explanation: string } | { extra_flags: string },
): Promise<void> {
  await queries
    .updateTable("unit")
    .set({ ...values, last_updated: timestamp(service) })
    .where("id", "=", unit)
    .execute();
}

/** Priority, read-only states and checks of the string and its translations follow its flags. */
async function applyFlags(queries: Queries, component: ComponentRecord, source: VisibleUnit["unit"]): Promise<void> {
  const rows = await queries
    .selectFrom("unit")
    .select(["id", "flags"])
    .where((where) => where.or([where("id", "=", source.id), where("source_unit_id", "=", source.id)]))
    .execute();
  await keepingCounters(queries, [source.id], async () => {
    for (const { id, flags } of rows) {
      const priority = priorityOf(parseFlags(component.settings.check_flags, source.flags, flags, source.extra_flags));
      await queries.updateTable("unit").set({ priority }).where("id", "=", id).execute();
    }
    const closed = await applyReadOnly(queries, component, { sources: [source.id] });
    const ids = rows.map(({ id }) => id);
    const checks = await refreshChecks(queries, component, ids);
    return { translations: [...closed.translations, ...checks.translations] };
  });
}
