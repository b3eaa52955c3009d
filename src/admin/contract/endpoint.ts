import { declared, type Endpoint } from "../../http-api/endpoint.ts";

/** What somebody who looks after the bot may do, from most to least. */
export const roles = ["administrator", "operator", "viewer"] as const;
export type Role = (typeof roles)[number];

/** Headings under which the specification lists operations; three operations have none. */
export type Tag = "users" | "auth" | "health" | "management" | "templates";

/**
 * One operation of the administration, below the backend's base as specified. Placeholders are whole numbers from 1;
 * parameters are read from their text as their schema's type; a body is a JSON object, in which unknown fields are refused.
 */
export interface AdminEndpoint extends Endpoint {
  readonly tag?: Tag;
  readonly description: string;
  /** Who may ask: holders of one of these roles, or everybody, also without a session. */
  readonly roles: readonly Role[] | "anyone";
  /** How one signs in with the request itself. */
  readonly authentication?: "basic";
}

/** Declares an operation and keeps its literal types, so that its handler's input and answer can be inferred. */
export function endpoint<const E extends AdminEndpoint>(declaration: E): E {
  return declared(declaration);
}

/** Whether it changes something: then the session's CSRF token has to come along. */
export function isWrite({ method }: Pick<AdminEndpoint, "method">): boolean {
  return method !== "GET";
}

/** Media types of a body. What PATCH takes is a merge patch (RFC 7396) by either name. */
export function mediaTypesOf(method: string): readonly string[] {
  return ["application/json", ...(method === "PATCH" ? ["application/merge-patch+json"] : [])];
}

/** Statuses from 400 up that the operation can answer with, ascending. Any query parameter that is not declared is 400. */
export function refusalsOf(operation: AdminEndpoint): readonly number[] {
  const { body, roles: allowed, authentication, path, refusals = [] } = operation;
  const statuses = new Set([
    400,
    ...(allowed !== "anyone" || authentication !== undefined ? [401] : []),
    ...(allowed !== "anyone" || isWrite(operation) ? [403] : []),
    ...(path.includes("{") ? [404] : []),
    ...(body === undefined ? [] : [413, 415]),
    ...refusals,
  ]);
  return [...statuses].toSorted((a, b) => a - b);
}
