import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { contract } from "../contract/index.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { GIT_EXPORT } from "./clone/git-export-address.ts";
import { application } from "./http/application.ts";
import type { Route } from "./http/route.ts";
import { rootRoutes } from "./routes/root.ts";
import type { Service } from "./service.ts";

/** Endpoints of the contract, and the file with what answers them. */
interface RouteFile {
  readonly groups: readonly Readonly<Record<string, Endpoint>>[];
  readonly load: () => Promise<readonly Route[]>;
}

/** A file is read with the first request that it answers: most of the program is nothing that a start has to wait for. */
export const routeFiles: readonly RouteFile[] = [
  { groups: [contract.languages], load: async () => (await import("./routes/languages.ts")).languageRoutes },
  {
    groups: [contract.projects],
    load: async () => [
      ...(await import("./routes/projects.ts")).projectRoutes,
      ...(await import("./routes/project-repository.ts")).projectRepositoryRoutes,
    ],
  },
  { groups: [contract.categories], load: async () => (await import("./routes/categories.ts")).categoryRoutes },
  { groups: [contract.components], load: async () => (await import("./routes/components.ts")).componentRoutes },
  {
    groups: [contract.componentLists],
    load: async () => (await import("./routes/component-lists.ts")).componentListRoutes,
  },
  { groups: [contract.translations], load: async () => (await import("./routes/translations.ts")).translationRoutes },
  {
    groups: [contract.units, contract.suggestions, contract.screenshots],
    load: async () => [
      ...(await import("./routes/units.ts")).unitRoutes,
      ...(await import("./routes/suggestions.ts")).suggestionRoutes,
      ...(await import("./routes/screenshots.ts")).screenshotRoutes,
    ],
  },
  { groups: [contract.labels], load: async () => (await import("./routes/labels.ts")).labelRoutes },
  {
    groups: [
      contract.projectAnnouncements,
      contract.projectLanguageAnnouncements,
      contract.categoryAnnouncements,
      contract.componentAnnouncements,
      contract.translationAnnouncements,
    ],
    load: async () => (await import("./routes/announcements.ts")).announcementRoutes,
  },
  {
    groups: [contract.addons, contract.projectAddons, contract.componentAddons],
    load: async () => (await import("./routes/addons.ts")).addonRoutes,
  },
  { groups: [contract.changes], load: async () => (await import("./routes/changes.ts")).changeRoutes },
  { groups: [contract.users], load: async () => (await import("./routes/users.ts")).userRoutes },
  { groups: [contract.groups], load: async () => (await import("./routes/groups.ts")).groupRoutes },
  { groups: [contract.roles], load: async () => (await import("./routes/roles.ts")).roleRoutes },
  { groups: [contract.tasks], load: async () => (await import("./routes/tasks.ts")).taskRoutes },
  { groups: [contract.machinery], load: async () => (await import("./routes/machinery.ts")).machineryRoutes },
  { groups: [contract.memory], load: async () => (await import("./routes/memory.ts")).memoryRoutes },
  {
    groups: [contract.autotranslation],
    load: async () => (await import("./routes/autotranslate.ts")).autotranslateRoutes,
  },
  { groups: [contract.reports], load: async () => (await import("./routes/reports.ts")).reportRoutes },
  { groups: [contract.search], load: async () => (await import("./routes/search.ts")).searchRoutes },
  { groups: [contract.metrics], load: async () => (await import("./routes/metrics.ts")).metricsRoutes },
  { groups: [contract.hooks], load: async () => (await import("./routes/hooks.ts")).hookRoutes },
  { groups: [contract.exports], load: async () => (await import("./routes/exports.ts")).exportRoutes },
  { groups: [contract.description], load: async () => (await import("./routes/description.ts")).descriptionRoutes },
];

export const routes: readonly Route[] = [...rootRoutes, ...routeFiles.flatMap(routesOf)];

function routesOf({ groups, load }: RouteFile): Route[] {
  return groups.flatMap((group) =>
    Object.values(group).map((endpoint) => ({
      endpoint,
      answer: async (raw) => {
        const own = (await load()).find((route) => route.endpoint === endpoint);
        if (own === undefined) throw new Error(`Nobody answers ${endpoint.id}.`);
        return own.answer(raw);
      },
    })),
  );
}

/**
 * Reads what those who come first need, when nobody waits: most of the program, which a start is quicker without, and begins the threads
 * or connections that search.
 */
export async function readAhead({ readers }: Pick<Service, "readers">): Promise<void> {
  await sql`select 1`.execute(readers);
  await import("./http/site-page.ts");
  for (const { load } of routeFiles) {
    // Who asks meanwhile comes between.
    await setImmediate();
    await load();
  }
}

/** The service over HTTP: every endpoint of the contract, mounted where the contract says. */
export function serviceApp(service: Service): ReturnType<typeof application> {
  const app = application(service, routes);
  app.on(["GET", "POST"], `${GIT_EXPORT}*`, async ({ req }) =>
    (await import("./clone/git-export.ts")).answerGit(service, req.raw),
  );
  return app;
}
