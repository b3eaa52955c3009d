import { projectPermissions, type ProjectPermission } from "../../contract/permission.ts";

const words: Readonly<Record<ProjectPermission, string>> = {
  "unit.edit": "translate",
  "suggestion.add": "suggest",
  "suggestion.accept": "accept suggestions",
  "suggestion.vote": "vote on suggestions",
  "suggestion.delete": "remove suggestions",
  "unit.review": "review and approve",
  "unit.override": "save and upload texts where votes decide",
  "unit.check": "dismiss checks",
  "unit.bulk_edit": "change many strings at once",
  "comment.add": "comment",
  "comment.delete": "remove comments",
  "comment.resolve": "resolve comments",
  "translation.download": "download files",
  "upload.perform": "upload files",
  "upload.overwrite": "overwrite translations by files",
  "upload.authorship": "upload in the name of others",
  "translation.add": "add languages",
  "translation.add_more": "add several languages at once",
  "translation.delete": "remove languages",
  "translation.auto": "translate automatically",
  "source.edit": "edit the source texts",
  "unit.template": "edit the base file",
  "unit.add": "add strings",
  "unit.delete": "remove strings",
  "screenshot.add": "add screenshots",
  "screenshot.edit": "change screenshots",
  "screenshot.delete": "remove screenshots",
  "glossary.add": "add terms",
  "glossary.edit": "change terms",
  "glossary.delete": "remove terms",
  "glossary.terminology": "keep the terminology",
  "glossary.upload": "upload glossaries",
  "machinery.view": "see machine suggestions",
  "memory.edit": "change the translation memory",
  "memory.delete": "remove from the translation memory",
  "vcs.view": "see where the repository is",
  "vcs.access": "read the repository",
  "vcs.commit": "commit",
  "vcs.push": "push",
  "vcs.update": "pull",
  "vcs.reset": "reset and repair the repository",
  "component.lock": "lock and unlock",
  "component.edit": "change and remove components",
  "project.edit": "change the project and add components",
  "project.permissions": "manage access",
  "announcement.add": "announce something",
  "announcement.delete": "remove announcements",
  "reports.view": "see reports",
  "change.download": "download the history",
};

/** Who is allowed everything, in one word; else every right, those that people ask for first. */
export function permissionWords(permissions: readonly string[]): string {
  const own = new Set(permissions);
  if (projectPermissions.every((permission) => own.has(permission))) return "everything in the project";
  const known = Object.entries(words).flatMap(([permission, said]) => (own.has(permission) ? [said] : []));
  return known.length === 0 ? "nothing yet" : known.join(", ");
}
