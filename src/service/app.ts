import { application } from "./http/application.ts";
import type { Route } from "./http/route.ts";
import { addonRoutes } from "./routes/addons.ts";
import { announcementRoutes } from "./routes/announcements.ts";
import { autotranslateRoutes } from "./routes/autotranslate.ts";
import { answerGit, GIT_EXPORT } from "./clone/git-export.ts";
import { categoryRoutes } from "./routes/categories.ts";
import { changeRoutes } from "./routes/changes.ts";
import { componentListRoutes } from "./routes/component-lists.ts";
import { componentRoutes } from "./routes/components.ts";
import { descriptionRoutes } from "./routes/description.ts";
import { exportRoutes } from "./routes/exports.ts";
import { groupRoutes } from "./routes/groups.ts";
import { hookRoutes } from "./routes/hooks.ts";
import { metricsRoutes } from "./routes/metrics.ts";
import { searchRoutes } from "./routes/search.ts";
import { languageRoutes } from "./routes/languages.ts";
import { labelRoutes } from "./routes/labels.ts";
import { machineryRoutes } from "./routes/machinery.ts";
import { memoryRoutes } from "./routes/memory.ts";
import { projectRepositoryRoutes } from "./routes/project-repository.ts";
import { projectRoutes } from "./routes/projects.ts";
import { roleRoutes } from "./routes/roles.ts";
import { reportRoutes } from "./routes/reports.ts";
import { rootRoutes } from "./routes/root.ts";
import { screenshotRoutes } from "./routes/screenshots.ts";
import { suggestionRoutes } from "./routes/suggestions.ts";
import { taskRoutes } from "./routes/tasks.ts";
import { translationRoutes } from "./routes/translations.ts";
import { unitRoutes } from "./routes/units.ts";
import { userRoutes } from "./routes/users.ts";
import type { Service } from "./service.ts";

export const routes: readonly Route[] = [
  ...rootRoutes,
  ...languageRoutes,
  ...projectRoutes,
  ...projectRepositoryRoutes,
  ...categoryRoutes,
  ...componentRoutes,
  ...componentListRoutes,
  ...translationRoutes,
  ...unitRoutes,
  ...suggestionRoutes,
  ...labelRoutes,
  ...screenshotRoutes,
  ...announcementRoutes,
  ...addonRoutes,
  ...changeRoutes,
  ...userRoutes,
  ...groupRoutes,
  ...roleRoutes,
  ...taskRoutes,
  ...machineryRoutes,
  ...memoryRoutes,
  ...autotranslateRoutes,
  ...reportRoutes,
  ...searchRoutes,
  ...metricsRoutes,
  ...hookRoutes,
  ...exportRoutes,
  ...descriptionRoutes,
];

/** The service over HTTP: every endpoint of the contract, mounted where the contract says. */
export function serviceApp(service: Service): ReturnType<typeof application> {
  const app = application(service, routes);
  app.on(["GET", "POST"], `${GIT_EXPORT}*`, async ({ req }) => answerGit(service, req.raw));
  return app;
}
