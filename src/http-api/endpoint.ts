import type * as z from "zod";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A stored file or an archive, byte for byte. */
export const bytes = "bytes";
/** No body (204, 304). */
export const nothing = "nothing";
/** Schemas are built when they are asked for: whoever calls one endpoint of two hundred pays for one. */
export type Schema<S extends z.ZodType = z.ZodType> = () => S;
export type ResponseShape = Schema | typeof bytes | typeof nothing;

/** One endpoint as plain data: routes, documents and clients are made from it. Each API adds who may call. */
export interface Endpoint {
  /** Stable name, `components.lock.set`. */
  readonly id: string;
  readonly method: Method;
  /** Below the API's root, with placeholders: `/users/{login}`. */
  readonly path: string;
  /** Heading under which documents list it. */
  readonly tag?: string;
  /** One line for tables and lists. */
  readonly summary: string;
  /** What more there is to know, as Markdown. */
  readonly description?: string;
  readonly query?: Schema<z.ZodObject>;
  /** Fields of the body. */
  readonly body?: Schema<z.ZodObject>;
  /** A body as somebody would send it. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** Names of the file parts of a multipart body; their content is not described by `body`. */
  readonly files?: readonly string[];
  /** Success answers by status. */
  readonly responses: Readonly<Record<number, ResponseShape>>;
  /** Statuses it refuses with beyond those that follow from the declaration: 409, 423 … */
  readonly refusals?: readonly number[];
}

/** No column of a database holds larger whole numbers, be they ids or anything else. */
export const LARGEST_INTEGER = 2_147_483_647;

/** A schema that is built once, the first time it is asked for. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The same declaration, whose schemas are built once. */
export function declared<const E extends Endpoint>(endpoint: E): E {
  const { query, body, responses } = endpoint;
  return {
    ...endpoint,
    ...(query !== undefined && { query: lazy(query) }),
    ...(body !== undefined && { body: lazy(body) }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, shape]) => [status, typeof shape === "string" ? shape : lazy(shape)]),
    ),
  };
}

/** Status of success that is no redirection, 200 where none is declared. */
export function successStatusOf({ responses }: Pick<Endpoint, "responses">): number {
  const statuses = Object.keys(responses).map(Number);
  return statuses.find((status) => status < 300) ?? 200;
}

type Placeholders<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** What stands in the path: `{ project: string; component: string }`. */
export type PathParameters<E extends Endpoint, Written = string> = Readonly<Record<Placeholders<E["path"]>, Written>>;

type InputOf<S> = S extends Schema<infer T> ? z.input<T> : Record<string, never>;
type OutputOf<S> = S extends Schema<infer T> ? z.output<T> : Record<string, never>;

/** What a schema's value is once it is read. */
export type Value<S extends Schema> = z.output<ReturnType<S>>;

/** What a caller may ask with. */
export type Query<E extends Endpoint> = InputOf<E["query"]>;
/** What a caller may send. */
export type Body<E extends Endpoint> = InputOf<E["body"]>;
/** What the server has after validation. */
export type ParsedQuery<E extends Endpoint> = OutputOf<E["query"]>;
export type ParsedBody<E extends Endpoint> = OutputOf<E["body"]>;

type Shaped<R> = R extends Schema<infer T> ? z.output<T> : R extends typeof bytes ? Uint8Array : undefined;

/** The body of a success answer: a value, bytes, or undefined. */
export type Response<E extends Endpoint> = Shaped<E["responses"][keyof E["responses"]]>;
