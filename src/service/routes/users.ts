import { contract } from "../../contract/index.ts";
import type { User } from "../../contract/resources/user.ts";
import { inTransaction } from "../../store/database.ts";
import { startsWith } from "../../store/like.ts";
import { countOf, paged } from "../http/paging.ts";
import { denied, notFound } from "../http/refusal.ts";
import { route } from "../http/route.ts";
import { changeUser, createUser, type AccountChange } from "../identity/account.ts";
import { demandGlobally, mayGlobally, type Caller } from "../identity/permissions.ts";
import { changeSubscription, subscribe, type SubscriptionRecord } from "../identity/subscriptions.ts";
import { join, leave, memberLanguages, teamForMembers } from "../identity/teams.ts";
import { forgetUser, type UserRecord } from "../identity/users.ts";
import { hiddenComponents, numericId, visibleProjects } from "../identity/visible.ts";
import { Gallery } from "../representation/gallery.ts";
import { isOneself, representUsers, seesUsers } from "../representation/user.ts";
import { representSubscriptions } from "../representation/subscription.ts";
import type { Service } from "../service.ts";
import { contributionsOf } from "../units/contributions.ts";

const reason = "Can not manage Users";

export const userRoutes = [
  route(contract.users.list, async (call) => {
    const { service, caller, query, url } = call;
    let users = service.database.selectFrom("user");
    if (!seesUsers(caller)) users = users.where("id", "=", caller.user?.id ?? 0);
    // The filter tells whether an address exists: only for those who may see addresses (specification 1, "Authentication" 5).
    else if (query.email !== undefined) {
      const email = query.email.toLowerCase();
      users = users.where(({ eb, fn }) => eb(fn<string>("lower", ["email"]), "=", email));
    }
    if (query.username !== undefined) users = users.where(startsWith("username", query.username));
    if (query.id !== undefined) users = users.where("id", "=", query.id);
    if (query.is_active !== undefined) users = users.where("is_active", "=", query.is_active ? 1 : 0);
    return paged(
      { url },
      () => countOf(users),
      async (limit, offset) =>
        representUsers(call, await users.selectAll().orderBy("id").limit(limit).offset(offset).execute()),
    );
  }),
  route(contract.users.create, async (call) => {
    demandGlobally(call.caller, "user.edit", reason);
    return represent(call, await createUser(call.service, call.caller, call.body));
  }),
  route(contract.users.get, async (call) => represent(call, await userNamed(call.service, call.parameters.username))),
  route(contract.users.replace, async (call) => represent(call, await changed(call))),
  route(contract.users.update, async (call) => represent(call, await changed(call))),
  route(contract.users.delete, async ({ service, caller, parameters }) => {
    demandGlobally(caller, "user.edit", reason);
    const user = await userNamed(service, parameters.username);
    assertNotAbove(caller, user);
    await inTransaction(service.database, (queries) => forgetUser(service, queries, user.id));
    return undefined;
  }),
  route(contract.users.joinGroup, async (call) => {
    const { service, caller, parameters, body } = call;
    const user = await userNamed(service, parameters.username);
    const team = await teamForMembers(service, caller, body.group_id);
    const languages = await memberLanguages(service.database, body.limit_language_codes ?? []);
    await join(service, team, user.id, { languages, by: caller.user?.id });
    return represent(call, user);
  }),
  route(contract.users.leaveGroup, async (call) => {
    const { service, caller, parameters, body } = call;
    const user = await userNamed(service, parameters.username);
    const team = await teamForMembers(service, caller, body.group_id);
    await leave(service, team, user.id, caller.user?.id);
    return represent(call, user);
  }),
  route(contract.users.statistics, async ({ service, parameters }) => {
    const user = await userNamed(service, parameters.username);
    const { languages } = await contributionsOf(service.database, user.id)
      .select(({ fn }) => fn.count<number>("language_id").distinct().as("languages"))
      .executeTakeFirstOrThrow();
    const { translated, suggested, uploaded, commented } = user;
    return { translated, suggested, uploaded, commented, languages };
  }),
  route(contract.users.contributions, async (call) => {
    const { service, caller, parameters, url } = call;
    const user = await userNamed(service, parameters.username);
    const visible = [0, ...(await visibleProjects(service, caller))];
    const contributions = contributionsOf(service.database, user.id)
      .where("project_id", "in", visible)
      .where("component_id", "not in", [0, ...(await hiddenComponents(service, caller))]);
    const page = await paged(
      { url },
      () => countOf(contributions),
      async (limit, offset) =>
        new Gallery(call).translations(
          await contributions.selectAll().orderBy("id").limit(limit).offset(offset).execute(),
        ),
    );
    return { ...page, translations: page.results.map((translation) => translation.url) };
  }),
  route(contract.users.notifications, async ({ service, caller, parameters, url, origin }) => {
    const user = await userNamed(service, parameters.username);
    assertReader(caller, user);
    const subscriptions = service.database.selectFrom("subscription").where("user_id", "=", user.id);
    return paged(
      { url },
      () => countOf(subscriptions),
      async (limit, offset) =>
        representSubscriptions(
          service,
          user.id,
          await subscriptions.selectAll().orderBy("id").limit(limit).offset(offset).execute(),
          origin,
        ),
    );
  }),
  route(contract.users.subscribe, async ({ service, caller, parameters, body, origin }) => {
    const user = await userNamed(service, parameters.username);
    assertEditor(caller, user);
    const row = await inTransaction(service.database, (queries) => subscribe(queries, user.id, body));
    return one(representSubscriptions(service, user.id, [row], origin));
  }),
  route(contract.users.notification, async ({ service, caller, parameters, origin }) => {
    const user = await userNamed(service, parameters.username);
    assertReader(caller, user);
    return one(
      representSubscriptions(
        service,
        user.id,
        [await subscriptionOf(service, user, parameters.subscription_id)],
        origin,
      ),
    );
  }),
  ...[contract.users.replaceNotification, contract.users.updateNotification].map((endpoint) =>
    route(endpoint, async ({ service, caller, parameters, body, origin }) => {
      const user = await userNamed(service, parameters.username);
      assertEditor(caller, user);
      const known = await subscriptionOf(service, user, parameters.subscription_id);
      const row = await inTransaction(service.database, (queries) => changeSubscription(queries, known, body));
      return one(representSubscriptions(service, user.id, [row], origin));
    }),
  ),
  route(contract.users.unsubscribe, async ({ service, caller, parameters }) => {
    const user = await userNamed(service, parameters.username);
    assertEditor(caller, user);
    const { id } = await subscriptionOf(service, user, parameters.subscription_id);
    await service.database.deleteFrom("subscription").where("id", "=", id).execute();
    return undefined;
  }),
];

interface UserCall {
  readonly service: Service;
  readonly caller: Caller;
  readonly origin: string;
}

async function represent(call: UserCall, { id }: Pick<UserRecord, "id">): Promise<User> {
  const user = await call.service.database
    .selectFrom("user")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return one(representUsers(call, [user]));
}

async function one<T>(list: Promise<readonly T[]>): Promise<T> {
  const [first] = await list;
  if (first === undefined) throw notFound();
  return first;
}

async function changed({
  service,
  caller,
  parameters,
  body,
}: UserCall & {
  readonly parameters: { readonly username: string };
  readonly body: AccountChange;
}): Promise<UserRecord> {
  const user = await userNamed(service, parameters.username);
  assertEditor(caller, user);
  assertNotAbove(caller, user);
  return changeUser(service, caller, user, body);
}

async function userNamed(service: Service, username: string): Promise<UserRecord> {
  const user = await service.database
    .selectFrom("user")
    .selectAll()
    .where("username", "=", username)
    .executeTakeFirst();
  if (user === undefined) throw notFound();
  return user;
}

function assertReader(caller: Caller, user: UserRecord): void {
  if (!isOneself(caller, user) && !seesUsers(caller)) throw denied(reason);
}

function assertEditor(caller: Caller, user: UserRecord): void {
  if (!isOneself(caller, user) && !mayGlobally(caller, "user.edit")) throw denied(reason);
}

/** Who manages users is not above those who may do everything. */
function assertNotAbove(caller: Caller, user: UserRecord): void {
  if (user.is_superuser === 1 && caller.user?.is_superuser !== 1) throw denied("Only superusers change superusers.");
}

async function subscriptionOf(service: Service, user: UserRecord, id: string): Promise<SubscriptionRecord> {
  const row = await service.database
    .selectFrom("subscription")
    .selectAll()
    .where("id", "=", numericId(id))
    .where("user_id", "=", user.id)
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}
