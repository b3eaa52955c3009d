import { contract } from "../../contract/index.ts";
import { findChange, listChanges } from "../changes/changes.ts";
import { notFound } from "../http/refusal.ts";
import { route } from "../http/route.ts";
import { numericId, visibleScope } from "../identity/visible.ts";

export const changeRoutes = [
  route(contract.changes.list, async (call) => listChanges(call, await visibleScope(call.service, call.caller))),
  route(contract.changes.get, async ({ service, caller, parameters, origin }) => {
    const scope = { ...(await visibleScope(service, caller)), id: numericId(parameters.id) };
    const change = await findChange(service, scope, origin);
    if (change === undefined) throw notFound();
    return change;
  }),
];
