import * as z from "zod";
import { isWrite, mediaTypesOf, refusalsOf, successStatusOf, type AdminEndpoint } from "./endpoint.ts";
import { identifier } from "./fields.ts";
import { NamedSchemas, type JsonSchema } from "./named-schemas.ts";
import { RefusalAnswer } from "./refusal-answer.ts";

interface Reference {
  readonly $ref: string;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;

interface Outcome {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content: Content;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Outcome | Reference>>;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}

/** An OpenAPI 3.0 document, as far as it is read here. */
export interface AdminDocument {
  readonly openapi: "3.0.3";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** Path → method in lower case → operation. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly [kind: string]: unknown;
  };
}

/** As specified. */
const tags = [
  { name: "users", description: "user related operations" },
  { name: "auth", description: "login and logout" },
  { name: "health", description: "hardware logs, system event logs, access logs, test e-mail" },
  { name: "management", description: "current system settings" },
  { name: "templates", description: "templates" },
];

/** Status → name among the document's responses, and when it is given. */
const refusals: Readonly<Record<number, readonly [string, string]>> = {
  400: ["BadRequest", "Parameters or fields are missing, wrong or unknown: `errors` names each."],
  401: ["Unauthorized", "There is no session, or the credentials are wrong."],
  403: ["Forbidden", "The role does not allow it, or the CSRF token is missing."],
  404: ["NotFound", "There is no such object."],
  405: ["MethodNotAllowed", "The address has no such method: `Allow` names those it has."],
  409: ["Conflict", "Another object, or the state of this one, is in its way."],
  412: ["PreconditionFailed", "It is at another version than `If-Match` names."],
  413: ["ContentTooLarge", "The body is larger than 1 MB."],
  415: ["UnsupportedMediaType", "The body is something else than JSON in UTF-8."],
  429: ["TooManyRequests", "There were too many tries: `Retry-After` says when there may be another one."],
};

const headers = {
  Allow: { description: "Methods of the address.", schema: { type: "string" } },
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } },
  "WWW-Authenticate": { description: "How to sign in.", schema: { type: "string" } },
};

const headersOfStatus: Readonly<Record<number, keyof typeof headers>> = {
  401: "WWW-Authenticate",
  405: "Allow",
  429: "Retry-After",
};

/** The contract as an OpenAPI 3.0 document: the same input gives the same document, member by member. */
export function openApiOf(endpoints: readonly AdminEndpoint[]): AdminDocument {
  const schemas = new NamedSchemas();
  const responses = refusalResponses(schemas);
  const paths: Record<string, Record<string, DescribedOperation>> = {};
  for (const each of endpoints) {
    const path = (paths[each.path] ??= {});
    path[each.method.toLowerCase()] = describedOperation(each, schemas);
  }
  return {
    openapi: "3.0.3",
    info: {
      title: "Interlinear administration",
      version: "1.0.0",
      description:
        "Draft. Looks after the bot: its users, settings, templates, and what it did. Sign in with `GET /login`; what changes something carries the session's token as the header `X-CSRF-Token`. Times are ISO 8601 in UTC.",
    },
    servers: [{ url: "/admin/api" }],
    tags,
    paths,
    components: { schemas: schemas.named(), responses, headers, securitySchemes },
  };
}

const securitySchemes = {
  session: { type: "apiKey", in: "cookie", name: "interlinear_session", description: "Set by `GET /login`." },
  csrf: { type: "apiKey", in: "header", name: "X-CSRF-Token", description: "`csrf_token` of `GET /login`." },
  basic: { type: "http", scheme: "basic", description: "Login or mail address, and password." },
};

function describedOperation(endpoint: AdminEndpoint, schemas: NamedSchemas): DescribedOperation {
  const { id, tag, summary, description, roles, body, query } = endpoint;
  const parameters = [...pathParameters(endpoint, schemas), ...queryParameters(query, schemas)];
  const requestBody = body === undefined ? undefined : requestBodyOf(endpoint, body, schemas);
  const allowed =
    roles === "anyone" ? "For everybody." : `For the role ${roles.map((each) => `\`${each}\``).join(", ")}.`;
  return {
    operationId: id,
    ...(tag === undefined ? {} : { tags: [tag] }),
    summary,
    description: `${description}\n\n${allowed}`,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: {
      [successStatusOf(endpoint)]: { description: "Done.", content: json(schemas.of(endpoint.response)) },
      ...Object.fromEntries(
        refusalsOf(endpoint).map((status) => [status, { $ref: `#/components/responses/${refusalOf(status)[0]}` }]),
      ),
    },
    security: securityOf(endpoint),
  };
}

function requestBodyOf(
  { method, example }: AdminEndpoint,
  body: z.ZodObject,
  schemas: NamedSchemas,
): DescribedOperation["requestBody"] {
  const required = !body.safeParse({}).success;
  return { required, content: content(schemas.of(body), mediaTypesOf(method), example) };
}

function securityOf(endpoint: AdminEndpoint): DescribedOperation["security"] {
  if (endpoint.authentication === "basic") return [{ basic: [] }];
  const session = { session: [], ...(isWrite(endpoint) ? { csrf: [] } : {}) };
  return endpoint.roles === "anyone" ? [{}, session] : [session];
}

function pathParameters({ path }: AdminEndpoint, schemas: NamedSchemas): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: schemas.of(identifier),
  }));
}

function queryParameters(query: z.ZodObject | undefined, schemas: NamedSchemas): Parameter[] {
  return Object.entries(query?.shape ?? {}).map(([name, field]) => {
    const { description, ...schema } = schemas.of(field);
    return {
      name,
      in: "query",
      required: !z.safeParse(field, undefined).success,
      ...(description === undefined ? {} : { description }),
      schema,
    };
  });
}

function refusalResponses(schemas: NamedSchemas): Readonly<Record<string, Outcome>> {
  const body = json(schemas.of(RefusalAnswer));
  return Object.fromEntries(
    Object.entries(refusals).map(([status, [name, description]]) => {
      const header = headersOfStatus[Number(status)];
      const own = header === undefined ? {} : { headers: { [header]: { $ref: `#/components/headers/${header}` } } };
      return [name, { description, ...own, content: body }];
    }),
  );
}

function refusalOf(status: number): readonly [string, string] {
  const refusal = refusals[status];
  if (refusal === undefined) throw new Error(`The document has no words for a refusal with ${String(status)}`);
  return refusal;
}

function json(schema: JsonSchema): Content {
  return content(schema, ["application/json"]);
}

function content(schema: JsonSchema, mediaTypes: readonly string[], example?: unknown): Content {
  const shown = example === undefined ? { schema } : { schema, example };
  return Object.fromEntries(mediaTypes.map((type) => [type, shown]));
}
