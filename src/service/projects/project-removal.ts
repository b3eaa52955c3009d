import { inTransaction } from "../../store/database.ts";
import type { ProjectRecord } from "../../store/tables.ts";
import { action } from "../changes/actions.ts";
import { record } from "../changes/change-log.ts";
import { inRemovalOrder, removeComponent, removeProject } from "../components/component-removal.ts";
import type { Payload } from "../../queue/job-queue.ts";
import { startTask, waitForTask, type TaskProgress } from "../jobs/task.ts";
import type { Service } from "../service.ts";

/** Kind of the task that removes a project. */
export const PROJECT_REMOVAL = "project.remove";

/** Removes a project with its components, clones and history. @returns the id of the task that does it */
export async function removeProjectSoon(
  service: Service,
  project: ProjectRecord,
  user: number | undefined,
): Promise<string> {
  const payload = { project: project.id, user: user ?? null };
  // The task is not the project's: it has to be seen when that is gone.
  const task = await startTask(service, { kind: PROJECT_REMOVAL, payload, user });
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
  const components = await database
    .selectFrom("component")
    .selectAll()
    .where("project_id", "=", project.id)
    .orderBy("id")
    .execute();
  for (const [index, component] of inRemovalOrder(components).entries()) {
    await progress.step((100 * index) / components.length, `Removing ${component.path}`);
    await removeComponent(service, component, user);
  }
  // Two may have been asked for it.
  if (!(await removeProject(service, project))) return null;
  await inTransaction(database, (queries) =>
    record(service, queries, [{ action: action.projectRemoved, target: project.slug, user }]),
  );
  return { removed: project.slug };
}
