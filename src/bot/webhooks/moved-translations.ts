import * as z from "zod";
import { databaseText } from "../../store/database-text.ts";

/**
 * Names of the service's changes that leave every translation's file as it is, or that come from the repository or from a
 * run of ours: commits, pushes, pulls, uploads of sources. Whatever has another name counts as a translation that moved: a
 * later version has more of them, and a service that tells within somebody's request says it in that person's language.
 */
const stillActions: ReadonlySet<string> = new Set([
  "Resource updated",
  "Comment added",
  "Suggestion added",
  "Source string added",
  "Component locked",
  "Component unlocked",
  "Changes committed",
  "Changes pushed",
  "Repository reset",
  "Repository merged",
  "Repository rebased",
  "Repository merge failed",
  "Repository rebase failed",
  "Parsing failed",
  "Suggestion removed",
  "Repository push failed",
  "Suggestion removed during cleanup",
  "Visibility changed",
  "User added",
  "User removed",
  "Component removed",
  "Project removed",
  "Project renamed",
  "Component renamed",
  "Moved component",
  "Contributor joined",
  "Announcement posted",
  "Alert triggered",
  "Language requested",
  "Project created",
  "Component created",
  "User invited",
  "Repository notification received",
  "License changed",
  "Contributor license agreement changed",
  "Screenshot added",
  "Screenshot uploaded",
  "String updated in the repository",
  "Add-on installed",
  "Add-on configuration changed",
  "Add-on uninstalled",
  "Comment removed",
  "Comment resolved",
  "Explanation updated",
  "Category removed",
  "Category renamed",
  "Category moved",
  "Saving string failed",
  "String added in the repository",
  "Translation updated by source upload",
  "Extra flags updated",
  "Font uploaded",
  "Font changed",
  "Font removed",
  "Forced synchronization of translations",
  "Forced rescan of translations",
  "Screenshot removed",
  "Label added",
  "Label removed",
  "Repository cleanup",
  "Source string added in the upload",
  "Source string added in the repository",
  "Project setting changed",
  "Component setting changed",
  "User access changed",
  "Remote repository updated",
  "Remote repository update failed",
]);

/**
 * Names of changes after which nothing more is to be expected for now: a language is complete, or something was done to many strings at
 * once. Where it is told string by string, the last one counts.
 */
const lastActions: ReadonlySet<string> = new Set([
  "Translation completed",
  "Component translation completed",
  "Automatically translated",
  "Translation uploaded",
  "Translation replaced",
  "Translation replaced file by upload",
  "Bulk status changed",
  "File uploaded",
]);

/** A change of translations that a repository may want. */
export interface MovedTranslations {
  readonly action: string;
  /** Whether somebody is done with this, as far as the service tells. */
  readonly isDone: boolean;
  /** `project/component`, `project/category/component` */
  readonly component: string;
  /** Code of the language; "" where the change is about all. */
  readonly language: string;
  /** Who did it, by the service's names of them. */
  readonly people: readonly string[];
}

const slug = z.string().regex(/^[\w.-]{1,200}$/);
const text = z.string().max(200).optional().catch(undefined);
const change = z.object({
  action: z.string(),
  project: slug,
  component: slug,
  // The innermost first.
  category: z
    .union([z.array(slug).max(20), slug.transform((one) => [one])])
    .optional()
    .catch(undefined),
  translation: text,
  user: text,
  author: text,
});

/** What a message of the service tells; undefined where it is of no translation that moved. */
export function movedTranslations(raw: unknown): MovedTranslations | undefined {
  const { data } = change.safeParse(raw);
  if (data === undefined || stillActions.has(data.action)) return undefined;
  const { action, project, category = [], component, translation = "", user, author } = data;
  return {
    action,
    isDone: lastActions.has(action),
    component: [project, ...category.toReversed(), component].join("/"),
    language: databaseText(translation),
    people: [user, author].filter((name) => name !== undefined),
  };
}
