import { bytes, declared, type Endpoint as AnyEndpoint, type PathParameters } from "../http-api/endpoint.ts";
import type { Permission } from "./permission.ts";

/**
 * Who may call: everybody, also to write (`anyone`: hooks); whoever sees the object; whoever is signed in and sees it; or
 * holders of one of these permissions on it (where several are named the operation asked for decides, see the endpoint's
 * summary).
 */
export type Access = "anyone" | "viewer" | "signed-in" | readonly Permission[];

/**
 * Representations of an answer that is a value, as `?format=` names them (specification 1, "Interface properties" 1):
 * `api` is the browsable page, `json-flat` a list without its envelope.
 */
export type Format = "json" | "csv" | "api" | "openmetrics" | "json-flat";
/** What every endpoint that answers with a value offers unless it declares `formats`; the first is the default. */
export const usualFormats: readonly Format[] = ["json", "api", "csv"];

/** Statistics are read by programs that want the rows alone. */
export const statisticsFormats: readonly Format[] = [...usualFormats, "json-flat"];

/** The media type that selects a representation in `Accept`. */
export const mediaTypes: Readonly<Record<Format, string>> = {
  json: "application/json",
  csv: "text/csv",
  api: "text/html",
  openmetrics: "application/openmetrics-text",
  "json-flat": "application/json",
};

/** One endpoint of the service: the routes are mounted from it, the client is typed by it. Its body is JSON, a form or multipart. */
export interface Endpoint extends AnyEndpoint {
  /** `optional`: the specification shows the path without its slash at the end; it answers with and without it. */
  readonly slash?: "optional";
  /** Release in which it appeared (specification 1, "Versioning"). */
  readonly since?: string;
  /** What to use instead. */
  readonly deprecated?: string;
  /** Request headers that change the answer beyond `Authorization` and `Accept`: name → what it does. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Representations of an answer that is a value; default `usualFormats`. */
  readonly formats?: readonly Format[];
  /** Media types of an answer that is bytes; default any, as stored files have. */
  readonly media?: readonly string[];
  readonly access: Access;
}

/** Declares an endpoint and keeps its literal types, so that path parameters, query, body and response can be inferred. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declared(declaration);
}

/** Whether `format` and `Accept` choose how it answers: a stored file is what it is. */
export function isNegotiated({ responses }: Pick<Endpoint, "responses">): boolean {
  return !Object.values(responses).includes(bytes);
}

/** Whether it answers without a token: those who are not signed in may write nowhere, and read what guests may. */
export function isOpenToGuests({ method, access }: Pick<Endpoint, "method" | "access">): boolean {
  return access === "anyone" || (method === "GET" && access !== "signed-in");
}

/** Statuses from 400 up that the endpoint can answer with, ascending. */
export function refusalsOf(declaration: Endpoint): readonly number[] {
  const { query, body, files, access, refusals = [] } = declaration;
  const takesBody = body !== undefined || files !== undefined;
  const statuses = new Set([
    ...(query !== undefined || takesBody ? [400] : []),
    401,
    ...(Array.isArray(access) ? [403] : []),
    // Missing objects, pages beyond the last, and representations that do not exist.
    404,
    ...(isNegotiated(declaration) ? [406] : []),
    ...(takesBody ? [415] : []),
    429,
    ...refusals,
  ]);
  return [...statuses].toSorted((a, b) => a - b);
}

/**
 * Fills the placeholders of an endpoint's path. Only the double-encoded slash addresses a component in a category
 * (specification 1, "Interface properties" 6).
 * @param parameters a component in a category is written `category/component`
 */
export function addressOf<E extends Endpoint>(target: E, parameters: PathParameters<E>): string {
  const values: Readonly<Record<string, string>> = parameters;
  return target.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${target.id} needs a value for {${name}}`);
    return name === "component" ? encodeComponentPath(value) : encodeURIComponent(value);
  });
}

/** `mobile/ios` → `mobile%252Fios`. */
export function encodeComponentPath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("%252F");
}
