import { nothing } from "../../http-api/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { Task } from "../resources/task.ts";

export const tasks = {
  get: endpoint({
    id: "tasks.get",
    method: "GET",
    path: "/api/tasks/{uuid}/",
    summary: "Progress of a background task.",
    since: "4.4",
    responses: { 200: Task },
    access: "viewer",
  }),
  cancel: endpoint({
    id: "tasks.cancel",
    method: "DELETE",
    path: "/api/tasks/{uuid}/",
    summary: "Stops a background task that can be stopped: for who started it, and for who may change its component.",
    responses: { 204: nothing },
    refusals: [403, 409],
    access: "signed-in",
  }),
};
