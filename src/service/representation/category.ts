import type { Category } from "../../contract/resources/category.ts";
import type { CategoryRecord } from "../categories/visible-category.ts";
import { address, page } from "./address.ts";

/** @param project its slug */
export function representCategory(category: CategoryRecord, project: string, origin: string): Category {
  const url = address.category(origin, category.id);
  const configuration: Record<string, unknown> = JSON.parse(category.configuration);
  return {
    id: category.id,
    name: category.name,
    slug: category.slug,
    project: address.project(origin, project),
    category: category.category_id === null ? null : address.category(origin, category.category_id),
    configuration,
    url,
    web_url: page.component(origin, project, category.path),
    statistics_url: `${url}statistics/`,
    announcements_url: `${url}announcements/`,
  };
}
