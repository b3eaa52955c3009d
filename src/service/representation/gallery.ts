import { setImmediate } from "node:timers/promises";
import { componentRecord, type ComponentRecord } from "../components/component-settings.ts";
import { may, sees, seesComponent, type Caller } from "../identity/permissions.ts";
import type { ComponentParts } from "./component.ts";
import { representComponent } from "./component.ts";
import { representLanguage } from "./language.ts";
import { representProject } from "./project.ts";
import { representTranslation, type TranslationParts } from "./translation.ts";
import { representUnit, type UnitParts } from "./unit.ts";
import { isMonolingual } from "../files/component-files.ts";
import type { Component } from "../../contract/resources/component.ts";
import type { Language } from "../../contract/resources/language.ts";
import type { Project } from "../../contract/resources/project.ts";
import type { Translation } from "../../contract/resources/translation.ts";
import type { Unit } from "../../contract/resources/unit.ts";
import type { Service } from "../service.ts";
import { rowsByIds } from "../../store/id-list.ts";
import type { TranslationRecord, ProjectRecord, LanguageRecord } from "../../store/tables.ts";
import { failingChecks } from "../units/check-rows.ts";
import { labelsOf, representLabel } from "../units/labels.ts";
import { isReviewed } from "../units/unit-access.ts";
import type { UnitRecord } from "../units/unit-row.ts";
import type { VisibleTranslation } from "../identity/visible.ts";

/** So many strings are shown before others have the thread: a page may have ten thousand. */
const UNITS_AT_ONCE = 100;

const projectsByIds = rowsByIds((queries, isOneOf) => queries.selectFrom("project").selectAll().where(isOneOf("id")));
const componentsByIds = rowsByIds((queries, isOneOf) =>
  queries.selectFrom("component").selectAll().where(isOneOf("id")),
);
const translationsByIds = rowsByIds((queries, isOneOf) =>
  queries.selectFrom("translation").selectAll().where(isOneOf("id")),
);
const languagesByIds = rowsByIds((queries, isOneOf) => queries.selectFrom("language").selectAll().where(isOneOf("id")));

/**
 * Loads what a list of objects shows of other objects with one query per kind, whatever the length of the list, and
 * represents them. Lives for one request.
 */
export class Gallery {
  readonly #service: Service;
  readonly #caller: Caller;
  readonly #origin: string;
  readonly #projects: KnownRows<ProjectRecord>;
  readonly #components: KnownRows<ComponentRecord>;
  readonly #translations: KnownRows<TranslationRecord>;
  readonly #languages: KnownRows<LanguageRecord>;

  /** @param known rows that the caller has read already */
  constructor(
    call: { readonly service: Service; readonly caller: Caller; readonly origin: string },
    known: Partial<VisibleTranslation> = {},
  ) {
    const { database } = call.service;
    this.#service = call.service;
    this.#caller = call.caller;
    this.#origin = call.origin;
    this.#projects = new KnownRows(known.project, (wanted) => projectsByIds(database, wanted));
    this.#components = new KnownRows(known.component, async (wanted) =>
      (await componentsByIds(database, wanted)).map(componentRecord),
    );
    this.#translations = new KnownRows(known.translation, (wanted) => translationsByIds(database, wanted));
    this.#languages = new KnownRows(known.language, (wanted) => languagesByIds(database, wanted));
  }

  async projects(projects: readonly ProjectRecord[]): Promise<Project[]> {
    const languages = await this.#languages.of(projects.map((project) => project.source_language_id));
    return projects.map((project) =>
      representProject(project, from(languages, project.source_language_id), this.#origin),
    );
  }

  async project(project: ProjectRecord): Promise<Project> {
    return only(await this.projects([project]));
  }

  async components(components: readonly ComponentRecord[]): Promise<Component[]> {
    const projectRows = await this.#projects.of(components.map((component) => component.project_id));
    const represented = await this.projects([...projectRows.values()]);
    const projects = new Map(represented.map((project) => [project.id, project]));
    const languages = await this.#languages.of(components.map((component) => component.source_language_id));
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
      ? await this.#components.of(translations.map((row) => row.component_id))
      : new Map<number, ComponentRecord>();
    const components = new Map(
      (await this.components([...rows.values()])).map((component) => [component.id, component]),
    );
    // Each is written once (`http/written-rows.ts`).
    const languages = new Map<number, Language>();
    return parts.map((part) => {
      const language = languages.get(part.language.id) ?? representLanguage(part.language, this.#origin);
      languages.set(part.language.id, language);
      return representTranslation(
        part,
        { component: components.get(part.translation.component_id), language },
        this.#origin,
      );
    });
  }

  async translation(translation: TranslationRecord, withComponent = true): Promise<Translation> {
    return only(await this.translations([translation], withComponent));
  }

  async translationParts(translations: readonly TranslationRecord[]): Promise<TranslationParts[]> {
    const components = await this.#components.of(translations.map((row) => row.component_id));
    const projects = await this.#projects.of(translations.map((row) => row.project_id));
    const languages = await this.#languages.of(translations.map((row) => row.language_id));
    const authors = await this.#names(translations.map((row) => row.last_author_id));
    return translations.map((translation) => {
      const component = from(components, translation.component_id);
      const project = from(projects, translation.project_id);
      return {
        translation,
        language: from(languages, translation.language_id),
        projectSlug: project.slug,
        componentPath: component.path,
        reviewed: isReviewed({ project, translation }),
        templateRevision: component.template_revision,
        lastAuthor: translation.last_author_id === null ? null : (authors.get(translation.last_author_id) ?? null),
      };
    });
  }

  async units(units: readonly UnitRecord[]): Promise<Unit[]> {
    const { database } = this.#service;
    const rows = [...(await this.#translations.of(units.map((unit) => unit.translation_id))).values()];
    const parts = await this.translationParts(rows);
    const places = new Map(parts.map((part) => [part.translation.id, part]));
    const components = await this.#components.of(rows.map((row) => row.component_id));
    const languages = await this.#languages.of(
      [...components.values()].map((component) => component.source_language_id),
    );
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

  /** The strings of a page that may be long, some at a time. */
  async *unitsInParts(page: AsyncIterable<readonly UnitRecord[]>): AsyncGenerator<readonly Unit[]> {
    for await (const units of page) yield await this.units(units);
  }

  async unit(unit: UnitRecord): Promise<Unit> {
    return only(await this.units([unit]));
  }

  async #owners(components: readonly ComponentRecord[]) {
    const owners = await this.#components.of(components.map((component) => component.linked_component_id));
    const projects = await this.#projects.of([...owners.values()].map((owner) => owner.project_id));
    return new Map(
      [...owners.values()].map((component) => {
        const project = from(projects, component.project_id);
        return [component.id, { component, project, projectSlug: project.slug }];
      }),
    );
  }

  async #addons(components: readonly number[]): Promise<Map<number, number[]>> {
    if (components.length === 0) return new Map();
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

  async #names(wanted: readonly (number | null)[]): Promise<Map<number, string>> {
    const users = ids(wanted);
    if (users.length === 0) return new Map();
    const rows = await this.#service.database
      .selectFrom("user")
      .select(["id", "full_name", "username"])
      .where("id", "in", users)
      .execute();
    return new Map(rows.map((row) => [row.id, row.full_name === "" ? row.username : row.full_name]));
  }
}

/** Rows of a table by their ids, each read once. */
class KnownRows<Row extends { readonly id: number }> {
  readonly #rows = new Map<number, Row>();
  readonly #read: (wanted: readonly number[]) => Promise<readonly Row[]>;

  constructor(known: Row | undefined, read: (wanted: readonly number[]) => Promise<readonly Row[]>) {
    if (known !== undefined) this.#rows.set(known.id, known);
    this.#read = read;
  }

  async of(wanted: readonly (number | null)[]): Promise<Map<number, Row>> {
    const all = ids(wanted);
    const unknown = all.filter((id) => !this.#rows.has(id));
    // SQL has no empty list.
    if (unknown.length > 0) for (const row of await this.#read(unknown)) this.#rows.set(row.id, row);
    return new Map(
      all.flatMap((id) => {
        const row = this.#rows.get(id);
        return row === undefined ? [] : [[id, row]];
      }),
    );
  }
}

function ids(wanted: readonly (number | null)[]): number[] {
  return [...new Set(wanted.filter((id) => id !== null))];
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
