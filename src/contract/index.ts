import type { Endpoint } from "./endpoint.ts";

import {
  categoryAnnouncements,
  componentAnnouncements,
  projectAnnouncements,
  projectLanguageAnnouncements,
  translationAnnouncements,
} from "./endpoints/announcements.ts";
import { autotranslation } from "./endpoints/autotranslate.ts";
import { addons, componentAddons, projectAddons } from "./endpoints/addons.ts";
import { categories } from "./endpoints/categories.ts";
import { changes } from "./endpoints/changes.ts";
import { componentLists } from "./endpoints/component-lists.ts";
import { components } from "./endpoints/components.ts";
import { description } from "./endpoints/description.ts";
import { exports } from "./endpoints/exports.ts";
import { groups } from "./endpoints/groups.ts";
import { hooks } from "./endpoints/hooks.ts";
import { labels } from "./endpoints/labels.ts";
import { languages } from "./endpoints/languages.ts";
import { machinery } from "./endpoints/machinery.ts";
import { memory } from "./endpoints/memory.ts";
import { metrics } from "./endpoints/metrics.ts";
import { projects } from "./endpoints/projects.ts";
import { roles } from "./endpoints/roles.ts";
import { reports } from "./endpoints/reports.ts";
import { root } from "./endpoints/root.ts";
import { screenshots } from "./endpoints/screenshots.ts";
import { search } from "./endpoints/search.ts";
import { suggestions } from "./endpoints/suggestions.ts";
import { tasks } from "./endpoints/tasks.ts";
import { translations } from "./endpoints/translations.ts";
import { units } from "./endpoints/units.ts";
import { users } from "./endpoints/users.ts";

/** Every endpoint of the translation service, declared once, by resource. */
export const contract = {
  root,
  languages,
  projects,
  projectAnnouncements,
  projectLanguageAnnouncements,
  categories,
  categoryAnnouncements,
  components,
  componentAnnouncements,
  componentLists,
  translations,
  autotranslation,
  translationAnnouncements,
  units,
  suggestions,
  labels,
  screenshots,
  changes,
  addons,
  projectAddons,
  componentAddons,
  users,
  groups,
  roles,
  tasks,
  reports,
  machinery,
  memory,
  metrics,
  search,
  hooks,
  exports,
  description,
};

const { root: start, ...others } = contract;

export const endpoints: readonly Endpoint[] = [
  start,
  ...Object.values(others).flatMap((group) => Object.values<Endpoint>(group)),
];
