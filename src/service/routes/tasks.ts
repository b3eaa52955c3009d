import { contract } from "../../contract/index.ts";
import type { ProjectRecord } from "../../store/tables.ts";
import { componentRecord } from "../components/component-settings.ts";
import { refused } from "../../http-api/refusal.ts";
import { denied, notFound } from "../http/refusal.ts";
import { route } from "../http/route.ts";
import { may, sees, seesComponent, type Caller } from "../identity/permissions.ts";
import { cancelTask, findTask, type TaskRecord } from "../jobs/task.ts";
import type { Service } from "../service.ts";

interface VisibleTask {
  readonly task: TaskRecord;
  readonly isOwn: boolean;
  /** That it works for, where it is not somebody's own affair. */
  readonly project: ProjectRecord | undefined;
}

export const taskRoutes = [
  route(contract.tasks.get, async ({ service, caller, parameters }) => {
    const { task } = await visibleTask(service, caller, parameters.uuid);
    const result: unknown = JSON.parse(task.result);
    const completed = task.completed === 1;
    const cancellable = task.cancellable === 1 && !completed;
    return { completed, progress: task.progress, result, log: task.log, cancellable };
  }),
  route(contract.tasks.cancel, async ({ service, caller, parameters }) => {
    const { task, isOwn, project } = await visibleTask(service, caller, parameters.uuid);
    if (!isOwn && (project === undefined || !may(caller, project, "component.edit"))) throw denied();
    if (!(await cancelTask(service, task.id))) {
      throw refused(409, "conflict", "The task cannot be stopped.");
    }
    return undefined;
  }),
];

/** Those who started it and those who see what it works on know of a task; for others it does not exist (facts §1.9). */
async function visibleTask(service: Service, caller: Caller, id: string): Promise<VisibleTask> {
  const task = await findTask(service, id);
  if (task === undefined) throw notFound();
  const project = await projectSeen(service, caller, task);
  const isOwn = task.user_id !== null && task.user_id === caller.user?.id;
  if (!isOwn && project === undefined) throw notFound();
  return { task, isOwn, project };
}

async function projectSeen(service: Service, caller: Caller, task: TaskRecord): Promise<ProjectRecord | undefined> {
  const { database } = service;
  const component =
    task.component_id === null
      ? undefined
      : await database.selectFrom("component").selectAll().where("id", "=", task.component_id).executeTakeFirst();
  const id = component?.project_id ?? task.project_id;
  if (id === null) return undefined;
  const project = await database.selectFrom("project").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  if (!sees(caller, project)) return undefined;
  return component === undefined || seesComponent(caller, componentRecord(component)) ? project : undefined;
}
