import type { notifications } from "../../contract/resources/subscription.ts";
import { contentActions } from "../changes/actions.ts";

/** What people can be told of, as the API names it. */
export type Kind = (typeof notifications)[number];

/** Values of a subscription's `frequency` (facts §1.6). */
export const frequency = { never: 0, instant: 1, daily: 2, weekly: 3, monthly: 4 } as const;

/** Values of a subscription's `scope` (facts §1.6): the higher one is the more exact, and counts. */
export const scope = { all: 0, watched: 10, administered: 20, project: 30, component: 40 } as const;

const repository: readonly Kind[] = ["RepositoryNotification"];
const lock: readonly Kind[] = ["LockNotification"];
const license: readonly Kind[] = ["LicenseNotification"];
const failed: readonly Kind[] = ["MergeFailureNotification"];
const added: readonly Kind[] = ["NewStringNotificaton"];
const changed: readonly Kind[] = ["ChangedStringNotificaton", "TranslationActivitySummaryNotification"];
const translated: readonly Kind[] = ["TranslatedStringNotificaton", ...changed];

/** Kinds of which a change may be one, the most exact first: code of the action → kinds. Of a change people are told once. */
const kindsOfActions: ReadonlyMap<number, readonly Kind[]> = new Map<number, readonly Kind[]>([
  ...[...contentActions].map((code) => [code, changed] as const),
  ...[2, 5, 7, 9].map((code) => [code, translated] as const),
  ...[13, 31, 71, 73, 89, 90].map((code) => [code, added] as const),
  ...[14, 15].map((code) => [code, lock] as const),
  ...[17, 18, 19, 20, 21].map((code) => [code, repository] as const),
  ...[22, 23, 28].map((code) => [code, failed] as const),
  ...[55, 56].map((code) => [code, license] as const),
  ...[48, 49].map((code) => [code, ["NewTranslationNotificaton"]] as const),
  [3, ["MentionCommentNotificaton", "LastAuthorCommentNotificaton", "NewCommentNotificaton"]],
  [4, ["NewSuggestionNotificaton"]],
  [24, ["ParseErrorNotification"]],
  [36, ["ApprovedStringNotificaton", ...changed]],
  [46, ["NewAnnouncementNotificaton"]],
  [47, ["NewAlertNotificaton"]],
  [51, ["NewComponentNotificaton"]],
]);

export const toldActions: readonly number[] = [...kindsOfActions.keys()];

export function kindsOf(action: number): readonly Kind[] {
  return kindsOfActions.get(action) ?? [];
}

/** What a person does to a text for the first time makes them a contributor. */
export const contributions: readonly number[] = [2, 4, 5, 7, 9, 36, 37];

/** Only those are told who translate into the language. */
export const boundToLanguage: ReadonlySet<Kind> = new Set<Kind>([
  "NewStringNotificaton",
  "NewSuggestionNotificaton",
  "NewCommentNotificaton",
  "LanguageTranslatedNotificaton",
  "TranslatedStringNotificaton",
  "ApprovedStringNotificaton",
  "ChangedStringNotificaton",
  "PendingSuggestionsNotification",
  "ToDoStringsNotification",
  "TranslationActivitySummaryNotification",
]);

/** How things stand, and no event: they come with digests only. */
export const summaries: ReadonlySet<Kind> = new Set<Kind>([
  "PendingSuggestionsNotification",
  "ToDoStringsNotification",
  "TranslationActivitySummaryNotification",
]);

/** Kind → words for one and for several. */
export const titles: Readonly<Record<Kind, readonly [string, string]>> = {
  RepositoryNotification: ["operation in the repository", "operations in the repository"],
  LockNotification: ["lock or unlock", "locks or unlocks"],
  LicenseNotification: ["change of the license or agreement", "changes of the license or agreement"],
  ParseErrorNotification: ["file that cannot be read", "files that cannot be read"],
  NewStringNotificaton: ["new string", "new strings"],
  NewContributorNotificaton: ["new contributor", "new contributors"],
  NewSuggestionNotificaton: ["new suggestion", "new suggestions"],
  LanguageTranslatedNotificaton: ["translation is complete", "translations are complete"],
  ComponentTranslatedNotificaton: ["component is complete", "components are complete"],
  NewCommentNotificaton: ["new comment", "new comments"],
  MentionCommentNotificaton: ["comment that names you", "comments that name you"],
  LastAuthorCommentNotificaton: ["comment on your translation", "comments on your translations"],
  TranslatedStringNotificaton: ["translated string", "translated strings"],
  ApprovedStringNotificaton: ["approved string", "approved strings"],
  ChangedStringNotificaton: ["changed string", "changed strings"],
  NewTranslationNotificaton: ["new language", "new languages"],
  NewComponentNotificaton: ["new component", "new components"],
  NewAnnouncementNotificaton: ["announcement", "announcements"],
  NewAlertNotificaton: ["new alert", "new alerts"],
  MergeFailureNotification: ["failure in the repository", "failures in the repository"],
  PendingSuggestionsNotification: ["suggestion waits", "suggestions wait"],
  ToDoStringsNotification: ["string to do", "strings to do"],
  TranslationActivitySummaryNotification: ["change", "changes"],
};
