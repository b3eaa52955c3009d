import type { MiddlewareHandler } from "hono";
import { noteAccess } from "../../records/logs/access-log.ts";
import type { Admin } from "../admin.ts";
import { requestOf } from "../http/request.ts";
import type { PageVariables } from "./page-context.ts";

/** Writes down who looked at which page and sent which form; afterwards, so that nobody waits for it. */
export function noted(admin: Admin): MiddlewareHandler<PageVariables> {
  return async (context, next) => {
    const begun = performance.now();
    await next();
    const path = notedPath(new URL(context.req.url).pathname);
    if (path === undefined || context.req.header("x-requested-with") === "refresh") return;
    const signedIn: PageVariables["Variables"]["signedIn"] | undefined = context.get("signedIn");
    const access = {
      login: signedIn?.caller.login ?? null,
      method: context.req.method,
      path,
      status: context.res.status,
      milliseconds: performance.now() - begun,
      agent: context.req.header("user-agent") ?? "",
    };
    const { raw } = context.req;
    const keep = async (): Promise<void> => {
      const { address } = signedIn?.request ?? (await requestOf(admin, raw, context.env));
      await noteAccess(admin.records, { ...access, address });
    };
    keep().catch((error: unknown) => {
      if (!admin.records.absence.met(error))
        admin.records.logger.warning(`A request was not written down: ${error instanceof Error ? error.message : ""}`);
    });
  };
}

/** A link that sets a password is a secret. Undefined: what the script asks for by itself, and what is the same for all. */
export function notedPath(pathname: string): string | undefined {
  if (/\/assets\/|\/events$|\/preview$/.test(pathname)) return undefined;
  return pathname.replace(/(\/password\/)[^/]+/, "$1{token}");
}
