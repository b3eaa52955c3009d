import type { Selectable } from "kysely";
import type { AutomaticAssignment } from "../../contract/resources/component-list.ts";
import { defined } from "../../core/defined.ts";
import { inTransaction, type Queries } from "../../store/database.ts";
import type { ComponentListTable } from "../../store/tables.ts";
import { componentRecord } from "../components/component-settings.ts";
import { invalid } from "../../http-api/refusal.ts";
import { seesComponent, type Caller } from "../identity/permissions.ts";
import { visibleProjects } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { assertRules, assignExisting } from "./automatic-assignment.ts";

export type ComponentListRecord = Selectable<ComponentListTable>;

export interface ComponentListChange {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
  readonly show_dashboard?: boolean | undefined;
  readonly auto_assign?: readonly AutomaticAssignment[] | undefined;
}

/** A member of a list that the caller sees. */
export interface ListedComponent {
  readonly list: number;
  readonly id: number;
  readonly project: string;
  readonly path: string;
}

export async function componentList(service: Service, slug: string): Promise<ComponentListRecord | undefined> {
  return service.database.selectFrom("component_list").selectAll().where("slug", "=", slug).executeTakeFirst();
}

/** @throws 400 where name or slug are taken, or a rule is no regular expression */
export async function createComponentList(
  service: Service,
  list: ComponentListChange & { readonly name: string; readonly slug: string },
): Promise<ComponentListRecord> {
  const { auto_assign: rules = [], show_dashboard: shown = true, name, slug } = list;
  assertRules(rules);
  return inTransaction(service.database, async (queries) => {
    await assertFree(queries, list);
    const row = await queries
      .insertInto("component_list")
      .values({ name, slug, show_dashboard: shown ? 1 : 0, auto_assign: JSON.stringify(rules) })
      .returningAll()
      .executeTakeFirstOrThrow();
    await assignExisting(queries, row.id, rules);
    return row;
  });
}

/** @throws 400 as for a new one */
export async function changeComponentList(
  service: Service,
  { id }: ComponentListRecord,
  change: ComponentListChange,
): Promise<ComponentListRecord> {
  const { auto_assign: rules, show_dashboard: shown, name, slug } = change;
  assertRules(rules ?? []);
  return inTransaction(service.database, async (queries) => {
    await assertFree(queries, change, id);
    const row = await queries
      .updateTable("component_list")
      .set({
        ...defined({ name, slug }),
        ...(shown !== undefined && { show_dashboard: shown ? 1 : 0 }),
        ...(rules !== undefined && { auto_assign: JSON.stringify(rules) }),
        id,
      })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await assignExisting(queries, id, rules ?? []);
    return row;
  });
}

async function assertFree(queries: Queries, change: ComponentListChange, id = 0): Promise<void> {
  for (const field of ["name", "slug"] as const) {
    const value = change[field];
    if (value === undefined) continue;
    const taken = await queries
      .selectFrom("component_list")
      .select("id")
      .where(field, "=", value)
      .where("id", "!=", id)
      .executeTakeFirst();
    const words = field === "name" ? "component list name" : "URL slug";
    if (taken !== undefined) throw invalid(field, `Component list with this ${words} already exists.`, "unique");
  }
}

/** Members of lists that the caller sees, in the order of their creation. */
export async function listedComponents(
  service: Service,
  caller: Caller,
  lists: readonly number[],
): Promise<ListedComponent[]> {
  const rows = await service.database
    .selectFrom("component_list_member")
    .innerJoin("component", "component.id", "component_list_member.component_id")
    .innerJoin("project", "project.id", "component.project_id")
    .selectAll("component")
    .select(["component_list_member.component_list_id as list", "project.slug as project"])
    .where("component_list_member.component_list_id", "in", [0, ...lists])
    .where("project.id", "in", [0, ...(await visibleProjects(service, caller))])
    .orderBy("component.id")
    .execute();
  return rows
    .filter((row) => seesComponent(caller, componentRecord(row)))
    .map(({ list, id, project, path }) => ({ list, id, project, path }));
}
