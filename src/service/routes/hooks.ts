import { jsonIn } from "../../core/json.ts";
import { contract } from "../../contract/index.ts";
import { ignored, isHookProvider, malformed, readNotification } from "../hooks/notification.ts";
import { takeNotification, triggerUpdate } from "../hooks/update.ts";
import { invalid, refused } from "../../http-api/refusal.ts";
import { notFound } from "../http/refusal.ts";
import { route, ValueAnswer } from "../http/route.ts";
import { visibleComponent, visibleProject } from "../identity/visible.ts";
import type { Service } from "../service.ts";

const triggered = { status: "success", message: "Update triggered" };

export const hookRoutes = [
  route(contract.hooks.updateComponent, async ({ service, caller, parameters }) => {
    const { project, component } = await visibleComponent(service, caller, parameters);
    assertEnabled(service, project.enable_hooks === 1);
    await triggerUpdate(service, [{ project, component }], {});
    return triggered;
  }),
  route(contract.hooks.updateProject, async ({ service, caller, parameters }) => {
    const project = await visibleProject(service, caller, parameters.project);
    assertEnabled(service, project.enable_hooks === 1);
    const components = await service.database
      .selectFrom("component")
      .select(["id", "path", "clone_id", "project_id"])
      .where("project_id", "=", project.id)
      .where("removing", "=", 0)
      .execute();
    await triggerUpdate(
      service,
      components.map((component) => ({ project, component })),
      {},
    );
    return triggered;
  }),
  route(contract.hooks.notify, async (call) => {
    const { service, parameters, body, headers } = call;
    assertEnabled(service, true);
    if (!isHookProvider(parameters.provider)) throw notFound();
    const notification = readNotification(parameters.provider, payloadOf(body), headers);
    if (notification === malformed) throw invalid(null, "Invalid data in json payload!");
    if (notification === ignored) return new ValueAnswer(201, { status: "success", message: "Hook working" });
    const answer = await takeNotification(call, notification);
    return new ValueAnswer(answer.status === "success" ? 200 : 202, answer);
  }),
];

/** Hooks that are turned off are as if the address took no method at all (facts §3). */
function assertEnabled(service: Service, inProject: boolean): void {
  if (service.settings.enableHooks && inProject) return;
  throw refused(405, "method_not_allowed", "Hooks are turned off here.");
}

/** A form carries the JSON in its field `payload`. */
function payloadOf(body: Readonly<Record<string, unknown>>): unknown {
  if (typeof body["payload"] !== "string") return body;
  const payload = jsonIn(body["payload"]);
  if (payload === undefined) throw invalid(null, "Could not parse JSON payload!");
  return payload;
}
