import type { Response as ContractResponse } from "../../http-api/endpoint.ts";
import { addressOf } from "../../contract/endpoint.ts";
import { authenticate } from "../identity/identity.ts";
import type { Caller } from "../identity/permissions.ts";
import { apiPage } from "../pages/api-page.ts";
import { pageHeaders } from "../pages/layout.ts";
import type { Reader } from "../pages/reader.ts";
import { sitePage } from "../pages/site-pages.ts";
import type { Service } from "../service.ts";
import { formatOfRefusal } from "./negotiation.ts";
import { methodNotAllowed, notAuthenticated } from "./refusal.ts";
import { finished, refusalAnswer, refusalFor, represented } from "./rendering.ts";
import type { Answer, Route } from "./route.ts";

/** Pages for people beside the API: they are only read, and do not count against the API's limits. */
export async function sitePageFor(
  service: Service,
  routes: readonly Route[],
  request: Request,
  url: URL,
): Promise<Response> {
  const site = service.settings.siteTitle;
  const headers = { Allow: "GET, HEAD" };
  try {
    const caller = await authenticate(service, request.headers.get("authorization") ?? undefined);
    if (service.settings.requireLogin && caller.user === undefined) throw notAuthenticated();
    if (request.method !== "GET" && request.method !== "HEAD") throw methodNotAllowed(request.method);
    const text = await sitePage({ site, url, read: readerOf(service, routes, caller, url.origin) });
    return finished(new Response(text, { headers: pageHeaders }), request, headers);
  } catch (error) {
    const answer = refusalAnswer(refusalFor(service, error));
    const page = ({ status }: Answer, value: unknown): string =>
      apiPage({ site, method: request.method, url, status, endpoint: undefined, beside: [], caller: undefined, value });
    const format = formatOfRefusal(["api", "json"], null, request.headers.get("accept"));
    return finished(represented(answer, format, page), request, headers);
  }
}

/** What the API would answer the caller, without the detour over its representation. */
function readerOf(service: Service, routes: readonly Route[], caller: Caller, origin: string): Reader {
  return async (endpoint, parameters, query = {}) => {
    const route = routes.find((each) => each.endpoint.id === endpoint.id);
    const request = new Request(`${origin}${addressOf(endpoint, parameters)}?${new URLSearchParams(query).toString()}`);
    const answer = await route?.answer({ service, caller, request, parameters });
    if (answer?.body === undefined || !("value" in answer.body)) throw new Error(`${endpoint.id} answers no value`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route was made for this endpoint
    return answer.body.value as ContractResponse<typeof endpoint>;
  };
}
