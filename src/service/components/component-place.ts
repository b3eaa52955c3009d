import type { Queries } from "../../store/database.ts";
import { leadsNowhere } from "../http/hyperlink.ts";
import { invalid } from "../../http-api/refusal.ts";
import type { Service } from "../service.ts";

/** The slugs above a component in a category of its project. @throws 400 for a category of another project */
export async function categoryPath(service: Service, project: number, category: number | undefined): Promise<string[]> {
  if (category === undefined) return [];
  const row = await service.database
    .selectFrom("category")
    .select("path")
    .where("id", "=", category)
    .where("project_id", "=", project)
    .executeTakeFirst();
  if (row === undefined) throw leadsNowhere("category");
  return [row.path];
}

interface Place {
  readonly project: number;
  readonly category: number | null;
  readonly name: string;
  /** `category/slug`. */
  readonly path: string;
  /** The component that is there already. */
  readonly component?: number;
}

/** @throws 400 where another component or a category has the name or the address */
export async function assertFree(
  queries: Queries,
  { project, category, name, path, component = 0 }: Place,
): Promise<void> {
  const components = queries.selectFrom("component").select("id").where("project_id", "=", project);
  const categories = queries.selectFrom("category").select("id").where("project_id", "=", project);
  const level = category === null ? ("is" as const) : ("=" as const);
  const owners = {
    slug: [components.where("path", "=", path).where("id", "!=", component), categories.where("path", "=", path)],
    name: [
      components.where("category_id", level, category).where("name", "=", name).where("id", "!=", component),
      categories.where("category_id", level, category).where("name", "=", name),
    ],
  };
  for (const field of ["slug", "name"] as const) {
    for (const taken of owners[field]) {
      if ((await taken.executeTakeFirst()) === undefined) continue;
      const what = field === "slug" ? "URL slug" : "name";
      throw invalid(field, `Component or category with the same ${what} already exists at this level.`);
    }
  }
}
