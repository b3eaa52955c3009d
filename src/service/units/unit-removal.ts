import { isMonolingual } from "../files/component-files.ts";
import { denied, locked } from "../http/refusal.ts";
import { may, type Caller } from "../identity/permissions.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { assertAgreed } from "./agreement.ts";
import { rewriteFiles } from "./file-rewrite.ts";
import { forgetString } from "./string-out-of-files.ts";
import { refreshVariants } from "./variants.ts";

/**
 * Removes a string from its file, committed at once; a source string from the files of all languages.
 * @throws 403 with the reason
 */
export async function removeUnit(service: Service, caller: Caller, place: VisibleUnit): Promise<void> {
  await assertMayRemove(service, caller, place);
  const { component, translation, unit } = place;
  const all = await service.database
    .selectFrom("translation")
    .selectAll()
    .where("component_id", "=", component.id)
    .execute();
  await rewriteFiles(service, {
    component,
    translation,
    translations: translation.is_source === 1 ? all : [translation],
    user: caller.user?.id,
    change: { kind: "removed", key: unit.key },
    store: (written) => forgetString(service, { ...place, user: caller.user?.id }, written),
  });
  // What is left of a group may be one string, which is a variant of none.
  if (unit.variant !== "") await refreshVariants(service, component);
}

async function assertMayRemove(service: Service, caller: Caller, place: VisibleUnit): Promise<void> {
  const { component, translation } = place;
  if (component.locked === 1) throw locked();
  if (isMonolingual(component.settings) && translation.is_source !== 1) {
    throw denied("Remove the string from the source language instead.");
  }
  if (!component.settings.manage_units) {
    throw denied("Removing strings is disabled in the component configuration.");
  }
  const permission = component.settings.is_glossary ? "glossary.delete" : "unit.delete";
  if (!may(caller, place, permission)) throw denied("Insufficient privileges for removing strings.");
  await assertAgreed(service, caller, component);
}
