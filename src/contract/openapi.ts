import * as z from "zod";
import {
  bytes,
  isNegotiated,
  isOpenToGuests,
  nothing,
  refusalsOf,
  usualFormats,
  type Endpoint,
  type Format,
  type ResponseShape,
} from "./endpoint.ts";
import { ServiceError } from "./resources/error.ts";

/** A JSON schema, as far as the documents here read it. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly description?: string;
  readonly [keyword: string]: unknown;
}

interface Reference {
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

type Content = Readonly<Record<string, { readonly schema?: JsonSchema }>>;

interface Outcome {
  readonly description: string;
  readonly headers: Readonly<Record<string, Reference>>;
  readonly content?: Content;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Outcome | Reference>>;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  /** Path → method in lower case → operation. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly [kind: string]: unknown;
  };
}

/** The service's own name and release, which the document carries. */
export interface ServiceInformation {
  readonly title: string;
  readonly version: string;
}

/** Media type → the representation it selects in `Accept`. */
export const mediaTypes: Readonly<Record<Format, string>> = {
  json: "application/json",
  csv: "text/csv",
  api: "text/html",
  openmetrics: "application/openmetrics-text",
  "json-flat": "application/json",
};

/** Success statuses in words. */
const outcomes: Readonly<Record<number, string>> = {
  200: "Done.",
  201: "Created.",
  202: "Accepted: the work goes on in the background.",
  204: "Deleted.",
  304: "The caller has it already.",
};

/** Refusals: status → name among the document's responses, and when it is given. */
const refusals: Readonly<Record<number, readonly [string, string]>> = {
  400: ["BadRequest", "Parameters or fields are missing or wrong: `errors` names each."],
  401: ["Unauthorized", "No token, or one that is wrong."],
  403: ["Forbidden", "The caller may not do this."],
  404: ["NotFound", "There is no such object, or the caller may not see it."],
  405: ["MethodNotAllowed", "The object has no such method."],
  406: ["NotAcceptable", "Neither `Accept` nor `format` asks for a representation there is."],
  409: ["Conflict", "The object is not in a state for it."],
  412: ["PreconditionFailed", "A condition of the request does not hold."],
  413: ["ContentTooLarge", "The body is too large."],
  415: ["UnsupportedMediaType", "The body is of a media type that is not read here."],
  423: ["Locked", "Another operation holds the repository."],
  429: ["TooManyRequests", "There are no requests left in this window."],
  503: ["ServiceUnavailable", "Not available at the moment."],
};

const headers = {
  Allow: { description: "Methods of the address.", schema: { type: "string" } },
  "X-RateLimit-Limit": { description: "Requests allowed in a window.", schema: { type: "string" } },
  "X-RateLimit-Remaining": { description: "Requests left in this window.", schema: { type: "string" } },
  "X-RateLimit-Reset": { description: "Seconds until the window is over.", schema: { type: "string" } },
  "Retry-After": { description: "Seconds to wait.", schema: { type: "string" } },
  "WWW-Authenticate": { description: "How to sign in.", schema: { type: "string" } },
};
type HeaderName = keyof typeof headers;

/** The contract as an OpenAPI 3.1 document: the same input gives the same document, member by member. */
export function openApi(endpoints: readonly Endpoint[], { title, version }: ServiceInformation): OpenApiDocument {
  const schemas = new NamedSchemas();
  const responses = refusalResponses(schemas);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const each of endpoints) {
    const path = (paths[each.path] ??= {});
    path[each.method.toLowerCase()] = operation(each, schemas);
  }
  return {
    openapi: "3.1.1",
    info: {
      title,
      version,
      description:
        "Every path answers JSON by default; `format` and `Accept` choose another representation. Fields are sent as JSON, as a form, or with files as multipart.",
    },
    servers: [{ url: "/" }],
    tags: [...new Set(endpoints.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      schemas: schemas.named(),
      responses,
      parameters: { format: formatParameter(usualFormats) },
      headers,
      securitySchemes: {
        token: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "`Token svu_…` of a person, `Token svp_…` of a project.",
        },
        bearer: { type: "http", scheme: "bearer", description: "The same tokens." },
      },
    },
  };
}

/** Heading under which documents list an endpoint. */
export function tagOf({ id, tag }: Pick<Endpoint, "id" | "tag">): string {
  return tag ?? id.split(".")[0] ?? id;
}

/** `component-lists` → "Component lists". */
export function titleOfTag(tag: string): string {
  const words = tag.replaceAll(/[_-]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function operation(endpoint: Endpoint, schemas: NamedSchemas): Operation {
  const { id, summary, since, deprecated, access } = endpoint;
  const body = requestBody(endpoint, schemas);
  const parameters = [
    ...pathParameters(endpoint),
    ...queryParameters(endpoint, schemas),
    ...headerParameters(endpoint),
  ];
  return {
    operationId: id,
    tags: [tagOf(endpoint)],
    summary,
    description: [
      endpoint.description,
      Array.isArray(access) ? `Needs ${access.map((each) => `\`${each}\``).join(" or ")}.` : undefined,
      endpoint.slash === "optional" ? "Answers without the slash at the end as well." : undefined,
      since === undefined ? undefined : `Since ${since}.`,
      deprecated === undefined ? undefined : `Deprecated: ${deprecated}`,
    ]
      .filter((part) => part !== undefined)
      .join("\n\n"),
    ...(deprecated === undefined ? {} : { deprecated: true }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: Object.fromEntries([
      ...Object.entries(endpoint.responses).map(([status, shape]) => [
        status,
        success(endpoint, status, shape, schemas),
      ]),
      ...refusalsOf(endpoint).map((status) => [status, { $ref: `#/components/responses/${refusalName(status)}` }]),
    ]),
    security: [...(isOpenToGuests(endpoint) ? [{}] : []), { token: [] }, { bearer: [] }],
  };
}

/** What is named for a numbered thing is its number: anything else is an address of nothing. */
function isIdentifier(placeholder: string): boolean {
  return /^(?:(?:\w+_)?id|unit|label|screenshot)$/.test(placeholder);
}

function pathParameters({ path }: Endpoint): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    ...(name === "component"
      ? { description: "Slug; below a category `category/component` with the slash percent-encoded twice." }
      : {}),
    schema: isIdentifier(name) ? { type: "integer", minimum: 1 } : { type: "string", minLength: 1 },
  }));
}

function queryParameters(endpoint: Endpoint, schemas: NamedSchemas): (Parameter | Reference)[] {
  const declared = schemas.members(endpoint.query);
  const own = declared.map(({ name, required, schema }): Parameter => {
    const { description, ...rest } = schema;
    return {
      name,
      in: "query",
      required,
      ...(description === undefined ? {} : { description }),
      schema: rest,
      ...(isList(schema) ? { style: "form", explode: true } : {}),
    };
  });
  if (!isNegotiated(endpoint) || declared.some(({ name }) => name === "format")) return own;
  const { formats } = endpoint;
  return [...own, formats === undefined ? { $ref: "#/components/parameters/format" } : formatParameter(formats)];
}

function formatParameter(formats: readonly Format[]): Parameter {
  return {
    name: "format",
    in: "query",
    required: false,
    description: "Representation; overrides `Accept`.",
    schema: { type: "string", enum: formats },
  };
}

function headerParameters({ headers: declared = {} }: Endpoint): Parameter[] {
  return Object.entries(declared).map(([name, description]) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string" },
  }));
}

function isList(schema: JsonSchema): boolean {
  if (schema.type === "array") return true;
  return schema.anyOf?.some(isList) ?? false;
}

function requestBody(endpoint: Endpoint, schemas: NamedSchemas): Operation["requestBody"] {
  const { body, files } = endpoint;
  if (body === undefined && files === undefined) return undefined;
  const fields = body === undefined ? { type: "object" } : schemas.fields(endpoint.id, body);
  const form = body === undefined ? fields : schemas.formFields(endpoint.id, body);
  const required = body !== undefined && !body.safeParse({}).success;
  const withFiles = {
    allOf: [
      form,
      {
        type: "object",
        properties: Object.fromEntries((files ?? []).map((name) => [name, { type: "string", format: "binary" }])),
      },
    ],
  };
  return {
    required,
    content: {
      "application/json": { schema: fields },
      "application/x-www-form-urlencoded": { schema: form },
      "multipart/form-data": { schema: files === undefined ? form : withFiles },
    },
  };
}

function success(endpoint: Endpoint, status: string, shape: ResponseShape, schemas: NamedSchemas): Outcome {
  const answer = { description: outcomes[Number(status)] ?? "Answered.", headers: headersOf(Number(status)) };
  if (shape === nothing) return answer;
  if (shape === bytes) {
    const media = endpoint.media ?? ["*/*"];
    return { ...answer, content: Object.fromEntries(media.map((type) => [type, { schema: {} }])) };
  }
  const { formats = usualFormats } = endpoint;
  const whole = schemas.of(shape, "answer");
  const rows = formats.includes("json-flat") ? whole.properties?.["results"] : undefined;
  return { ...answer, content: represented(formats, rows === undefined ? whole : { anyOf: [whole, rows] }) };
}

function refusalName(status: number): string {
  const [name] = refusals[status] ?? [];
  if (name === undefined) throw new Error(`OpenAPI has no words for a refusal with ${String(status)}`);
  return name;
}

/** A refusal looks the same wherever it comes from. */
function refusalResponses(schemas: NamedSchemas): Readonly<Record<string, Outcome>> {
  const content = represented(usualFormats, schemas.of(ServiceError, "answer"));
  return Object.fromEntries(
    Object.entries(refusals).map(([status, [name, description]]) => [
      name,
      { description, headers: headersOf(Number(status)), content },
    ]),
  );
}

/** Only JSON has a schema: the others are made from it. */
function represented(formats: readonly Format[], schema: JsonSchema): Content {
  const types = [...new Set(formats.map((format) => mediaTypes[format]))];
  return Object.fromEntries(
    types.map((type) => [type, { schema: type === mediaTypes.json ? schema : { type: "string" } }]),
  );
}

function headersOf(status: number): Outcome["headers"] {
  const names: HeaderName[] = [
    "Allow",
    ...(status === 401
      ? (["WWW-Authenticate"] as const)
      : (["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"] as const)),
    ...(status === 429 ? (["Retry-After"] as const) : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** Turns zod schemas into JSON schemas; those that carry an `id` (`.meta`) are written once and referred to. */
class NamedSchemas {
  readonly #named = new Map<string, JsonSchema>();

  /** @param side what travels: an `answer` of this service is exact, a `request` is all that is understood */
  of(schema: z.ZodType, side: "answer" | "request"): JsonSchema {
    const {
      $schema: _,
      $defs = {},
      ...own
    } = z.toJSONSchema(schema, {
      io: "input",
      unrepresentable: "any",
      override: ({ zodSchema, jsonSchema }) => {
        if (side === "answer") dropOlderForms(zodSchema, jsonSchema);
        dropNoise(jsonSchema);
      },
    });
    for (const [name, definition] of Object.entries($defs)) this.#add(name, definition);
    const { id } = own;
    if (id === undefined) return withReferences(own);
    this.#add(id, own);
    return { $ref: reference(id) };
  }

  /** The body of a request, which several media types share: `units.edit` is `UnitsEditRequest`. */
  fields(id: string, body: z.ZodObject): JsonSchema {
    return this.#shared(`${titleOfId(id)}Request`, this.of(body, "request"));
  }

  /** The same in a form, where a list may have a single text and an object is JSON in a text. */
  formFields(id: string, body: z.ZodObject): JsonSchema {
    const fields = this.of(body, "request");
    const properties = Object.entries(fields.properties ?? {});
    if (properties.every(([, schema]) => schema.type !== "array" && schema.type !== "object"))
      return this.fields(id, body);
    const inForm = Object.fromEntries(properties.map(([name, schema]) => [name, formField(schema)]));
    return this.#shared(`${titleOfId(id)}FormRequest`, { ...fields, properties: inForm });
  }

  #shared(name: string, schema: JsonSchema): JsonSchema {
    this.#named.set(name, schema);
    return { $ref: reference(name) };
  }

  /** The members of an object's schema, in the order of their declaration. */
  members(object: z.ZodObject | undefined): Member[] {
    return Object.entries(object?.shape ?? {}).map(([name, field]) => ({
      name,
      required: !field.safeParse(undefined).success,
      schema: this.of(field, "request"),
    }));
  }

  named(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#named].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  #add(name: string, definition: z.core.JSONSchema.BaseSchema): void {
    const { id: _, ...schema } = definition;
    this.#named.set(name, withReferences(schema));
  }
}

function titleOfId(id: string): string {
  return id.replaceAll(/(?:^|[._-])(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function formField(schema: JsonSchema): JsonSchema {
  if (schema.type === "array") return { anyOf: [schema, schema.items ?? {}] };
  return schema.type === "object" ? { anyOf: [schema, { type: "string" }] } : schema;
}

function reference(name: string): string {
  return `#/components/schemas/${name}`;
}

function withReferences(schema: object): JsonSchema {
  const moved: JsonSchema = JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
  return moved;
}

/** Where a reader turns one form into another, the first is that of older servers: this one does not send it. */
function dropOlderForms(schema: z.core.$ZodType, json: z.core.JSONSchema.BaseSchema): void {
  if (!(schema instanceof z.ZodUnion)) return;
  const kept = schema.options.flatMap((option, index) =>
    option instanceof z.ZodPipe ? [] : [json.anyOf?.[index] ?? {}],
  );
  if (kept.length === schema.options.length || kept.length === 0) return;
  delete json.anyOf;
  if (kept.length === 1) Object.assign(json, kept[0]);
  else json.anyOf = kept;
}

/** JavaScript's own bounds of integers, and what says nothing. */
function dropNoise(json: z.core.JSONSchema.BaseSchema): void {
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.propertyNames !== undefined) delete json.propertyNames;
  // The pattern says what is taken; by the format others would be taken or refused.
  if (json.format === "email" && json.pattern !== undefined) delete json.format;
}
