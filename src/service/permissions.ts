import type { Selectable } from "kysely";
import { projectPermissions, type GlobalPermission, type ProjectPermission } from "../contract/permission.ts";
import type { ProjectTable, UserTable } from "../store/tables.ts";
import { denied } from "./refusal.ts";

/** Values of a project's `access_control` (facts §1.3). */
export const access = { public: 0, protected: 1, private: 100, custom: 200 } as const;
/** Values of a team's `project_selection`. */
export const selection = { listed: 0, all: 1, public: 3, protected: 4 } as const;

/** What one team gives its members. */
export interface Grant {
  readonly selection: number;
  readonly projects: ReadonlySet<number>;
  readonly permissions: ReadonlySet<string>;
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

function covers(grant: Grant, project: Protected): boolean {
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

export function sees(caller: Caller, project: Protected): boolean {
  if (caller.scope !== undefined && caller.scope !== project.id) return false;
  if (caller.user?.is_superuser === 1) return true;
  if (project.access_control < access.private) return true;
  return caller.grants.some((grant) => covers(grant, project));
}

export function may(caller: Caller, project: Protected, ...anyOf: readonly ProjectPermission[]): boolean {
  if (caller.scope !== undefined && caller.scope !== project.id) return false;
  if (caller.user?.is_superuser === 1) return true;
  return caller.grants.some(
    (grant) => covers(grant, project) && anyOf.some((permission) => grant.permissions.has(permission)),
  );
}

/** Site-wide rights; a project token never has them. */
export function mayGlobally(caller: Caller, permission: GlobalPermission): boolean {
  if (caller.scope !== undefined) return false;
  if (caller.user?.is_superuser === 1) return true;
  return caller.grants.some(({ permissions }) => permissions.has(permission));
}

/** @throws 403 unless the caller has one of the permissions on the project */
export function demand(caller: Caller, project: Protected, ...anyOf: readonly ProjectPermission[]): void {
  if (!may(caller, project, ...anyOf)) throw denied();
}

const translate: readonly ProjectPermission[] = [
  "comment.add",
  "suggestion.accept",
  "suggestion.add",
  "suggestion.vote",
  "unit.check",
  "unit.edit",
  "translation.download",
  "upload.overwrite",
  "upload.perform",
  "machinery.view",
];
const powerUser: readonly ProjectPermission[] = [
  ...translate,
  "translation.add",
  "unit.template",
  "suggestion.delete",
  "vcs.access",
  "vcs.view",
  "glossary.add",
  "glossary.edit",
  "glossary.delete",
  "glossary.upload",
];

/** Roles of a new service (facts §1.5). */
export const defaultRoles = {
  Administration: projectPermissions,
  Translate: translate,
  "Edit source": [...translate, "unit.template", "source.edit"],
  "Review strings": [...translate, "unit.review", "unit.override", "comment.resolve"],
  "Power user": powerUser,
  "Manage repository": [
    "vcs.access",
    "vcs.commit",
    "vcs.push",
    "vcs.reset",
    "vcs.update",
    "vcs.view",
    "component.lock",
  ],
  "Access repository": ["translation.download", "vcs.access", "vcs.view"],
  "Manage languages": ["translation.add", "translation.add_more", "translation.delete", "translation.download"],
  "Add suggestion": ["suggestion.add"],
  "Add new projects": ["project.add"],
} satisfies Record<string, readonly (ProjectPermission | GlobalPermission)[]>;

export type RoleName = keyof typeof defaultRoles;

/** Teams of a new service. Anonymous callers are guests; every new user is in Users and Viewers. */
export const defaultTeams: readonly { name: string; selection: number; roles: readonly RoleName[] }[] = [
  { name: "Guests", selection: selection.public, roles: ["Add suggestion", "Access repository"] },
  { name: "Viewers", selection: selection.protected, roles: [] },
  { name: "Users", selection: selection.public, roles: ["Power user"] },
  { name: "Reviewers", selection: selection.all, roles: ["Review strings"] },
  { name: "Managers", selection: selection.all, roles: ["Administration"] },
  { name: "Project creators", selection: selection.all, roles: ["Add new projects"] },
];
