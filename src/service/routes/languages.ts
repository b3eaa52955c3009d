import { contract } from "../../contract/index.ts";
import type { Language } from "../../contract/resources/language.ts";
import type { LanguageRecord } from "../../store/tables.ts";
import { languageByCode } from "../components/language.ts";
import { addLanguageDefinition, changeLanguage, removeLanguage } from "../components/language-definition.ts";
import { countOf, paged } from "../http/paging.ts";
import { invalid } from "../../http-api/refusal.ts";
import { denied, notFound } from "../http/refusal.ts";
import { mayGlobally, type Caller } from "../identity/permissions.ts";
import { page } from "../representation/address.ts";
import { representLanguage } from "../representation/language.ts";
import { representStatistics } from "../representation/translation.ts";
import { route, type Call } from "../http/route.ts";
import type { Service } from "../service.ts";
import { sumOf } from "../units/statistics.ts";
import { visibleScope } from "../identity/visible.ts";

async function editable(service: Service, caller: Caller, code: string): Promise<LanguageRecord> {
  const language = await languageByCode(service.database, code);
  if (language === undefined) throw notFound();
  if (!mayGlobally(caller, "language.edit")) throw denied("Can not manage languages");
  return language;
}

type ChangeCall = Pick<Call<typeof contract.languages.update>, "service" | "caller" | "parameters" | "body" | "origin">;

async function change({ service, caller, parameters, body, origin }: ChangeCall): Promise<Language> {
  const language = await editable(service, caller, parameters.language);
  const { code, ...sent } = body;
  if (code !== undefined && code !== language.code) {
    throw invalid("code", "The code of a language stays: files and addresses have it.");
  }
  return representLanguage(await changeLanguage(service, language, sent), origin);
}

export const languageRoutes = [
  route(contract.languages.list, async ({ service, url, origin }) =>
    paged(
      { url },
      () => countOf(service.database.selectFrom("language")),
      async (limit, offset) => {
        const rows = await service.database
          .selectFrom("language")
          .selectAll()
          .orderBy("name")
          .orderBy("id")
          .limit(limit)
          .offset(offset)
          .execute();
        return rows.map((language) => representLanguage(language, origin));
      },
    ),
  ),
  route(contract.languages.create, async ({ service, caller, body, origin }) => {
    if (!mayGlobally(caller, "language.add")) throw denied("Can not create languages");
    return representLanguage(await addLanguageDefinition(service, body), origin);
  }),
  route(contract.languages.get, async ({ service, parameters, origin }) => {
    const language = await languageByCode(service.database, parameters.language);
    if (language === undefined) throw notFound();
    return representLanguage(language, origin);
  }),
  route(contract.languages.replace, change),
  route(contract.languages.update, change),
  route(contract.languages.delete, async ({ service, caller, parameters }) => {
    await removeLanguage(service, await editable(service, caller, parameters.language));
    return undefined;
  }),
  route(contract.languages.statistics, async ({ service, caller, parameters, origin }) => {
    const language = await languageByCode(service.database, parameters.language);
    if (language === undefined) throw notFound();
    const { projects, hidden } = await visibleScope(service, caller);
    const sums = await sumOf(
      service.database
        .selectFrom("translation")
        .where("translation.language_id", "=", language.id)
        .where("translation.project_id", "in", [0, ...projects])
        .where("translation.component_id", "not in", [0, ...hidden]),
    );
    return representStatistics(sums, {
      name: language.name,
      code: language.code,
      url: page.language(origin, language.code),
      recentChanges: sums.recent_changes,
      // Some project may review: the real service counts so.
      reviewed: true,
    });
  }),
];
