import type { SelectQueryBuilder } from "kysely";
import { contract } from "../../contract/index.ts";
import type { Category } from "../../contract/resources/category.ts";
import type { Page } from "../../contract/resources/page.ts";
import type { Tables, ProjectRecord } from "../../store/tables.ts";
import {
  categoriesIn,
  changeCategory,
  createCategory,
  removeCategory,
  type CategoryChange,
} from "../categories/categories.ts";
import { visibleCategory, type VisibleCategory } from "../categories/visible-category.ts";
import { categoryId, leadsNowhere, projectSlug } from "../http/hyperlink.ts";
import { countOf, paged } from "../http/paging.ts";
import { invalid } from "../../http-api/refusal.ts";
import { denied } from "../http/refusal.ts";
import { route, type Call } from "../http/route.ts";
import { may, sees, type Caller } from "../identity/permissions.ts";
import { hiddenComponents, visibleProjects } from "../identity/visible.ts";
import { page } from "../representation/address.ts";
import { representCategory } from "../representation/category.ts";
import { representStatistics } from "../representation/translation.ts";
import type { Service } from "../service.ts";
import { sumOf } from "../units/statistics.ts";

const { categories } = contract;

type ChangeCall = Pick<Call<typeof categories.update>, "service" | "caller" | "parameters" | "body" | "origin">;

export const categoryRoutes = [
  route(categories.list, async ({ service, caller, url, origin }) =>
    pageOfCategories(
      service.database
        .selectFrom("category")
        .where("category.project_id", "in", [0, ...(await visibleProjects(service, caller))]),
      { url, origin },
    ),
  ),
  route(categories.create, async ({ service, caller, body, origin }) => {
    const project = await projectAt(service, caller, body.project);
    demandManagement(caller, project);
    const { name, slug, configuration } = body;
    const parent = parentIn(body.category) ?? null;
    return representCategory(
      await createCategory(service, project, { name, slug, configuration, parent }),
      project.slug,
      origin,
    );
  }),
  route(categories.get, async ({ service, caller, parameters, origin }) => {
    const { category, project } = await visibleCategory(service, caller, parameters.id);
    return representCategory(category, project.slug, origin);
  }),
  route(categories.replace, async (call) => change({ ...call, body: { category: null, ...call.body } })),
  route(categories.update, change),
  route(categories.delete, async ({ service, caller, parameters }) => {
    const found = await manageable(service, caller, parameters.id);
    await removeCategory(service, found, caller.user?.id);
    return undefined;
  }),
  route(categories.statistics, async ({ service, caller, parameters, origin }) => {
    const { category, project } = await visibleCategory(service, caller, parameters.id);
    const components = service.database
      .selectFrom("component")
      .select("id")
      .where("category_id", "in", await categoriesIn(service, category))
      .where("id", "not in", [0, ...(await hiddenComponents(service, caller))]);
    const sums = await sumOf(
      service.database.selectFrom("translation").where("translation.component_id", "in", components),
    );
    return representStatistics(sums, {
      name: category.name,
      url: page.component(origin, project.slug, category.path),
      recentChanges: sums.recent_changes,
      reviewed: project.translation_review === 1 || project.source_review === 1,
    });
  }),
];

/** A page of those that the query chooses. */
export async function pageOfCategories(
  chosen: SelectQueryBuilder<Tables, "category", object>,
  { url, origin }: { readonly url: URL; readonly origin: string },
): Promise<Page<Category>> {
  return paged(
    { url },
    () => countOf(chosen),
    async (limit, offset) => {
      const rows = await chosen
        .innerJoin("project", "project.id", "category.project_id")
        .selectAll("category")
        .select("project.slug as project")
        .orderBy("category.id")
        .limit(limit)
        .offset(offset)
        .execute();
      return rows.map(({ project, ...category }) => representCategory(category, project, origin));
    },
  );
}

async function change({ service, caller, parameters, body, origin }: ChangeCall): Promise<Category> {
  const found = await manageable(service, caller, parameters.id);
  const { name, slug, configuration } = body;
  if (body.project !== undefined && (await projectAt(service, caller, body.project)).id !== found.project.id) {
    throw invalid("project", "A category can not be moved to another project.");
  }
  const wanted: CategoryChange = { name, slug, configuration, parent: parentIn(body.category) };
  return representCategory(await changeCategory(service, found, wanted, caller.user?.id), found.project.slug, origin);
}

async function manageable(service: Service, caller: Caller, id: string): Promise<VisibleCategory> {
  const found = await visibleCategory(service, caller, id);
  demandManagement(caller, found.project);
  return found;
}

function demandManagement(caller: Caller, project: ProjectRecord): void {
  if (!may(caller, project, "project.edit")) throw denied("Can not manage categories");
}

/** Null: out of every category; undefined: not said. A form can only send an empty text. */
function parentIn(category: string | null | undefined): number | null | undefined {
  if (category === undefined) return undefined;
  return category === null || category === "" ? null : categoryId(category);
}

/** @throws 400 unless the address leads to a project that the caller sees */
async function projectAt(service: Service, caller: Caller, link: string): Promise<ProjectRecord> {
  const slug = projectSlug("project", link);
  const project = await service.database.selectFrom("project").selectAll().where("slug", "=", slug).executeTakeFirst();
  if (project === undefined || !sees(caller, project)) throw leadsNowhere("project");
  return project;
}
