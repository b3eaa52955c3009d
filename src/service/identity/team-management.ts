import { sql } from "kysely";
import type { groups } from "../../contract/endpoints/groups.ts";
import { projectPermissions } from "../../contract/permission.ts";
import { inTransaction, type Queries } from "../../store/database.ts";
import { leadsNowhere, projectSlug } from "../http/hyperlink.ts";
import { invalid, type Refusal } from "../../http-api/refusal.ts";
import { denied, notFound } from "../http/refusal.ts";
import type { Service } from "../service.ts";
import { languageSelection, may, mayGlobally, sees, seesComponent, selection, type Caller } from "./permissions.ts";
import { managesTeam, type TeamRecord } from "./teams.ts";
import type { ParsedBody } from "../../http-api/endpoint.ts";

type TeamSettings = Readonly<ParsedBody<typeof groups.create>>;
type TeamChange = Readonly<ParsedBody<typeof groups.update>>;

const reason = "Can not manage groups";

/** @throws 403 unless the caller manages the team: also where there is none, so that nobody learns which there are */
export async function editableTeam({ database }: Service, caller: Caller, id: number): Promise<TeamRecord> {
  const team = await database.selectFrom("team").selectAll().where("id", "=", id).executeTakeFirst();
  if (team !== undefined && (await managesTeam(database, caller, team))) return team;
  throw mayGlobally(caller, "group.edit") ? notFound() : denied(reason);
}

/** @throws 400, 403: who manages one project's access makes teams of that project alone */
export async function createTeam(service: Service, caller: Caller, settings: TeamSettings): Promise<TeamRecord> {
  const project = await definedBy(service, caller, settings.defining_project);
  if (!(await managesTeam(service.database, caller, { defining_project_id: project ?? null }))) throw denied(reason);
  assertWithin(caller, settings);
  return service.database
    .insertInto("team")
    .values({
      name: settings.name,
      project_selection: settings.project_selection ?? selection.listed,
      language_selection: settings.language_selection ?? languageSelection.all,
      defining_project_id: project ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @throws 400, 403 */
export async function changeTeam(
  service: Service,
  caller: Caller,
  team: TeamRecord,
  change: TeamChange,
): Promise<TeamRecord> {
  assertWithin(caller, change);
  const project = await definedBy(service, caller, change.defining_project);
  if (project !== undefined && project !== team.defining_project_id && !mayGlobally(caller, "group.edit")) {
    throw denied(reason);
  }
  return service.database
    .updateTable("team")
    .set({
      name: change.name ?? team.name,
      project_selection: change.project_selection ?? team.project_selection,
      language_selection: change.language_selection ?? team.language_selection,
      defining_project_id: project === undefined ? team.defining_project_id : project,
    })
    .where("id", "=", team.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A project's own team reaches nothing outside of the project, whoever manages it. */
function assertWithin(caller: Caller, { project_selection: chosen }: TeamChange): void {
  if (chosen === undefined || chosen === selection.listed || mayGlobally(caller, "group.edit")) return;
  throw denied("A group of one project can not select others.");
}

/** Id of the project that was named by its address; null where it is to have none; undefined where nothing was said. */
async function definedBy(
  { database }: Service,
  caller: Caller,
  address: string | null | undefined,
): Promise<number | null | undefined> {
  if (address === null || address === undefined || address === "") return address === "" ? null : address;
  const project = await database
    .selectFrom("project")
    .select(["id", "access_control"])
    .where("slug", "=", projectSlug("defining_project", address))
    .executeTakeFirst();
  if (project === undefined || !(mayGlobally(caller, "group.edit") || may(caller, project, "project.permissions"))) {
    throw leadsNowhere("defining_project");
  }
  return project.id;
}

/** A thing in a list of a team: what it is, and its id. */
export interface Associate {
  readonly kind: "role" | "project" | "component" | "component_list" | "language" | "user";
  readonly id: number;
}

const tables = {
  role: { table: "team_role", column: "role_id", field: "role_id", name: "Role" },
  project: { table: "team_project", column: "project_id", field: "project_id", name: "Project" },
  component: { table: "team_component", column: "component_id", field: "component_id", name: "Component" },
  component_list: {
    table: "team_component_list",
    column: "component_list_id",
    field: "component_list_id",
    name: "ComponentList",
  },
  language: { table: "team_language", column: "language_id", field: "language_code", name: "Language" },
  user: { table: "team_admin", column: "user_id", field: "user_id", name: "User" },
} as const;

/** @throws 400 where there is no such thing, 403 where it is outside of what the caller manages */
export async function associate(service: Service, caller: Caller, team: TeamRecord, added: Associate): Promise<void> {
  const { table, column } = tables[added.kind];
  await inTransaction(service.database, async (queries) => {
    const row = await queries.selectFrom(added.kind).select("id").where("id", "=", added.id).executeTakeFirst();
    if (row === undefined) throw noSuch(added.kind);
    if (!mayGlobally(caller, "group.edit") && !(await isWithin(queries, team, added))) {
      // Whether there is something with that id is nothing to be told of what the caller does not see.
      if (!(await isVisible(queries, caller, added))) throw noSuch(added.kind);
      throw denied("This is outside of the project that the group belongs to.");
    }
    const columns = sql`team_id, ${sql.ref(column)}`;
    await sql`insert into ${sql.table(table)} (${columns}) values (${team.id}, ${added.id}) on conflict do nothing`.execute(
      queries,
    );
  });
}

export function noSuch(kind: Associate["kind"]): Refusal {
  const { field, name } = tables[kind];
  return invalid(field, `${name} matching query does not exist.`);
}

/** @throws 404 where the team does not have it */
export async function dissociate(service: Service, team: TeamRecord, removed: Associate): Promise<void> {
  const { table, column } = tables[removed.kind];
  const which = sql`team_id = ${team.id} and ${sql.ref(column)} = ${removed.id}`;
  const { rows } = await sql`delete from ${sql.table(table)} where ${which} returning team_id`.execute(
    service.database,
  );
  if (rows.length === 0) throw notFound();
}

/** What somebody who manages one project may give to its teams: nothing that reaches beyond it. */
async function isWithin(queries: Queries, team: TeamRecord, { kind, id }: Associate): Promise<boolean> {
  switch (kind) {
    case "language":
    case "user":
      return true;
    case "project":
      return id === team.defining_project_id;
    case "component_list":
      return false;
    case "component": {
      const component = await queries
        .selectFrom("component")
        .select("project_id")
        .where("id", "=", id)
        .executeTakeFirst();
      return component?.project_id === team.defining_project_id;
    }
    case "role": {
      const role = await queries
        .selectFrom("role")
        .select("permissions")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      const permissions: readonly string[] = JSON.parse(role.permissions);
      return permissions.every((permission) => projectPermissions.some((own) => own === permission));
    }
  }
}

async function isVisible(queries: Queries, caller: Caller, { kind, id }: Associate): Promise<boolean> {
  if (kind === "project") {
    const project = await queries
      .selectFrom("project")
      .select(["id", "access_control"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return sees(caller, project);
  }
  if (kind !== "component") return true;
  const component = await queries
    .selectFrom("component")
    .innerJoin("project", "project.id", "component.project_id")
    .select(["component.restricted", "component.removing", "project.id", "project.access_control"])
    .where("component.id", "=", id)
    .executeTakeFirstOrThrow();
  const { restricted, removing } = component;
  return sees(caller, component) && seesComponent(caller, { id, removing, settings: { restricted: restricted === 1 } });
}
