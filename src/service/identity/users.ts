import type { Selectable } from "kysely";
import { inTransaction, type Queries } from "../../store/database.ts";
import type { UserTable } from "../../store/tables.ts";
import { timestamp, type Service } from "../service.ts";
import { teamsOfEverybody } from "./default-roles.ts";
import { subscribeToDefaults } from "./subscriptions.ts";

export type UserRecord = Selectable<UserTable>;

export interface NewUser {
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  readonly isSuperuser?: boolean | undefined;
  readonly isBot?: boolean | undefined;
  /** False for authors that were only named in an upload. */
  readonly isActive?: boolean | undefined;
}

/** Adds a user to the service; a person also to the teams that everybody is in. */
export async function addUser(service: Pick<Service, "clock">, queries: Queries, user: NewUser): Promise<number> {
  const { id } = await queries
    .insertInto("user")
    .values({
      username: user.username,
      full_name: user.fullName,
      email: user.email,
      is_superuser: user.isSuperuser === true ? 1 : 0,
      is_active: user.isActive === false ? 0 : 1,
      is_bot: user.isBot === true ? 1 : 0,
      date_joined: timestamp(service),
      last_login: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (user.isBot === true) return id;
  const teams = await queries
    .selectFrom("team")
    .select("id")
    .where("name", "in", teamsOfEverybody)
    .where("defining_project_id", "is", null)
    .execute();
  for (const team of teams) {
    await queries.insertInto("team_member").values({ team_id: team.id, user_id: id }).execute();
  }
  await subscribeToDefaults(queries, id);
  return id;
}

/** The user with that address; one that nobody knows is added, with the address as name (probe §3). */
export async function userForAuthor(
  service: Service,
  author: { readonly name: string; readonly email: string },
): Promise<number> {
  return inTransaction(service.database, async (queries) => {
    const known = await queries.selectFrom("user").select("id").where("email", "=", author.email).executeTakeFirst();
    if (known !== undefined) return known.id;
    const taken = await queries.selectFrom("user").select("id").where("username", "=", author.email).executeTakeFirst();
    if (taken !== undefined) return taken.id;
    return addUser(service, queries, {
      username: author.email,
      fullName: author.name === "" ? author.email : author.name,
      email: author.email,
      isActive: false,
    });
  });
}

/** Tables whose rows are about the user alone: they go with what is known of them. */
const personal = [
  "token",
  "team_member",
  "team_admin",
  "subscription",
  "news_mail",
  "refused_address",
  "agreement",
  "memory",
] as const;

/**
 * Deletes what is known of a user and lets nobody in as them any more. The row stays, without a name, so that changes and
 * suggestions still have one author.
 */
export async function forgetUser(service: Service, queries: Queries, user: number): Promise<void> {
  for (const table of personal) await queries.deleteFrom(table).where("user_id", "=", user).execute();
  const [mailbox = "noreply", domain = "invalid"] = service.settings.siteEmail.split("@");
  await queries
    .updateTable("user")
    .set({
      username: `deleted-${String(user)}`,
      full_name: "Deleted User",
      email: `${mailbox}+${String(user)}@${domain}`,
      is_active: 0,
      is_superuser: 0,
      last_login: null,
      profile: "{}",
    })
    .where("id", "=", user)
    .execute();
}
