import { adminEndpoints } from "./index.ts";
import { openApiOf, type AdminDocument } from "./openapi.ts";

let written: AdminDocument | undefined;

/** What `/admin/api/openapi.json` serves and `docs/admin-openapi.json` holds. */
export function adminDescription(): AdminDocument {
  return (written ??= openApiOf(adminEndpoints));
}
