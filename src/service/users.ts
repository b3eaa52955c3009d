import type { Queries } from "../store/database.ts";
import { timestamp, type Service } from "./service.ts";

export interface NewUser {
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  readonly isSuperuser?: boolean;
  readonly isBot?: boolean;
  /** False for authors that were only named in an upload. */
  readonly isActive?: boolean;
}

/** Adds a user to the service, and to the teams that every user is in. */
export async function addUser(service: Service, queries: Queries, user: NewUser): Promise<number> {
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
    .where("name", "in", ["Users", "Viewers"])
    .where("defining_project_id", "is", null)
    .execute();
  for (const team of teams) {
    await queries.insertInto("team_member").values({ team_id: team.id, user_id: id }).execute();
  }
  return id;
}

/** The user with that address; one that nobody knows is added, with the address as name (probe §3). */
export async function userForAuthor(
  service: Service,
  author: { readonly name: string; readonly email: string },
): Promise<number> {
  return service.database.transaction().execute(async (queries) => {
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
