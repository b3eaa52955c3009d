import type { Admin } from "../admin.ts";
import {
  successStatusOf,
  type ParsedBody,
  type ParsedQuery,
  type PathParameters,
  type Response,
} from "../../http-api/endpoint.ts";
import type { AdminEndpoint } from "../contract/endpoint.ts";
import type { Caller } from "../identity/caller.ts";
import type { HttpRequest } from "../../http-api/request.ts";
import { denied, notSignedIn } from "./refusal.ts";
import { readBodyFields, readParameters, readQuery } from "./request-fields.ts";

/** Who asks: certain where the operation has roles. */
type CallerOf<E extends AdminEndpoint> = E["roles"] extends "anyone" ? Caller | undefined : Caller;

/** What a handler is given: authenticated, allowed and validated. */
export interface Call<E extends AdminEndpoint> {
  readonly admin: Admin;
  readonly caller: CallerOf<E>;
  readonly parameters: PathParameters<E, number>;
  readonly query: ParsedQuery<E>;
  readonly body: ParsedBody<E>;
  readonly request: HttpRequest;
  /** Headers of the answer, for handlers that set a cookie. */
  readonly answerHeaders: Headers;
}

/** An operation with nothing of it read yet. */
export interface Asked {
  readonly admin: Admin;
  readonly caller: Caller | undefined;
  /** As the address has them. */
  readonly parameters: Readonly<Record<string, string>>;
  /** As `URLSearchParams` has them. */
  readonly query: URLSearchParams;
  /** Reads what was sent, JSON or a form's fields; undefined: nothing. Called once role and query are right. */
  body(): Promise<unknown>;
  readonly request: HttpRequest;
  readonly answerHeaders: Headers;
}

/** An operation of the contract with what answers it. */
export interface Operation<Answer = unknown> {
  readonly endpoint: AdminEndpoint;
  readonly status: number;
  /** Checks role and fields, then answers. The CSRF token is the caller's to check: it is of the transport. @throws {Refusal} */
  answer(asked: Asked): Promise<Answer>;
}

/** Joins an operation of the contract to its behaviour. */
export function operation<const E extends AdminEndpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<Response<E>>,
): Operation<Response<E>> {
  return {
    endpoint,
    status: successStatusOf(endpoint),
    answer: async (asked) => {
      requireRole(endpoint, asked.caller);
      const { admin, caller, request, answerHeaders } = asked;
      const call = {
        admin,
        caller,
        parameters: readParameters(asked.parameters),
        query: readQuery(endpoint.query?.(), asked.query),
        body: endpoint.body === undefined ? {} : readBodyFields(endpoint.body(), await asked.body()),
        request,
        answerHeaders,
      };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schemas that were just applied are those the types are made of
      return handler(call as unknown as Call<E>);
    },
  };
}

/** @throws 401 without a session, 403 where the role is not among the operation's */
function requireRole({ roles }: Pick<AdminEndpoint, "roles">, caller: Caller | undefined): void {
  if (roles === "anyone") return;
  if (caller === undefined) throw notSignedIn("Sign in first: GET /login with HTTP Basic.", "session");
  if (!roles.includes(caller.role)) {
    throw denied(`This needs the role ${roles.join(" or ")}; yours is ${caller.role}.`);
  }
}
