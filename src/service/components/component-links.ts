import type { Selectable } from "kysely";
import type { Queries } from "../../store/database.ts";
import type { ProjectTable } from "../../store/tables.ts";
import { invalid } from "../../http-api/refusal.ts";
import { denied, notFound } from "../http/refusal.ts";
import { may, sees, seesComponent, type Caller } from "../identity/permissions.ts";
import type { Service } from "../service.ts";
import { componentRecord, type ComponentRecord } from "./component-settings.ts";

type ProjectRecord = Selectable<ProjectTable>;

interface LinkedPlace {
  readonly project: ProjectRecord;
  readonly component: ComponentRecord;
  readonly caller: Caller;
}

/** The other projects a component is shown in; who manages it sees all of them, others those they may see anyway. */
export async function linkedProjects(
  service: Service,
  { project, component, caller }: LinkedPlace,
): Promise<ProjectRecord[]> {
  const rows = await service.database
    .selectFrom("component_link")
    .innerJoin("project", "project.id", "component_link.project_id")
    .selectAll("project")
    .where("component_link.component_id", "=", component.id)
    .orderBy("project.id")
    .execute();
  const manages = may(caller, project, "component.edit");
  return rows.filter((row) => manages || sees(caller, row));
}

/**
 * Shows a component in another project as well; whoever may not see it at home does not see it there either.
 * @throws 400, 403
 */
export async function linkComponent(
  service: Service,
  { project, component, caller }: LinkedPlace,
  { slug, category }: { readonly slug: string | undefined; readonly category: number | undefined },
): Promise<void> {
  if (slug === undefined || slug === "") throw invalid("project_slug", "Missing 'project_slug' parameter");
  const { database } = service;
  const other = await database.selectFrom("project").selectAll().where("slug", "=", slug).executeTakeFirst();
  if (other === undefined || other.id === project.id || !sees(caller, other)) {
    throw invalid("project_slug", `No project slug '${slug}' found!`);
  }
  if (!may(caller, other, "project.edit")) throw denied(`You may not edit the project '${slug}'.`);
  await assertCategory(database, other.id, category);
  await database
    .insertInto("component_link")
    .values({ component_id: component.id, project_id: other.id, category_id: category ?? null })
    .onConflict((conflict) =>
      conflict.columns(["component_id", "project_id"]).doUpdateSet({ category_id: category ?? null }),
    )
    .execute();
}

async function assertCategory(queries: Queries, project: number, category: number | undefined): Promise<void> {
  if (category === undefined) return;
  const row = await queries
    .selectFrom("category")
    .select("id")
    .where("id", "=", category)
    .where("project_id", "=", project)
    .executeTakeFirst();
  if (row === undefined) throw invalid("category_id", "Category does not belong to the project.", "does_not_exist");
}

/** @throws 404 where there is no such link */
export async function unlinkComponent(service: Service, component: ComponentRecord, slug: string): Promise<void> {
  const { database } = service;
  const removed = await database
    .deleteFrom("component_link")
    .where("component_id", "=", component.id)
    .where("project_id", "in", database.selectFrom("project").select("id").where("slug", "=", slug))
    .executeTakeFirst();
  if (removed.numDeletedRows === 0n) throw notFound();
}

/** Ids of the components that are shown in a project, its own and those of other projects, as far as the caller sees them. */
export async function componentsShownIn(service: Service, caller: Caller, project: number): Promise<number[]> {
  const { database } = service;
  const own = await database
    .selectFrom("component")
    .selectAll()
    .where("project_id", "=", project)
    .orderBy("id")
    .execute();
  const linked = await database
    .selectFrom("component_link")
    .innerJoin("component", "component.id", "component_link.component_id")
    .innerJoin("project", "project.id", "component.project_id")
    .selectAll("component")
    .select(["project.id as home", "project.access_control as access_control"])
    .where("component_link.project_id", "=", project)
    .execute();
  const seen = linked.filter(({ home, access_control: control }) =>
    sees(caller, { id: home, access_control: control }),
  );
  return [...own, ...seen].filter((row) => seesComponent(caller, componentRecord(row))).map(({ id }) => id);
}
