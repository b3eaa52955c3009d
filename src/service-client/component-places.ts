import type * as z from "zod";
import { Category } from "../contract/resources/category.ts";
import type { Component } from "../contract/resources/component.ts";
import { pageOf, type Page } from "../contract/resources/page.ts";
import { defined } from "../core/defined.ts";
import { RemoteError } from "../core/errors.ts";
import { componentName, type ComponentPath } from "../mapping/binding.ts";
import type { Request } from "./refusal.ts";
import type { ComponentPlace } from "./translation-service.ts";
import type { Schema } from "../http-api/endpoint.ts";

/** What the making and removing of components needs of the connection. */
export interface PlaceConnection {
  /** Address below the API's root: `/api/projects/acme/components/`. */
  readonly at: (path: string) => string;
  /** All items of a list, over its pages. */
  readonly list: <T>(shape: Schema<z.ZodType<Page<T>>>, url: string, request: Request) => Promise<readonly T[]>;
  /** Sent once; an answer of 400 and more is thrown. */
  readonly send: (
    method: "POST" | "DELETE",
    url: string,
    body: object | undefined,
    request: Request,
  ) => Promise<unknown>;
}

const NEEDS = "project.edit";

/** Settings that make a component what it is, wherever it stands. Of two that read one file all of these are the same. */
const copied = [
  "file_format",
  "file_format_params",
  "filemask",
  "template",
  "edit_template",
  "intermediate",
  "new_base",
  "new_lang",
  "language_code_style",
  "language_regex",
  "variant_regex",
  "manage_units",
  "check_flags",
  "enforced_checks",
  "allow_translation_propagation",
  "enable_suggestions",
  "suggestion_voting",
  "suggestion_autoaccept",
  "license",
  "agreement",
  "report_source_bugs",
  "repoweb",
  "restricted",
  "priority",
  "push",
  "push_on_commit",
  "commit_pending_age",
  "auto_lock_error",
  "merge_style",
  "commit_message",
  "add_message",
  "delete_message",
  "merge_message",
  "addon_message",
  "pull_message",
] as const satisfies readonly (keyof Component)[];

function settingsOf(original: Component): object {
  const given = copied.flatMap((name): (readonly [string, unknown])[] => {
    const value = original[name];
    return value === undefined || value === null ? [] : [[name, value]];
  });
  const language = original.source_language?.code;
  return { ...Object.fromEntries(given), ...defined({ source_language: language }) };
}

/** Makes the component and the categories that it is to stand in; what is there already is taken as it is. */
export async function makeComponent(
  connection: PlaceConnection,
  original: Component,
  { path, name, repository, branch }: ComponentPlace,
): Promise<void> {
  const category = await ensureCategories(connection, path);
  await connection.send(
    "POST",
    connection.at(`/api/projects/${path.project}/components/`),
    {
      // A real service has no other way to copy: `from_component` alone is refused.
      ...settingsOf(original),
      name,
      slug: path.component,
      vcs: "git",
      repo: repository,
      branch,
      ...(category !== undefined && { category: category.url }),
    },
    { what: `create ${componentName(path)}`, needs: NEEDS },
  );
}

/** Removes the categories of a component that hold nothing any more, from the inside out. */
export async function removeEmptyCategories(
  connection: PlaceConnection,
  path: ComponentPath,
  others: readonly ComponentPath[],
): Promise<void> {
  if (path.categories.length === 0) return;
  const known = await categoriesOf(connection, path.project);
  for (let depth = path.categories.length; depth > 0; depth -= 1) {
    const within = path.categories.slice(0, depth);
    if (others.some(({ categories }) => within.every((slug, at) => categories[at] === slug))) return;
    const category = find(known, within);
    if (category === undefined) return;
    await connection.send("DELETE", category.url, undefined, {
      what: `remove the empty category ${[path.project, ...within].join("/")}`,
      needs: NEEDS,
    });
  }
}

export async function ensureCategories(
  connection: PlaceConnection,
  path: ComponentPath,
): Promise<Category | undefined> {
  if (path.categories.length === 0) return undefined;
  let parent: Category | undefined;
  for (let depth = 1; depth <= path.categories.length; depth += 1) {
    const within = path.categories.slice(0, depth);
    parent =
      find(await categoriesOf(connection, path.project), within) ??
      (await makeCategory(connection, path.project, within, parent));
  }
  return parent;
}

async function makeCategory(
  connection: PlaceConnection,
  project: string,
  within: readonly string[],
  parent: Category | undefined,
): Promise<Category> {
  const slug = within.at(-1) ?? "";
  const what = `create the category ${[project, ...within].join("/")}`;
  await connection.send(
    "POST",
    connection.at("/api/categories/"),
    {
      name: slug,
      slug,
      project: connection.at(`/api/projects/${project}/`),
      // A real service takes no null here.
      ...(parent !== undefined && { category: parent.url }),
    },
    { what, needs: NEEDS },
  );
  const made = find(await categoriesOf(connection, project), within);
  if (made !== undefined) return made;
  throw new RemoteError(`The service was asked to ${what}, and does not show it.`, {
    code: "IL-S15",
    hint: "Create the category on the service, or give the token's user access to it.",
  });
}

function categoriesOf(connection: PlaceConnection, project: string): Promise<readonly Category[]> {
  return connection.list(pageOf(Category), `${connection.at(`/api/projects/${project}/categories/`)}?page_size=1000`, {
    what: `list the categories of ${project}`,
  });
}

/** By their slugs from the outside in: an address is all that a category says of the one it stands in. */
function find(known: readonly Category[], within: readonly string[]): Category | undefined {
  let parent: Category | undefined;
  for (const slug of within) {
    const above: string | null = parent?.url ?? null;
    parent = known.find((each) => each.slug === slug && (each.category ?? null) === above);
    if (parent === undefined) return undefined;
  }
  return parent;
}
