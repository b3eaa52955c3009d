import { unitStates } from "../../catalog/unit.ts";
import { contract } from "../../contract/index.ts";
import type { translations as endpoints } from "../../contract/endpoints/translations.ts";
import { action } from "../actions.ts";
import { listChanges } from "../changes.ts";
import { isMonolingual } from "../component-files.ts";
import { Gallery } from "../gallery.ts";
import { removeLanguage } from "../language-addition.ts";
import { countOf, paged, unitPageSizes } from "../paging.ts";
import { demand, may } from "../permissions.ts";
import { denied, invalid, locked, required } from "../refusal.ts";
import { operationPermission, statusPermissions } from "../repository-access.ts";
import { operate } from "../repository-operations.ts";
import { repositoryStatus } from "../repository-status.ts";
import { address } from "../representation/address.ts";
import { representTranslationStatistics } from "../representation/translation.ts";
import { notModified, route, type Call } from "../route.ts";
import { recentChanges } from "../statistics.ts";
import { translationFile, wholeSecond } from "../stored-files.ts";
import { unitCondition } from "../unit-query.ts";
import { addUnits } from "../unit-edit.ts";
import { stateOf, type UnitContent } from "../unit-row.ts";
import { importFile } from "../upload.ts";
import { visibleProjects, visibleTranslation, type VisibleTranslation } from "../visible.ts";

export const translationRoutes = [
  route(contract.translations.list, async (call) => {
    const { service, caller, url } = call;
    const translations = service.database
      .selectFrom("translation")
      .where("project_id", "in", [0, ...(await visibleProjects(service, caller))]);
    return paged(
      { url },
      () => countOf(translations),
      async (limit, offset) => {
        const rows = await translations.selectAll().orderBy("id").limit(limit).offset(offset).execute();
        return new Gallery(call).translations(rows);
      },
    );
  }),
  route(contract.translations.get, async (call) => {
    const { translation } = await visibleTranslation(call.service, call.caller, call.parameters);
    return new Gallery(call).translation(translation);
  }),
  route(contract.translations.delete, async ({ service, caller, parameters }) => {
    const { project, component, translation } = await visibleTranslation(service, caller, parameters);
    demand(caller, project, "translation.delete");
    await removeLanguage(service, component, translation, caller.user?.id);
    return undefined;
  }),
  route(contract.translations.changes, async (call) => {
    const { project, component, translation } = await visibleTranslation(call.service, call.caller, call.parameters);
    return listChanges(call, { projects: [project.id], component: component.id, translation: translation.id });
  }),
  route(contract.translations.units, async (call) => {
    const { service, caller, parameters, query, url } = call;
    const { translation } = await visibleTranslation(service, caller, parameters);
    const units = service.database
      .selectFrom("unit")
      .innerJoin("translation", "translation.id", "unit.translation_id")
      .innerJoin("language", "language.id", "translation.language_id")
      .innerJoin("component", "component.id", "translation.component_id")
      .innerJoin("project", "project.id", "translation.project_id")
      .where("unit.translation_id", "=", translation.id)
      .where(unitCondition(query.q ?? ""));
    return paged(
      { url, sizes: unitPageSizes },
      () => countOf(units),
      async (limit, offset) => {
        const rows = await units
          .selectAll("unit")
          .orderBy("unit.position")
          .orderBy("unit.id")
          .limit(limit)
          .offset(offset)
          .execute();
        return new Gallery(call).units(rows);
      },
    );
  }),
  route(contract.translations.addUnit, async (call) => {
    const { service, caller, parameters, body } = call;
    const place = await visibleTranslation(service, caller, parameters);
    const { project, component, translation } = place;
    if (component.locked === 1) throw locked();
    const monolingual = isMonolingual(component.settings);
    if (monolingual && translation.is_source !== 1) throw denied("Add the string to the source language instead.");
    if (!component.settings.manage_units) {
      throw denied("Adding strings is disabled in the component configuration.");
    }
    demand(caller, project, "unit.add");
    if (
      body.state === unitStates.approved &&
      !(project.translation_review === 1 && may(caller, project, "unit.review"))
    ) {
      throw denied("Insufficient privileges for approving translations.");
    }
    const content = monolingual ? newMonolingual(body) : newBilingual(body, place);
    const id = await service.database.transaction().execute(async (queries) => {
      const existing = await queries
        .selectFrom("unit")
        .select("id")
        .where("translation_id", "=", translation.id)
        .where("key", "=", content.key)
        .executeTakeFirst();
      if (existing !== undefined) throw invalid("non_field_errors", "This string seems to already exist.");
      const context = { component, translation, user: caller.user?.id };
      const [added] = await addUnits(service, queries, context, [{ content, action: action.unitAdded }]);
      return added ?? 0;
    });
    const row = await service.database.selectFrom("unit").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const [unit] = await new Gallery(call).units([row]);
    if (unit === undefined) throw new Error("The unit that was just added is not there.");
    return { ...unit, unit };
  }),
  route(contract.translations.file, async ({ service, caller, parameters, query, headers }) => {
    const asked = service.clock.now();
    const place = await visibleTranslation(service, caller, parameters);
    demand(caller, place.project, "translation.download");
    if (query.format !== undefined) {
      throw invalid("format", `Conversion to "${query.format}" is not available; leave it out for the stored file.`);
    }
    if (query.q !== undefined) throw invalid("q", "Query string is ignored without format");
    const since = headers.get("if-modified-since");
    if (since !== null && isUnchanged(place, since)) return notModified;
    return translationFile(service, place, { user: caller.user?.id, asked });
  }),
  route(contract.translations.upload, upload),
  route(contract.translations.replaceFile, upload),
  route(contract.translations.repository, async ({ service, caller, parameters, origin }) => {
    const { project, component, translation, language } = await visibleTranslation(service, caller, parameters);
    demand(caller, project, ...statusPermissions);
    const url = `${address.translation(origin, project.slug, component.path, language.code)}repository/`;
    return repositoryStatus(service, component, url, translation.id);
  }),
  route(contract.translations.operate, async ({ service, caller, parameters, body }) => {
    const { project, component, translation } = await visibleTranslation(service, caller, parameters);
    demand(caller, project, operationPermission(body.operation));
    return operate(service, body.operation, {
      clone: component.clone_id,
      name: `${project.slug}/${component.path}`,
      translation: translation.id,
      user: caller.user?.id,
    });
  }),
  route(contract.translations.statistics, async (call) => {
    const { service, caller, parameters, origin } = call;
    const { translation } = await visibleTranslation(service, caller, parameters);
    const [parts] = await new Gallery(call).translationParts([translation]);
    const recent = await recentChanges(service, [translation]);
    if (parts === undefined) throw new Error("A list of one is empty.");
    return representTranslationStatistics(parts, recent.get(translation.id) ?? 0, origin);
  }),
];

type UploadCall = Call<typeof endpoints.upload> | Call<typeof endpoints.replaceFile>;

async function upload({ service, caller, parameters, body, files }: UploadCall) {
  const { project, component, translation } = await visibleTranslation(service, caller, parameters);
  const file = files.get("file");
  if (file === undefined) throw invalid("file", "No file was submitted.", "required");
  if (file.content.byteLength === 0) throw invalid("file", "The submitted file is empty.", "empty");
  return importFile(
    service,
    { project, component, translation, caller },
    {
      method: body.method ?? "translate",
      conflicts: body.conflicts ?? "",
      fuzzy: body.fuzzy ?? "",
      authorName: body.author_name,
      authorEmail: body.author_email,
      content: file.content,
    },
  );
}

/** Whole seconds, as the header has them; nothing is committed for a caller who has the file already (probe §2). */
function isUnchanged({ translation }: VisibleTranslation, since: string): boolean {
  const known = Date.parse(since);
  if (Number.isNaN(known) || translation.last_change === null) return false;
  return known >= wholeSecond(Date.parse(translation.last_change));
}

type NewUnitBody = Call<typeof endpoints.addUnit>["body"];

const nothingElse = { previousSource: "", note: "", location: "", flags: "" };

function newMonolingual(body: NewUnitBody): UnitContent {
  if (body.key === undefined || body.key === "") throw required("key");
  if (body.value === undefined || body.value.every((text) => text === "")) throw required("value");
  const state = body.state ?? unitStates.translated;
  return { ...nothingElse, key: body.key, context: body.key, source: body.value, target: body.value, state };
}

const CONTEXT_SEPARATOR = "\u0004";

function newBilingual(body: NewUnitBody, { translation }: VisibleTranslation): UnitContent {
  const { context = "", source, state } = body;
  const [first = ""] = source ?? [];
  if (source === undefined || first === "") throw required("source");
  const forms = source.length > 1 ? translation.plural_number : 1;
  const target = body.target ?? [];
  if (target.length > forms) throw invalid("target", "Number of plurals does not match");
  const complete = Array.from({ length: forms }, (_, index) => target[index] ?? "");
  return {
    ...nothingElse,
    key: context === "" ? first : `${context}${CONTEXT_SEPARATOR}${first}`,
    context,
    source,
    target: complete,
    state: stateOf(complete, state),
  };
}
