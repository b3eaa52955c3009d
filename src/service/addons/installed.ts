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
export async function installedFor(queries: Queries, component: ComponentRecord): Promise<readonly Installed[]> {
  return (await installedForEach(queries, [component])).get(component.id) ?? [];
}

/** The same of several components, by their ids. */
export async function installedForEach(
  queries: Queries,
  components: readonly ComponentRecord[],
): Promise<ReadonlyMap<number, readonly Installed[]>> {
  const [ids, projects] = [components.map(({ id }) => id), components.map(({ project_id: project }) => project)];
  const rows = await queries
    .selectFrom("addon")
    .selectAll()
    .where((where) => where.or([where("component_id", "in", [0, ...ids]), where("project_id", "in", [0, ...projects])]))
    .orderBy("id")
    .execute();
  const all = rows.flatMap((record) => installedAddon(record) ?? []);
  return new Map(
    components.map((component) => [
      component.id,
      all.filter(({ record: { component_id: own, project_id: project }, addon }) => {
        const isFor = own === component.id || project === component.project_id;
        return isFor && addon.unsuitable?.(component) === undefined;
      }),
    ]),
  );
}

/** @returns undefined for one that is not provided here any more, or whose configuration another version wrote */
export function installedAddon(record: AddonRecord): Installed | undefined {
  const addon = addons.get(record.name);
  const configuration = addon?.configuration.safeParse(JSON.parse(record.configuration));
  if (addon === undefined || configuration?.success !== true) return undefined;
  return { record, addon, configuration: configuration.data };
}
