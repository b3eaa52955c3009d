import { projectPermissions, type GlobalPermission, type ProjectPermission } from "../../contract/permission.ts";
import { selection } from "./permissions.ts";

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

const glossary = projectPermissions.filter((permission) => permission.startsWith("glossary."));
const screenshots = projectPermissions.filter((permission) => permission.startsWith("screenshot."));
const repository = projectPermissions.filter((permission) => permission.startsWith("vcs."));

const powerUser: readonly ProjectPermission[] = [
  ...translate,
  "translation.add",
  "unit.template",
  "suggestion.delete",
  "vcs.access",
  "vcs.view",
  ...glossary.filter((permission) => permission !== "glossary.terminology"),
];

/** Roles of a new service (facts §1.5). */
export const defaultRoles = {
  Administration: projectPermissions,
  "Edit source": [...translate, "unit.template", "source.edit"],
  "Add suggestion": ["suggestion.add"],
  "Access repository": ["translation.download", "vcs.access", "vcs.view"],
  "Manage glossary": glossary,
  "Power user": powerUser,
  "Translation coordinator": [
    ...powerUser,
    "announcement.add",
    "announcement.delete",
    "unit.review",
    "unit.override",
    "comment.resolve",
    "glossary.terminology",
    ...screenshots,
  ],
  "Review strings": [...translate, "unit.review", "unit.override", "comment.resolve"],
  Translate: translate,
  "Manage languages": ["translation.add", "translation.add_more", "translation.delete", "translation.download"],
  "Bulk editing": ["unit.bulk_edit"],
  "Automatic translation": ["translation.auto"],
  "Manage translation memory": ["memory.edit", "memory.delete"],
  "Manage screenshots": screenshots,
  "Manage repository": [...repository, "component.lock"],
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

/** Teams of everybody, and what people are who do not say who they are. */
export const teamsOfEverybody = ["Users", "Viewers"] as const;
export const teamsOfGuests = ["Guests", "Viewers"] as const;

/** Teams of a project that has its own (facts §1.5) → their role. */
export const projectTeams = {
  Administration: "Administration",
  Review: "Review strings",
  Translate: "Translate",
  Sources: "Edit source",
  Languages: "Manage languages",
  Glossary: "Manage glossary",
  Memory: "Manage translation memory",
  Screenshots: "Manage screenshots",
  "Bulk editing": "Bulk editing",
  "Automatic translation": "Automatic translation",
  VCS: "Manage repository",
} satisfies Record<string, RoleName>;

/** The least a bot needs for a kind of work in continuous integration (facts §1.5). Made as roles when they are first given. */
export const botRoles = {
  "Bot: download translations": ["translation.download"],
  "Bot: upload translations": ["translation.download", "upload.perform", "upload.overwrite", "unit.edit"],
  "Bot: push sources": [
    "translation.download",
    "upload.perform",
    "upload.overwrite",
    "unit.edit",
    "unit.add",
    "unit.delete",
    "source.edit",
    "unit.template",
  ],
  "Bot: repository": repository,
  "Bot: lock": ["component.lock"],
  "Bot: settings": ["component.edit", "project.edit"],
} satisfies Record<string, readonly ProjectPermission[]>;
