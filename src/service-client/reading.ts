import { lastingCode } from "../catalog/renamed-languages.ts";
import type { Change } from "../contract/resources/change.ts";
import type { Component } from "../contract/resources/component.ts";
import type { RepositoryStatus as RepositoryStatusResource } from "../contract/resources/repository.ts";
import type { ListedTranslation } from "../contract/resources/translation.ts";
import type { Unit } from "../contract/resources/unit.ts";
import type { User } from "../contract/resources/user.ts";
import { defined } from "../core/defined.ts";
import type { ComponentPath } from "../mapping/binding.ts";
import type {
  RepositoryStatus,
  ServiceChange,
  ServiceComponent,
  ServiceTranslation,
  ServiceUnit,
  ServiceUser,
} from "./translation-service.ts";

// The service's resources as the engine knows them. Tolerant: what older or newer services leave out has a default.

/** Older services name the component whose clone is shared in place of a repository: `weblate://project/component`. */
export function sharedClone(resource: Component): { readonly project: string; readonly component: string } | undefined {
  const [, project, component] = /^weblate:\/\/([^/]+)\/(.+)$/.exec(resource.repo ?? "") ?? [];
  return project === undefined || component === undefined ? undefined : { project, component };
}

/** `linkedTo` is the address of the component whose clone this one shares. */
export function readComponent(
  resource: Component,
  path: ComponentPath,
  linkedTo: string | null | undefined,
): ServiceComponent {
  const repository = sharedClone(resource) === undefined ? resource.repo : undefined;
  return {
    path,
    url: resource.url,
    webUrl: resource.web_url ?? resource.url,
    name: resource.name,
    fileFormat: resource.file_format,
    template: resource.template ?? "",
    newBase: resource.new_base ?? "",
    ...(filled(resource.filemask) ? { filemask: resource.filemask } : {}),
    ...(filled(repository) ? { repository } : {}),
    ...(filled(resource.branch) ? { branch: resource.branch } : {}),
    ...(filled(linkedTo) ? { linkedTo } : {}),
    sourceLanguage: lastingCode(resource.source_language?.code ?? "en"),
    isGlossary: resource.is_glossary ?? false,
    ...(resource.suggestion_voting && (resource.suggestion_autoaccept ?? 0) > 0 ? { votesDecide: true } : {}),
    ...defined({ locked: resource.locked }),
    ...(filled(resource.task_url) ? { taskUrl: resource.task_url } : {}),
  };
}

/** Texts that come again and again, each kept once: languages of all components, and what the languages of one have in common. */
export class CommonTexts {
  readonly #texts = new Map<string, string>();

  one(text: string): string {
    const known = this.#texts.get(text) ?? text;
    this.#texts.set(text, known);
    return known;
  }
}

export function readTranslation(resource: ListedTranslation, texts: CommonTexts): ServiceTranslation {
  const [revision = "", templateRevision] = resource.revision.split(",");
  const isTemplate = resource.is_template ?? false;
  const { url, file_url: fileUrl, changes_list_url: changesUrl } = resource;
  return {
    url,
    webUrl: resource.web_url ?? url,
    translateUrl: resource.translate_url ?? resource.web_url ?? url,
    ...(fileUrl === fileAddress({ url }) ? {} : { fileUrl }),
    ...(filled(changesUrl) && changesUrl !== changesAddress({ url }) ? { changesUrl } : {}),
    language: texts.one(lastingCode(resource.language.code)),
    languageName: texts.one(resource.language.name),
    languageCode: texts.one(resource.language_code),
    filename: resource.filename,
    // A piece of a text keeps the whole one in memory.
    revision: Buffer.from(revision.trim()).toString(),
    ...(templateRevision !== undefined && { templateRevision: texts.one(templateRevision.trim()) }),
    isSource: resource.is_source ?? isTemplate,
    isTemplate,
    lastChange: resource.last_change ?? null,
    counters: {
      total: resource.total,
      totalWords: resource.total_words ?? 0,
      translated: resource.translated,
      translatedWords: resource.translated_words ?? 0,
      translatedPercent: resource.translated_percent,
      fuzzy: resource.fuzzy ?? 0,
      failingChecks: resource.failing_checks ?? 0,
    },
  };
}

type Addresses = Pick<ServiceTranslation, "url" | "fileUrl" | "changesUrl">;

export function fileAddress({ url, fileUrl = `${url}file/` }: Addresses): string {
  return fileUrl;
}

export function changesAddress({ url, changesUrl = `${url}changes/` }: Addresses): string {
  return changesUrl;
}

/** @param url where the resource does not say its own */
export function readUnit(resource: Unit, url: string): ServiceUnit {
  const { context, source, target, has_comment: hasComment } = resource;
  return { url: resource.url ?? url, context, source, target, hasComment: hasComment ?? false };
}

/** Project level answers lack the commit and the status; `remote_commit` is text by the specification, an object in fact. */
export function readRepository(resource: RepositoryStatusResource): RepositoryStatus {
  const commit = resource.remote_commit;
  const remoteCommit = typeof commit === "object" ? commit?.revision : commit;
  return {
    needsCommit: resource.needs_commit,
    needsMerge: resource.needs_merge,
    needsPush: resource.needs_push,
    ...(filled(remoteCommit) ? { remoteCommit } : {}),
    ...(filled(resource.status) ? { status: resource.status } : {}),
    ...(filled(resource.merge_failure) ? { mergeFailure: resource.merge_failure } : {}),
  };
}

export function readChange(resource: Change): ServiceChange {
  return {
    id: resource.id,
    translation: resource.translation ?? null,
    component: resource.component ?? null,
    action: resource.action,
    timestamp: resource.timestamp,
    author: resource.author ?? null,
    user: resource.user ?? null,
    target: resource.target ?? "",
    old: resource.old ?? "",
    details: resource.details ?? {},
  };
}

export function readUser(resource: User): ServiceUser {
  return {
    username: resource.username,
    fullName: resource.full_name,
    ...(filled(resource.email) ? { email: resource.email } : {}),
    ...defined({ isBot: resource.is_bot }),
  };
}

/** For members that are left out where there is nothing to say. */
function filled(value: string | null | undefined): value is string {
  return value !== undefined && value !== null && value !== "";
}
