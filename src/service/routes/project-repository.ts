import { contract } from "../../contract/index.ts";
import { statusPermissions } from "../clone/repository-access.ts";
import { componentRecord } from "../components/component-settings.ts";
import { languageByCode } from "../components/language.ts";
import { componentArchive } from "../files/stored-files.ts";
import { denied, notFound } from "../http/refusal.ts";
import { route } from "../http/route.ts";
import { demand, may, seesComponent, type Caller } from "../identity/permissions.ts";
import { visibleProject } from "../identity/visible.ts";
import type { ProjectRecord } from "../../store/tables.ts";
import {
  isProjectLocked,
  lockProject,
  operateProject,
  operateProjectInBackground,
} from "../projects/project-repository.ts";
import { address } from "../representation/address.ts";
import type { Service } from "../service.ts";
import { scheduled } from "./repository-operation.ts";

const { projects } = contract;

export const projectRepositoryRoutes = [
  route(projects.repository, async ({ service, caller, parameters, origin }) => {
    const project = await visibleProject(service, caller, parameters.project);
    demand(caller, project, ...statusPermissions);
    const { database } = service;
    const clones = await database
      .selectFrom("clone")
      .select(["ahead", "behind"])
      .where("id", "in", database.selectFrom("component").select("clone_id").where("project_id", "=", project.id))
      .execute();
    const pending = await database
      .selectFrom("translation")
      .select("id")
      .where("project_id", "=", project.id)
      .where("pending", ">", 0)
      .executeTakeFirst();
    return {
      needs_commit: pending !== undefined,
      needs_merge: clones.some(({ behind }) => behind > 0),
      needs_push: clones.some(({ ahead }) => ahead > 0),
      url: `${address.project(origin, project.slug)}repository/`,
    };
  }),
  route(projects.operate, async ({ service, caller, parameters, body, origin }) => {
    const project = await visibleProject(service, caller, parameters.project);
    const { operation, background } = body;
    if (background !== true) return operateProject(service, { project, caller }, operation);
    return scheduled(origin, await operateProjectInBackground(service, { project, caller }, operation));
  }),
  route(projects.lock, async ({ service, caller, parameters }) => {
    const project = await visibleProject(service, caller, parameters.project);
    return { locked: await isProjectLocked(service, project) };
  }),
  route(projects.setLock, async ({ service, caller, parameters, body }) => {
    const project = await visibleProject(service, caller, parameters.project);
    if (!may(caller, project, "project.edit")) throw denied("Can not edit project");
    await lockProject(service, project, body.lock, caller.user?.id);
    return { locked: await isProjectLocked(service, project) };
  }),
  route(projects.file, async ({ service, caller, parameters, query, origin }) => {
    const project = await visibleProject(service, caller, parameters.project);
    demand(caller, project, "translation.download");
    return componentArchive(service, project, await componentsIn(service, caller, project), {
      languages: query.language_code,
      caller,
      name: project.slug,
      format: query.format,
      origin,
    });
  }),
  route(projects.languageFile, async ({ service, caller, parameters, query, origin }) => {
    const project = await visibleProject(service, caller, parameters.project);
    const language = await languageByCode(service.database, parameters.language);
    if (language === undefined) throw notFound();
    demand(caller, { project, language }, "translation.download");
    const components = await componentsIn(service, caller, project);
    const { filter = "" } = query;
    return componentArchive(
      service,
      project,
      components.filter(({ slug }) => slug.includes(filter)),
      {
        languages: [language.code],
        withSources: false,
        caller,
        name: `${project.slug}-${language.code}`,
        format: query.format,
        origin,
      },
    );
  }),
];

async function componentsIn(service: Service, caller: Caller, project: ProjectRecord) {
  const rows = await service.database
    .selectFrom("component")
    .selectAll()
    .where("project_id", "=", project.id)
    .orderBy("id")
    .execute();
  return rows.map(componentRecord).filter((component) => seesComponent(caller, component));
}
