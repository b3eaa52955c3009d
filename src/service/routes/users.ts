import { contract } from "../../contract/index.ts";
import { countOf, paged } from "../paging.ts";
import { mayGlobally, type Caller } from "../permissions.ts";
import { notFound } from "../refusal.ts";
import { representUser } from "../representation/user.ts";
import { route } from "../route.ts";
import type { Service } from "../service.ts";

export const userRoutes = [
  route(contract.users.list, async ({ service, caller, query, url, origin }) => {
    let users = service.database.selectFrom("user");
    const seesAll = managesUsers(caller);
    if (!seesAll) users = users.where("id", "=", caller.user?.id ?? 0);
    if (query.username !== undefined) users = users.where("username", "like", `${escaped(query.username)}%`);
    if (query.id !== undefined) users = users.where("id", "=", query.id);
    // The filter tells whether an address exists: only for those who may see addresses (specification 1, "Authentication" 5).
    if (query.email !== undefined && seesAll) {
      users = users.where(({ eb, fn }) => eb(fn<string>("lower", ["email"]), "=", query.email?.toLowerCase() ?? ""));
    }
    return paged(
      { url },
      () => countOf(users),
      async (limit, offset) => {
        const rows = await users.selectAll().orderBy("id").limit(limit).offset(offset).execute();
        const teams = await teamsOf(
          service,
          rows.map(({ id }) => id),
        );
        return rows.map((user) => representUser(user, teams.get(user.id) ?? [], caller, origin));
      },
    );
  }),
  route(contract.users.get, async ({ service, caller, parameters, origin }) => {
    const user = await service.database
      .selectFrom("user")
      .selectAll()
      .where("username", "=", parameters.username)
      .executeTakeFirst();
    if (user === undefined) throw notFound();
    const teams = await teamsOf(service, [user.id]);
    return representUser(user, teams.get(user.id) ?? [], caller, origin);
  }),
];

function managesUsers(caller: Caller): boolean {
  return mayGlobally(caller, "user.view") || mayGlobally(caller, "user.edit");
}

/** `_` and `%` mean themselves; usernames have neither `\`. */
function escaped(text: string): string {
  return text.replaceAll(/[%_\\]/g, "");
}

async function teamsOf(service: Service, users: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await service.database
    .selectFrom("team_member")
    .selectAll()
    .where("user_id", "in", [0, ...users])
    .execute();
  const members = Map.groupBy(rows, (row) => row.user_id);
  return new Map([...members].map(([user, own]) => [user, own.map((row) => row.team_id)]));
}
