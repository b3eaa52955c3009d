import type { Selectable } from "kysely";
import type { GlobalPermission, ProjectPermission } from "../../contract/permission.ts";
import type { ProjectTable, UserTable } from "../../store/tables.ts";
import { denied } from "../http/refusal.ts";

/** Values of a project's `access_control` (facts §1.3), and that of one which is being removed: it exists for nobody. */
export const access = { public: 0, protected: 1, private: 100, custom: 200, nobody: 1000 } as const;
/** Values of a team's `project_selection`. */
export const selection = { listed: 0, all: 1, componentLists: 2, public: 3, protected: 4 } as const;
/** Values of a team's `language_selection`. */
export const languageSelection = { listed: 0, all: 1 } as const;

/** What one team gives a member. */
export interface Grant {
  readonly team: number;
  readonly selection: number;
  /** Projects that are granted as a whole, where the team lists them. */
  readonly projects: ReadonlySet<number>;
  /** Components that are granted each for itself, with their projects: component → project. */
  readonly components: ReadonlyMap<number, number>;
  /** Languages the permissions are limited to; undefined: all. */
  readonly languages: ReadonlySet<number> | undefined;
  readonly permissions: ReadonlySet<string>;
  /** The team belongs to no project: only then do its global permissions count. */
  readonly siteWide: boolean;
}

/** Who asks. */
export interface Caller {
  /** Undefined: anonymous. */
  readonly user: Selectable<UserTable> | undefined;
  /** Project of a project token: nothing else exists for it. */
  readonly scope: number | undefined;
  readonly grants: readonly Grant[];
}

type Protected = Pick<Selectable<ProjectTable>, "id" | "access_control">;

/**
 * Where a permission is asked for. Without a component it has to hold for the whole project, without a language for all
 * languages: a permission that is limited to languages does not reach a component's repository (specification 1,
 * "Authentication" 8). What `visibleComponent`, `visibleTranslation` and `visibleUnit` find are such places.
 */
export interface Place {
  readonly project: Protected;
  readonly component?: { readonly id: number; readonly settings: { readonly restricted: boolean } } | undefined;
  readonly language?: { readonly id: number } | typeof anyLanguage | undefined;
}

/** Where a permission that is limited to languages suffices, whichever they are. */
export const anyLanguage = "any";

function placeOf(place: Protected | Place): Place {
  return "project" in place ? place : { project: place };
}

function coversProject(grant: Grant, project: Protected): boolean {
  switch (grant.selection) {
    case selection.all:
      return true;
    case selection.public:
      return project.access_control === access.public;
    case selection.protected:
      return project.access_control === access.protected;
    default:
      return grant.projects.has(project.id);
  }
}

function coversLanguage({ languages }: Grant, language: Place["language"]): boolean {
  if (languages === undefined) return true;
  if (language === undefined) return false;
  return language === anyLanguage ? languages.size > 0 : languages.has(language.id);
}

function covers(grant: Grant, { project, component, language }: Place): boolean {
  if (!coversLanguage(grant, language)) return false;
  if (component !== undefined && grant.components.has(component.id)) return true;
  // A restricted component wants to be named by the team itself.
  return component?.settings.restricted !== true && coversProject(grant, project);
}

function isOutside(caller: Caller, project: Protected): boolean {
  return project.access_control === access.nobody || (caller.scope !== undefined && caller.scope !== project.id);
}

function isSuperuser(caller: Caller): boolean {
  return caller.user?.is_superuser === 1;
}

/** Whether there is nothing that does not exist for the caller: then no list says what does. */
export function seesEverything(caller: Caller): boolean {
  return isSuperuser(caller) && caller.scope === undefined;
}

/** Whether the project exists for the caller: public and protected ones do for everybody, others for their teams. */
export function sees(caller: Caller, project: Protected): boolean {
  if (isOutside(caller, project)) return false;
  if (isSuperuser(caller) || project.access_control < access.private) return true;
  return caller.grants.some(
    (grant) => coversProject(grant, project) || [...grant.components.values()].includes(project.id),
  );
}

/**
 * Whether the component exists for a caller who sees its project: a restricted one does for teams that name it, one that is being removed
 * for nobody.
 */
export function seesComponent(
  caller: Caller,
  component: NonNullable<Place["component"]> & { readonly removing: number },
): boolean {
  if (component.removing !== 0) return false;
  if (!component.settings.restricted || isSuperuser(caller)) return true;
  return caller.grants.some(({ components }) => components.has(component.id));
}

/** Whether the caller has one of the permissions at a place; a project stands for all of its components and languages. */
export function may(caller: Caller, at: Protected | Place, ...anyOf: readonly ProjectPermission[]): boolean {
  const place = placeOf(at);
  if (isOutside(caller, place.project)) return false;
  if (isSuperuser(caller)) return true;
  return caller.grants.some(
    (grant) => anyOf.some((permission) => grant.permissions.has(permission)) && covers(grant, place),
  );
}

/** Site-wide rights; a project token never has them, and no team of a project gives them. */
export function mayGlobally(caller: Caller, permission: GlobalPermission): boolean {
  if (caller.scope !== undefined) return false;
  if (isSuperuser(caller)) return true;
  return caller.grants.some(({ permissions, siteWide }) => siteWide && permissions.has(permission));
}

/** @throws 403 unless the caller has one of the permissions at the place */
export function demand(caller: Caller, at: Protected | Place, ...anyOf: readonly ProjectPermission[]): void {
  if (!may(caller, at, ...anyOf)) throw denied();
}

/** @throws 403 unless the caller has the site-wide permission. @param detail the real service's reason */
export function demandGlobally(caller: Caller, permission: GlobalPermission, detail?: string): void {
  if (!mayGlobally(caller, permission)) throw denied(detail);
}
