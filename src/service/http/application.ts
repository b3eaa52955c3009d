import { Hono } from "hono";
import { compress } from "hono/compress";
import type { HttpBindings } from "@hono/node-server";
import { isNegotiated, usualFormats, type Endpoint, type Format, mediaTypes } from "../../contract/endpoint.ts";
import { tagOf } from "../../http-api/openapi.ts";
import { httpRequestOf } from "../../http-api/request.ts";
import { callerAtApi } from "../identity/page-sessions.ts";
import type { Caller } from "../identity/permissions.ts";
import { isForPrograms, isPageFile, isSitePage } from "../pages/addresses.ts";
import { inTurn } from "../../store/turns.ts";
import type { Service } from "../service.ts";
import { chosenFormat, formatOfRefusal } from "./negotiation.ts";
import { LEAST_BYTES_OF_JSON, packedAtOnce } from "./packed.ts";
import { RateLimiter } from "./rate-limit.ts";
import { methodNotAllowed, notAuthenticated, notFound } from "./refusal.ts";
import { breakingOff, finished, refusalAnswer, refusalFor, represented } from "./rendering.ts";
import type { Answer, Route } from "./route.ts";
import { addressesOf, patternOf, routeFor, type Address } from "../../http-api/routing.ts";

interface Environment {
  Bindings: Partial<HttpBindings>;
}

/** A request on its way to its answer. */
interface ServiceRequest {
  readonly request: Request;
  readonly url: URL;
  readonly address: Address<Route> | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  /** Whom it counts for: the address that a trusted proxy names, else that of the socket. */
  readonly remote: string;
  /** Where the answer goes; undefined: not over a connection. */
  readonly outgoing: HttpBindings["outgoing"] | undefined;
}

/** The routes over HTTP, mounted where the contract says. */
export function application(service: Service, routes: readonly Route[]): Hono<Environment> {
  const app = new Hono<Environment>();
  const limiter = new RateLimiter(service.clock);
  app.use((_, next) => inTurn(next));
  // Lists repeat themselves: forty translations are 70 kB, and 4 kB packed.
  app.use(compress({ encoding: "gzip", threshold: LEAST_BYTES_OF_JSON }));
  app.use(packedAtOnce);
  for (const address of addressesOf(routes)) {
    const pattern = patternOf(address.path);
    const patterns = [...address.methods.values()].some(({ endpoint }) => endpoint.slash === "optional")
      ? [pattern, pattern.replace(/\/$/, "")]
      : [pattern];
    app.on("ALL", patterns, async ({ req, env }) =>
      visited(service, limiter, {
        request: req.raw,
        url: new URL(req.url),
        address,
        parameters: req.param(),
        remote: senderOf(service, req.raw, env),
        outgoing: connectionOf(env),
      }),
    );
  }
  app.notFound(async ({ req, env }) => {
    const file = isPageFile(req) ? (await import("../pages/page-files.ts")).answerPageFile(req.path) : undefined;
    if (file !== undefined) return file;
    const visit = {
      request: req.raw,
      url: new URL(req.url),
      parameters: {},
      remote: senderOf(service, req.raw, env),
      outgoing: connectionOf(env),
    };
    const { pathname, search } = visit.url;
    const isLooking = req.method === "GET" || req.method === "HEAD";
    if (isLooking && !pathname.endsWith("/") && isSitePage({ pathname: `${pathname}/` })) {
      return new Response(null, { status: 301, headers: { Location: `${pathname}/${search}` } });
    }
    const isForPeople = isLooking || (req.header("accept") ?? "").includes("text/html");
    if (!isSitePage(visit.url) && (!isForPeople || isForPrograms(visit.url))) {
      return visited(service, limiter, { ...visit, address: undefined });
    }
    // A third of the program: who serves programs alone never reads it, and nobody waits for it at the start.
    const { sitePageFor } = await import("./site-page.ts");
    return sitePageFor(service, routes, limiter, { ...visit, surroundings: env });
  });
  return app;
}

function senderOf({ settings }: Service, request: Request, surroundings: unknown): string {
  return httpRequestOf(request, surroundings, settings.trustedProxies).address;
}

/** Who asks the application itself has none. */
function connectionOf(surroundings: Partial<HttpBindings> | undefined): ServiceRequest["outgoing"] {
  return surroundings?.outgoing;
}

async function visited(service: Service, limiter: RateLimiter, visit: ServiceRequest): Promise<Response> {
  const { request, url, address } = visit;
  const allow: Readonly<Record<string, string>> = address === undefined ? {} : { Allow: address.allow };
  let limits: Readonly<Record<string, string>> = {};
  const route = routeFor(address, request.method);
  const accept = request.headers.get("accept");
  const asked = formatParameterOf(url, route);
  let caller: Caller | undefined;
  const page = async ({ status }: Answer, value: unknown): Promise<string> =>
    (await import("../pages/api-page.ts")).apiPage({
      site: service.settings.siteTitle,
      method: request.method,
      url,
      status,
      endpoint: route?.endpoint,
      beside: [...(address?.methods.values() ?? [])].map(({ endpoint }) => endpoint),
      caller: caller?.user?.username,
      value,
    });
  try {
    caller = await callerAtApi(service, request);
    service.absence.over();
    const isOpen = caller.user !== undefined || !service.settings.requireLogin || route?.endpoint.access === "anyone";
    if (!isOpen) throw notAuthenticated();
    limits = countedRequest(service, limiter, caller, visit);
    const format = chosenFormat(
      formatsOf(route),
      asked,
      route !== undefined && !isNegotiated(route.endpoint) ? null : accept,
    );
    const answer = await answered(service, caller, visit, route, format === "api" ? MOST_ROWS_ON_A_PAGE : undefined);
    const sent = breakingOff(service, answer, format, visit.outgoing);
    return finished(await represented(sent, format, page), request, { ...allow, ...limits });
  } catch (error) {
    const refusal = refusalFor(service, error);
    const format = formatOfRefusal(formatsOf(route), asked, accept);
    // Nobody knows whose limits they would be (probe §6).
    const headers = refusal.status === 401 ? allow : { ...allow, ...limits };
    return finished(await represented(refusalAnswer(refusal), format, page), request, headers);
  }
}

/** A page for people that has a thousand translations is 15 MB, which nobody else is answered while it is written. */
const MOST_ROWS_ON_A_PAGE = 100;

/** Hosts send a hook for each push, all of them from a few addresses or through one proxy; a flood of them is none. */
const hookGuard = { requests: 600, windowSeconds: 60 };

function countedRequest(
  service: Service,
  limiter: RateLimiter,
  { user }: Caller,
  { remote, address, url }: Pick<ServiceRequest, "remote" | "address" | "url">,
): Readonly<Record<string, string>> {
  if (address !== undefined && url.pathname.startsWith("/hooks/")) {
    limiter.count(`hooks ${remote}`, hookGuard);
    return {};
  }
  const limits = service.settings.rateLimits;
  return user === undefined
    ? limiter.count(`anonymous ${remote}`, limits.anonymous)
    : limiter.count(`user ${String(user.id)}`, limits.user);
}

/** Where an endpoint has a `format` of its own (converted files), it is none of a representation. */
function formatParameterOf(url: URL, route: Route | undefined): string | null {
  const isOwn =
    route !== undefined && (!isNegotiated(route.endpoint) || route.endpoint.query?.().shape["format"] !== undefined);
  return isOwn ? null : url.searchParams.get("format");
}

function formatsOf(route: Route | undefined): readonly Format[] {
  return route?.endpoint.formats ?? usualFormats;
}

async function answered(
  service: Service,
  caller: Caller,
  visit: ServiceRequest,
  route: Route | undefined,
  mostRows: number | undefined,
): Promise<Answer> {
  const { request, address } = visit;
  if (address === undefined) throw notFound();
  const parameters = decodedParameters(visit.parameters);
  if (request.method === "OPTIONS") return { status: 200, headers: {}, body: { value: optionsOf(address) } };
  if (route !== undefined) return route.answer({ service, caller, request, parameters, mostRows });
  throw methodNotAllowed(request.method);
}

/** What can be done with an address, in the members the real service answers OPTIONS with (probed). */
function optionsOf({ methods, allow }: Address<Route>): object {
  const endpoints = [...methods.values()].map(({ endpoint }) => endpoint);
  const [first] = endpoints;
  return {
    name: first === undefined ? "" : tagOf(first),
    description: first?.summary ?? "",
    methods: allow.split(", "),
    renders: [
      ...new Set(endpoints.flatMap((each) => each.formats ?? usualFormats).map((format) => mediaTypes[format])),
    ],
    parses: ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"],
    actions: Object.fromEntries(
      endpoints.filter(({ body }) => body !== undefined).map((endpoint) => [endpoint.method, fieldsOf(endpoint)]),
    ),
  };
}

function fieldsOf({ body, files = [] }: Endpoint): object {
  return Object.fromEntries([
    ...Object.entries(body?.().shape ?? {}).map(([name, schema]) => [
      name,
      { required: !schema.safeParse(undefined).success, read_only: false },
    ]),
    ...files.map((name) => [name, { type: "file upload", read_only: false }]),
  ]);
}

/**
 * The router decodes once. A component in a category has its slash encoded twice, so it is decoded again here; a slash that
 * was encoded once is no such address (probe §9). What no text may hold names nothing.
 */
function decodedParameters(parameters: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      const decoded = name === "component" ? decodedComponent(value) : value;
      if (decoded.includes("\0") || !decoded.isWellFormed()) throw notFound();
      return [name, decoded];
    }),
  );
}

function decodedComponent(value: string): string {
  if (value.includes("/")) throw notFound();
  try {
    return decodeURIComponent(value);
  } catch {
    throw notFound();
  }
}
