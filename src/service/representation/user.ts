import type { Profile } from "../../contract/resources/profile.ts";
import type { User } from "../../contract/resources/user.ts";
import { mayGlobally, type Caller } from "../identity/permissions.ts";
import { profileOf, type StoredProfile } from "../identity/profile.ts";
import type { UserRecord } from "../identity/users.ts";
import { visibleProjects } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { address } from "./address.ts";

interface Call {
  readonly service: Service;
  readonly caller: Caller;
  readonly origin: string;
}

/** Whether the caller is that user, and not a token of theirs that sees one project alone. */
export function isOneself({ user, scope }: Caller, other: Pick<UserRecord, "id">): boolean {
  return user?.id === other.id && scope === undefined;
}

export function seesUsers(caller: Caller): boolean {
  return mayGlobally(caller, "user.view") || mayGlobally(caller, "user.edit");
}

/**
 * Whole for who may see users and for the user; otherwise the name, never the address (probe §11). One query per kind of
 * object, whatever the number of users.
 */
export async function representUsers(call: Call, users: readonly UserRecord[]): Promise<User[]> {
  const { caller, origin } = call;
  const whole = seesUsers(caller) ? users : users.filter((user) => isOneself(caller, user));
  const profiles = new Map(whole.map((user) => [user.id, profileOf(user.profile)]));
  const links = await linksFor(call, [...profiles.values()]);
  const teams = await teamsOf(call.service, [...profiles.keys()]);
  return users.map((user) => {
    const brief = { id: user.id, full_name: user.full_name, username: user.username };
    const stored = profiles.get(user.id);
    if (stored === undefined) return brief;
    const url = address.user(origin, user.username);
    const profile = representProfile(user, stored, links);
    return {
      ...brief,
      email: user.email,
      is_superuser: user.is_superuser === 1,
      is_active: user.is_active === 1,
      is_bot: user.is_bot === 1,
      date_joined: user.date_joined,
      last_login: user.last_login,
      groups: (teams.get(user.id) ?? []).map((team) => address.group(origin, team)),
      languages: profile.languages,
      profile,
      notifications: `${url}notifications/`,
      url,
      statistics_url: `${url}statistics/`,
      contributions_url: `${url}contributions/`,
    };
  });
}

/** Addresses of what profiles name, by id. */
interface ProfileLinks {
  readonly languages: ReadonlyMap<number, string>;
  readonly projects: ReadonlyMap<number, string>;
  readonly componentLists: ReadonlyMap<number, string>;
}

async function linksFor({ service, caller, origin }: Call, profiles: readonly StoredProfile[]): Promise<ProfileLinks> {
  const { database } = service;
  const languageIds = profiles.flatMap(({ languages, secondary_languages: secondary }) => [...languages, ...secondary]);
  const watched = profiles.flatMap((profile) => profile.watched);
  const lists = profiles.flatMap(({ dashboard_component_list: list }) => (list === null ? [] : [list]));
  const languages =
    languageIds.length === 0
      ? []
      : await database.selectFrom("language").select(["id", "code"]).where("id", "in", languageIds).execute();
  const visible = watched.length === 0 ? [] : await visibleProjects(service, caller);
  const projects =
    watched.length === 0
      ? []
      : await database
          .selectFrom("project")
          .select(["id", "slug"])
          .where("id", "in", [0, ...visible])
          .execute();
  const componentLists =
    lists.length === 0
      ? []
      : await database.selectFrom("component_list").select(["id", "slug"]).where("id", "in", lists).execute();
  return {
    languages: new Map(languages.map(({ id, code }) => [id, address.language(origin, code)])),
    projects: new Map(projects.map(({ id, slug }) => [id, address.project(origin, slug)])),
    componentLists: new Map(componentLists.map(({ id, slug }) => [id, address.componentList(origin, slug)])),
  };
}

function representProfile(user: UserRecord, stored: StoredProfile, links: ProfileLinks): Profile {
  const { dashboard_component_list: list, ...plain } = stored;
  return {
    ...plain,
    languages: found(stored.languages, links.languages),
    secondary_languages: found(stored.secondary_languages, links.languages),
    watched: found(stored.watched, links.projects),
    dashboard_component_list: list === null ? null : (links.componentLists.get(list) ?? null),
    translated: user.translated,
    suggested: user.suggested,
    uploaded: user.uploaded,
    commented: user.commented,
    last_2fa: "",
  };
}

/** What was removed since, or is not visible, is left out. */
function found(ids: readonly number[], links: ReadonlyMap<number, string>): string[] {
  return ids.map((id) => links.get(id)).filter((link) => link !== undefined);
}

async function teamsOf(service: Service, users: readonly number[]): Promise<Map<number, number[]>> {
  if (users.length === 0) return new Map();
  const rows = await service.database
    .selectFrom("team_member")
    .select(["user_id", "team_id"])
    .where("user_id", "in", users)
    .orderBy("team_id")
    .execute();
  const members = Map.groupBy(rows, (row) => row.user_id);
  return new Map([...members].map(([user, own]) => [user, own.map((row) => row.team_id)]));
}
