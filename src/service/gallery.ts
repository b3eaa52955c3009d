import type { ProjectRecord } from "./administration.ts";
import { componentRecord, type ComponentRecord } from "./component-settings.ts";
import type { LanguageRecord } from "./language.ts";
import { may, type Caller } from "./permissions.ts";
import type { ComponentParts } from "./representation/component.ts";
import { representComponent } from "./representation/component.ts";
import { representProject } from "./representation/project.ts";
import { representTranslation, type TranslationParts } from "./representation/translation.ts";
import { representUnit, type UnitParts } from "./representation/unit.ts";
import { isMonolingual } from "./component-files.ts";
import type { Component } from "../contract/resources/component.ts";
import type { Project } from "../contract/resources/project.ts";
import type { Translation } from "../contract/resources/translation.ts";
import type { Unit } from "../contract/resources/unit.ts";
import type { Service } from "./service.ts";
import type { TranslationRecord } from "./unit-edit.ts";
import type { UnitRecord } from "./unit-row.ts";

/**
 * Loads what a list of objects shows of other objects with one query per kind, whatever the length of the list, and
 * represents them. Lives for one request.
 */
export class Gallery {
  readonly #service: Service;
  readonly #caller: Caller;
  readonly #origin: string;

  constructor(call: { readonly service: Service; readonly caller: Caller; readonly origin: string }) {
    this.#service = call.service;
    this.#caller = call.caller;
    this.#origin = call.origin;
  }

  async projects(projects: readonly ProjectRecord[]): Promise<Project[]> {
    const languages = await this.#languages(projects.map((project) => project.source_language_id));
    return projects.map((project) =>
      representProject(project, from(languages, project.source_language_id), this.#origin),
    );
  }

  async project(project: ProjectRecord): Promise<Project> {
    return only(await this.projects([project]));
  }

  async components(components: readonly ComponentRecord[]): Promise<Component[]> {
    const projectRows = await this.#projects(components.map((component) => component.project_id));
    const represented = await this.projects([...projectRows.values()]);
    const projects = new Map(represented.map((project) => [project.id, project]));
    const languages = await this.#languages(components.map((component) => component.source_language_id));
    const owners = await this.#components(components.map((component) => component.linked_component_id));
    return components.map((component) => {
      const project = from(projectRows, component.project_id);
      const parts: ComponentParts = {
        component,
        projectSlug: project.slug,
        sourceLanguage: from(languages, component.source_language_id),
        owner: component.linked_component_id === null ? undefined : owners.get(component.linked_component_id),
        showsRepository: may(this.#caller, project, "vcs.view"),
      };
      return representComponent(parts, projects.get(project.id), this.#origin);
    });
  }

  async component(component: ComponentRecord): Promise<Component> {
    return only(await this.components([component]));
  }

  /** @param withComponent the lists of one component leave it out */
  async translations(translations: readonly TranslationRecord[], withComponent = true): Promise<Translation[]> {
    const parts = await this.translationParts(translations);
    const rows = withComponent
      ? await this.#components(translations.map((row) => row.component_id))
      : new Map<number, ComponentRecord>();
    const components = new Map(
      (await this.components([...rows.values()])).map((component) => [component.id, component]),
    );
    return parts.map((part) => representTranslation(part, components.get(part.translation.component_id), this.#origin));
  }

  async translation(translation: TranslationRecord, withComponent = true): Promise<Translation> {
    return only(await this.translations([translation], withComponent));
  }

  async translationParts(translations: readonly TranslationRecord[]): Promise<TranslationParts[]> {
    const components = await this.#components(translations.map((row) => row.component_id));
    const projects = await this.#projects(translations.map((row) => row.project_id));
    const languages = await this.#languages(translations.map((row) => row.language_id));
    const authors = await this.#names(translations.map((row) => row.last_author_id));
    return translations.map((translation) => {
      const component = from(components, translation.component_id);
      return {
        translation,
        language: from(languages, translation.language_id),
        projectSlug: from(projects, translation.project_id).slug,
        componentPath: component.path,
        templateRevision: component.template_revision,
        lastAuthor: translation.last_author_id === null ? null : (authors.get(translation.last_author_id) ?? null),
      };
    });
  }

  async units(units: readonly UnitRecord[]): Promise<Unit[]> {
    const { database } = this.#service;
    const rows = await database
      .selectFrom("translation")
      .selectAll()
      .where("id", "in", ids(units.map((unit) => unit.translation_id)))
      .execute();
    const parts = await this.translationParts(rows);
    const places = new Map(parts.map((part) => [part.translation.id, part]));
    const components = await this.#components(rows.map((row) => row.component_id));
    const sources = await this.#sources(units);
    return units.map((unit) => {
      const place = from(places, unit.translation_id);
      const component = from(components, place.translation.component_id);
      const source = unit.source_unit_id === null ? unit : (sources.get(unit.source_unit_id) ?? unit);
      const unitParts: UnitParts = {
        unit,
        projectSlug: place.projectSlug,
        componentPath: place.componentPath,
        language: place.language.code,
        monolingual: isMonolingual(component.settings),
        sourceExplanation: source.explanation,
        sourceExtraFlags: source.extra_flags,
      };
      return representUnit(unitParts, this.#origin);
    });
  }

  async #sources(units: readonly UnitRecord[]) {
    const rows = await this.#service.database
      .selectFrom("unit")
      .select(["id", "explanation", "extra_flags"])
      .where("id", "in", ids(units.map((unit) => unit.source_unit_id)))
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  }

  async #projects(wanted: readonly number[]): Promise<Map<number, ProjectRecord>> {
    const rows = await this.#service.database
      .selectFrom("project")
      .selectAll()
      .where("id", "in", ids(wanted))
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  }

  async #languages(wanted: readonly number[]): Promise<Map<number, LanguageRecord>> {
    const rows = await this.#service.database
      .selectFrom("language")
      .selectAll()
      .where("id", "in", ids(wanted))
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  }

  async #components(wanted: readonly (number | null)[]): Promise<Map<number, ComponentRecord>> {
    const rows = await this.#service.database
      .selectFrom("component")
      .selectAll()
      .where("id", "in", ids(wanted))
      .execute();
    return new Map(rows.map((row) => [row.id, componentRecord(row)]));
  }

  async #names(wanted: readonly (number | null)[]): Promise<Map<number, string>> {
    const rows = await this.#service.database
      .selectFrom("user")
      .select(["id", "full_name", "username"])
      .where("id", "in", ids(wanted))
      .execute();
    return new Map(rows.map((row) => [row.id, row.full_name === "" ? row.username : row.full_name]));
  }
}

/** SQL has no empty list; no object has the id 0. */
function ids(wanted: readonly (number | null)[]): number[] {
  return [0, ...new Set(wanted.filter((id) => id !== null))];
}

function from<T>(map: ReadonlyMap<number, T>, id: number): T {
  const value = map.get(id);
  if (value === undefined) throw new Error(`The database refers to an object ${String(id)} that it does not have.`);
  return value;
}

function only<T>(list: readonly T[]): T {
  const [one] = list;
  if (one === undefined) throw new Error("A list of one is empty.");
  return one;
}
