import { endpoint } from "../endpoint.ts";
import { Task } from "../resources/task.ts";

export const tasks = {
  get: endpoint({
    id: "tasks.get",
    method: "GET",
    path: "/api/tasks/{uuid}/",
    summary: "Progress of a background task.",
    responses: { 200: Task },
    access: "viewer",
  }),
};
