import { contract } from "../../contract/index.ts";
import type { Project } from "../../contract/resources/project.ts";
import type { ProjectRecord } from "../../store/tables.ts";
import { listChanges } from "../changes/changes.ts";
import { createComponent, type ComponentUpload } from "../components/component-creation.ts";
import { componentsShownIn } from "../components/component-links.ts";
import { categoryId } from "../http/hyperlink.ts";
import { referredComponent } from "../components/component-reference.ts";
import { componentRecord } from "../components/component-settings.ts";
import { countOf, paged } from "../http/paging.ts";
import { invalid } from "../../http-api/refusal.ts";
import { denied } from "../http/refusal.ts";
import type { UploadedFile } from "../http/request-body.ts";
import { route, ValueAnswer, type Call } from "../http/route.ts";
import { demand, may, mayGlobally, type Caller } from "../identity/permissions.ts";
import { hiddenComponents, visibleProject, visibleProjects } from "../identity/visible.ts";
import { removeProjectSoon } from "../projects/project-removal.ts";
import { changeProject, createProject } from "../projects/project-settings.ts";
import { address, page } from "../representation/address.ts";
import { Gallery } from "../representation/gallery.ts";
import { representStatistics } from "../representation/translation.ts";
import type { Service } from "../service.ts";
import { sumOf, sumsByLanguage, type ChosenTranslations } from "../units/statistics.ts";
import { pageOfCategories } from "./categories.ts";

export const projectRoutes = [
  route(contract.projects.list, async (call) => {
    const { service, caller, url } = call;
    const ids = await visibleProjects(service, caller);
    return paged(
      { url },
      async () => ids.length,
      async (limit, offset) => {
        const rows = await service.database
          .selectFrom("project")
          .selectAll()
          .where("id", "in", [0, ...ids])
          .orderBy("id")
          .limit(limit)
          .offset(offset)
          .execute();
        return new Gallery(call).projects(rows);
      },
    );
  }),
  route(contract.projects.create, async (call) => {
    const { service, caller, body } = call;
    if (!mayGlobally(caller, "project.add")) throw denied("Can not create projects");
    const value = await new Gallery(call).project(await createProject(service, body, caller.user?.id));
    return new ValueAnswer(201, value, { Location: value.url });
  }),
  route(contract.projects.get, async (call) =>
    new Gallery(call).project(await visibleProject(call.service, call.caller, call.parameters.project)),
  ),
  route(contract.projects.replace, change),
  route(contract.projects.update, change),
  route(contract.projects.delete, async ({ service, caller, parameters, origin }) => {
    const project = await visibleProject(service, caller, parameters.project);
    if (!may(caller, project, "project.edit")) throw denied("Can not delete project");
    const task = await removeProjectSoon(service, project, caller.user?.id);
    return { detail: "The project is being removed.", task_url: address.task(origin, task) };
  }),
  route(contract.projects.changes, async (call) => {
    const project = await visibleProject(call.service, call.caller, call.parameters.project);
    const hidden = await hiddenComponents(call.service, call.caller, project.id);
    return listChanges(call, { projects: [project.id], hidden });
  }),
  route(contract.projects.components, async (call) => {
    const { service, caller, parameters, url } = call;
    const project = await visibleProject(service, caller, parameters.project);
    const shown = await componentsShownIn(service, caller, project.id);
    const components = service.database.selectFrom("component").where("id", "in", [0, ...shown]);
    return paged(
      { url },
      () => countOf(components),
      async (limit, offset) => {
        const rows = await components.selectAll().orderBy("id").limit(limit).offset(offset).execute();
        return new Gallery(call).components(rows.map(componentRecord));
      },
    );
  }),
  route(contract.projects.createComponent, async (call) => {
    const { service, caller, parameters, body, files } = call;
    const project = await visibleProject(service, caller, parameters.project);
    demand(caller, project, "project.edit");
    const { category, from_component: original, ...fields } = body;
    const component = await createComponent(service, {
      project,
      category: category === undefined || category === null ? undefined : categoryId(category),
      fields,
      like: original === undefined ? undefined : await componentToCopy(service, caller, original),
      upload: uploadIn(files),
      caller,
    });
    const value = await new Gallery(call).component(component);
    return new ValueAnswer(201, value, { Location: value.url });
  }),
  route(contract.projects.categories, async ({ service, caller, parameters, url, origin }) => {
    const project = await visibleProject(service, caller, parameters.project);
    const categories = service.database.selectFrom("category").where("category.project_id", "=", project.id);
    return pageOfCategories(categories, { url, origin });
  }),
  route(contract.projects.statistics, async ({ service, caller, parameters, origin }) => {
    const project = await visibleProject(service, caller, parameters.project);
    const sums = await sumOf(await translationsShownIn(service, caller, project));
    return representStatistics(sums, {
      name: project.name,
      url: page.project(origin, project.slug),
      recentChanges: sums.recent_changes,
      reviewed: isReviewed(project),
    });
  }),
  route(contract.projects.languages, async ({ service, caller, parameters, origin }) => {
    const project = await visibleProject(service, caller, parameters.project);
    const sums = await sumsByLanguage(await translationsShownIn(service, caller, project));
    const languages = await service.database
      .selectFrom("language")
      .select(["id", "code", "name"])
      .where("id", "in", [0, ...sums.keys()])
      .orderBy("name")
      .execute();
    return languages.flatMap(({ id, code, name }) => {
      const own = sums.get(id);
      if (own === undefined) return [];
      const names = {
        name,
        code,
        url: page.translation(origin, project.slug, "-", code),
        translateUrl: page.translate(origin, project.slug, "-", code),
        recentChanges: own.recent_changes,
        reviewed: isReviewed(project),
      };
      return [representStatistics(own, names)];
    });
  }),
];

type ChangeCall = Pick<Call<typeof contract.projects.update>, "service" | "caller" | "parameters" | "body" | "origin">;

async function change(call: ChangeCall): Promise<Project> {
  const { service, caller, parameters, body } = call;
  const project = await visibleProject(service, caller, parameters.project);
  if (!may(caller, project, "project.edit")) throw denied("Can not edit project");
  const { access_control: access = project.access_control } = body;
  if (access !== project.access_control && !may(caller, project, "project.permissions")) {
    throw denied("Can not manage project access");
  }
  return new Gallery(call).project(await changeProject(service, project, body, caller.user?.id));
}

/** Translations of the project's components, and of those that are shown in it, as far as the caller sees them. */
async function translationsShownIn(
  service: Service,
  caller: Caller,
  project: ProjectRecord,
): Promise<ChosenTranslations> {
  const components = await componentsShownIn(service, caller, project.id);
  return service.database.selectFrom("translation").where("translation.component_id", "in", [0, ...components]);
}

function isReviewed(project: ProjectRecord): boolean {
  return project.translation_review === 1 || project.source_review === 1;
}

async function componentToCopy(service: Service, caller: Caller, reference: string | number) {
  const found = await referredComponent(service, caller, reference);
  // Its repository's address comes along, secrets included.
  if (found === undefined || !may(caller, found, "component.edit")) {
    throw invalid("from_component", "There is no such component that you may copy.", "does_not_exist");
  }
  return { component: found.component, projectSlug: found.project.slug };
}

function uploadIn(files: ReadonlyMap<string, UploadedFile>): ComponentUpload | undefined {
  const document = files.get("docfile");
  const archive = files.get("zipfile");
  if (document !== undefined && archive !== undefined) {
    throw invalid("docfile", "Send either `docfile` or `zipfile`, not both.");
  }
  if (document !== undefined) return { kind: "document", name: document.name, content: document.content };
  return archive === undefined ? undefined : { kind: "archive", content: archive.content };
}
