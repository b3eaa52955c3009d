import type { Selectable } from "kysely";
import type { CategoryTable, ProjectRecord } from "../../store/tables.ts";
import { notFound } from "../http/refusal.ts";
import { sees, type Caller } from "../identity/permissions.ts";
import { numericId } from "../identity/visible.ts";
import type { Service } from "../service.ts";

export type CategoryRecord = Selectable<CategoryTable>;

export interface VisibleCategory {
  readonly project: ProjectRecord;
  readonly category: CategoryRecord;
}

/** @throws 404 where there is none, or its project is not for the caller */
export async function visibleCategory(service: Service, caller: Caller, id: string): Promise<VisibleCategory> {
  const category = await service.database
    .selectFrom("category")
    .selectAll()
    .where("id", "=", numericId(id))
    .executeTakeFirst();
  if (category === undefined) throw notFound();
  const project = await service.database
    .selectFrom("project")
    .selectAll()
    .where("id", "=", category.project_id)
    .executeTakeFirstOrThrow();
  if (!sees(caller, project)) throw notFound();
  return { project, category };
}
