import type { Selectable } from "kysely";
import type { users } from "../../contract/endpoints/users.ts";
import type { Queries } from "../../store/database.ts";
import type { SubscriptionTable } from "../../store/tables.ts";
import { invalid } from "../../http-api/refusal.ts";
import type { ParsedBody } from "../../http-api/endpoint.ts";

export type SubscriptionRecord = Selectable<SubscriptionTable>;
export type NewSubscription = Readonly<ParsedBody<typeof users.subscribe>>;

const scopes = { all: 0, watched: 10, administered: 20 } as const;
const frequencies = { instant: 1, weekly: 3 } as const;

/** What the real service tells new users of. */
const defaults: readonly NewSubscription[] = [
  { notification: "MentionCommentNotificaton", scope: scopes.all, frequency: frequencies.instant },
  { notification: "LastAuthorCommentNotificaton", scope: scopes.watched, frequency: frequencies.instant },
  { notification: "MentionCommentNotificaton", scope: scopes.watched, frequency: frequencies.instant },
  { notification: "NewAnnouncementNotificaton", scope: scopes.watched, frequency: frequencies.instant },
  { notification: "NewStringNotificaton", scope: scopes.watched, frequency: frequencies.weekly },
  { notification: "MergeFailureNotification", scope: scopes.administered, frequency: frequencies.instant },
  { notification: "ParseErrorNotification", scope: scopes.administered, frequency: frequencies.instant },
  { notification: "NewTranslationNotificaton", scope: scopes.administered, frequency: frequencies.instant },
  { notification: "NewAlertNotificaton", scope: scopes.administered, frequency: frequencies.instant },
  { notification: "NewAnnouncementNotificaton", scope: scopes.administered, frequency: frequencies.instant },
];

export async function subscribeToDefaults(queries: Queries, user: number): Promise<void> {
  const rows = defaults.map((subscription) => ({ user_id: user, ...subscription }));
  await queries.insertInto("subscription").values(rows).execute();
}

/** @throws 400 where the user has that subscription already */
export async function subscribe(
  queries: Queries,
  user: number,
  subscription: NewSubscription,
): Promise<SubscriptionRecord> {
  await assertNew(queries, user, subscription);
  return queries
    .insertInto("subscription")
    .values({ user_id: user, ...subscription })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @throws 400 where the scope would change, or the user has the same subscription twice then */
export async function changeSubscription(
  queries: Queries,
  known: SubscriptionRecord,
  change: {
    readonly notification?: string | undefined;
    readonly scope?: number | undefined;
    readonly frequency?: number | undefined;
  },
): Promise<SubscriptionRecord> {
  if (change.scope !== undefined && change.scope !== known.scope) {
    throw invalid("scope", "The scope of a subscription can not be changed.");
  }
  const notification = change.notification ?? known.notification;
  if (notification !== known.notification) await assertNew(queries, known.user_id, { ...known, notification });
  return queries
    .updateTable("subscription")
    .set({ notification, frequency: change.frequency ?? known.frequency })
    .where("id", "=", known.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function assertNew(
  queries: Queries,
  user: number,
  {
    notification,
    scope,
    ...place
  }: { readonly notification: string; readonly scope: number } & Partial<SubscriptionRecord>,
): Promise<void> {
  const same = await queries
    .selectFrom("subscription")
    .select("id")
    .where("user_id", "=", user)
    .where("notification", "=", notification)
    .where("scope", "=", scope)
    .where("project_id", "is not distinct from", place.project_id ?? null)
    .where("component_id", "is not distinct from", place.component_id ?? null)
    .executeTakeFirst();
  if (same === undefined) return;
  const detail = "The fields user, notification, scope, project, component must make a unique set.";
  throw invalid("non_field_errors", detail, "unique");
}
