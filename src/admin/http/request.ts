import { httpRequestOf, type HttpRequest } from "../../http-api/request.ts";
import { currentSettings } from "../../records/settings/current-settings.ts";
import type { Admin } from "../admin.ts";

/** What of a request matters, with the address that the proxies of the settings tell. @param surroundings of the listener */
export async function requestOf(
  { records }: Pick<Admin, "records">,
  raw: Request,
  surroundings: unknown,
): Promise<HttpRequest> {
  const { trustedProxies } = await currentSettings(records);
  return httpRequestOf(raw, surroundings, trustedProxies);
}
