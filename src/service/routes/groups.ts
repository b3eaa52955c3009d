import { contract } from "../../contract/index.ts";
import type { Group } from "../../contract/resources/group.ts";
import { countOf, paged } from "../http/paging.ts";
import { notFound } from "../http/refusal.ts";
import { route } from "../http/route.ts";
import type { Caller } from "../identity/permissions.ts";
import {
  associate,
  changeTeam,
  createTeam,
  dissociate,
  editableTeam,
  noSuch,
  type Associate,
} from "../identity/team-management.ts";
import { visibleTeams, type TeamRecord } from "../identity/teams.ts";
import { numericId } from "../identity/visible.ts";
import { representGroups } from "../representation/group.ts";
import type { Service } from "../service.ts";

export const groupRoutes = [
  route(contract.groups.list, async (call) => {
    const { service, caller, url } = call;
    const visible = await visibleTeams(service.database, caller);
    const all = service.database.selectFrom("team");
    const teams = visible === undefined ? all : all.where("id", "in", [0, ...visible]);
    return paged(
      { url },
      () => countOf(teams),
      async (limit, offset) =>
        representGroups(call, await teams.selectAll().orderBy("id").limit(limit).offset(offset).execute()),
    );
  }),
  route(contract.groups.create, async (call) =>
    represent(call, await createTeam(call.service, call.caller, call.body)),
  ),
  route(contract.groups.get, async (call) => {
    const { service, caller, parameters } = call;
    const id = numericId(parameters.id);
    const team = await service.database.selectFrom("team").selectAll().where("id", "=", id).executeTakeFirst();
    const visible = await visibleTeams(service.database, caller);
    if (team === undefined || visible?.includes(id) === false) throw notFound();
    return represent(call, team);
  }),
  ...[contract.groups.replace, contract.groups.update].map((endpoint) =>
    route(endpoint, async (call) => {
      const { service, caller, parameters, body } = call;
      const team = await editableTeam(service, caller, numericId(parameters.id));
      return represent(call, await changeTeam(service, caller, team, body));
    }),
  ),
  route(contract.groups.delete, async ({ service, caller, parameters }) => {
    const { id } = await editableTeam(service, caller, numericId(parameters.id));
    await service.database.deleteFrom("team").where("id", "=", id).execute();
    return undefined;
  }),
  route(contract.groups.addRole, async (call) => add(call, { kind: "role", id: call.body.role_id })),
  route(contract.groups.removeRole, async (call) =>
    remove(call, { kind: "role", id: numericId(call.parameters.role_id) }),
  ),
  route(contract.groups.addComponent, async (call) => add(call, { kind: "component", id: call.body.component_id })),
  route(contract.groups.removeComponent, async (call) =>
    remove(call, { kind: "component", id: numericId(call.parameters.component_id) }),
  ),
  route(contract.groups.addProject, async (call) => add(call, { kind: "project", id: call.body.project_id })),
  route(contract.groups.removeProject, async (call) =>
    remove(call, { kind: "project", id: numericId(call.parameters.project_id) }),
  ),
  route(contract.groups.addLanguage, async (call) => {
    const team = await editableTeam(call.service, call.caller, numericId(call.parameters.id));
    const id = await languageId(call.service, call.body.language_code);
    if (id === undefined) throw noSuch("language");
    await associate(call.service, call.caller, team, { kind: "language", id });
    return represent(call, team);
  }),
  route(contract.groups.removeLanguage, async (call) => {
    const id = await languageId(call.service, call.parameters.language_code);
    return remove(call, { kind: "language", id: id ?? 0 });
  }),
  route(contract.groups.addComponentList, async (call) =>
    add(call, { kind: "component_list", id: call.body.component_list_id }),
  ),
  route(contract.groups.removeComponentList, async (call) =>
    remove(call, { kind: "component_list", id: numericId(call.parameters.component_list_id) }),
  ),
  route(contract.groups.addAdmin, async (call) => add(call, { kind: "user", id: call.body.user_id })),
  route(contract.groups.removeAdmin, async (call) =>
    remove(call, { kind: "user", id: numericId(call.parameters.user_id) }),
  ),
];

interface GroupCall {
  readonly service: Service;
  readonly caller: Caller;
  readonly origin: string;
  readonly parameters: { readonly id: string };
}

async function represent(call: Omit<GroupCall, "parameters">, team: TeamRecord): Promise<Group> {
  const [group] = await representGroups(call, [team]);
  if (group === undefined) throw notFound();
  return group;
}

async function add(call: GroupCall, added: Associate): Promise<Group> {
  const team = await editableTeam(call.service, call.caller, numericId(call.parameters.id));
  await associate(call.service, call.caller, team, added);
  return represent(call, team);
}

async function remove({ service, caller, parameters }: GroupCall, removed: Associate): Promise<undefined> {
  const team = await editableTeam(service, caller, numericId(parameters.id));
  await dissociate(service, team, removed);
  return undefined;
}

async function languageId({ database }: Service, code: string): Promise<number | undefined> {
  const language = await database.selectFrom("language").select("id").where("code", "=", code).executeTakeFirst();
  return language?.id;
}
