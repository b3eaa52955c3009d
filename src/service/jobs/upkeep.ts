import { forgetClosedStrings } from "../editor/open-strings-in-database.ts";
import { forgetOldAttempts } from "../editor/save-string.ts";
import { commitAll, fetchOnly, operate } from "../clone/repository-operations.ts";
import { isRemoved, withClone } from "../clone/reconciliation.ts";
import { removeMarkedComponents } from "../components/component-removal.ts";
import { componentRecord } from "../components/component-settings.ts";
import { removeMarkedProjects } from "../projects/project-removal.ts";
import { removeUnownedImages } from "../screenshots/images.ts";
import type { Service } from "../service.ts";
import { checkUntranslatedAges } from "../units/untranslated-age.ts";
import type { JobHandlers, Payload } from "../../queue/job-queue.ts";
import { COMMIT, PULL } from "./clone-jobs.ts";
import { removeOldTasks } from "./task.ts";

const HOUR_MILLISECONDS = 3_600_000;

/** The work on each clone is a job of its own: one that fails or is busy is tried again, and keeps no other waiting. */
export function upkeepJobs(service: Service): JobHandlers {
  return {
    "upkeep.commit": async () => {
      for (const clone of await clonesToCommit(service)) await enqueueFor(service, COMMIT, clone);
    },
    "upkeep.fetch": async () => {
      const clones = await service.database.selectFrom("clone").select("id").where("repo", "!=", "").execute();
      for (const { id } of clones) await enqueueFor(service, "clone.fetch", id);
    },
    "upkeep.clean": async () => {
      await removeOldTasks(service);
      await forgetOldAttempts(service);
      await forgetClosedStrings(service);
      await removeUnownedImages(service);
    },
    "upkeep.checks": () => checkUntranslatedAges(service),
    "upkeep.removals": async () => {
      await removeMarkedComponents(service);
      await removeMarkedProjects(service);
    },
    [COMMIT]: (payload) =>
      onClone(service, payload, async (id, name) => {
        await withClone(service, id, name, (target) => commitAll(service, target, undefined));
      }),
    "clone.fetch": (payload) =>
      onClone(service, payload, async (id, name) => {
        const { result, detail } = await fetchOnly(service, { clone: id, name });
        if (!result) service.logger.warning(detail ?? "");
      }),
    [PULL]: (payload) =>
      onClone(service, payload, async (id) => {
        await operate(service, "pull", { clone: id, name: `clone ${String(id)}` });
      }),
  };
}

async function enqueueFor(service: Service, kind: string, clone: number): Promise<void> {
  await service.jobs.enqueue(kind, { clone }, { key: String(clone) });
}

/** Clones of components where somebody's work waits for longer than the component allows. */
async function clonesToCommit(service: Service): Promise<ReadonlySet<number>> {
  const { database, clock } = service;
  const waitingIn = database.selectFrom("translation").select("component_id").where("pending", ">", 0);
  const components = await database
    .selectFrom("component")
    .selectAll()
    .where("id", "in", waitingIn)
    .where("removing", "=", 0)
    .execute();
  const clones = new Set<number>();
  for (const component of components.map(componentRecord)) {
    if (clones.has(component.clone_id)) continue;
    const age = component.settings.commit_pending_age * HOUR_MILLISECONDS;
    const waiting = await database
      .selectFrom("unit")
      .innerJoin("translation", "translation.id", "unit.translation_id")
      .select("unit.id")
      .where("translation.component_id", "=", component.id)
      .where("translation.pending", ">", 0)
      .where("unit.pending", ">", 0)
      .where("unit.last_updated", "<=", new Date(clock.now().getTime() - age).toISOString())
      .executeTakeFirst();
    if (waiting !== undefined) clones.add(component.clone_id);
  }
  return clones;
}

async function onClone(
  service: Service,
  { clone }: Payload,
  work: (id: number, name: string) => Promise<void>,
): Promise<void> {
  const id = Number(clone);
  const row = await service.database
    .selectFrom("component")
    .select("path")
    .where("clone_id", "=", id)
    .where("removing", "=", 0)
    .orderBy("id")
    .executeTakeFirst();
  // Removed meanwhile.
  if (row === undefined) return;
  try {
    await work(id, row.path);
  } catch (error) {
    // And so while others had the clone.
    if (!isRemoved(error)) throw error;
  }
}
