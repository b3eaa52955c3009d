import { licenseUrl } from "../../catalog/licenses.ts";
import type { Component } from "../../contract/resources/component.ts";
import type { Project } from "../../contract/resources/project.ts";
import { defined } from "../../core/defined.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import type { LanguageRecord } from "../../store/tables.ts";
import { publicRepository } from "../clone/repository-path.ts";
import { address, page } from "./address.ts";
import { representLanguage } from "./language.ts";

/** A component and the objects its representation shows. */
export interface ComponentParts {
  readonly component: ComponentRecord;
  readonly projectSlug: string;
  readonly sourceLanguage: LanguageRecord;
  /** The component that owns the clone, where it is shared; it may be another project's. */
  readonly owner: { readonly component: ComponentRecord; readonly projectSlug: string } | undefined;
  /** Ids of its add-ons. */
  readonly addons: readonly number[];
  /** Whether the caller may see where the repository is (`vcs.view`). */
  readonly showsRepository: boolean;
}

export function representComponent(parts: ComponentParts, project: Project | undefined, origin: string): Component {
  const { component, projectSlug } = parts;
  const { settings } = component;
  const url = address.component(origin, projectSlug, component.path);
  const { vcs: _vcs, repo: _repo, branch: _branch, push: _push, push_branch: _pushBranch, ...open } = settings;
  return {
    id: component.id,
    name: component.name,
    slug: component.slug,
    ...defined({ project }),
    source_language: representLanguage(parts.sourceLanguage, origin),
    ...open,
    ...repositoryFields(parts, origin),
    license_url: licenseUrl(settings.license),
    addons: parts.addons.map((id) => address.addon(origin, id)),
    category: component.category_id === null ? null : address.category(origin, component.category_id),
    linked_component:
      parts.owner === undefined || !parts.showsRepository
        ? null
        : address.component(origin, parts.owner.projectSlug, parts.owner.component.path),
    task_url: component.task_id === null ? null : address.task(origin, component.task_id),
    locked: component.locked === 1,
    web_url: page.component(origin, projectSlug, component.path),
    url,
    repository_url: `${url}repository/`,
    translations_url: `${url}translations/`,
    statistics_url: `${url}statistics/`,
    lock_url: `${url}lock/`,
    links_url: `${url}links/`,
    changes_list_url: `${url}changes/`,
  };
}

/** What tells where the repository is. A component that shares a clone shows the owner's branch and push address (facts §1.3). */
function repositoryFields(
  { component, owner, projectSlug, showsRepository }: ComponentParts,
  origin: string,
): Partial<Component> {
  const { settings } = component;
  if (!showsRepository) {
    return {
      vcs: null,
      repo: null,
      branch: null,
      push: null,
      push_branch: null,
      filemask: null,
      screenshot_filemask: null,
      repoweb: null,
      git_export: null,
    };
  }
  const from = owner?.component.settings ?? settings;
  return {
    vcs: from.vcs,
    repo: publicRepository(from.repo),
    branch: from.branch,
    push: publicRepository(from.push),
    push_branch: from.push_branch,
    git_export: owner === undefined ? `${origin}/git/${projectSlug}/${component.path}/` : "",
  };
}
