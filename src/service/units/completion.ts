import { unitStates } from "../../catalog/unit.ts";
import { inTransaction } from "../../store/database.ts";
import { prepared } from "../../store/prepared.ts";
import { action } from "../changes/actions.ts";
import { record } from "../changes/change-log.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import type { Service } from "../service.ts";

const countsOf = prepared((queries, { id }: { readonly id: number }) =>
  queries.selectFrom("translation").select(["total", "translated"]).where("id", "=", id),
);

/**
 * Writes down that a language is complete, where the string that was just saved was the last one: whoever listens need not wait for
 * more. After the save, as counters are added to at its very end (facts §1.1).
 * @param place the string as it was before
 */
export async function noteCompletion(
  service: Service,
  { component, translation, unit }: Pick<VisibleUnit, "component" | "translation" | "unit">,
  { state, user }: { readonly state: number; readonly user: number | undefined },
): Promise<void> {
  if (unit.state >= unitStates.translated || state < unitStates.translated) return;
  const now = await countsOf.first(service.database, { id: translation.id });
  if (now === undefined || now.translated < now.total) return;
  const place = { project: component.project_id, component: component.id, translation: translation.id };
  await inTransaction(service.database, (queries) =>
    record(service, queries, [{ action: action.completed, ...place, user }]),
  );
}
