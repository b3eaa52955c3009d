import type { CategoryRecord } from "./visible-category.ts";

/** Categories in categories in categories, as on the real service. */
const MOST_LEVELS = 3;

/** Where a category may go; plain words are what the API says about a place that will not do. */
export type Placement = { readonly path: string } | { readonly fault: string; readonly code?: string };

/** @param all categories of the project @param moved the category that moves; undefined: a new one */
export function placeIn(
  all: readonly CategoryRecord[],
  { parent, slug, moved }: { parent: number | null; slug: string; moved?: CategoryRecord | undefined },
): Placement {
  const above = all.find(({ id }) => id === parent);
  if (parent !== null && above === undefined)
    return { fault: "Invalid hyperlink - Object does not exist.", code: "does_not_exist" };
  if (above !== undefined && moved !== undefined && isBelow(above.path, moved.path)) {
    return { fault: "A category can not be moved into itself." };
  }
  const levels = levelOf(above?.path) + (moved === undefined ? 1 : heightOf(all, moved));
  if (levels > MOST_LEVELS) return { fault: "Too deep nesting of categories!" };
  return { path: above === undefined ? slug : `${above.path}/${slug}` };
}

/** The category itself and all that are in it. */
export function subtree(all: readonly CategoryRecord[], { path }: CategoryRecord): CategoryRecord[] {
  return all.filter((category) => isBelow(category.path, path));
}

/** Whether something is at a path or anywhere below it. */
export function isBelow(path: string, top: string): boolean {
  return path === top || path.startsWith(`${top}/`);
}

function levelOf(path: string | undefined): number {
  return path === undefined ? 0 : path.split("/").length;
}

function heightOf(all: readonly CategoryRecord[], category: CategoryRecord): number {
  const deepest = Math.max(...subtree(all, category).map(({ path }) => levelOf(path)));
  return deepest - levelOf(category.path) + 1;
}
