import { contract } from "../../contract/index.ts";
import type { Category } from "../../contract/resources/category.ts";
import type { Selectable } from "kysely";
import type { CategoryTable } from "../../store/tables.ts";
import type { ProjectRecord } from "../administration.ts";
import { countOf, paged } from "../paging.ts";
import { demand, sees } from "../permissions.ts";
import { invalid, notFound } from "../refusal.ts";
import { address } from "../representation/address.ts";
import { route } from "../route.ts";
import type { Service } from "../service.ts";
import { numericId, visibleProjects } from "../visible.ts";

export const categoryRoutes = [
  route(contract.categories.list, async ({ service, caller, url, origin }) => {
    const categories = service.database
      .selectFrom("category")
      .where("project_id", "in", [0, ...(await visibleProjects(service, caller))]);
    return paged(
      { url },
      () => countOf(categories),
      async (limit, offset) => {
        const rows = await categories.selectAll().orderBy("id").limit(limit).offset(offset).execute();
        const projects = await projectsOf(service, rows);
        return rows.map((row) => represent(row, projects.get(row.project_id)?.slug ?? "", origin));
      },
    );
  }),
  route(contract.categories.create, async ({ service, caller, body, origin }) => {
    const slug = /\/api\/projects\/([^/]+)\/?$/.exec(body.project)?.[1] ?? body.project;
    const project = await service.database
      .selectFrom("project")
      .selectAll()
      .where("slug", "=", slug)
      .executeTakeFirst();
    if (project === undefined || !sees(caller, project)) throw missing("project");
    demand(caller, project, "project.edit");
    const parent =
      body.category === undefined || body.category === null
        ? undefined
        : await parentOf(service, body.category, project);
    const path = parent === undefined ? body.slug : `${parent.path}/${body.slug}`;
    const row = await service.database.transaction().execute(async (queries) => {
      for (const table of ["category", "component"] as const) {
        const taken = await queries
          .selectFrom(table)
          .select("id")
          .where("project_id", "=", project.id)
          .where("path", "=", path)
          .executeTakeFirst();
        const detail = "Component or category with the same URL slug already exists at this level.";
        if (taken !== undefined) throw invalid("slug", detail, "unique");
      }
      return queries
        .insertInto("category")
        .values({ project_id: project.id, category_id: parent?.id ?? null, name: body.name, slug: body.slug, path })
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    return represent(row, project.slug, origin);
  }),
  route(contract.categories.get, async ({ service, caller, parameters, origin }) => {
    const row = await service.database
      .selectFrom("category")
      .selectAll()
      .where("id", "=", numericId(parameters.id))
      .executeTakeFirst();
    if (row === undefined) throw notFound();
    const project = (await projectsOf(service, [row])).get(row.project_id);
    if (project === undefined || !sees(caller, project)) throw notFound();
    return represent(row, project.slug, origin);
  }),
];

type CategoryRecord = Selectable<CategoryTable>;

async function parentOf(service: Service, link: string, project: ProjectRecord): Promise<CategoryRecord> {
  const id = /\/api\/categories\/(\d+)\/?$/.exec(link)?.[1];
  if (id === undefined) throw missing("category");
  const parent = await service.database
    .selectFrom("category")
    .selectAll()
    .where("id", "=", Number(id))
    .where("project_id", "=", project.id)
    .executeTakeFirst();
  if (parent === undefined) throw missing("category");
  return parent;
}

function missing(attr: string) {
  return invalid(attr, "Invalid hyperlink - Object does not exist.", "does_not_exist");
}

async function projectsOf(service: Service, rows: readonly CategoryRecord[]): Promise<Map<number, ProjectRecord>> {
  const projects = await service.database
    .selectFrom("project")
    .selectAll()
    .where("id", "in", [0, ...rows.map((row) => row.project_id)])
    .execute();
  return new Map(projects.map((project) => [project.id, project]));
}

function represent(category: CategoryRecord, project: string, origin: string): Category {
  const url = address.category(origin, category.id);
  return {
    id: category.id,
    name: category.name,
    slug: category.slug,
    project: address.project(origin, project),
    category: category.category_id === null ? null : address.category(origin, category.category_id),
    configuration: {},
    url,
    statistics_url: `${url}statistics/`,
  };
}
