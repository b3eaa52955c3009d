import type { Project } from "../../contract/resources/project.ts";
import type { ProjectRecord, LanguageRecord } from "../../store/tables.ts";
import { address, page } from "./address.ts";
import { representLanguage } from "./language.ts";

export function representProject(project: ProjectRecord, sourceLanguage: LanguageRecord, origin: string): Project {
  const url = address.project(origin, project.slug);
  return {
    id: project.id,
    name: project.name,
    slug: project.slug,
    web: project.web,
    source_language: representLanguage(sourceLanguage, origin),
    instructions: project.instructions,
    translation_review: project.translation_review === 1,
    source_review: project.source_review === 1,
    set_language_team: project.set_language_team === 1,
    enable_hooks: project.enable_hooks === 1,
    language_aliases: project.language_aliases,
    use_shared_tm: project.use_shared_tm === 1,
    contribute_shared_tm: project.contribute_shared_tm === 1,
    access_control: project.access_control,
    web_url: page.project(origin, project.slug),
    url,
    components_list_url: `${url}components/`,
    repository_url: `${url}repository/`,
    statistics_url: `${url}statistics/`,
    categories_url: `${url}categories/`,
    changes_list_url: `${url}changes/`,
    languages_url: `${url}languages/`,
    labels_url: `${url}labels/`,
    lock_url: `${url}lock/`,
    announcements_url: `${url}announcements/`,
  };
}
