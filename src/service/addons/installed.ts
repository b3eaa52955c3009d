import type { Queries } from "../../store/database.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import type { AddonRecord, AnyAddon } from "./addon.ts";
import { addons } from "./registry.ts";

/** An add-on of a component or project with what it does. */
export interface Installed {
  readonly record: AddonRecord;
  readonly addon: AnyAddon;
  readonly configuration: unknown;
}

/** Add-ons that work for a component: its own and its project's. */
export async function installedFor(queries: Queries, component: ComponentRecord): Promise<Installed[]> {
  const rows = await queries
    .selectFrom("addon")
    .selectAll()
    .where((where) =>
      where.or([where("component_id", "=", component.id), where("project_id", "=", component.project_id)]),
    )
    .orderBy("id")
    .execute();
  return rows.flatMap((record) => {
    const installed = installedAddon(record);
    return installed === undefined || installed.addon.unsuitable?.(component) !== undefined ? [] : [installed];
  });
}

/** @returns undefined for one that is not provided here any more, or whose configuration another version wrote */
export function installedAddon(record: AddonRecord): Installed | undefined {
  const addon = addons.get(record.name);
  const configuration = addon?.configuration.safeParse(JSON.parse(record.configuration));
  if (addon === undefined || configuration?.success !== true) return undefined;
  return { record, addon, configuration: configuration.data };
}
