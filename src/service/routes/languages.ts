import { contract } from "../../contract/index.ts";
import { languageByCode } from "../language.ts";
import { paged } from "../paging.ts";
import { notFound } from "../refusal.ts";
import { page } from "../representation/address.ts";
import { representLanguage } from "../representation/language.ts";
import { representStatistics } from "../representation/translation.ts";
import { route } from "../route.ts";
import { recentChanges, sumCounters } from "../statistics.ts";
import { visibleProjects } from "../visible.ts";

export const languageRoutes = [
  route(contract.languages.list, async ({ service, url, origin }) =>
    paged(
      { url },
      async () => {
        const { count } = await service.database
          .selectFrom("language")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow();
        return count;
      },
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
  route(contract.languages.get, async ({ service, parameters, origin }) => {
    const language = await languageByCode(service.database, parameters.language);
    if (language === undefined) throw notFound();
    return representLanguage(language, origin);
  }),
  route(contract.languages.statistics, async ({ service, caller, parameters, origin }) => {
    const language = await languageByCode(service.database, parameters.language);
    if (language === undefined) throw notFound();
    const translations = await service.database
      .selectFrom("translation")
      .selectAll()
      .where("language_id", "=", language.id)
      .where("project_id", "in", [0, ...(await visibleProjects(service, caller))])
      .execute();
    const recent = await recentChanges(service, translations);
    return representStatistics(sumCounters(translations), {
      name: language.name,
      code: language.code,
      url: page.language(origin, language.code),
      recentChanges: recent.values().reduce((sum, changes) => sum + changes, 0),
    });
  }),
];
