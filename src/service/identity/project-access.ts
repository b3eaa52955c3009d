import { projectPermissions, type ProjectPermission } from "../../contract/permission.ts";
import type { Queries } from "../../store/database.ts";

// What the page on a project's access shows, and the API has no lists of.

export interface TeamMember {
  readonly username: string;
  readonly fullName: string;
  readonly isBot: boolean;
  /** Codes that the membership is limited to; none: no limit. */
  readonly languages: readonly string[];
}

/** Members of teams, by the team's id. */
export async function teamMembers(
  queries: Queries,
  teams: readonly number[],
): Promise<ReadonlyMap<number, readonly TeamMember[]>> {
  const rows = await queries
    .selectFrom("team_member")
    .innerJoin("user", "user.id", "team_member.user_id")
    .select(["team_member.team_id as team", "team_member.languages"])
    .select(["user.username", "user.full_name as fullName", "user.is_bot"])
    .where("team_member.team_id", "in", [0, ...teams])
    .orderBy("user.username")
    .execute();
  const limits = rows.flatMap(({ languages }): readonly number[] => JSON.parse(languages));
  const codes = await queries
    .selectFrom("language")
    .select(["id", "code"])
    .where("id", "in", [0, ...limits])
    .execute();
  const members = new Map<number, TeamMember[]>();
  for (const { team, username, fullName, is_bot: bot, languages } of rows) {
    const ids: readonly number[] = JSON.parse(languages);
    const limited = ids.flatMap((id) => codes.find((each) => each.id === id)?.code ?? []);
    members.set(team, [...(members.get(team) ?? []), { username, fullName, isBot: bot === 1, languages: limited }]);
  }
  return members;
}

export interface ProjectRole {
  readonly id: number;
  readonly name: string;
  readonly permissions: readonly ProjectPermission[];
}

/** Roles that a project's team may have: those that reach nothing beyond a project. */
export async function projectRoles(queries: Queries): Promise<readonly ProjectRole[]> {
  const rows = await queries.selectFrom("role").selectAll().orderBy("id").execute();
  return rows.flatMap(({ id, name, permissions }) => {
    const all: readonly string[] = JSON.parse(permissions);
    const own = projectPermissions.filter((permission) => all.includes(permission));
    return own.length === all.length ? [{ id, name, permissions: own }] : [];
  });
}
