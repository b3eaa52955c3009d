import type * as z from "zod";
import {
  isNegotiated,
  isOpenToGuests,
  mediaTypes,
  refusalsOf,
  usualFormats,
  type Endpoint,
  type Format,
} from "../../contract/endpoint.ts";
import { endpoints } from "../../contract/index.ts";
import { ServiceError } from "../../contract/resources/error.ts";
import { VERSION } from "../../core/version.ts";
import { bytes } from "../../http-api/endpoint.ts";
import {
  contentOf,
  openApi,
  tagOf,
  type Content,
  type Dialect,
  type OpenApiDocument,
  type Parameter,
} from "../../http-api/openapi.ts";
import type { JsonSchema, NamedSchemas } from "../../http-api/schemas.ts";

let written: OpenApiDocument | undefined;

/** The whole contract as an OpenAPI document: what `/api/schema/` serves and `docs/openapi.json` holds. */
export function apiDescription(): OpenApiDocument {
  return (written ??= documentOf(endpoints, VERSION));
}

/** Endpoints of the service as an OpenAPI 3.1 document. */
export function documentOf(declared: readonly Endpoint[], version: string): OpenApiDocument {
  return openApi(declared, dialect(declared, version));
}

const text = { type: "string" };
const headers = {
  Allow: { description: "Methods of the address.", schema: text },
  "X-RateLimit-Limit": { description: "Requests allowed in a window.", schema: text },
  "X-RateLimit-Remaining": { description: "Requests left in this window.", schema: text },
  "X-RateLimit-Reset": { description: "Seconds until the window is over.", schema: text },
  "Retry-After": { description: "Seconds to wait.", schema: text },
  "WWW-Authenticate": { description: "How to sign in.", schema: text },
};

function dialect(declared: readonly Endpoint[], version: string): Dialect<Endpoint> {
  return {
    openapi: "3.1.1",
    info: {
      title: "Translation service API",
      version,
      description:
        "Every path answers JSON by default; `format` and `Accept` choose another representation. Fields are sent as JSON, as a form, or with files as multipart.",
    },
    servers: [{ url: "/" }],
    tags: [...new Set(declared.map(tagOf))].map((name) => ({ name })),
    securitySchemes: {
      token: {
        type: "apiKey",
        in: "header",
        name: "Authorization",
        description: "`Token svu_…` of a person, `Token svp_…` of a project.",
      },
      bearer: { type: "http", scheme: "bearer", description: "The same tokens." },
    },
    headers,
    parameters: { format: formatParameter(usualFormats) },
    refusals: {
      400: "Parameters or fields are missing or wrong: `errors` names each.",
      401: "No token, or one that is wrong.",
      403: "The caller may not do this.",
      404: "There is no such object, or the caller may not see it.",
      405: "The object has no such method.",
      406: "Neither `Accept` nor `format` asks for a representation there is.",
      409: "The object is not in a state for it.",
      412: "A condition of the request does not hold.",
      413: "The body is too large.",
      415: "The body is of a media type that is not read here.",
      423: "Another operation holds the repository.",
      429: "There are no requests left in this window.",
      503: "Not available at the moment.",
    },
    refusal: ServiceError,
    refusalsOf,
    securityOf: (endpoint) => [...(isOpenToGuests(endpoint) ? [{}] : []), { token: [] }, { bearer: [] }],
    headersOf: (status) => [
      "Allow",
      ...(status === 401
        ? ["WWW-Authenticate"]
        : Object.keys(headers).filter((name) => name.startsWith("X-RateLimit-"))),
      ...(status === 429 ? ["Retry-After"] : []),
    ],
    descriptionOf: ({ description, access, slash, since, deprecated }) => [
      description,
      typeof access === "string" ? undefined : `Needs ${access.map((each) => `\`${each}\``).join(" or ")}.`,
      slash === "optional" ? "Answers without the slash at the end as well." : undefined,
      since === undefined ? undefined : `Since ${since}.`,
      deprecated === undefined ? undefined : `Deprecated: ${deprecated}`,
    ],
    pathParameter: (name) => ({
      ...(name === "component"
        ? { description: "Slug; below a category `category/component` with the slash percent-encoded twice." }
        : {}),
      schema: isIdentifier(name) ? { type: "integer", minimum: 1 } : { type: "string", minLength: 1 },
    }),
    moreParameters: (endpoint) => [...formatOf(endpoint), ...headerParameters(endpoint)],
    requestContent,
    answerContent: (shape, schemas, endpoint) => {
      if (shape === bytes) return contentOf({}, endpoint?.media ?? ["*/*"]);
      const formats = endpoint?.formats ?? usualFormats;
      const whole = schemas.of(shape(), "answer");
      const rows = formats.includes("json-flat") ? whole.properties?.["results"] : undefined;
      return represented(formats, rows === undefined ? whole : { anyOf: [whole, rows] });
    },
  };
}

/** What is named for a numbered thing is its number: anything else is an address of nothing. */
function isIdentifier(placeholder: string): boolean {
  return /^(?:(?:\w+_)?id|unit|label|screenshot)$/.test(placeholder);
}

function formatOf(endpoint: Endpoint): (Parameter | { readonly $ref: string })[] {
  const { formats, query } = endpoint;
  if (!isNegotiated(endpoint) || query?.().shape["format"] !== undefined) return [];
  return [formats === undefined ? { $ref: "#/components/parameters/format" } : formatParameter(formats)];
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
    schema: text,
  }));
}

function requestContent({ id, body, files }: Endpoint, schemas: NamedSchemas): Content {
  const fields = body === undefined ? { type: "object" } : bodyFields(id, body(), schemas);
  const form = body === undefined ? fields : formFields(id, body(), schemas);
  const parts = {
    type: "object",
    properties: Object.fromEntries((files ?? []).map((name) => [name, { type: "string", format: "binary" }])),
  };
  return {
    "application/json": { schema: fields },
    "application/x-www-form-urlencoded": { schema: form },
    "multipart/form-data": { schema: files === undefined ? form : { allOf: [form, parts] } },
  };
}

/** The body of a request, which several media types share: `units.edit` is `UnitsEditRequest`. */
function bodyFields(id: string, body: z.ZodObject, schemas: NamedSchemas): JsonSchema {
  return schemas.name(`${titleOfId(id)}Request`, schemas.of(body, "request"));
}

/** The same in a form, where a list may have a single text and an object is JSON in a text. */
function formFields(id: string, body: z.ZodObject, schemas: NamedSchemas): JsonSchema {
  const fields = schemas.of(body, "request");
  const properties = Object.entries(fields.properties ?? {});
  if (properties.every(([, { type }]) => type !== "array" && type !== "object")) return bodyFields(id, body, schemas);
  const inForm = Object.fromEntries(properties.map(([name, schema]) => [name, formField(schema)]));
  return schemas.name(`${titleOfId(id)}FormRequest`, { ...fields, properties: inForm });
}

function titleOfId(id: string): string {
  return id.replaceAll(/(?:^|[._-])(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function formField(schema: JsonSchema): JsonSchema {
  if (schema.type === "array") return { anyOf: [schema, schema.items ?? {}] };
  return schema.type === "object" ? { anyOf: [schema, text] } : schema;
}

/** Only JSON has a schema: the others are made from it. */
function represented(formats: readonly Format[], schema: JsonSchema): Content {
  const types = [...new Set(formats.map((format) => mediaTypes[format]))];
  return Object.fromEntries(types.map((type) => [type, { schema: type === mediaTypes.json ? schema : text }]));
}
