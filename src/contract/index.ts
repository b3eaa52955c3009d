import type { Endpoint } from "./endpoint.ts";
import { categories } from "./endpoints/categories.ts";
import { changes } from "./endpoints/changes.ts";
import { components } from "./endpoints/components.ts";
import { languages } from "./endpoints/languages.ts";
import { projects } from "./endpoints/projects.ts";
import { root } from "./endpoints/root.ts";
import { tasks } from "./endpoints/tasks.ts";
import { translations } from "./endpoints/translations.ts";
import { units } from "./endpoints/units.ts";
import { users } from "./endpoints/users.ts";

/**
 * The translation service's API, declared once. What the specification has beyond this answers 404 for now: languages
 * POST/PUT/PATCH/DELETE; component links, reports, announcements and add-ons; project labels, categories and lock;
 * translation autotranslate and announcements; unit DELETE, comments and suggestions; screenshots, add-ons, component
 * lists; category PUT/PATCH/DELETE and statistics; users POST/PUT/PATCH/DELETE, groups, statistics, contributions and
 * notifications; groups, roles, memory, metrics, search, `/api/schema/`, `/api/docs/`, `/hooks/`, `/exports/`.
 */
export const contract = {
  root,
  languages,
  projects,
  categories,
  components,
  translations,
  units,
  changes,
  users,
  tasks,
};

export const endpoints: readonly Endpoint[] = [
  root,
  ...[languages, projects, categories, components, translations, units, changes, users, tasks].flatMap((group) =>
    Object.values<Endpoint>(group),
  ),
];
