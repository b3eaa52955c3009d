import { Hono } from "hono";
import { noteAccess } from "../../records/logs/access-log.ts";
import type { Admin } from "../admin.ts";
import { isWrite } from "../contract/endpoint.ts";
import { identify, requireOwnWrite } from "../identity/identify.ts";
import type { HttpRequest } from "../../http-api/request.ts";
import { errorAnswer, jsonAnswer } from "./answers.ts";
import type { Operation } from "./operation.ts";
import { refused, type Refusal } from "../../http-api/refusal.ts";
import { notFound } from "./refusal.ts";
import { requestOf } from "./request.ts";
import { readJson } from "./request-body.ts";
import { addressesOf, patternOf, routeFor, type Address } from "../../http-api/routing.ts";

/** A request on its way to its answer. */
interface ApiCall {
  readonly raw: Request;
  readonly request: HttpRequest;
  readonly address: Address<Operation> | undefined;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The operations over HTTP, mounted where the contract says, and the document that describes them. */
export function apiApp(admin: Admin, operations: readonly Operation[], description: object): Hono {
  const app = new Hono();
  app.get("/openapi.json", () => jsonAnswer(200, description));
  for (const address of addressesOf(operations)) {
    app.all(patternOf(address.path), async ({ req, env }) =>
      noted(admin, { raw: req.raw, request: await requestOf(admin, req.raw, env), address, parameters: req.param() }),
    );
  }
  app.all("*", async ({ req, env }) =>
    noted(admin, { raw: req.raw, request: await requestOf(admin, req.raw, env), address: undefined, parameters: {} }),
  );
  return app;
}

/** Answers, and writes it down afterwards: the log of requests never keeps anybody waiting. */
async function noted(admin: Admin, call: ApiCall): Promise<Response> {
  const begun = performance.now();
  const { response, login } = await answered(admin, call);
  const { raw, request, address } = call;
  const access = {
    login,
    method: raw.method,
    path: address?.path ?? request.url.pathname,
    status: response.status,
    milliseconds: performance.now() - begun,
    address: request.address,
    agent: request.headers.get("user-agent") ?? "",
  };
  noteAccess(admin.records, access).catch((error: unknown) => {
    if (!admin.records.absence.met(error))
      admin.records.logger.warning(`A request was not written down: ${error instanceof Error ? error.message : ""}`);
  });
  return response;
}

interface Answered {
  readonly response: Response;
  /** Whose session it was. */
  readonly login: number | null;
}

async function answered(admin: Admin, call: ApiCall): Promise<Answered> {
  const { address, request, raw } = call;
  const headers = new Headers();
  if (address !== undefined) headers.set("Allow", address.allow);
  let login: number | null = null;
  try {
    if (address === undefined) throw notFound();
    if (raw.method === "OPTIONS")
      return { response: jsonAnswer(200, { methods: address.allow.split(", ") }, headers), login };
    const operation = routeFor(address, raw.method);
    if (operation === undefined) throw notAllowed(raw.method, address.allow);
    const { caller, cookie } = await identify(admin, request);
    if (caller !== undefined) admin.records.absence.over();
    login = caller?.login ?? null;
    if (cookie !== undefined) headers.set("Set-Cookie", cookie);
    if (isWrite(operation.endpoint)) {
      await requireOwnWrite(admin, caller, request, request.headers.get("x-csrf-token"));
    }
    const value = await operation.answer({
      admin,
      caller,
      parameters: call.parameters,
      query: request.url.searchParams,
      body: () => readJson(raw),
      request,
      answerHeaders: headers,
    });
    return { response: jsonAnswer(operation.status, value, headers), login };
  } catch (error) {
    return { response: errorAnswer(admin.records, error, headers), login };
  }
}

function notAllowed(method: string, allow: string): Refusal {
  const detail = `The method ${method} is not taken here: there is ${allow}.`;
  return refused(405, "method_not_allowed", detail);
}
