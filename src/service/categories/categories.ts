import { inTransaction, type Queries } from "../../store/database.ts";
import type { ProjectRecord } from "../../store/tables.ts";
import { action } from "../changes/actions.ts";
import { record, type Happening } from "../changes/change-log.ts";
import { inRemovalOrder, removeComponentsSoon } from "../components/component-removal.ts";
import { invalid } from "../../http-api/refusal.ts";
import type { Service } from "../service.ts";
import { isBelow, placeIn, subtree } from "./category-tree.ts";
import type { CategoryRecord, VisibleCategory } from "./visible-category.ts";

/** What may be said of a category; members that are missing stay as they are. */
export interface CategoryChange {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
  /** Id of the category it is in; null: of none. */
  readonly parent?: number | null | undefined;
  readonly configuration?: Readonly<Record<string, unknown>> | undefined;
}

/** @throws 400 */
export async function createCategory(
  service: Service,
  project: ProjectRecord,
  category: CategoryChange & { readonly name: string; readonly slug: string },
): Promise<CategoryRecord> {
  const { name, slug, parent = null, configuration = {} } = category;
  return inTransaction(service.database, async (queries) => {
    const path = await freePlace(queries, project.id, { name, slug, parent });
    return queries
      .insertInto("category")
      .values({
        project_id: project.id,
        category_id: parent,
        name,
        slug,
        path,
        configuration: JSON.stringify(configuration),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Renames and moves a category; the addresses of all that is in it change with it. @throws 400 */
export async function changeCategory(
  service: Service,
  { project, category }: VisibleCategory,
  change: CategoryChange,
  user: number | undefined,
): Promise<CategoryRecord> {
  const { name = category.name, slug = category.slug, parent = category.category_id, configuration } = change;
  return inTransaction(service.database, async (queries) => {
    const path = await freePlace(queries, project.id, { name, slug, parent, moved: category });
    const row = await queries
      .updateTable("category")
      .set({
        name,
        slug,
        category_id: parent,
        ...(configuration !== undefined && { configuration: JSON.stringify(configuration) }),
      })
      .where("id", "=", category.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (path !== category.path) await movePaths(queries, project.id, { from: category.path, to: path });
    await record(service, queries, happenings(category, { ...row, path }, { project: project.id, user }));
    return { ...row, path };
  });
}

function happenings(
  before: CategoryRecord,
  after: CategoryRecord,
  about: Pick<Happening, "project" | "user">,
): Happening[] {
  const parentPath = ({ path }: CategoryRecord): string => path.split("/").slice(0, -1).join("/");
  return [
    ...(before.slug === after.slug && before.name === after.name
      ? []
      : [{ ...about, action: action.categoryRenamed, ...renaming(before, after) }]),
    ...(before.category_id === after.category_id
      ? []
      : [{ ...about, action: action.categoryMoved, old: parentPath(before), target: parentPath(after) }]),
  ];
}

function renaming(before: CategoryRecord, after: CategoryRecord): { old: string; target: string } {
  return before.slug === after.slug
    ? { old: before.name, target: after.name }
    : { old: before.slug, target: after.slug };
}

/** The paths of categories and components below one that moves. */
async function movePaths(queries: Queries, project: number, { from, to }: { from: string; to: string }): Promise<void> {
  for (const table of ["category", "component"] as const) {
    const rows = await queries.selectFrom(table).select(["id", "path"]).where("project_id", "=", project).execute();
    for (const { id, path } of rows) {
      if (!isBelow(path, from)) continue;
      await queries
        .updateTable(table)
        .set({ path: to + path.slice(from.length) })
        .where("id", "=", id)
        .execute();
    }
  }
}

interface Wanted {
  readonly name: string;
  readonly slug: string;
  readonly parent: number | null;
  readonly moved?: CategoryRecord;
}

/** The path a category would have. @throws 400 where it can not be there, or something else has its slug or name there */
async function freePlace(queries: Queries, project: number, wanted: Wanted): Promise<string> {
  const { name, slug, parent, moved } = wanted;
  const all = await queries.selectFrom("category").selectAll().where("project_id", "=", project).execute();
  const place = placeIn(all, { parent, slug, moved });
  if ("fault" in place) throw invalid("category", place.fault, place.code);
  const taken = (field: "slug" | "name") => {
    const words = field === "slug" ? "URL slug" : "name";
    return invalid(field, `Component or category with the same ${words} already exists at this level.`, "unique");
  };
  const siblings = all.filter((category) => category.category_id === parent && category.id !== moved?.id);
  const components = await queries
    .selectFrom("component")
    .select(["slug", "name"])
    .where("project_id", "=", project)
    .where("category_id", "is not distinct from", parent)
    .execute();
  const others = [...siblings, ...components];
  if (others.some((other) => other.slug === slug)) throw taken("slug");
  if (others.some((other) => other.name === name)) throw taken("name");
  return place.path;
}

/** Removes a category with all that is in it, components with their strings and clones included, as these are removed by themselves. */
export async function removeCategory(
  service: Service,
  { project, category }: VisibleCategory,
  user: number | undefined,
): Promise<void> {
  const all = await service.database.selectFrom("category").selectAll().where("project_id", "=", project.id).execute();
  const categories = subtree(all, category);
  const ids = categories.map(({ id }) => id);
  const components = await service.database
    .selectFrom("component")
    .selectAll()
    .where("category_id", "in", ids)
    .orderBy("id")
    .execute();
  await removeComponentsSoon(service, inRemovalOrder(components), {
    user,
    name: category.path,
    also: async (queries) => {
      await queries.deleteFrom("category").where("id", "in", ids).execute();
      await record(
        service,
        queries,
        categories.map(({ path }) => ({ action: action.categoryRemoved, project: project.id, user, target: path })),
      );
    },
  });
}

/** Ids of a category and of all that are in it. */
export async function categoriesIn(service: Service, category: CategoryRecord): Promise<number[]> {
  const all = await service.database
    .selectFrom("category")
    .selectAll()
    .where("project_id", "=", category.project_id)
    .execute();
  return subtree(all, category).map(({ id }) => id);
}
