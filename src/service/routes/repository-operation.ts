import type { OperationResult, RepositoryOperation } from "../../contract/resources/repository.ts";
import type { ScheduledTask } from "../../contract/resources/task.ts";
import { demandOperation } from "../clone/repository-access.ts";
import { operate } from "../clone/repository-operations.ts";
import { operateInBackground } from "../clone/repository-task.ts";
import { ValueAnswer } from "../http/route.ts";
import type { Caller } from "../identity/permissions.ts";
import type { VisibleComponent } from "../identity/visible.ts";
import { address } from "../representation/address.ts";
import type { Service } from "../service.ts";

interface OperationCall {
  readonly service: Service;
  readonly caller: Caller;
  readonly origin: string;
  readonly body: { readonly operation: RepositoryOperation; readonly background?: boolean | undefined };
}

/** Does an operation on the repository a component lives in, or begins to. @throws 403, 423 */
export async function operateOn(
  { service, caller, origin, body }: OperationCall,
  { project, component }: VisibleComponent,
  translation?: number,
): Promise<OperationResult | ValueAnswer<ScheduledTask>> {
  const { operation, background } = body;
  await demandOperation(service, caller, { project, component }, operation);
  const user = caller.user?.id;
  const target = { clone: component.clone_id, name: `${project.slug}/${component.path}`, translation };
  if (background !== true) return operate(service, operation, { ...target, user });
  const work = { operation, targets: [target], user, component: component.id };
  return scheduled(origin, await operateInBackground(service, work));
}

/** 202: the work has begun. */
export function scheduled(origin: string, task: string): ValueAnswer<ScheduledTask> {
  return new ValueAnswer(202, {
    detail: "The operation was started in background.",
    task_url: address.task(origin, task),
  });
}
