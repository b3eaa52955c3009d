import { Refusal } from "../../http-api/refusal.ts";
import { inTransaction, type Queries } from "../../store/database.ts";
import type { ProjectRecord } from "../../store/tables.ts";
import { action } from "../changes/actions.ts";
import { record } from "../changes/change-log.ts";
import {
  giveUp,
  inRemovalOrder,
  removeGivenUp,
  removeProject,
  warnOfRemoval,
} from "../components/component-removal.ts";
import { withMark, withoutMark } from "../components/given-up-name.ts";
import { access } from "../identity/permissions.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import type { Payload } from "../../queue/job-queue.ts";
import { startTaskWithin, TaskPostponed, waitForTask, type TaskProgress } from "../jobs/task.ts";
import type { Service } from "../service.ts";

/** Kind of the task that removes a project. */
export const PROJECT_REMOVAL = "project.remove";

/**
 * Removes a project with its components, clones and history: it exists for nobody from here on, and its name and its address are free.
 * @returns the id of the task that does it
 */
export async function removeProjectSoon(
  service: Service,
  project: ProjectRecord,
  user: number | undefined,
): Promise<string> {
  const { id, name, slug } = project;
  const payload = { project: id, user: user ?? null };
  const task = await inTransaction(service.database, async (queries) => {
    for (const component of await componentsOf(queries, id)) await giveUp(queries, component);
    await queries
      .updateTable("project")
      .set({ access_control: access.nobody, name: withMark(id, name), slug: withMark(id, slug) })
      .where("id", "=", id)
      .where("access_control", "!=", access.nobody)
      .execute();
    // The task is not the project's: it has to be seen when that is gone.
    return startTaskWithin(service, queries, { kind: PROJECT_REMOVAL, payload, user });
  });
  // A small project is gone when the answer comes.
  await waitForTask(service, task);
  return task;
}

/** The task. After a crash it goes on where it was: components go one by one, each when nobody else is at its clone. */
export async function doRemoveProject(
  service: Service,
  { project: id, user: userId }: Payload,
  progress: TaskProgress,
): Promise<unknown> {
  const { database } = service;
  const project = await database.selectFrom("project").selectAll().where("id", "=", Number(id)).executeTakeFirst();
  if (project === undefined) return null;
  const user = userId === null ? undefined : Number(userId);
  const components = await componentsOf(database, project.id);
  for (const [index, component] of components.entries()) {
    await progress.step((100 * index) / components.length, `Removing ${component.path}`);
    // One that came when the project was given up already.
    await giveUp(database, component);
    await removeWhereFree(service, component.id, user);
  }
  const slug = withoutMark(project.slug);
  // Two may have been asked for it.
  if (!(await removeProject(service, project))) return null;
  await inTransaction(database, (queries) =>
    record(service, queries, [{ action: action.projectRemoved, target: slug, user }]),
  );
  return { removed: slug };
}

/** @throws {TaskPostponed} where others have its clone for long */
async function removeWhereFree(service: Service, component: number, user: number | undefined): Promise<void> {
  try {
    while (!(await removeGivenUp(service, component, user)));
  } catch (error) {
    throw error instanceof Refusal && error.status === 423 ? new TaskPostponed() : error;
  }
}

async function componentsOf(queries: Queries, project: number): Promise<ComponentRecord[]> {
  const rows = queries.selectFrom("component").selectAll().where("project_id", "=", project).orderBy("id");
  return inRemovalOrder(await rows.execute());
}

/** Removes those whose task did not come to its end; one that fails again hinders no other. */
export async function removeMarkedProjects(service: Service): Promise<void> {
  const rows = service.database
    .selectFrom("project")
    .select(["id", "slug"])
    .where("access_control", "=", access.nobody);
  for (const { id, slug } of await rows.execute()) {
    try {
      await doRemoveProject(service, { project: id, user: null }, { step: async () => undefined });
    } catch (error) {
      if (!(error instanceof TaskPostponed)) warnOfRemoval(service, withoutMark(slug), error);
    }
  }
}
