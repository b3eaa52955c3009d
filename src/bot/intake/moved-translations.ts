import { z } from "zod";
import { databaseText } from "./event-origin.ts";

/**
 * Names of the service's changes that leave a translation's file other than it was, by people or by what they set up. What a
 * commit, a push, a pull or an upload of sources changes is not among them: the repository, or a run of ours, is where
 * that comes from.
 */
const movingActions: ReadonlySet<string> = new Set([
  "Translation completed",
  "Translation changed",
  "Translation added",
  "Automatically translated",
  "Suggestion accepted",
  "Translation reverted",
  "Translation uploaded",
  "Translation removed",
  "Translation replaced",
  "Source string changed",
  "String added",
  "Bulk status changed",
  "Translation approved",
  "Marked for edit",
  "Language added",
  "Translation replaced file by upload",
  "String removed",
  "String updated in the upload",
  "String added in the upload",
  "Component translation completed",
  "Applied enforced check",
  "Propagated change",
  "File uploaded",
]);

/** A change of translations that a repository may want. */
export interface MovedTranslations {
  readonly action: string;
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
  if (data === undefined || !movingActions.has(data.action)) return undefined;
  const { action, project, category = [], component, translation = "", user, author } = data;
  return {
    action,
    component: [project, ...category, component].join("/"),
    language: databaseText(translation),
    people: [user, author].filter((name) => name !== undefined),
  };
}
