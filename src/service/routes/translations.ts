import { contract } from "../../contract/index.ts";
import type { translations as endpoints } from "../../contract/endpoints/translations.ts";
import { listChanges } from "../changes/changes.ts";
import { Gallery } from "../representation/gallery.ts";
import { removeLanguage } from "../components/language-addition.ts";
import { countOf, paged, pagedInParts, unitPageSizes } from "../http/paging.ts";
import { demand } from "../identity/permissions.ts";
import { invalid } from "../../http-api/refusal.ts";
import { demandStatus } from "../clone/repository-access.ts";
import { operateOn } from "./repository-operation.ts";
import { repositoryStatus } from "../clone/repository-status.ts";
import { address } from "../representation/address.ts";
import { representTranslationStatistics } from "../representation/translation.ts";
import { notModified, route, type Call } from "../http/route.ts";
import { recentChanges } from "../units/statistics.ts";
import { convertedFile } from "../files/conversion.ts";
import { translationFile, wholeSecond } from "../files/stored-files.ts";
import { assertMaySearch, searchIn } from "../landing/pull-request-search.ts";
import { searchUnits } from "../units/unit-search.ts";
import { addString } from "../units/new-unit.ts";
import { importFile } from "../files/upload.ts";
import { hiddenComponents, visibleProjects, visibleTranslation, type VisibleTranslation } from "../identity/visible.ts";

export const translationRoutes = [
  route(contract.translations.list, async (call) => {
    const { service, caller, url } = call;
    const translations = service.database
      .selectFrom("translation")
      .where("project_id", "in", [0, ...(await visibleProjects(service, caller))])
      .where("component_id", "not in", [0, ...(await hiddenComponents(service, caller))]);
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
    const place = await visibleTranslation(call.service, call.caller, call.parameters);
    return new Gallery(call, place).translation(place.translation);
  }),
  route(contract.translations.delete, async ({ service, caller, parameters }) => {
    const place = await visibleTranslation(service, caller, parameters);
    demand(caller, place, "translation.delete");
    await removeLanguage(service, place.component, place.translation, caller.user?.id);
    return undefined;
  }),
  route(contract.translations.changes, async (call) => {
    const { project, component, translation } = await visibleTranslation(call.service, call.caller, call.parameters);
    return listChanges(call, { projects: [project.id], component: component.id, translation: translation.id });
  }),
  route(contract.translations.units, async (call) => {
    const { service, caller, parameters, query, url } = call;
    const place = await visibleTranslation(service, caller, parameters);
    const q = query.q ?? "";
    assertMaySearch(caller, q);
    const strings = await searchUnits(service, await searchIn(service, place, q), {
      translation: place.translation.id,
    });
    return pagedInParts(
      { url, sizes: unitPageSizes },
      () => strings.count(),
      (limit, offset) => new Gallery(call, place).unitsInParts(strings.pageInParts(limit, offset)),
    );
  }),
  route(contract.translations.addUnit, async (call) => {
    const { service, caller, parameters, body } = call;
    const place = await visibleTranslation(service, caller, parameters);
    const unit = await new Gallery(call, place).unit(await addString(service, caller, place, body));
    return { ...unit, unit };
  }),
  route(contract.translations.file, async ({ service, caller, parameters, query, headers, origin }) => {
    const asked = service.clock.now();
    const place = await visibleTranslation(service, caller, parameters);
    demand(caller, place, "translation.download");
    if (query.format !== undefined && query.format !== "") {
      return convertedFile(service, place, { format: query.format, query: query.q, origin });
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
    await demandStatus(service, caller, { project, component, language });
    const url = `${address.translation(origin, project.slug, component.path, language.code)}repository/`;
    return repositoryStatus(service, component, url, translation.id);
  }),
  route(contract.translations.operate, async (call) => {
    const place = await visibleTranslation(call.service, call.caller, call.parameters);
    return operateOn(call, place, place.translation.id);
  }),
  route(contract.translations.statistics, async (call) => {
    const { service, caller, parameters, origin } = call;
    const place = await visibleTranslation(service, caller, parameters);
    const { translation } = place;
    const [parts] = await new Gallery(call, place).translationParts([translation]);
    const recent = await recentChanges(service, [translation]);
    if (parts === undefined) throw new Error("A list of one is empty.");
    return representTranslationStatistics(parts, recent.get(translation.id) ?? 0, origin);
  }),
];

type UploadCall = Call<typeof endpoints.upload> | Call<typeof endpoints.replaceFile>;

async function upload({ service, caller, parameters, body, files }: UploadCall) {
  const place = await visibleTranslation(service, caller, parameters);
  const file = files.get("file");
  if (file === undefined) throw invalid("file", "No file was submitted.", "required");
  if (file.content.byteLength === 0) throw invalid("file", "The submitted file is empty.", "empty");
  return importFile(
    service,
    { ...place, caller },
    {
      method: body.method ?? "translate",
      conflicts: body.conflicts ?? "",
      fuzzy: body.fuzzy ?? "",
      authorName: body.author_name,
      authorEmail: body.author_email,
      ignoreLanguage: body.ignore_language ?? false,
      name: file.name,
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
