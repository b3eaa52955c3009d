import { contract } from "../../contract/index.ts";
import { notFound } from "../refusal.ts";
import { route } from "../route.ts";
import { sees } from "../permissions.ts";

export const taskRoutes = [
  route(contract.tasks.get, async ({ service, caller, parameters }) => {
    const task = await service.database
      .selectFrom("task")
      .selectAll()
      .where("id", "=", parameters.uuid)
      .executeTakeFirst();
    if (task === undefined) throw notFound();
    const project =
      task.component_id === null
        ? undefined
        : await service.database
            .selectFrom("component")
            .innerJoin("project", "project.id", "component.project_id")
            .selectAll("project")
            .where("component.id", "=", task.component_id)
            .executeTakeFirst();
    const isOwn = task.user_id !== null && task.user_id === caller.user?.id;
    if (!isOwn && (project === undefined || !sees(caller, project))) throw notFound();
    const result: unknown = JSON.parse(task.result);
    return { completed: task.completed === 1, progress: task.progress, result, log: task.log };
  }),
];
