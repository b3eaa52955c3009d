import type { ProjectRecord } from "../../store/tables.ts";
import { sees, seesComponent, type Caller } from "../identity/permissions.ts";
import type { Service } from "../service.ts";
import { isStorableId } from "../http/hyperlink.ts";
import { componentRecord, type ComponentRecord } from "./component-settings.ts";

export interface ReferredComponent {
  readonly project: ProjectRecord;
  readonly component: ComponentRecord;
}

/**
 * The component that a request names by its id, its path (`project/component`, `project/category/component`) or its address.
 * @returns undefined where there is none that the caller sees
 */
export async function referredComponent(
  service: Service,
  caller: Caller,
  reference: string | number,
): Promise<ReferredComponent | undefined> {
  const { database } = service;
  const text = pathIn(String(reference));
  const [projectSlug = "", ...rest] = text.split("/");
  const query = database.selectFrom("component").selectAll("component");
  const row = isStorableId(text)
    ? await query.where("component.id", "=", Number(text)).executeTakeFirst()
    : await query
        .innerJoin("project", "project.id", "component.project_id")
        .where("project.slug", "=", projectSlug)
        .where("component.path", "=", rest.join("/"))
        .executeTakeFirst();
  if (row === undefined) return undefined;
  const component = componentRecord(row);
  const project = await database
    .selectFrom("project")
    .selectAll()
    .where("id", "=", component.project_id)
    .executeTakeFirstOrThrow();
  return sees(caller, project) && seesComponent(caller, component) ? { project, component } : undefined;
}

/** A component's address ends with its path, slashes of categories escaped twice. */
function pathIn(reference: string): string {
  const [, path] = /\/api\/components\/([^/]+\/[^/]+)\/?$/.exec(reference) ?? [];
  try {
    return path === undefined ? reference : decodeURIComponent(decodeURIComponent(path));
  } catch {
    return reference;
  }
}
