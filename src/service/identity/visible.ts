import { componentRecord, type ComponentRecord } from "../components/component-settings.ts";
import { sees, seesComponent, seesEverything, type Caller } from "./permissions.ts";
import { isStorableId } from "../http/hyperlink.ts";
import { notFound } from "../http/refusal.ts";
import { translationRows, unitRows, type TranslationAddress } from "../../store/joined-rows.ts";
import type { Queries } from "../../store/database.ts";
import { prepared } from "../../store/prepared.ts";
import type { Service } from "../service.ts";
import type { TranslationRecord, ProjectRecord, LanguageRecord } from "../../store/tables.ts";
import type { UnitRecord } from "../units/unit-row.ts";

export interface VisibleComponent {
  readonly project: ProjectRecord;
  readonly component: ComponentRecord;
}

export interface VisibleTranslation extends VisibleComponent {
  readonly translation: TranslationRecord;
  readonly language: LanguageRecord;
}

export interface VisibleUnit extends VisibleTranslation {
  readonly unit: UnitRecord;
}

const projectAt = prepared((queries, { slug }: { readonly slug: string }) =>
  queries.selectFrom("project").selectAll().where("slug", "=", slug),
);
const componentAt = prepared((queries, { project, path }: { readonly project: number; readonly path: string }) =>
  queries.selectFrom("component").selectAll().where("project_id", "=", project).where("path", "=", path),
);

/** Finds objects by their address. What the caller may not see does not exist for them: 404. */
export async function visibleProject(service: Service, caller: Caller, slug: string): Promise<ProjectRecord> {
  const project = await projectAt.first(service.database, { slug });
  if (project === undefined || !sees(caller, project)) throw notFound();
  return project;
}

export async function visibleComponent(
  service: Service,
  caller: Caller,
  parameters: { readonly project: string; readonly component: string },
): Promise<VisibleComponent> {
  const project = await visibleProject(service, caller, parameters.project);
  const row = await componentAt.first(service.database, { project: project.id, path: parameters.component });
  if (row === undefined) throw notFound();
  const component = componentRecord(row);
  if (!seesComponent(caller, component)) throw notFound();
  return { project, component };
}

export async function visibleTranslation(
  { database }: Service,
  caller: Caller,
  address: TranslationAddress,
): Promise<VisibleTranslation> {
  const rows = await translationRows(database, address);
  if (rows === undefined || !sees(caller, rows.project)) throw notFound();
  const component = componentRecord(rows.component);
  if (!seesComponent(caller, component)) throw notFound();
  return { ...rows, component };
}

export async function visibleUnit(service: Service, caller: Caller, id: string): Promise<VisibleUnit> {
  const place = await unitPlace(service.database, numericId(id));
  if (place === undefined || !sees(caller, place.project)) throw notFound();
  if (!seesComponent(caller, place.component)) throw notFound();
  return place;
}

/** A string and what it belongs to, for the service's own work: nobody's rights are asked. */
export async function unitPlace(queries: Queries, id: number): Promise<VisibleUnit | undefined> {
  const rows = await unitRows(queries, id);
  return rows && { ...rows, component: componentRecord(rows.component) };
}

const allProjects = prepared((queries) => queries.selectFrom("project").select(["id", "access_control"]));

/** Ids of all projects the caller sees: lists over several projects are limited to them. */
export async function visibleProjects(service: Service, caller: Caller): Promise<number[]> {
  const rows = await allProjects.rows(service.database, {});
  return rows.filter((project) => sees(caller, project)).map(({ id }) => id);
}

/** What lists over several projects are limited to. */
export async function visibleScope(
  service: Service,
  caller: Caller,
): Promise<{ readonly projects: number[]; readonly hidden: number[] }> {
  return { projects: await visibleProjects(service, caller), hidden: await hiddenComponents(service, caller) };
}

/** Where the caller may look for strings: everywhere only where nothing is hidden from anybody. */
export async function searchScope(service: Service, caller: Caller) {
  if (!seesEverything(caller)) return visibleScope(service, caller);
  const hidden = await hiddenComponents(service, caller);
  return hidden.length === 0 ? "everywhere" : { projects: await visibleProjects(service, caller), hidden };
}

const componentsForFew = prepared((queries) =>
  queries
    .selectFrom("component")
    .select(["id", "project_id", "removing"])
    .where((is) => is.or([is("restricted", "=", 1), is("removing", "!=", 0)])),
);

/**
 * Ids of the components that only teams that name them see, for a caller who is in none, and of those that are being removed: lists
 * leave them out.
 * @param project id; default: all of them
 */
export async function hiddenComponents({ database }: Service, caller: Caller, project?: number): Promise<number[]> {
  const rows = await componentsForFew.rows(database, {});
  return rows
    .filter(({ project_id: own }) => project === undefined || own === project)
    .filter(({ id, removing }) => !seesComponent(caller, { id, removing, settings: { restricted: true } }))
    .map(({ id }) => id);
}

/** An id in an address; what is no number is no object. */
export function numericId(text: string): number {
  if (!isStorableId(text)) throw notFound();
  return Number(text);
}
