import type * as z from "zod";
import type { Permission } from "./permission.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call: everybody, also to write (`anyone`: hooks); whoever sees the object; whoever is signed in and sees it; or
 * holders of one of these permissions on it (where several are named the operation asked for decides, see the endpoint's
 * summary).
 */
export type Access = "anyone" | "viewer" | "signed-in" | readonly Permission[];

/** A stored file or an archive, byte for byte. */
export const bytes = "bytes";
/** No body (204, 304). */
export const nothing = "nothing";
export type ResponseShape = z.ZodType | typeof bytes | typeof nothing;

/**
 * Representations of an answer that is a value, as `?format=` names them (specification 1, "Interface properties" 1):
 * `api` is the browsable page, `json-flat` a list without its envelope.
 */
export type Format = "json" | "csv" | "api" | "openmetrics" | "json-flat";
/** What every endpoint that answers with a value offers unless it declares `formats`; the first is the default. */
export const usualFormats: readonly Format[] = ["json", "api", "csv"];

/** Statistics are read by programs that want the rows alone. */
export const statisticsFormats: readonly Format[] = [...usualFormats, "json-flat"];

/** One endpoint of the service as plain data: the routes are mounted from it, the client is typed by it. */
export interface Endpoint {
  /** Stable name, `components.lock.set`. */
  readonly id: string;
  readonly method: Method;
  /** Below the service's root, with placeholders: `/api/components/{project}/{component}/lock/`. */
  readonly path: string;
  /** `optional`: the specification shows the path without its slash at the end; it answers with and without it. */
  readonly slash?: "optional";
  /** Heading under which documents list it; default: the first word of `id`. */
  readonly tag?: string;
  /** One line for tables and lists. */
  readonly summary: string;
  /** What more there is to know, as Markdown. */
  readonly description?: string;
  /** Release in which it appeared (specification 1, "Versioning"). */
  readonly since?: string;
  /** What to use instead. */
  readonly deprecated?: string;
  readonly query?: z.ZodObject;
  /** Request headers that change the answer beyond `Authorization` and `Accept`: name → what it does. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Fields of a JSON, form or multipart body. */
  readonly body?: z.ZodObject;
  /** Names of the file parts of a multipart body; their content is not described by `body`. */
  readonly files?: readonly string[];
  /** Success answers by status. Errors always have the form of `resources/error.ts`. */
  readonly responses: Readonly<Record<number, ResponseShape>>;
  /** Representations of an answer that is a value; default `usualFormats`. */
  readonly formats?: readonly Format[];
  /** Media types of an answer that is bytes; default any, as stored files have. */
  readonly media?: readonly string[];
  /** Statuses it refuses with beyond those that follow from the declaration (`refusalsOf`): 409, 423 … */
  readonly errors?: readonly number[];
  readonly access: Access;
}

/** Declares an endpoint and keeps its literal types, so that path parameters, query, body and response can be inferred. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
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
export function refusalsOf(declared: Endpoint): readonly number[] {
  const { query, body, files, access, errors = [] } = declared;
  const takesBody = body !== undefined || files !== undefined;
  const statuses = new Set([
    ...(query !== undefined || takesBody ? [400] : []),
    401,
    ...(Array.isArray(access) ? [403] : []),
    // Missing objects, pages beyond the last, and representations that do not exist.
    404,
    ...(isNegotiated(declared) ? [406] : []),
    ...(takesBody ? [415] : []),
    429,
    ...errors,
  ]);
  return [...statuses].toSorted((a, b) => a - b);
}

type Placeholders<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** `{ project: string; component: string }`; a component in a category is written `category/component`. */
export type PathParameters<E extends Endpoint> = Readonly<Record<Placeholders<E["path"]>, string>>;

type InputOf<S> = S extends z.ZodType ? z.input<S> : Record<string, never>;
type OutputOf<S> = S extends z.ZodType ? z.output<S> : Record<string, never>;

/** What a caller may ask with. */
export type Query<E extends Endpoint> = InputOf<E["query"]>;
/** What a caller may send. */
export type Body<E extends Endpoint> = InputOf<E["body"]>;
/** What the server has after validation. */
export type ParsedQuery<E extends Endpoint> = OutputOf<E["query"]>;
export type ParsedBody<E extends Endpoint> = OutputOf<E["body"]>;

type Shaped<R> = R extends z.ZodType ? z.output<R> : R extends typeof bytes ? Uint8Array : undefined;

/** The body of a success answer: a resource, bytes, or undefined. */
export type Response<E extends Endpoint> = Shaped<E["responses"][keyof E["responses"]]>;

/**
 * Fills the placeholders of an endpoint's path. Only the double-encoded slash addresses a component in a category
 * (specification 1, "Interface properties" 6).
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
