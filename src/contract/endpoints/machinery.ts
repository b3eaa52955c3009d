import * as z from "zod";
import { lazy } from "../../http-api/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { configuration, prose, reference } from "../fields.ts";

const path = "/api/projects/{project}/machinery_settings/";
const access = ["project.edit"] as const;

/** What is set of a service; what it takes is its own. A form sends it as a text with JSON. */
const ownConfiguration = z.union([configuration, prose]);
const oneService = lazy(() =>
  z.object({
    /** `deepl`, `libretranslate`. */
    service: reference,
    /** Of an update: nothing, or an empty object, switches the service off. A key that is not sent stays. */
    configuration: ownConfiguration.optional(),
  }),
);

/** By service; never with its key. */
const MachinerySettings = lazy(() =>
  z.record(z.string(), z.record(z.string(), z.unknown())).meta({ id: "MachinerySettings" }),
);
const MachineryMessage = lazy(() => z.object({ message: z.string() }).meta({ id: "MachineryMessage" }));

/** Services by which machines translate strings of a project (facts §7). */
export const machinery = {
  list: endpoint({
    id: "projects.machinery",
    method: "GET",
    path,
    summary: "Services by which machines translate, with what is set of each; keys are never shown.",
    responses: { 200: MachinerySettings },
    access,
  }),
  install: endpoint({
    id: "projects.machinery.install",
    method: "POST",
    path,
    summary: "Switches a service on: texts of the project may be sent to it from then on.",
    body: oneService,
    responses: { 201: MachineryMessage },
    access,
  }),
  update: endpoint({
    id: "projects.machinery.update",
    method: "PATCH",
    path,
    summary: "Sets a service anew, or switches it off where nothing is set of it.",
    body: oneService,
    responses: { 200: MachineryMessage },
    access,
  }),
  replace: endpoint({
    id: "projects.machinery.replace",
    method: "PUT",
    path,
    summary: "Sets all services: the body has a configuration by the name of each; others are switched off.",
    body: () => z.looseObject({}),
    responses: { 200: MachineryMessage },
    access,
  }),
};
