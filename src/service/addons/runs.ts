import type { Queries } from "../../store/database.ts";
import { withClone } from "../clone/reconciliation.ts";
import { componentRecord, type ComponentRecord } from "../components/component-settings.ts";
import type { JobHandlers, Payload } from "../../queue/job-queue.ts";
import type { TaskProgress } from "../jobs/task.ts";
import type { Service } from "../service.ts";
import type { AddonRecord } from "./addon.ts";
import { changeFiles } from "./file-change.ts";
import { installedAddon } from "./installed.ts";

const RUN = "addon.run";
/** Kind of the task that somebody triggered. */
export const ADDON_TASK = "addon";

/** Has an add-on do all it can, soon: after it was installed or configured, every day, and where a language came. */
export async function enqueueRun(service: Service, addon: number, queries?: Queries): Promise<void> {
  const transaction = queries === undefined ? {} : { queries };
  await service.jobs.enqueue(RUN, { addon }, { key: String(addon), ...transaction });
}

export function addonJobs(service: Service): JobHandlers {
  return {
    [RUN]: async ({ addon }) => {
      await runAddon(service, Number(addon));
    },
    "upkeep.addons": async () => {
      const rows = await service.database.selectFrom("addon").select("id").orderBy("id").execute();
      for (const { id } of rows) await enqueueRun(service, id);
    },
  };
}

/** The task that a trigger starts. @returns number of components it worked for */
export async function addonTask(service: Service, payload: Payload, progress: TaskProgress): Promise<unknown> {
  const components = await runAddon(service, Number(payload["addon"]), progress);
  return { components };
}

async function runAddon(service: Service, id: number, progress?: TaskProgress): Promise<number> {
  const record = await service.database.selectFrom("addon").selectAll().where("id", "=", id).executeTakeFirst();
  const installed = record === undefined ? undefined : installedAddon(record);
  if (record === undefined || installed === undefined) return 0;
  const { addon, configuration } = installed;
  const components = (await componentsOf(service, record)).filter(
    (component) => addon.unsuitable?.(component) === undefined,
  );
  for (const [index, component] of components.entries()) {
    await progress?.step((index / components.length) * 100, component.path);
    await addon.daily?.({ service, component, configuration });
    if (addon.changeFiles === undefined) continue;
    await withClone(service, component.clone_id, component.path, (target) =>
      changeFiles(service, target, component, installed, undefined),
    );
  }
  return components.length;
}

/** The component an add-on is of, or all of its project. */
export async function componentsOf(service: Service, addon: AddonRecord): Promise<ComponentRecord[]> {
  const components = service.database.selectFrom("component").selectAll().where("removing", "=", 0).orderBy("id");
  const rows =
    addon.component_id === null
      ? await components.where("project_id", "=", addon.project_id).execute()
      : await components.where("id", "=", addon.component_id).execute();
  return rows.map(componentRecord);
}
