import { Hono } from "hono";
import { compress } from "hono/compress";
import type { HttpBindings } from "@hono/node-server";
import type { ServiceError } from "../contract/resources/error.ts";
import { authenticate } from "./identity.ts";
import { RateLimiter } from "./rate-limit.ts";
import { notFound, Refusal } from "./refusal.ts";
import type { RawCall, Route } from "./route.ts";
import { categoryRoutes } from "./routes/categories.ts";
import { changeRoutes } from "./routes/changes.ts";
import { componentRoutes } from "./routes/components.ts";
import { languageRoutes } from "./routes/languages.ts";
import { projectRoutes } from "./routes/projects.ts";
import { rootRoutes } from "./routes/root.ts";
import { taskRoutes } from "./routes/tasks.ts";
import { translationRoutes } from "./routes/translations.ts";
import { unitRoutes } from "./routes/units.ts";
import { userRoutes } from "./routes/users.ts";
import type { Service } from "./service.ts";
import type { Caller } from "./permissions.ts";

export const routes: readonly Route[] = [
  ...rootRoutes,
  ...languageRoutes,
  ...projectRoutes,
  ...categoryRoutes,
  ...componentRoutes,
  ...translationRoutes,
  ...unitRoutes,
  ...changeRoutes,
  ...userRoutes,
  ...taskRoutes,
];

interface Environment {
  Bindings: Partial<HttpBindings>;
}

/** The service over HTTP: every endpoint of the contract, mounted where the contract says. */
export function serviceApp(service: Service): Hono<Environment> {
  const app = new Hono<Environment>();
  const limiter = new RateLimiter(service.clock);
  // Lists repeat themselves: forty translations are 70 kB, and 4 kB packed.
  app.use(compress({ encoding: "gzip" }));

  const enter = async (
    request: Request,
    address: string,
  ): Promise<{ caller: Caller; headers: Record<string, string> }> => {
    const caller = await authenticate(service, request.headers.get("authorization") ?? undefined);
    const { anonymous, user } = service.settings.rateLimits;
    const headers =
      caller.user === undefined
        ? limiter.count(`anonymous ${address}`, anonymous)
        : limiter.count(`user ${String(caller.user.id)}`, user);
    return { caller, headers };
  };

  for (const [path, own] of Map.groupBy(routes, ({ endpoint }) => endpoint.path)) {
    const methods = new Map(own.map((route) => [route.endpoint.method as string, route]));
    const allow = allowOf([...methods.keys()]);
    app.all(path.replaceAll(/\{(\w+)\}/g, ":$1"), async (context) => {
      const extra: Record<string, string> = { Allow: allow };
      try {
        const request = context.req.raw;
        const entered = await enter(request, remoteAddressOf(context.env));
        Object.assign(extra, entered.headers);
        const parameters = decodedParameters(context.req.param());
        const raw: RawCall = { service, caller: entered.caller, request, parameters };
        return decorated(await answer(methods, raw, allow), extra);
      } catch (error) {
        return decorated(errorAnswer(service, error), extra);
      }
    });
  }
  app.notFound(async (context) => {
    try {
      const { headers } = await enter(context.req.raw, remoteAddressOf(context.env));
      return decorated(errorAnswer(service, notFound()), headers);
    } catch (error) {
      return decorated(errorAnswer(service, error), {});
    }
  });
  return app;
}

/** Without a socket (tests) there is no environment at all. */
function remoteAddressOf(environment: Environment["Bindings"] | undefined): string {
  return environment?.incoming?.socket.remoteAddress ?? "unknown";
}

async function answer(methods: ReadonlyMap<string, Route>, raw: RawCall, allow: string): Promise<Response> {
  const { method } = raw.request;
  if (method === "OPTIONS") return Response.json({ methods: allow.split(", ") });
  const route = methods.get(method === "HEAD" ? "GET" : method);
  if (route !== undefined) return route.answer(raw);
  const detail = `Method "${method}" not allowed.`;
  throw new Refusal(405, [{ code: "method_not_allowed", detail, attr: null }]);
}

function allowOf(methods: readonly string[]): string {
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}

/**
 * The router decodes once. A component in a category has its slash encoded twice, so it is decoded again here; a slash that
 * was encoded once is no such address (probe §9).
 */
function decodedParameters(parameters: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      if (name !== "component") return [name, value];
      if (value.includes("/")) throw notFound();
      try {
        return [name, decodeURIComponent(value)];
      } catch {
        throw notFound();
      }
    }),
  );
}

function decorated(response: Response, headers: Readonly<Record<string, string>>): Response {
  response.headers.set("X-Content-Type-Options", "nosniff");
  response.headers.set("Vary", "Accept, Authorization");
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** The common error format since 5.10, and the plain `detail` of the specification. */
function errorAnswer(service: Service, error: unknown): Response {
  const refusal = error instanceof Refusal ? error : unexpected(service, error);
  const { status, errors } = refusal;
  const isValidation = status === 400 && !errors.every(({ code }) => code === "parse_error");
  const type = status >= 500 ? "server_error" : isValidation ? "validation_error" : "client_error";
  const body: ServiceError = { type, errors: [...errors], detail: refusal.message };
  return Response.json(body, { status, headers: refusal.headers });
}

function unexpected(service: Service, error: unknown): Refusal {
  service.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return new Refusal(500, [{ code: "error", detail: "A server error occurred.", attr: null }]);
}
