import type { z } from "zod";
import type { Permission } from "./permission.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call: whoever sees the object; whoever is signed in and sees it; or holders of one of these permissions on it
 * (where several are named the operation asked for decides, see the endpoint's summary).
 */
export type Access = "viewer" | "signed-in" | readonly Permission[];

/** A stored file or an archive, byte for byte. */
export const bytes = "bytes";
/** No body (204, 304). */
export const nothing = "nothing";
export type ResponseShape = z.ZodType | typeof bytes | typeof nothing;

/** One endpoint of the service as plain data: the routes are mounted from it, the client is typed by it. */
export interface Endpoint {
  /** Stable name, `components.lock.set`. */
  readonly id: string;
  readonly method: Method;
  /** Below the service's root, with placeholders: `/api/components/{project}/{component}/lock/`. */
  readonly path: string;
  readonly summary: string;
  readonly query?: z.ZodObject;
  /** Fields of a JSON, form or multipart body. */
  readonly body?: z.ZodObject;
  /** Names of the file parts of a multipart body; their content is not described by `body`. */
  readonly files?: readonly string[];
  /** Success answers by status. Errors always have the form of `resources/error.ts`. */
  readonly responses: Readonly<Record<number, ResponseShape>>;
  readonly access: Access;
}

/** Declares an endpoint and keeps its literal types, so that path parameters, query, body and response can be inferred. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
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
