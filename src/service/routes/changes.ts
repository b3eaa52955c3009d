import { contract } from "../../contract/index.ts";
import { findChange, listChanges } from "../changes.ts";
import { notFound } from "../refusal.ts";
import { route } from "../route.ts";
import { numericId, visibleProjects } from "../visible.ts";

export const changeRoutes = [
  route(contract.changes.list, async (call) =>
    listChanges(call, { projects: await visibleProjects(call.service, call.caller) }),
  ),
  route(contract.changes.get, async ({ service, caller, parameters, origin }) => {
    const scope = { projects: await visibleProjects(service, caller), id: numericId(parameters.id) };
    const change = await findChange(service, scope, origin);
    if (change === undefined) throw notFound();
    return change;
  }),
];
