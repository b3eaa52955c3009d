import { contentOf, openApi, type Dialect, type OpenApiDocument } from "../../http-api/openapi.ts";
import { isWrite, mediaTypesOf, refusalsOf, type AdminEndpoint } from "../contract/endpoint.ts";
import { identifier } from "../contract/fields.ts";
import { adminEndpoints } from "../contract/index.ts";
import { RefusalAnswer } from "../contract/refusal-answer.ts";

let written: OpenApiDocument | undefined;

/** What `/admin/api/openapi.json` serves and `docs/admin-openapi.json` holds. */
export function adminDescription(): OpenApiDocument {
  return (written ??= openApi(adminEndpoints, dialect));
}

/** OpenAPI 3.0, and the headings, as specified. */
const dialect: Dialect<AdminEndpoint> = {
  openapi: "3.0.3",
  info: {
    title: "Interlinear administration",
    version: "1.0.0",
    description:
      "Draft. Looks after the bot: its users, settings, templates, and what it did. Sign in with `GET /login`; what changes something carries the session's token as the header `X-CSRF-Token`. Times are ISO 8601 in UTC.",
  },
  servers: [{ url: "/admin/api" }],
  tags: [
    { name: "users", description: "user related operations" },
    { name: "auth", description: "login and logout" },
    { name: "health", description: "hardware logs, system event logs, access logs, test e-mail" },
    { name: "management", description: "current system settings" },
    { name: "templates", description: "templates" },
  ],
  securitySchemes: {
    session: { type: "apiKey", in: "cookie", name: "interlinear_session", description: "Set by `GET /login`." },
    csrf: { type: "apiKey", in: "header", name: "X-CSRF-Token", description: "`csrf_token` of `GET /login`." },
    basic: { type: "http", scheme: "basic", description: "Login or mail address, and password." },
  },
  headers: {
    Allow: { description: "Methods of the address.", schema: { type: "string" } },
    "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } },
    "WWW-Authenticate": { description: "How to sign in.", schema: { type: "string" } },
  },
  refusals: {
    400: "Parameters or fields are missing, wrong or unknown: `errors` names each.",
    401: "There is no session, or the credentials are wrong.",
    403: "The role does not allow it, or the CSRF token is missing.",
    404: "There is no such object.",
    405: "The address has no such method: `Allow` names those it has.",
    409: "Another object, or the state of this one, is in its way.",
    412: "It is at another version than `If-Match` names.",
    413: "The body is larger than 1 MB.",
    415: "The body is something else than JSON in UTF-8.",
    429: "There were too many tries: `Retry-After` says when there may be another one.",
  },
  refusal: () => RefusalAnswer,
  refusalsOf,
  securityOf: (endpoint) => {
    if (endpoint.authentication === "basic") return [{ basic: [] }];
    const session = { session: [], ...(isWrite(endpoint) ? { csrf: [] } : {}) };
    return endpoint.roles === "anyone" ? [{}, session] : [session];
  },
  headersOf: (status) => ({ 401: ["WWW-Authenticate"], 405: ["Allow"], 429: ["Retry-After"] })[status] ?? [],
  descriptionOf: ({ description, roles }) => [
    description,
    roles === "anyone" ? "For everybody." : `For the role ${roles.map((each) => `\`${each}\``).join(", ")}.`,
  ],
  pathParameter: (_, schemas) => ({ schema: schemas.of(identifier, "request") }),
  requestContent: ({ method, body, example }, schemas) =>
    body === undefined ? {} : contentOf(schemas.of(body(), "request"), mediaTypesOf(method), example),
  answerContent: (shape, schemas) =>
    shape === "bytes" ? {} : contentOf(schemas.of(shape(), "answer"), ["application/json"]),
};
