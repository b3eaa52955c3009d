import * as z from "zod";
import { lazy, type Value } from "../../http-api/endpoint.ts";

/** Names of what a user can be told of, spelled as the service spells them (facts §1.6). */
export const notifications = [
  "RepositoryNotification",
  "LockNotification",
  "LicenseNotification",
  "ParseErrorNotification",
  "NewStringNotificaton",
  "NewContributorNotificaton",
  "NewSuggestionNotificaton",
  "LanguageTranslatedNotificaton",
  "ComponentTranslatedNotificaton",
  "NewCommentNotificaton",
  "MentionCommentNotificaton",
  "LastAuthorCommentNotificaton",
  "TranslatedStringNotificaton",
  "ApprovedStringNotificaton",
  "ChangedStringNotificaton",
  "NewTranslationNotificaton",
  "NewComponentNotificaton",
  "NewAnnouncementNotificaton",
  "NewAlertNotificaton",
  "MergeFailureNotification",
  "PendingSuggestionsNotification",
  "ToDoStringsNotification",
  "TranslationActivitySummaryNotification",
] as const;

export const Subscription = lazy(() =>
  z
    .looseObject({
      id: z.int(),
      notification: z.string(),
      /** 0 all, 10 watched projects, 20 administered projects, 30 one project, 40 one component. */
      scope: z.int(),
      /** 0 never, 1 at once, 2 daily, 3 weekly, 4 monthly. */
      frequency: z.int(),
      project: z.string().nullable(),
      component: z.string().nullable(),
      /** Whether it comes by mail, as things stand. */
      delivered: z.boolean(),
      /** The same in a sentence: how it comes, or why it does not. */
      delivery: z.string(),
    })
    .meta({ id: "Subscription" }),
);
export type Subscription = Value<typeof Subscription>;
