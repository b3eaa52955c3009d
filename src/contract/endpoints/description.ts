import * as z from "zod";
import { bytes } from "../../http-api/endpoint.ts";
import { endpoint } from "../endpoint.ts";

/** The API about itself (specification 1, "Interface properties" 3). */
export const description = {
  schema: endpoint({
    id: "schema",
    method: "GET",
    path: "/api/schema/",
    tag: "description",
    summary: "This API as an OpenAPI 3.1 document, as JSON or as YAML.",
    query: () => z.object({ format: z.enum(["json", "yaml", "openapi-json", "openapi-yaml"]).optional() }),
    responses: { 200: bytes },
    media: ["application/vnd.oai.openapi+json", "application/vnd.oai.openapi"],
    access: "viewer",
  }),
  docs: endpoint({
    id: "docs",
    method: "GET",
    path: "/api/docs/",
    tag: "description",
    summary: "This API as a page to read.",
    responses: { 200: bytes },
    media: ["text/html"],
    access: "viewer",
  }),
};
