import type { ProjectPermission } from "../../contract/permission.ts";
import { repositoryOperations, type RepositoryOperation } from "../../contract/resources/repository.ts";
import type { Queries } from "../../store/database.ts";
import { visibleComponent } from "../identity/visible.ts";
import { alertsOf, type Alert } from "./alerts.ts";
import { componentRecord, type ComponentRecord } from "../components/component-settings.ts";
import { anyLanguage, demand, may, type Caller, type Place } from "../identity/permissions.ts";
import type { Service } from "../service.ts";

/** Each of these lets a caller see the status of a repository (facts §3). */
export const statusPermissions: readonly ProjectPermission[] = [
  "vcs.access",
  "vcs.commit",
  "vcs.push",
  "vcs.reset",
  "vcs.update",
  "vcs.view",
];

const permissions: Readonly<Record<RepositoryOperation, ProjectPermission>> = {
  commit: "vcs.commit",
  push: "vcs.push",
  pull: "vcs.update",
  "pull-rebase": "vcs.update",
  "pull-merge": "vcs.update",
  "pull-merge-noff": "vcs.update",
  reset: "vcs.reset",
  "reset-keep": "vcs.reset",
  cleanup: "vcs.reset",
  "file-sync": "vcs.reset",
  "file-scan": "vcs.reset",
};

export function operationPermission(operation: RepositoryOperation): ProjectPermission {
  return permissions[operation];
}

/** A component, or one language of it, whose repository is asked for. */
type Asked = Omit<Place, "component"> & { readonly component: ComponentRecord };

/** @throws 403 unless the caller may do the operation in the component's repository, wherever that belongs to */
export async function demandOperation(
  { database }: Pick<Service, "database">,
  caller: Caller,
  { project, component }: Asked,
  operation: RepositoryOperation,
): Promise<void> {
  const owner = await ownerOf(database, component);
  demand(caller, owner ?? { project, component }, operationPermission(operation));
}

/** What the caller may do in the component's repository, wherever that belongs to. */
export async function allowedOperations(
  { database }: Pick<Service, "database">,
  caller: Caller,
  { project, component }: Asked,
): Promise<ReadonlySet<RepositoryOperation>> {
  const place = (await ownerOf(database, component)) ?? { project, component };
  return new Set(repositoryOperations.filter((operation) => may(caller, place, operationPermission(operation))));
}

/** Whether the caller is told where the repository is. */
export async function mayViewRepository(
  { database }: Pick<Service, "database">,
  caller: Caller,
  { project, component }: Asked,
): Promise<boolean> {
  return may(caller, (await ownerOf(database, component)) ?? { project, component }, "vcs.view");
}

/**
 * A permission that is limited to languages lets a caller see the status of the component's own repository, not of one that
 * it shares (specification 1, "Authentication" 8).
 * @throws 403
 */
export async function demandStatus(
  { database }: Pick<Service, "database">,
  caller: Caller,
  { project, component, language = anyLanguage }: Asked,
): Promise<void> {
  const owner = await ownerOf(database, component);
  demand(caller, owner ?? { project, component, language }, ...statusPermissions);
}

/** What is wrong with a component, for those who may see how its repository stands. @throws 404 */
export async function visibleAlerts(
  service: Service,
  caller: Caller,
  place: { readonly project: string; readonly component: string },
): Promise<readonly Alert[]> {
  const { project, component } = await visibleComponent(service, caller, place);
  const isFor = may(caller, { project, component, language: anyLanguage }, ...statusPermissions);
  return isFor ? alertsOf(service.database, component.id) : [];
}

/** The component that has the repository; undefined where it is the component itself. */
async function ownerOf(queries: Queries, component: ComponentRecord): Promise<Place | undefined> {
  if (component.linked_component_id === null) return undefined;
  const row = await queries
    .selectFrom("component")
    .selectAll()
    .where("id", "=", component.linked_component_id)
    .executeTakeFirstOrThrow();
  const project = await queries
    .selectFrom("project")
    .select(["id", "access_control"])
    .where("id", "=", row.project_id)
    .executeTakeFirstOrThrow();
  return { project, component: componentRecord(row) };
}
