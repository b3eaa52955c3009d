import { setImmediate } from "node:timers/promises";
import { componentRecord, type ComponentRecord } from "../components/component-settings.ts";
import { may, sees, seesComponent, type Caller } from "../identity/permissions.ts";
import type { ComponentParts } from "./component.ts";
import { representComponent } from "./component.ts";
import { representProject } from "./project.ts";
import { representTranslation, type TranslationParts } from "./translation.ts";
import { representUnit, type UnitParts } from "./unit.ts";
import { isMonolingual } from "../files/component-files.ts";
import type { Component } from "../../contract/resources/component.ts";
import type { Project } from "../../contract/resources/project.ts";
import type { Translation } from "../../contract/resources/translation.ts";
import type { Unit } from "../../contract/resources/unit.ts";
import type { Service } from "../service.ts";
import type { TranslationRecord, ProjectRecord, LanguageRecord } from "../../store/tables.ts";
import { failingChecks } from "../units/check-rows.ts";
import { labelsOf, representLabel } from "../units/labels.ts";
import type { UnitRecord } from "../units/unit-row.ts";

/** So many strings are shown before others have the thread: a page may have ten thousand. */
const UNITS_AT_ONCE = 100;

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
    const owners = await this.#owners(components);
    // Where a repository is that belongs to something invisible is not told either.
    const seesOwner = ({ linked_component_id: id }: ComponentRecord): boolean => {
      const owner = id === null ? undefined : owners.get(id);
      return owner === undefined || (sees(this.#caller, owner.project) && seesComponent(this.#caller, owner.component));
    };
    const addons = await this.#addons(components.map(({ id }) => id));
    return components.map((component) => {
      const project = from(projectRows, component.project_id);
      const parts: ComponentParts = {
        component,
        projectSlug: project.slug,
        sourceLanguage: from(languages, component.source_language_id),
        owner: component.linked_component_id === null ? undefined : owners.get(component.linked_component_id),
        addons: addons.get(component.id) ?? [],
        showsRepository: may(this.#caller, { project, component }, "vcs.view") && seesOwner(component),
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
      const project = from(projects, translation.project_id);
      return {
        translation,
        language: from(languages, translation.language_id),
        projectSlug: project.slug,
        componentPath: component.path,
        reviewed: (translation.is_source === 1 ? project.source_review : project.translation_review) === 1,
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
    const languages = await this.#languages([...components.values()].map((component) => component.source_language_id));
    const labels = await labelsOf(
      database,
      units.filter(({ source_unit_id: source }) => source === null).map(({ id }) => id),
    );
    const failing = await failingChecks(
      database,
      units.filter(({ has_failing_check: fails }) => fails === 1).map(({ id }) => id),
    );
    const shown: Unit[] = [];
    for (const unit of units) {
      if (shown.length > 0 && shown.length % UNITS_AT_ONCE === 0) await setImmediate();
      const place = from(places, unit.translation_id);
      const component = from(components, place.translation.component_id);
      const unitParts: UnitParts = {
        unit,
        projectSlug: place.projectSlug,
        componentPath: place.componentPath,
        language: place.language.code,
        monolingual: isMonolingual(component.settings),
        sourceLanguage: from(languages, component.source_language_id).code,
        labels: (labels.get(unit.id) ?? []).map(representLabel),
        failingChecks: failing.get(unit.id) ?? [],
      };
      shown.push(representUnit(unitParts, this.#origin));
    }
    return shown;
  }

  async unit(unit: UnitRecord): Promise<Unit> {
    return only(await this.units([unit]));
  }

  async #projects(wanted: readonly number[]): Promise<Map<number, ProjectRecord>> {
    const rows = await this.#service.database
      .selectFrom("project")
      .selectAll()
      .where("id", "in", ids(wanted))
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  }

  async #owners(components: readonly ComponentRecord[]) {
    const owners = await this.#components(components.map((component) => component.linked_component_id));
    const projects = await this.#projects([...owners.values()].map((owner) => owner.project_id));
    return new Map(
      [...owners.values()].map((component) => {
        const project = from(projects, component.project_id);
        return [component.id, { component, project, projectSlug: project.slug }];
      }),
    );
  }

  async #addons(components: readonly number[]): Promise<Map<number, number[]>> {
    const rows = await this.#service.database
      .selectFrom("addon")
      .select(["id", "component_id"])
      .where("component_id", "in", ids(components))
      .orderBy("id")
      .execute();
    const addons = new Map<number, number[]>();
    for (const { id, component_id: component } of rows) {
      if (component !== null) addons.set(component, [...(addons.get(component) ?? []), id]);
    }
    return addons;
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
