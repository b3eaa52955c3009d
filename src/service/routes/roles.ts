import type { Selectable } from "kysely";
import { contract } from "../../contract/index.ts";
import { globalPermissions, projectPermissions } from "../../contract/permission.ts";
import type { Role } from "../../contract/resources/group.ts";
import { inTransaction, type Queries } from "../../store/database.ts";
import type { RoleTable } from "../../store/tables.ts";
import { countOf, paged } from "../http/paging.ts";
import { invalid } from "../../http-api/refusal.ts";
import { notFound } from "../http/refusal.ts";
import { route } from "../http/route.ts";
import { demandGlobally, mayGlobally, type Caller } from "../identity/permissions.ts";
import { numericId } from "../identity/visible.ts";
import { address } from "../representation/address.ts";
import type { Service } from "../service.ts";

const reason = "Can not manage roles";

export const roleRoutes = [
  route(contract.roles.list, async ({ service, caller, url, origin }) => {
    const roles = visibleRoles(service.database, caller);
    return paged(
      { url },
      () => countOf(roles),
      async (limit, offset) => {
        const rows = await roles.selectAll().orderBy("id").limit(limit).offset(offset).execute();
        return rows.map((role) => represent(role, origin));
      },
    );
  }),
  route(contract.roles.create, async ({ service, caller, body, origin }) => {
    demandGlobally(caller, "role.edit", reason);
    const permissions = JSON.stringify(known(body.permissions));
    const role = await inTransaction(service.database, async (queries) => {
      await assertFree(queries, body.name);
      return queries
        .insertInto("role")
        .values({ name: body.name, permissions })
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    return represent(role, origin);
  }),
  route(contract.roles.get, async ({ service, caller, parameters, origin }) =>
    represent(await visibleRole(service, caller, parameters.id), origin),
  ),
  route(contract.roles.replace, async ({ service, caller, parameters, body, origin }) => {
    const role = await editableRole(service, caller, parameters.id);
    return represent(await change(service, role, body.name, known(body.permissions)), origin);
  }),
  route(contract.roles.update, async ({ service, caller, parameters, body, origin }) => {
    const role = await editableRole(service, caller, parameters.id);
    const permissions = [...permissionsOf(role), ...known(body.permissions ?? [])];
    return represent(await change(service, role, body.name ?? role.name, permissions), origin);
  }),
  route(contract.roles.delete, async ({ service, caller, parameters }) => {
    const { id } = await editableRole(service, caller, parameters.id);
    await service.database.deleteFrom("role").where("id", "=", id).execute();
    return undefined;
  }),
];

type RoleRecord = Selectable<RoleTable>;

/** Those who may see or manage roles see all, others the roles of their teams (specification 1, "Authentication" 10). */
function visibleRoles(queries: Queries, caller: Caller) {
  const roles = queries.selectFrom("role");
  if (mayGlobally(caller, "role.view") || mayGlobally(caller, "role.edit")) return roles;
  const teams = [0, ...caller.grants.map(({ team }) => team)];
  return roles.where("id", "in", queries.selectFrom("team_role").select("role_id").where("team_id", "in", teams));
}

async function visibleRole(service: Service, caller: Caller, id: string): Promise<RoleRecord> {
  const roles = visibleRoles(service.database, caller).selectAll().where("id", "=", numericId(id));
  const role = await roles.executeTakeFirst();
  if (role === undefined) throw notFound();
  return role;
}

async function editableRole(service: Service, caller: Caller, id: string): Promise<RoleRecord> {
  demandGlobally(caller, "role.edit", reason);
  return visibleRole(service, caller, id);
}

async function change(
  service: Service,
  role: RoleRecord,
  name: string,
  permissions: readonly string[],
): Promise<RoleRecord> {
  return inTransaction(service.database, async (queries) => {
    if (name !== role.name) await assertFree(queries, name);
    return queries
      .updateTable("role")
      .set({ name, permissions: JSON.stringify([...new Set(permissions)].toSorted()) })
      .where("id", "=", role.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

async function assertFree(queries: Queries, name: string): Promise<void> {
  const taken = await queries.selectFrom("role").select("id").where("name", "=", name).executeTakeFirst();
  if (taken !== undefined) throw invalid("name", "Role with this Name already exists.", "unique");
}

const codenames: ReadonlySet<string> = new Set([...projectPermissions, ...globalPermissions]);

/** Each once, in order. @throws 400 where one is no permission */
function known(permissions: readonly string[]): readonly string[] {
  if (permissions.every((permission) => codenames.has(permission))) return [...new Set(permissions)].toSorted();
  throw invalid("permissions", "Permission with this codename was not found.");
}

function permissionsOf(role: RoleRecord): readonly string[] {
  return JSON.parse(role.permissions);
}

function represent(role: RoleRecord, origin: string): Role {
  return { id: role.id, name: role.name, permissions: [...permissionsOf(role)], url: address.role(origin, role.id) };
}
