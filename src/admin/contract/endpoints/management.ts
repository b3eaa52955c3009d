import * as z from "zod";
import { managementPatch, managementShown, managementWritten } from "../../../records/settings/management-resource.ts";
import { managementOf } from "../../../records/settings/management.ts";
import { defaultSettings } from "../../../records/settings/settings.ts";
import { endpoint } from "../endpoint.ts";

const ofManagement = { tag: "management", path: "/management" } as const;

const VERSIONS =
  "The answer's `ETag` is the version of the settings; with `If-Match` a change is made to that version alone (412).";
const SECRETS =
  'Of a secret, `{"set": true}` or `{"set": false}` is shown. Written, a text is a new one, null removes it, and the object that was read keeps it, so that what was read can be sent back; but not for another server than it was given for.';

const TRIALS =
  "Each token and key that is new, or goes to another server, is tried before anything is changed. One that its server refuses is 400 with the field; `tried` tells of the others what was found, also that a server could not be asked.";

const query = () =>
  z.strictObject({
    check: z.enum(["yes", "no"]).default("yes").describe("`no`: no server is asked whether it takes a token or a key."),
  });

const tried = z
  .array(
    z.strictObject({
      field: z.string().describe("Dotted path of the entry: `services.main`."),
      state: z.enum(["good", "attention", "bad"]),
      what: z.string().describe("`Token`, `Key`, `Rights`, `Clock` …"),
      words: z.string().describe("What is so, and what to do where something is wrong."),
    }),
  )
  .readonly();

/** So that an answer can be sent back. */
const ignored = z.unknown().optional().describe("Of an answer; it is ignored.");

const changedShown = managementShown
  .extend({ tried: tried.describe("What servers said of the tokens and keys that the change brought.") })
  .meta({ id: "ManagementChanged" });
export type ManagementChangedShown = z.output<typeof changedShown>;

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
    description: `All of them, or none: whatever is wrong is told at once, and nothing is changed then. It counts at once, in every process. ${TRIALS} ${SECRETS} ${VERSIONS}`,
    query,
    body: () => managementWritten.extend({ tried: ignored }).meta({ id: "ManagementWritten" }),
    example: managementOf(defaultSettings),
    responses: { 200: () => changedShown },
    roles: ["administrator"],
    refusals: [412],
  }),
  change: endpoint({
    ...ofManagement,
    id: "management.change",
    method: "PATCH",
    summary: "partially update the system settings",
    description: `A JSON merge patch (RFC 7396): null removes an entry, and gives a field its usual value. ${TRIALS} ${SECRETS} ${VERSIONS}`,
    query,
    body: () => managementPatch.extend({ tried: ignored }).meta({ id: "ManagementPatch" }),
    responses: { 200: () => changedShown },
    roles: ["administrator"],
    refusals: [412],
  }),
};
