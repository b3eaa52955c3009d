import { managementPatch, managementShown, managementWritten } from "../../../records/settings/management-resource.ts";
import { managementOf } from "../../../records/settings/management.ts";
import { defaultSettings } from "../../../records/settings/settings.ts";
import { endpoint } from "../endpoint.ts";

const ofManagement = { tag: "management", path: "/management" } as const;

const VERSIONS =
  "The answer's `ETag` is the version of the settings; with `If-Match` a change is made to that version alone (412).";
const SECRETS =
  'Of a secret, `{"set": true}` or `{"set": false}` is shown. Written, a text is a new one, null removes it, and the object that was read keeps it, so that what was read can be sent back; but not for another server than it was given for.';

export const management = {
  get: endpoint({
    ...ofManagement,
    id: "management.get",
    method: "GET",
    summary: "get the current system settings",
    description: `${SECRETS} ${VERSIONS}`,
    responses: { 200: () => managementShown },
    roles: ["administrator", "operator"],
  }),
  replace: endpoint({
    ...ofManagement,
    id: "management.replace",
    method: "PUT",
    summary: "update the system settings",
    description: `All of them, or none: whatever is wrong is told at once, and nothing is changed then. It counts at once, in every process. ${SECRETS} ${VERSIONS}`,
    body: () => managementWritten,
    example: managementOf(defaultSettings),
    responses: { 200: () => managementShown },
    roles: ["administrator"],
    refusals: [412],
  }),
  change: endpoint({
    ...ofManagement,
    id: "management.change",
    method: "PATCH",
    summary: "partially update the system settings",
    description: `A JSON merge patch (RFC 7396): null removes an entry, and gives a field its usual value. ${SECRETS} ${VERSIONS}`,
    body: () => managementPatch,
    responses: { 200: () => managementShown },
    roles: ["administrator"],
    refusals: [412],
  }),
};
