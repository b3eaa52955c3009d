import type { MiddlewareHandler } from "hono";
import { noteAccess } from "../../records/logs/access-log.ts";
import type { Admin } from "../admin.ts";
import { httpRequestOf } from "../../http-api/request.ts";
import type { PageVariables } from "./visit.ts";

/** Writes down who looked at which page and sent which form; afterwards, so that nobody waits for it. */
export function noted(admin: Admin): MiddlewareHandler<PageVariables> {
  return async (context, next) => {
    const begun = performance.now();
    await next();
    const request = httpRequestOf(context.req.raw, context.env);
    const path = notedPath(request.url.pathname);
    if (path === undefined || request.headers.get("x-requested-with") === "refresh") return;
    const visit: PageVariables["Variables"]["visit"] | undefined = context.get("visit");
    const access = {
      login: visit?.caller.login ?? null,
      method: context.req.method,
      path,
      status: context.res.status,
      milliseconds: performance.now() - begun,
      address: request.address,
      agent: request.headers.get("user-agent") ?? "",
    };
    noteAccess(admin.records, access).catch((error: unknown) => {
      admin.records.logger.warning(`A request was not written down: ${error instanceof Error ? error.message : ""}`);
    });
  };
}

/** A link that sets a password is a secret. Undefined: what the script asks for by itself, and what is the same for all. */
export function notedPath(pathname: string): string | undefined {
  if (/\/assets\/|\/events$|\/preview$/.test(pathname)) return undefined;
  return pathname.replace(/(\/password\/)[^/]+/, "$1{token}");
}
