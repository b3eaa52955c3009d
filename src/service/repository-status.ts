import type { RepositoryStatus } from "../contract/resources/repository.ts";
import { cloneOf } from "./component-clone.ts";
import type { ComponentRecord } from "./component-settings.ts";
import type { Service } from "./service.ts";

/** Status of the clone a component lives in. `needs_merge` knows the last fetch, as git does (probe §4). */
export async function repositoryStatus(
  service: Service,
  component: ComponentRecord,
  url: string,
  translation?: number,
): Promise<RepositoryStatus> {
  const record = await service.database
    .selectFrom("clone")
    .selectAll()
    .where("id", "=", component.clone_id)
    .executeTakeFirstOrThrow();
  let waiting = service.database
    .selectFrom("translation")
    .innerJoin("component", "component.id", "translation.component_id")
    .select("translation.id")
    .where("component.clone_id", "=", component.clone_id)
    .where("translation.pending", ">", 0);
  if (translation !== undefined) waiting = waiting.where("translation.id", "=", translation);
  const status = await service.locks.hold(component.clone_id, component.path, () =>
    cloneOf(service, component.clone_id).status(),
  );
  return {
    needs_commit: (await waiting.executeTakeFirst()) !== undefined,
    needs_merge: record.behind > 0,
    needs_push: record.ahead > 0,
    url,
    remote_commit: record.remote_commit,
    status,
    merge_failure: record.merge_failure,
  };
}
