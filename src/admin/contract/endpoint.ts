import type * as z from "zod";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What somebody who looks after the bot may do, from most to least. */
export const roles = ["administrator", "operator", "viewer"] as const;
export type Role = (typeof roles)[number];

/** Headings under which the specification lists operations; three operations have none. */
export type Tag = "users" | "auth" | "health" | "management" | "templates";

/** One operation of the administration backend as plain data: routes and the OpenAPI document are made from it. */
export interface AdminEndpoint {
  /** Stable name, `users.list`. */
  readonly id: string;
  readonly method: Method;
  /** Below the backend's base, as specified: `/users/{login}`. Placeholders are whole numbers from 1. */
  readonly path: string;
  readonly tag?: Tag;
  /** As specified. */
  readonly summary: string;
  /** What more there is to know, as Markdown. */
  readonly description: string;
  /** Parameters as values: numbers, booleans and lists are read from their text before. */
  readonly query?: z.ZodObject;
  /** A JSON object; of a strict schema unknown fields are refused. */
  readonly body?: z.ZodObject;
  /** A body as somebody would send it. */
  readonly example?: Readonly<Record<string, unknown>>;
  readonly response: z.ZodType;
  /** Success status; default 200. */
  readonly status?: 201;
  /** Who may ask: holders of one of these roles, or everybody, also without a session. */
  readonly roles: readonly Role[] | "anyone";
  /** How one signs in with the request itself. */
  readonly authentication?: "basic";
  /** Statuses it refuses with beyond those that follow from the declaration (`refusalsOf`): 409, 429. */
  readonly refusals?: readonly number[];
}

/** Declares an operation and keeps its literal types, so that its handler's input and answer can be inferred. */
export function endpoint<const E extends AdminEndpoint>(declaration: E): E {
  return declaration;
}

export function successStatusOf({ status }: Pick<AdminEndpoint, "status">): 200 | 201 {
  return status ?? 200;
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
export function refusalsOf(declared: AdminEndpoint): readonly number[] {
  const { body, roles: allowed, authentication, path, refusals = [] } = declared;
  const statuses = new Set([
    400,
    ...(allowed !== "anyone" || authentication !== undefined ? [401] : []),
    ...(allowed !== "anyone" || isWrite(declared) ? [403] : []),
    ...(path.includes("{") ? [404] : []),
    ...(body === undefined ? [] : [413, 415]),
    ...refusals,
  ]);
  return [...statuses].toSorted((a, b) => a - b);
}

type Placeholders<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** `{ login: number }` */
export type PathParameters<E extends AdminEndpoint> = Readonly<Record<Placeholders<E["path"]>, number>>;

type OutputOf<S> = S extends z.ZodType ? z.output<S> : Record<string, never>;

/** What the handler has after validation. */
export type ParsedQuery<E extends AdminEndpoint> = OutputOf<E["query"]>;
export type ParsedBody<E extends AdminEndpoint> = OutputOf<E["body"]>;
/** What the handler answers. */
export type ResponseOf<E extends AdminEndpoint> = z.input<E["response"]>;
