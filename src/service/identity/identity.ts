import type { Queries } from "../../store/database.ts";
import { prepared } from "../../store/prepared.ts";
import { inactiveUser, wrongToken } from "../http/refusal.ts";
import { timestamp, type Service } from "../service.ts";
import { noteBeside } from "./last-seen.ts";
import { teamsOfGuests } from "./default-roles.ts";
import { languageSelection, selection, type Caller, type Grant } from "./permissions.ts";
import { hashOf } from "./tokens.ts";

/** How exact `last_login` is: not every request of a script is worth a write. */
const LOGIN_MILLISECONDS = 60_000;

/**
 * Who the `Authorization` header says it is: `Token X` or `Bearer X`. Other schemes are ignored, as the real service does;
 * a token that is wrong, expired or of an inactive user is an error even where anonymous reading is allowed (probe §6).
 */
export async function authenticate(service: Service, authorization: string | undefined): Promise<Caller> {
  const token = /^(?:token|bearer)\s+(\S.*?)\s*$/i.exec(authorization ?? "")?.[1];
  if (token === undefined) return anonymous(service);
  const row = await tokenByHash.first(service.database, { hash: hashOf(token) });
  if (row === undefined) throw wrongToken();
  const holder = await holderOf(service, row);
  if (holder === undefined) throw inactiveUser();
  return holder.caller;
}

/** A token that is alive, and whom it stands for. */
export interface TokenHolder {
  readonly token: number;
  readonly caller: Caller;
}

/** Tokens with their users, as `holderOf` wants them. */
export function holders(queries: Queries) {
  return queries
    .selectFrom("token")
    .innerJoin("user", "user.id", "token.user_id")
    .selectAll("user")
    .select(["token.id as token", "token.project_id as scope", "token.expires as expires"]);
}
const tokenByHash = prepared((queries, { hash }: { readonly hash: string }) =>
  holders(queries).where("token.hash", "=", hash),
);

/** Whom a token stands for that nobody revoked, that has not expired, and whose user is active; undefined: nobody. */
export async function ofToken(service: Service, hash: string): Promise<TokenHolder | undefined> {
  return holderOf(service, await tokenByHash.first(service.database, { hash }));
}

/** As `ofToken`, of a token that was read. */
export async function holderOf(
  service: Service,
  row: Awaited<ReturnType<typeof tokenByHash.first>>,
): Promise<TokenHolder | undefined> {
  const now = timestamp(service);
  if (row === undefined || row.is_active !== 1 || (row.expires !== null && row.expires <= now)) return undefined;
  const { token, scope, expires: _, ...user } = row;
  if (user.last_login === null || Date.parse(now) - Date.parse(user.last_login) >= LOGIN_MILLISECONDS) {
    noteBeside(service, `user ${String(user.id)}`, () =>
      service.database.updateTable("user").set({ last_login: now }).where("id", "=", user.id).execute(),
    );
    user.last_login = now;
  }
  return { token, caller: { user, scope: scope ?? undefined, grants: await grantsOfUser(service, user) } };
}

/** What is done later as a user may do it now; somebody who is gone or inactive is nobody. */
export async function callerOf(service: Service, id: number): Promise<Caller> {
  const user = await service.database
    .selectFrom("user")
    .selectAll()
    .where("id", "=", id)
    .where("is_active", "=", 1)
    .executeTakeFirst();
  return user === undefined
    ? anonymous(service)
    : { user, scope: undefined, grants: await grantsOfUser(service, user) };
}

/** Who may do everything needs no list of what. */
async function grantsOfUser(
  service: Service,
  user: Pick<NonNullable<Caller["user"]>, "id" | "is_superuser">,
): Promise<Grant[]> {
  return user.is_superuser === 1 ? [] : grantsOf(service.database, await memberships(service, user.id));
}

async function anonymous(service: Service): Promise<Caller> {
  const teams = await service.database
    .selectFrom("team")
    .select("id")
    .where("name", "in", teamsOfGuests)
    .where("defining_project_id", "is", null)
    .execute();
  const guest = teams.map(({ id }) => ({ team: id, languages: [] }));
  return { user: undefined, scope: undefined, grants: await grantsOf(service.database, guest) };
}

/** A team somebody is in, and the languages their part in it is limited to; none: no limit. */
interface Membership {
  readonly team: number;
  readonly languages: readonly number[];
}

async function memberships({ database }: Service, user: number): Promise<Membership[]> {
  const rows = await database.selectFrom("team_member").selectAll().where("user_id", "=", user).execute();
  return rows.map((row) => ({ team: row.team_id, languages: JSON.parse(row.languages) }));
}

async function grantsOf(queries: Queries, members: readonly Membership[]): Promise<Grant[]> {
  if (members.length === 0) return [];
  const ids = members.map(({ team }) => team);
  const teams = await queries
    .selectFrom("team")
    .leftJoin("team_role", "team_role.team_id", "team.id")
    .leftJoin("role", "role.id", "team_role.role_id")
    .select([
      "team.id",
      "team.project_selection",
      "team.language_selection",
      "team.defining_project_id",
      "role.permissions",
    ])
    .where("team.id", "in", ids)
    .execute();
  const listing = teams.some((team) => team.project_selection === selection.listed);
  const projects = listing
    ? await queries.selectFrom("team_project").selectAll().where("team_id", "in", ids).execute()
    : [];
  const components = await componentsOf(queries, teams);
  const languages = teams.some((team) => team.language_selection === languageSelection.listed)
    ? await queries.selectFrom("team_language").selectAll().where("team_id", "in", ids).execute()
    : [];
  const limits = new Map(members.map((member) => [member.team, member.languages]));
  return teams.map((team) => {
    const own = new Map(
      components.filter((row) => row.team_id === team.id).map((row) => [row.component_id, row.project_id]),
    );
    // A team that names components has these and not their projects.
    const whole = own.size > 0 ? [] : projects.filter((row) => row.team_id === team.id);
    const ofTeam = languages.filter((row) => row.team_id === team.id).map((row) => row.language_id);
    return {
      team: team.id,
      selection: team.project_selection,
      projects: new Set(whole.map((row) => row.project_id)),
      components: own,
      languages: languagesOf(team.language_selection, ofTeam, limits.get(team.id) ?? []),
      permissions: new Set(parsePermissions(team.permissions)),
      siteWide: team.defining_project_id === null,
    };
  });
}

/** What the team may translate into, cut to what this member's part is limited to. */
function languagesOf(
  chosen: number,
  ofTeam: readonly number[],
  ofMember: readonly number[],
): ReadonlySet<number> | undefined {
  if (chosen === languageSelection.all) return ofMember.length === 0 ? undefined : new Set(ofMember);
  return new Set(ofMember.length === 0 ? ofTeam : ofTeam.filter((language) => ofMember.includes(language)));
}

interface TeamComponent {
  readonly team_id: number;
  readonly component_id: number;
  readonly project_id: number;
}

async function componentsOf(
  queries: Queries,
  teams: readonly { readonly id: number; readonly project_selection: number }[],
): Promise<TeamComponent[]> {
  const having = (chosen: number): number[] =>
    teams.filter((team) => team.project_selection === chosen).map(({ id }) => id);
  const listed = having(selection.listed);
  const byList = having(selection.componentLists);
  return [
    ...(listed.length === 0
      ? []
      : await queries
          .selectFrom("team_component")
          .innerJoin("component", "component.id", "team_component.component_id")
          .select(["team_component.team_id", "team_component.component_id", "component.project_id"])
          .where("team_component.team_id", "in", listed)
          .execute()),
    ...(byList.length === 0
      ? []
      : await queries
          .selectFrom("team_component_list as chosen")
          .innerJoin("component_list_member as member", "member.component_list_id", "chosen.component_list_id")
          .innerJoin("component", "component.id", "member.component_id")
          .select(["chosen.team_id", "member.component_id", "component.project_id"])
          .where("chosen.team_id", "in", byList)
          .execute()),
  ];
}

function parsePermissions(json: string | null): readonly string[] {
  const permissions: readonly string[] = JSON.parse(json ?? "[]");
  return permissions;
}
