import type { Selectable } from "kysely";
import { inTransaction, type Queries } from "../../store/database.ts";
import type { ProjectTable, TeamTable } from "../../store/tables.ts";
import { action } from "../changes/actions.ts";
import { record } from "../changes/change-log.ts";
import { languageNamed } from "../components/language.ts";
import { invalid } from "../../http-api/refusal.ts";
import { denied } from "../http/refusal.ts";
import type { Service } from "../service.ts";
import { projectTeams, type RoleName } from "./default-roles.ts";
import { access, may, mayGlobally, selection, type Caller } from "./permissions.ts";

export type TeamRecord = Selectable<TeamTable>;

async function definingProject(queries: Queries, team: Pick<TeamRecord, "defining_project_id">) {
  if (team.defining_project_id === null) return undefined;
  return queries
    .selectFrom("project")
    .select(["id", "access_control"])
    .where("id", "=", team.defining_project_id)
    .executeTakeFirst();
}

/**
 * Whether the caller manages the team: all of them, or those of a project whose access they manage. One that somebody else let
 * reach beyond the project is not theirs to let people into.
 */
export async function managesTeam(
  queries: Queries,
  caller: Caller,
  team: Pick<TeamRecord, "defining_project_id"> & Partial<Pick<TeamRecord, "id" | "project_selection">>,
): Promise<boolean> {
  if (mayGlobally(caller, "group.edit")) return true;
  const project = await definingProject(queries, team);
  if (project === undefined || !may(caller, project, "project.permissions")) return false;
  const { id, project_selection: chosen = selection.listed } = team;
  if (chosen !== selection.listed) return false;
  return id === undefined || !(await reachesBeyond(queries, id, project.id));
}

async function reachesBeyond(queries: Queries, team: number, project: number): Promise<boolean> {
  const otherProject = await queries
    .selectFrom("team_project")
    .select("project_id")
    .where("team_id", "=", team)
    .where("project_id", "!=", project)
    .executeTakeFirst();
  const otherComponent = await queries
    .selectFrom("team_component")
    .innerJoin("component", "component.id", "team_component.component_id")
    .select("component.id")
    .where("team_component.team_id", "=", team)
    .where("component.project_id", "!=", project)
    .executeTakeFirst();
  return otherProject !== undefined || otherComponent !== undefined;
}

/** Ids of the teams that exist for the caller; undefined: all. */
export async function visibleTeams(queries: Queries, caller: Caller): Promise<readonly number[] | undefined> {
  if (mayGlobally(caller, "group.view") || mayGlobally(caller, "group.edit")) return undefined;
  const own = new Set(caller.grants.map(({ team }) => team));
  if (caller.user === undefined) return [...own];
  const administered = await queries
    .selectFrom("team_admin")
    .select("team_id")
    .where("user_id", "=", caller.user.id)
    .execute();
  const ofProjects = await queries
    .selectFrom("team")
    .innerJoin("project", "project.id", "team.defining_project_id")
    .select(["team.id as team", "project.id", "project.access_control"])
    .execute();
  return [
    ...own,
    ...administered.map((row) => row.team_id),
    ...ofProjects.filter((project) => may(caller, project, "project.permissions")).map(({ team }) => team),
  ];
}

/**
 * The team whose members the caller wants to change: who manages users may, who manages the team, and its administrators.
 * @throws 400 on `group_id`, 403
 */
export async function teamForMembers(service: Service, caller: Caller, id: number): Promise<TeamRecord> {
  const { database } = service;
  const team = await database.selectFrom("team").selectAll().where("id", "=", id).executeTakeFirst();
  const managesUsers = mayGlobally(caller, "user.edit");
  if (team === undefined) {
    throw managesUsers ? invalid("group_id", "Group matching query does not exist.") : denied("Can not manage Users");
  }
  const isAllowed =
    managesUsers || (await managesTeam(database, caller, team)) || (await isAdmin(database, caller, team));
  if (!isAllowed) throw denied("Can not manage Users");
  return team;
}

async function isAdmin(queries: Queries, { user, scope }: Caller, team: TeamRecord): Promise<boolean> {
  if (user === undefined || (scope !== undefined && scope !== team.defining_project_id)) return false;
  const row = await queries
    .selectFrom("team_admin")
    .select("team_id")
    .where("team_id", "=", team.id)
    .where("user_id", "=", user.id)
    .executeTakeFirst();
  return row !== undefined;
}

/** @throws 400 on `limit_language_codes` */
export async function memberLanguages(queries: Queries, codes: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const code of codes) ids.push((await languageNamed(queries, "limit_language_codes", code)).id);
  return ids;
}

/** Makes the user a member, or changes the languages their membership is limited to. */
export async function join(
  service: Service,
  team: TeamRecord,
  user: number,
  { languages, by }: { readonly languages: readonly number[]; readonly by: number | undefined },
): Promise<void> {
  await inTransaction(service.database, async (queries) => {
    const limit = JSON.stringify(languages);
    const known = await memberOf(queries, team.id, user);
    await queries
      .insertInto("team_member")
      .values({ team_id: team.id, user_id: user, languages: limit })
      .onConflict((conflict) => conflict.columns(["team_id", "user_id"]).doUpdateSet({ languages: limit }))
      .execute();
    if (!known) await recordMembership(service, queries, team, { action: action.userAdded, user, by });
  });
}

export async function leave(service: Service, team: TeamRecord, user: number, by: number | undefined): Promise<void> {
  await inTransaction(service.database, async (queries) => {
    if (!(await memberOf(queries, team.id, user))) return;
    await queries.deleteFrom("team_member").where("team_id", "=", team.id).where("user_id", "=", user).execute();
    await recordMembership(service, queries, team, { action: action.userRemoved, user, by });
  });
}

async function memberOf(queries: Queries, team: number, user: number): Promise<boolean> {
  const row = await queries
    .selectFrom("team_member")
    .select("team_id")
    .where("team_id", "=", team)
    .where("user_id", "=", user)
    .executeTakeFirst();
  return row !== undefined;
}

/** A project's history says who came and went; the member is the author, so that their name can be forgotten. */
async function recordMembership(
  service: Service,
  queries: Queries,
  team: TeamRecord,
  { action: code, user, by }: { readonly action: number; readonly user: number; readonly by: number | undefined },
): Promise<void> {
  if (team.defining_project_id === null) return;
  const details = { group: team.name };
  await record(service, queries, [
    { action: code, project: team.defining_project_id, user: by, author: user, details },
  ]);
}

type ProjectRights = Pick<Selectable<ProjectTable>, "id" | "access_control" | "translation_review" | "source_review">;

/**
 * Makes the teams that a project of its kind has and that are missing: administrators always, reviewers where strings are
 * reviewed, and a team for each kind of work where access is limited (facts §1.5).
 */
export async function ensureProjectTeams(queries: Queries, project: ProjectRights): Promise<void> {
  const isLimited = project.access_control === access.protected || project.access_control === access.private;
  const reviews = project.translation_review === 1 || project.source_review === 1;
  for (const [name, role] of Object.entries(projectTeams)) {
    const isWanted = name === "Administration" || isLimited || (name === "Review" && reviews);
    if (isWanted) await projectTeam(queries, project.id, name, role);
  }
}

/** The project's own team of that name; made with the role when it is first needed. */
async function projectTeam(queries: Queries, project: number, name: string, role: string): Promise<number> {
  const known = await queries
    .selectFrom("team")
    .select("id")
    .where("defining_project_id", "=", project)
    .where("name", "=", name)
    .executeTakeFirst();
  if (known !== undefined) return known.id;
  const { id } = await queries
    .insertInto("team")
    .values({ name, project_selection: selection.listed, defining_project_id: project })
    .returning("id")
    .executeTakeFirstOrThrow();
  await queries.insertInto("team_project").values({ team_id: id, project_id: project }).execute();
  await giveRoles(queries, id, [role]);
  return id;
}

export async function giveRoles(queries: Queries, team: number, roles: readonly string[]): Promise<void> {
  if (roles.length === 0) return;
  const rows = await queries.selectFrom("role").select("id").where("name", "in", roles).execute();
  for (const { id } of rows) await queries.insertInto("team_role").values({ team_id: team, role_id: id }).execute();
}

/** Makes the user a member of the project's team with that role. */
export async function joinProject(
  queries: Queries,
  project: number,
  user: number,
  role: RoleName | (string & {}),
): Promise<void> {
  const [name] = Object.entries(projectTeams).find(([, own]) => own === role) ?? [role];
  const team = await projectTeam(queries, project, name, role);
  await queries
    .insertInto("team_member")
    .values({ team_id: team, user_id: user })
    .onConflict((conflict) => conflict.columns(["team_id", "user_id"]).doNothing())
    .execute();
}
