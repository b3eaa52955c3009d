import * as z from "zod";
import { lazy, nothing } from "../../http-api/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { boolean, identifier, listOf, numberOf, paging, reference, personName } from "../fields.ts";
import { pageOf } from "../resources/page.ts";
import { profileFields } from "../resources/profile.ts";
import { notifications, Subscription } from "../resources/subscription.ts";
import { Translation } from "../resources/translation.ts";
import { User, UserStatistics } from "../resources/user.ts";

const account = lazy(() =>
  z.object({
    username: z
      .string()
      .min(1, "This field may not be blank.")
      .max(150)
      .regex(/^[\w@.+-]+$/, "Username may only contain letters, numbers or the following characters: @ . + - _")
      .regex(/^[^.]/, "The username can not start with a full stop."),
    full_name: personName.max(150).trim().min(1, "This field may not be blank."),
    /** "" or null: none. */
    email: z.union([z.literal(""), z.email().max(190)], { error: "Enter a valid e-mail address." }).nullish(),
    is_superuser: boolean.optional(),
    is_active: boolean.optional(),
    is_bot: boolean.optional(),
  }),
);

const update = lazy(() => account().extend({ profile: profileFields().optional() }));

const subscription = lazy(() =>
  z.object({
    notification: z.enum(notifications),
    /** 0 all, 10 watched, 20 administered; those of one project (30) or component (40) are not made here. */
    scope: numberOf(0, 10, 20),
    frequency: numberOf(0, 1, 2, 3, 4),
  }),
);
/** The scope of a subscription can not be changed: it is accepted as it is. */
const subscriptionChange = lazy(() => subscription().extend({ scope: numberOf(0, 10, 20, 30, 40) }));

export const users = {
  list: endpoint({
    id: "users.list",
    method: "GET",
    path: "/api/users/",
    summary: "Users; without the right to manage them only the caller.",
    since: "4.0",
    query: () =>
      paging().extend({
        /** The beginning of the name. */
        username: z.string().optional(),
        id: identifier.optional(),
        /** The whole address, in any case; only for callers with `user.view` or `user.edit`. */
        email: z.string().optional(),
        is_active: boolean.optional(),
      }),
    responses: { 200: pageOf(User) },
    access: "viewer",
  }),
  create: endpoint({
    id: "users.create",
    method: "POST",
    path: "/api/users/",
    summary: "Adds a user.",
    since: "4.0",
    body: account,
    responses: { 201: User },
    access: ["user.edit"],
  }),
  get: endpoint({
    id: "users.get",
    method: "GET",
    path: "/api/users/{username}/",
    summary: "One user: full to callers with `user.view` and to the user, otherwise id, username and full name.",
    since: "4.0",
    responses: { 200: User },
    access: "signed-in",
  }),
  replace: endpoint({
    id: "users.replace",
    method: "PUT",
    path: "/api/users/{username}/",
    summary: "Changes a user. One's own account needs no permission, but nobody makes themselves more than they are.",
    since: "4.0",
    body: update,
    responses: { 200: User },
    refusals: [403],
    access: "signed-in",
  }),
  update: endpoint({
    id: "users.update",
    method: "PATCH",
    path: "/api/users/{username}/",
    summary: "Changes some fields of a user, under the rules of PUT.",
    since: "4.0",
    body: () => update().partial(),
    responses: { 200: User },
    refusals: [403],
    access: "signed-in",
  }),
  delete: endpoint({
    id: "users.delete",
    method: "DELETE",
    path: "/api/users/{username}/",
    summary: "Deletes what is known of a user and their tokens; what they contributed stays, without a name.",
    since: "4.0",
    responses: { 204: nothing },
    access: ["user.edit"],
  }),
  joinGroup: endpoint({
    id: "users.groups.join",
    method: "POST",
    path: "/api/users/{username}/groups/",
    summary: "Makes a user a member of a group; administrators of the group may, too.",
    since: "4.0",
    body: () =>
      z.object({
        group_id: identifier,
        /** Limits what the group gives this member to translations into these languages. */
        limit_language_codes: listOf(reference).optional(),
      }),
    responses: { 200: User },
    access: ["user.edit"],
  }),
  leaveGroup: endpoint({
    id: "users.groups.leave",
    method: "DELETE",
    path: "/api/users/{username}/groups/",
    summary: "Takes a user out of a group; administrators of the group may, too.",
    since: "4.13.1",
    body: () => z.object({ group_id: identifier }),
    responses: { 200: User },
    access: ["user.edit"],
  }),
  statistics: endpoint({
    id: "users.statistics",
    method: "GET",
    path: "/api/users/{username}/statistics/",
    summary: "What a user did so far.",
    since: "4.0",
    responses: { 200: UserStatistics },
    access: "signed-in",
  }),
  contributions: endpoint({
    id: "users.contributions",
    method: "GET",
    path: "/api/users/{username}/contributions/",
    summary: "Translations the user changed and the caller sees: as objects, and as links under `translations`.",
    since: "4.0",
    query: paging,
    responses: { 200: () => pageOf(Translation)().extend({ translations: z.array(z.string()) }) },
    access: "signed-in",
  }),
  notifications: endpoint({
    id: "users.notifications.list",
    method: "GET",
    path: "/api/users/{username}/notifications/",
    summary: "What a user wants to be told of: one's own, or with `user.view` anybody's.",
    since: "4.0",
    query: paging,
    responses: { 200: pageOf(Subscription) },
    refusals: [403],
    access: "signed-in",
  }),
  subscribe: endpoint({
    id: "users.notifications.create",
    method: "POST",
    path: "/api/users/{username}/notifications/",
    summary: "Subscribes to a notification: for oneself, or with `user.edit` for anybody.",
    since: "4.0",
    body: subscription,
    responses: { 201: Subscription },
    refusals: [403],
    access: "signed-in",
  }),
  notification: endpoint({
    id: "users.notifications.get",
    method: "GET",
    path: "/api/users/{username}/notifications/{subscription_id}/",
    summary: "One subscription.",
    since: "4.0",
    responses: { 200: Subscription },
    refusals: [403],
    access: "signed-in",
  }),
  replaceNotification: endpoint({
    id: "users.notifications.replace",
    method: "PUT",
    path: "/api/users/{username}/notifications/{subscription_id}/",
    summary: "Changes a subscription; its scope stays.",
    since: "4.0",
    body: subscriptionChange,
    responses: { 200: Subscription },
    refusals: [403],
    access: "signed-in",
  }),
  updateNotification: endpoint({
    id: "users.notifications.update",
    method: "PATCH",
    path: "/api/users/{username}/notifications/{subscription_id}/",
    summary: "Changes some fields of a subscription; its scope stays.",
    since: "4.0",
    body: () => subscriptionChange().partial(),
    responses: { 200: Subscription },
    refusals: [403],
    access: "signed-in",
  }),
  unsubscribe: endpoint({
    id: "users.notifications.delete",
    method: "DELETE",
    path: "/api/users/{username}/notifications/{subscription_id}/",
    summary: "Ends a subscription.",
    since: "4.0",
    responses: { 204: nothing },
    refusals: [403],
    access: "signed-in",
  }),
};
