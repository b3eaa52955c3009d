import type { User } from "../../contract/resources/user.ts";
import type { User as UserRecord } from "../identity.ts";
import { mayGlobally, type Caller } from "../permissions.ts";
import { address } from "./address.ts";

/** Whole for who may see users and for the user; otherwise the name, never the address (probe §11). */
export function representUser(user: UserRecord, teams: readonly number[], caller: Caller, origin: string): User {
  const isOwn = caller.user?.id === user.id && caller.scope === undefined;
  const brief = { id: user.id, full_name: user.full_name, username: user.username };
  if (!isOwn && !mayGlobally(caller, "user.view") && !mayGlobally(caller, "user.edit")) return brief;
  const url = address.user(origin, user.username);
  return {
    ...brief,
    email: user.email,
    is_superuser: user.is_superuser === 1,
    is_active: user.is_active === 1,
    is_bot: user.is_bot === 1,
    date_joined: user.date_joined,
    last_login: user.last_login,
    groups: teams.map((team) => `${origin}/api/groups/${String(team)}/`),
    languages: [],
    url,
    statistics_url: `${url}statistics/`,
    contributions_url: `${url}contributions/`,
  };
}
