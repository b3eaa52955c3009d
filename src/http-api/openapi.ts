import { defined } from "../core/defined.ts";
import { nothing, type Endpoint, type ResponseShape, type Schema } from "./endpoint.ts";
import { NamedSchemas, type JsonSchema, type OpenApiVersion } from "./schemas.ts";

export interface Reference {
  readonly $ref: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly style?: "form";
  readonly explode?: boolean;
}

/** Media type → what stands in it. */
export type Content = Readonly<Record<string, { readonly schema?: JsonSchema; readonly example?: unknown }>>;

interface Outcome {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Content;
}

/** Ways to sign in, one of which is enough: the names of what each asks for. */
export type Security = readonly Readonly<Record<string, readonly string[]>>[];

export interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Outcome | Reference>>;
  readonly security: Security;
}

export interface OpenApiDocument {
  readonly openapi: OpenApiVersion;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  /** Path → method in lower case → operation. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly [kind: string]: unknown;
  };
}

/** What one API has of its own: the version of its document, its words, who may call, and how fields and errors travel. */
export interface Dialect<E extends Endpoint> extends Pick<OpenApiDocument, "openapi" | "info" | "servers" | "tags"> {
  readonly securitySchemes: Readonly<Record<string, object>>;
  /** All headers of answers, by name. */
  readonly headers: Readonly<Record<string, object>>;
  /** Parameters that many operations refer to. */
  readonly parameters?: Readonly<Record<string, Parameter>>;
  /** When it refuses, by status. */
  readonly refusals: Readonly<Record<number, string>>;
  /** What every refusal looks like. */
  readonly refusal: Schema;
  refusalsOf(endpoint: E): readonly number[];
  securityOf(endpoint: E): Security;
  headersOf(status: number): readonly string[];
  /** Paragraphs of an operation's description. */
  descriptionOf(endpoint: E): readonly (string | undefined)[];
  pathParameter(name: string, schemas: NamedSchemas): Pick<Parameter, "description" | "schema">;
  /** Parameters that follow from the kind of an endpoint. */
  moreParameters?(endpoint: E): readonly (Parameter | Reference)[];
  requestContent(endpoint: E, schemas: NamedSchemas): Content;
  /** What an answer is; of a refusal there is no endpoint. */
  answerContent(shape: Exclude<ResponseShape, "nothing">, schemas: NamedSchemas, endpoint?: E): Content;
}

/** Success statuses in words. */
const outcomes: Readonly<Record<number, string>> = {
  200: "Done.",
  201: "Created.",
  202: "Accepted: the work goes on in the background.",
  204: "Deleted.",
  304: "The caller has it already.",
};

/** Refusals among a document's responses. */
const refusalNames: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  406: "NotAcceptable",
  409: "Conflict",
  412: "PreconditionFailed",
  413: "ContentTooLarge",
  415: "UnsupportedMediaType",
  423: "Locked",
  429: "TooManyRequests",
  503: "ServiceUnavailable",
};

/** A contract as an OpenAPI document: the same input gives the same document, member by member. */
export function openApi<E extends Endpoint>(endpoints: readonly E[], dialect: Dialect<E>): OpenApiDocument {
  const { openapi, info, servers, tags, parameters, headers, securitySchemes } = dialect;
  const schemas = new NamedSchemas(openapi);
  const responses = refusalResponses(dialect, schemas);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const each of endpoints) {
    const path = (paths[each.path] ??= {});
    path[each.method.toLowerCase()] = operation(each, dialect, schemas);
  }
  const more = parameters === undefined ? {} : { parameters };
  const components = { schemas: schemas.named(), responses, ...more, headers, securitySchemes };
  return { openapi, info, servers, tags, paths, components };
}

/** Heading under which documents list an endpoint: its own, or the first word of its `id`. */
export function tagOf({ id, tag }: Pick<Endpoint, "id" | "tag">): string {
  return tag ?? id.split(".")[0] ?? id;
}

/** `component-lists` → "Component lists". */
export function titleOfTag(tag: string): string {
  const words = tag.replaceAll(/[_-]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function operation<E extends Endpoint>(endpoint: E, dialect: Dialect<E>, schemas: NamedSchemas): Operation {
  const { id, summary, body, files } = endpoint;
  const parameters = [
    ...pathParameters(endpoint, dialect, schemas),
    ...queryParameters(endpoint, schemas),
    ...(dialect.moreParameters?.(endpoint) ?? []),
  ];
  const content = body === undefined && files === undefined ? undefined : dialect.requestContent(endpoint, schemas);
  const required = body !== undefined && !body().safeParse({}).success;
  const tags = dialect.tags.filter(({ name }) => name === tagOf(endpoint)).map(({ name }) => name);
  return {
    operationId: id,
    ...(tags.length === 0 ? {} : { tags }),
    summary,
    description: dialect
      .descriptionOf(endpoint)
      .filter((part) => part !== undefined)
      .join("\n\n"),
    ...("deprecated" in endpoint && endpoint.deprecated !== undefined ? { deprecated: true } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(content !== undefined && { requestBody: { required, content } }),
    responses: Object.fromEntries([
      ...Object.entries(endpoint.responses).map(([status, shape]) => [
        status,
        success(endpoint, Number(status), shape, dialect, schemas),
      ]),
      ...dialect
        .refusalsOf(endpoint)
        .map((status) => [status, { $ref: `#/components/responses/${refusalName(dialect, status)}` }]),
    ]),
    security: dialect.securityOf(endpoint),
  };
}

function pathParameters<E extends Endpoint>({ path }: E, dialect: Dialect<E>, schemas: NamedSchemas): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    ...dialect.pathParameter(name, schemas),
  }));
}

function queryParameters({ query }: Endpoint, schemas: NamedSchemas): Parameter[] {
  return schemas.members(query?.()).map(({ name, required, schema: { description, ...schema } }) => ({
    name,
    in: "query",
    required,
    ...defined({ description }),
    schema,
    ...(isList(schema) ? { style: "form", explode: true } : {}),
  }));
}

function isList(schema: JsonSchema): boolean {
  return schema.type === "array" || schema.anyOf?.some(isList) === true;
}

function success<E extends Endpoint>(
  endpoint: E,
  status: number,
  shape: ResponseShape,
  dialect: Dialect<E>,
  schemas: NamedSchemas,
): Outcome {
  return {
    description: outcomes[status] ?? "Answered.",
    ...headersOf(dialect, status),
    ...(shape === nothing ? {} : { content: dialect.answerContent(shape, schemas, endpoint) }),
  };
}

function refusalName({ refusals }: Pick<Dialect<never>, "refusals">, status: number): string {
  const name = refusalNames[status];
  if (name === undefined || refusals[status] === undefined)
    throw new Error(`The document has no words for a refusal with ${String(status)}`);
  return name;
}

/** A refusal looks the same wherever it comes from. */
function refusalResponses<E extends Endpoint>(
  dialect: Dialect<E>,
  schemas: NamedSchemas,
): Readonly<Record<string, Outcome>> {
  const content = dialect.answerContent(dialect.refusal, schemas);
  return Object.fromEntries(
    Object.entries(dialect.refusals).map(([status, description]) => [
      refusalName(dialect, Number(status)),
      { description, ...headersOf(dialect, Number(status)), content },
    ]),
  );
}

function headersOf<E extends Endpoint>(dialect: Dialect<E>, status: number): Pick<Outcome, "headers"> {
  const names = dialect.headersOf(status);
  if (names.length === 0) return {};
  return { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };
}

/** One schema in each of these media types, perhaps with an example. */
export function contentOf(schema: JsonSchema, mediaTypes: readonly string[], example?: unknown): Content {
  const shown = example === undefined ? { schema } : { schema, example };
  return Object.fromEntries(mediaTypes.map((type) => [type, shown]));
}
