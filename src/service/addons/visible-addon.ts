import type { ProjectRecord } from "../../store/tables.ts";
import { componentById, type ComponentRecord } from "../components/component-settings.ts";
import { notFound } from "../http/refusal.ts";
import { may, mayGlobally, type Caller } from "../identity/permissions.ts";
import { numericId } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import type { AddonRecord } from "./addon.ts";

export interface PlacedAddon {
  readonly addon: AddonRecord;
  readonly project: ProjectRecord;
  readonly component: ComponentRecord | undefined;
}

/** An add-on exists for those who may configure it: for all others it is not there. @throws 404 */
export async function visibleAddon(service: Service, caller: Caller, id: string): Promise<PlacedAddon> {
  const addon = await service.database
    .selectFrom("addon")
    .selectAll()
    .where("id", "=", numericId(id))
    .executeTakeFirst();
  const placed = addon === undefined ? undefined : await placeOf(service, addon);
  if (placed === undefined || !mayConfigure(caller, placed)) throw notFound();
  return placed;
}

/** All add-ons the caller may configure, oldest first. */
export async function visibleAddons(service: Service, caller: Caller): Promise<PlacedAddon[]> {
  const rows = await service.database.selectFrom("addon").selectAll().orderBy("id").execute();
  const placed: PlacedAddon[] = [];
  for (const row of rows) {
    const one = await placeOf(service, row);
    if (one !== undefined && mayConfigure(caller, one)) placed.push(one);
  }
  return placed;
}

async function placeOf(service: Service, addon: AddonRecord): Promise<PlacedAddon | undefined> {
  const component = addon.component_id === null ? undefined : await componentById(service, addon.component_id);
  const id = component?.project_id ?? addon.project_id;
  const project = await service.database
    .selectFrom("project")
    .selectAll()
    .where("id", "=", id ?? 0)
    .executeTakeFirst();
  return project === undefined ? undefined : { addon, project, component };
}

function mayConfigure(caller: Caller, { project, component }: PlacedAddon): boolean {
  if (mayGlobally(caller, "management.addons")) return true;
  return component === undefined
    ? may(caller, project, "project.edit")
    : may(caller, { project, component }, "component.edit");
}
