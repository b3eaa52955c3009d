import type { ComponentClone } from "../clone/clone.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import type { Service, AddonEvents } from "../service.ts";
import type { CloneRun } from "./addon.ts";
import { changeFiles, notePresent } from "./file-change.ts";
import { installedFor, installedForEach, type Installed } from "./installed.ts";
import { enqueueRun } from "./runs.ts";
import { webhookListeners } from "./webhook-delivery.ts";

/** Calls the add-ons that are installed where something happens. One that fails is told of and keeps nothing else from going on. */
export const addonEvents: AddonEvents = {
  afterUpdate: async (service, target, user) => {
    for (const component of target.components) {
      for (const installed of await installedFor(service.database, component)) {
        await attempt(service, installed, () => changeFiles(service, target, component, installed, user));
        if (installed.addon.runsAfterUpdate === true) await enqueueRun(service, installed.record.id);
      }
    }
  },
  aboutToCommit: async (service, target) => {
    await installedIn(service, target);
  },
  beforeCommit: async (service, target, component, translation) => {
    const paths: string[] = [];
    for (const installed of (await installedIn(service, target)).get(component.id) ?? []) {
      const run = { ...runOf(service, target, component, installed), translation };
      await attempt(service, installed, async () => {
        paths.push(...((await installed.addon.beforeCommit?.(run)) ?? []));
      });
    }
    return paths;
  },
  afterCommit: tidyHistory,
  beforePush: tidyHistory,
  languageFileMade: async (service, target, component, path) => {
    const paths: string[] = [];
    for (const installed of await installedFor(service.database, component)) {
      await attempt(service, installed, async () => {
        const run = { ...runOf(service, target, component, installed), path };
        paths.push(...((await installed.addon.languageFileMade?.(run)) ?? []));
      });
    }
    return paths;
  },
  languageAdded: async (service, queries, component) => {
    for (const { addon, record } of await installedFor(queries, component)) {
      if (addon.daily !== undefined) await enqueueRun(service, record.id, queries);
    }
  },
  stateOfNew: async (queries, component) => {
    const rules = (await installedFor(queries, component)).flatMap(({ addon }) => addon.stateOfNew ?? []);
    if (rules.length === 0) return undefined;
    return (unit) => rules.reduce((state, rule) => rule({ ...unit, state }), unit.state);
  },
  listeners: webhookListeners,
};

const known = new WeakMap<ComponentClone, ReturnType<typeof installedForEach>>();

/** Read once for whoever holds a clone: others wait for it. */
async function installedIn({ database }: Service, target: ComponentClone): ReturnType<typeof installedForEach> {
  const found = known.get(target) ?? installedForEach(database, target.components);
  known.set(target, found);
  try {
    return await found;
  } catch (error) {
    known.delete(target);
    throw error;
  }
}

async function tidyHistory(service: Service, target: ComponentClone): Promise<void> {
  const done = new Set<number>();
  const all = await installedIn(service, target);
  for (const component of target.components) {
    for (const installed of all.get(component.id) ?? []) {
      if (done.has(installed.record.id)) continue;
      done.add(installed.record.id);
      await attempt(service, installed, async () => {
        const changed = await installed.addon.tidyHistory?.(runOf(service, target, component, installed));
        if (changed === true) await notePresent(service, target);
      });
    }
  }
}

function runOf(
  service: Service,
  target: ComponentClone,
  component: ComponentRecord,
  { configuration }: Installed,
): CloneRun<unknown> {
  return { service, target, component, configuration };
}

async function attempt(
  service: Service,
  { record: { id, name } }: Installed,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    service.logger.warning(`Add-on ${name} (${String(id)}) failed: ${words.replaceAll(service.dataFolder, "")}`);
  }
}
