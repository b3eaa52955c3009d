import type { Addon } from "../../contract/resources/addon.ts";
import { contract } from "../../contract/index.ts";
import { configureAddon, installAddon, removeAddon, shownConfiguration } from "../addons/installation.ts";
import { ADDON_TASK } from "../addons/runs.ts";
import { visibleAddon, visibleAddons, type PlacedAddon } from "../addons/visible-addon.ts";
import { paged } from "../http/paging.ts";
import { invalid } from "../../http-api/refusal.ts";
import { route, ValueAnswer, type Call } from "../http/route.ts";
import { demand } from "../identity/permissions.ts";
import { visibleComponent, visibleProject } from "../identity/visible.ts";
import { startTask } from "../jobs/task.ts";
import { address } from "../representation/address.ts";
import { representAddon } from "../representation/addon.ts";

export const addonRoutes = [
  route(contract.addons.list, async ({ service, caller, url, origin }) => {
    const addons = await visibleAddons(service, caller);
    return paged(
      { url },
      async () => addons.length,
      async (limit, offset) => addons.slice(offset, offset + limit).map((addon) => represent(addon, origin)),
    );
  }),
  route(contract.addons.get, async ({ service, caller, parameters, origin }) =>
    represent(await visibleAddon(service, caller, parameters.id), origin),
  ),
  route(contract.addons.update, change),
  route(contract.addons.replace, change),
  route(contract.addons.delete, async ({ service, caller, parameters }) => {
    const { addon, project } = await visibleAddon(service, caller, parameters.id);
    await removeAddon(service, { addon, project: project.id }, caller.user?.id);
    return undefined;
  }),
  route(contract.addons.trigger, async ({ service, caller, parameters, origin }) => {
    const { addon, project, component } = await visibleAddon(service, caller, parameters.id);
    const task = await startTask(service, {
      kind: ADDON_TASK,
      payload: { addon: addon.id },
      user: caller.user?.id,
      ...(component === undefined ? { project: project.id } : { component: component.id }),
    });
    return { detail: "The add-on was triggered.", task_url: address.task(origin, task) };
  }),
  route(contract.componentAddons.create, async ({ service, caller, parameters, body, origin }) => {
    const place = await visibleComponent(service, caller, parameters);
    demand(caller, place, "component.edit");
    const addon = await installAddon(service, place, body, caller.user?.id);
    return created({ addon, ...place }, origin);
  }),
  route(contract.projectAddons.create, async ({ service, caller, parameters, body, origin }) => {
    const project = await visibleProject(service, caller, parameters.project);
    demand(caller, project, "project.edit");
    const addon = await installAddon(service, { project }, body, caller.user?.id);
    return created({ addon, project, component: undefined }, origin);
  }),
];

type ChangeCall = Call<typeof contract.addons.update> | Call<typeof contract.addons.replace>;

async function change({ service, caller, parameters, body, origin }: ChangeCall): Promise<Addon> {
  const placed = await visibleAddon(service, caller, parameters.id);
  const { addon, project } = placed;
  if (body.name !== undefined && body.name !== addon.name) throw invalid("name", "Can not change add-on name");
  if (body.configuration === undefined) return represent(placed, origin);
  const place = { addon, project: project.id };
  const changed = await configureAddon(service, place, body.configuration, caller.user?.id);
  return represent({ ...placed, addon: changed }, origin);
}

function created(placed: PlacedAddon, origin: string): ValueAnswer<Addon> {
  return new ValueAnswer(201, represent(placed, origin), { Location: address.addon(origin, placed.addon.id) });
}

function represent({ addon, project, component }: PlacedAddon, origin: string): Addon {
  const parts = { id: addon.id, name: addon.name, configuration: shownConfiguration(addon) };
  return representAddon({ ...parts, projectSlug: project.slug, componentPath: component?.path ?? null }, origin);
}
