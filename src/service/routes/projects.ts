import { contract } from "../../contract/index.ts";
import { createProject } from "../administration.ts";
import { action } from "../actions.ts";
import { record } from "../change-log.ts";
import { listChanges } from "../changes.ts";
import { createComponent, removeProject, type ComponentUpload } from "../component-creation.ts";
import { componentRecord } from "../component-settings.ts";
import { Gallery } from "../gallery.ts";
import { languageByCode } from "../language.ts";
import { countOf, paged } from "../paging.ts";
import { demand, mayGlobally } from "../permissions.ts";
import { denied, invalid } from "../refusal.ts";
import { page } from "../representation/address.ts";
import { representStatistics } from "../representation/translation.ts";
import type { UploadedFile } from "../request-body.ts";
import { operationPermission, statusPermissions } from "../repository-access.ts";
import { operate } from "../repository-operations.ts";
import { route } from "../route.ts";
import type { Service } from "../service.ts";
import { recentChanges, sumCounters } from "../statistics.ts";
import { componentArchive } from "../stored-files.ts";
import { numericId, visibleProject, visibleProjects } from "../visible.ts";

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
    const { source_language: sourceLanguage, ...fields } = body;
    return new Gallery(call).project(await createProject(service, { ...fields, sourceLanguage }, caller.user?.id));
  }),
  route(contract.projects.get, async (call) =>
    new Gallery(call).project(await visibleProject(call.service, call.caller, call.parameters.project)),
  ),
  route(contract.projects.update, async (call) => {
    const { service, caller, parameters, body } = call;
    const project = await visibleProject(service, caller, parameters.project);
    demand(caller, project, "project.edit");
    const { source_language: code, ...fields } = body;
    const language = code === undefined ? undefined : await languageByCode(service.database, code);
    if (code !== undefined && language === undefined) {
      throw invalid("source_language", `Language with code "${code}" does not exist.`, "does_not_exist");
    }
    await assertFree(service, project.id, fields);
    const row = await service.database.transaction().execute(async (queries) => {
      const changed = await queries
        .updateTable("project")
        .set({
          ...columns(fields),
          ...(language === undefined ? {} : { source_language_id: language.id }),
          id: project.id,
        })
        .where("id", "=", project.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await record(service, queries, [
        { action: action.projectSettingChanged, project: project.id, user: caller.user?.id },
      ]);
      return changed;
    });
    return new Gallery(call).project(row);
  }),
  route(contract.projects.delete, async ({ service, caller, parameters }) => {
    const project = await visibleProject(service, caller, parameters.project);
    demand(caller, project, "project.edit");
    await removeProject(service, project);
    return undefined;
  }),
  route(contract.projects.changes, async (call) => {
    const project = await visibleProject(call.service, call.caller, call.parameters.project);
    return listChanges(call, { projects: [project.id] });
  }),
  route(contract.projects.repository, async ({ service, caller, parameters, origin }) => {
    const project = await visibleProject(service, caller, parameters.project);
    demand(caller, project, ...statusPermissions);
    const clones = await service.database
      .selectFrom("clone")
      .select(["ahead", "behind"])
      .where("project_id", "=", project.id)
      .execute();
    const pending = await service.database
      .selectFrom("translation")
      .select("id")
      .where("project_id", "=", project.id)
      .where("pending", ">", 0)
      .executeTakeFirst();
    return {
      needs_commit: pending !== undefined,
      needs_merge: clones.some(({ behind }) => behind > 0),
      needs_push: clones.some(({ ahead }) => ahead > 0),
      url: `${origin}/api/projects/${project.slug}/repository/`,
    };
  }),
  route(contract.projects.operate, async ({ service, caller, parameters, body }) => {
    const project = await visibleProject(service, caller, parameters.project);
    demand(caller, project, operationPermission(body.operation));
    const clones = await service.database
      .selectFrom("clone")
      .select("id")
      .where("project_id", "=", project.id)
      .orderBy("id")
      .execute();
    const details: string[] = [];
    let result = true;
    for (const { id } of clones) {
      const outcome = await operate(service, body.operation, { clone: id, name: project.slug, user: caller.user?.id });
      result &&= outcome.result;
      if (outcome.detail !== undefined) details.push(outcome.detail);
    }
    return { result, ...(details.length === 0 ? {} : { detail: details.join("\n") }) };
  }),
  route(contract.projects.components, async (call) => {
    const { service, caller, parameters, url } = call;
    const project = await visibleProject(service, caller, parameters.project);
    const components = service.database.selectFrom("component").where("project_id", "=", project.id);
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
    const { category, ...fields } = body;
    const component = await createComponent(service, {
      project,
      category: category === undefined || category === null ? undefined : categoryId(category),
      fields,
      upload: uploadIn(files),
      user: caller.user?.id,
    });
    return new Gallery(call).component(component);
  }),
  route(contract.projects.statistics, async ({ service, caller, parameters, origin }) => {
    const project = await visibleProject(service, caller, parameters.project);
    const translations = await service.database
      .selectFrom("translation")
      .selectAll()
      .where("project_id", "=", project.id)
      .execute();
    const recent = await recentChanges(service, translations);
    return representStatistics(sumCounters(translations), {
      name: project.name,
      url: page.project(origin, project.slug),
      recentChanges: recent.values().reduce((sum, changes) => sum + changes, 0),
    });
  }),
  route(contract.projects.languages, async ({ service, caller, parameters, origin }) => {
    const project = await visibleProject(service, caller, parameters.project);
    const translations = await service.database
      .selectFrom("translation")
      .selectAll()
      .where("project_id", "=", project.id)
      .execute();
    const recent = await recentChanges(service, translations);
    const languages = await service.database
      .selectFrom("language")
      .select(["id", "code", "name"])
      .where("id", "in", [0, ...translations.map((translation) => translation.language_id)])
      .orderBy("name")
      .execute();
    return languages.map(({ id, code, name }) => {
      const own = translations.filter((translation) => translation.language_id === id);
      return representStatistics(sumCounters(own), {
        name,
        code,
        url: `${page.project(origin, project.slug)}-/${code}/`,
        recentChanges: own.reduce((sum, translation) => sum + (recent.get(translation.id) ?? 0), 0),
      });
    });
  }),
  route(contract.projects.file, async ({ service, caller, parameters, query }) => {
    const project = await visibleProject(service, caller, parameters.project);
    demand(caller, project, "translation.download");
    const rows = await service.database
      .selectFrom("component")
      .selectAll()
      .where("project_id", "=", project.id)
      .orderBy("id")
      .execute();
    return componentArchive(service, project, rows.map(componentRecord), {
      languages: query.language_code,
      user: caller.user?.id,
      name: project.slug,
    });
  }),
];

/** The id in a category's address. */
function categoryId(address: string): number {
  const id = /\/api\/categories\/(\d+)\/?$/.exec(address)?.[1] ?? (/^\d+$/.test(address) ? address : undefined);
  if (id === undefined) throw invalid("category", "Invalid hyperlink - No URL match.", "no_match");
  return numericId(id);
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

async function assertFree(
  service: Service,
  project: number,
  fields: { readonly name?: string | undefined; readonly slug?: string | undefined },
): Promise<void> {
  for (const attr of ["name", "slug"] as const) {
    const value = fields[attr];
    if (value === undefined) continue;
    const taken = await service.database
      .selectFrom("project")
      .select("id")
      .where(attr, "=", value)
      .where("id", "!=", project)
      .executeTakeFirst();
    if (taken !== undefined) throw invalid(attr, `Project with this ${attr} already exists.`, "unique");
  }
}

/** Booleans as the database has them; fields that were not sent stay. */
function columns(fields: Readonly<Record<string, string | number | boolean | undefined>>) {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent.map(([name, value]) => [name, typeof value === "boolean" ? Number(value) : value]));
}
