import type { Group } from "../../contract/resources/group.ts";
import { mayGlobally, type Caller } from "../identity/permissions.ts";
import type { TeamRecord } from "../identity/teams.ts";
import { visibleScope } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { address } from "./address.ts";

interface Call {
  readonly service: Service;
  readonly caller: Caller;
  readonly origin: string;
}

/**
 * One query per kind of thing that groups list, whatever the number of groups. Members are shown of projects and components
 * those that they see; who looks after all groups sees all.
 */
export async function representGroups(
  { service, caller, origin }: Call,
  teams: readonly TeamRecord[],
): Promise<Group[]> {
  const { database } = service;
  const seesAll = mayGlobally(caller, "group.view") || mayGlobally(caller, "group.edit");
  const scope = seesAll ? undefined : await visibleScope(service, caller);
  const isSeen = ({ project, component }: { readonly project: number; readonly component?: number }): boolean =>
    scope === undefined ||
    (scope.projects.includes(project) && (component === undefined || !scope.hidden.includes(component)));
  const ids = [0, ...teams.map(({ id }) => id)];
  const roles = await database.selectFrom("team_role").selectAll().where("team_id", "in", ids).execute();
  const projects = await database
    .selectFrom("team_project")
    .innerJoin("project", "project.id", "team_project.project_id")
    .select(["team_id", "slug", "project.id as project"])
    .where("team_id", "in", ids)
    .orderBy("project.id")
    .execute();
  const components = await database
    .selectFrom("team_component")
    .innerJoin("component", "component.id", "team_component.component_id")
    .innerJoin("project", "project.id", "component.project_id")
    .select(["team_id", "component.path", "project.slug", "project.id as project", "component.id as component"])
    .where("team_id", "in", ids)
    .orderBy("component.id")
    .execute();
  const lists = await database
    .selectFrom("team_component_list")
    .innerJoin("component_list", "component_list.id", "team_component_list.component_list_id")
    .select(["team_id", "slug"])
    .where("team_id", "in", ids)
    .orderBy("component_list.id")
    .execute();
  const languages = await database
    .selectFrom("team_language")
    .innerJoin("language", "language.id", "team_language.language_id")
    .select(["team_id", "code"])
    .where("team_id", "in", ids)
    .orderBy("code")
    .execute();
  const admins = await database
    .selectFrom("team_admin")
    .innerJoin("user", "user.id", "team_admin.user_id")
    .select(["team_id", "username"])
    .where("team_id", "in", ids)
    .orderBy("user.id")
    .execute();
  const owners = await database
    .selectFrom("project")
    .select(["id", "slug"])
    .where("id", "in", [0, ...teams.flatMap(({ defining_project_id: owner }) => (owner === null ? [] : [owner]))])
    .execute();
  return teams.map((team) => {
    const linksOf = <Row extends { readonly team_id: number }>(rows: readonly Row[], link: (row: Row) => string) =>
      rows.filter((row) => row.team_id === team.id).map(link);
    const owner = owners.find(({ id }) => id === team.defining_project_id && isSeen({ project: id }));
    return {
      id: team.id,
      name: team.name,
      defining_project: owner === undefined ? null : address.project(origin, owner.slug),
      project_selection: team.project_selection,
      language_selection: team.language_selection,
      url: address.group(origin, team.id),
      roles: linksOf(roles, (row) => address.role(origin, row.role_id)),
      languages: linksOf(languages, ({ code }) => address.language(origin, code)),
      projects: linksOf(projects.filter(isSeen), ({ slug }) => address.project(origin, slug)),
      componentlists: linksOf(lists, ({ slug }) => address.componentList(origin, slug)),
      components: linksOf(components.filter(isSeen), ({ slug, path }) => address.component(origin, slug, path)),
      admins: linksOf(admins, ({ username }) => address.user(origin, username)),
    };
  });
}
