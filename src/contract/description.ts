import { VERSION } from "../core/version.ts";
import { endpoints } from "./index.ts";
import { openApi, type OpenApiDocument } from "./openapi.ts";

let written: OpenApiDocument | undefined;

/** The whole contract as an OpenAPI document: what `/api/schema/` serves and `docs/openapi.json` holds. */
export function apiDescription(): OpenApiDocument {
  return (written ??= openApi(endpoints, { title: "Translation service API", version: VERSION }));
}
