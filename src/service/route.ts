import {
  bytes,
  nothing,
  type Endpoint,
  type ParsedBody,
  type ParsedQuery,
  type PathParameters,
  type Response as ContractResponse,
} from "../contract/endpoint.ts";
import type { Caller } from "./permissions.ts";
import { invalid, notAuthenticated, Refusal } from "./refusal.ts";
import { readBody, repeatedFields, type RequestBody, type UploadedFile } from "./request-body.ts";
import type { Service } from "./service.ts";
import { validationRefusal } from "./validation.ts";

/** A request after routing, authentication and validation. */
export interface Call<E extends Endpoint> {
  readonly service: Service;
  readonly caller: Caller;
  /** `http://127.0.0.1:8000`, from the request: addresses in answers begin with it. */
  readonly origin: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly parameters: PathParameters<E>;
  readonly query: ParsedQuery<E>;
  readonly body: ParsedBody<E>;
  readonly files: ReadonlyMap<string, UploadedFile>;
}

export interface RawCall {
  readonly service: Service;
  readonly caller: Caller;
  readonly request: Request;
  readonly parameters: Readonly<Record<string, string>>;
}

/** An endpoint of the contract with what answers it. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly answer: (raw: RawCall) => Promise<Response>;
}

/** Bytes with their headers, where an endpoint's answer is a file. */
export class FileAnswer {
  readonly content: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;

  constructor(content: Uint8Array, headers: Readonly<Record<string, string>>) {
    this.content = content;
    this.headers = headers;
  }
}

/** 304: the caller has it already. */
export const notModified = Symbol("not modified");

type Handled<E extends Endpoint> = ContractResponse<E> | FileAnswer | typeof notModified;

/**
 * Joins an endpoint of the contract to its behaviour. Method, path, query and body come from the contract, so there is no
 * route without one.
 */
export function route<E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => Promise<Handled<E>>): Route {
  return {
    endpoint,
    answer: async (raw) => answerOf(endpoint, await handle(await callOf(endpoint, raw))),
  };
}

async function callOf<E extends Endpoint>(endpoint: E, raw: RawCall): Promise<Call<E>> {
  const { service, caller, request } = raw;
  const isRead = endpoint.method === "GET";
  if (caller.user === undefined && (!isRead || endpoint.access === "signed-in")) throw notAuthenticated();
  const url = new URL(request.url);
  assertAcceptable(endpoint, url, request.headers.get("accept") ?? "*/*");
  const query = repeatedFields(url.searchParams);
  const { fields, files, isForm }: RequestBody = isRead
    ? { fields: {}, files: new Map() }
    : await readBody(request, endpoint.files ?? [], service.settings.uploadBytes);
  assertStorable(query);
  assertStorable(fields);
  const call = {
    service,
    caller,
    origin: url.origin,
    url,
    headers: request.headers,
    parameters: raw.parameters,
    query: parsed(endpoint.query, query),
    body: parsed(endpoint.body, isForm === true ? withLists(endpoint.body, fields) : fields),
    files,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schemas that were just applied are those the types are made of
  return call as unknown as Call<E>;
}

function parsed(schema: Endpoint["query"], value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (schema === undefined) return {};
  const result = schema.safeParse(value);
  if (!result.success) throw validationRefusal(result.error, value);
  return result.data;
}

/**
 * Characters that no text file and no database should get are refused wherever they come from, in the real service's words.
 * @throws 400 on the field, `target.0` inside of a list
 */
function assertStorable(value: unknown, attr: string | null = null): void {
  if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) assertStorable(inner, attr === null ? name : `${attr}.${name}`);
  } else if (typeof value === "string") {
    if (value.includes("\0")) throw invalid(attr, "Null characters are not allowed.", "null_characters_not_allowed");
    const surrogate = value.isWellFormed() ? undefined : /\p{Surrogate}/u.exec(value)?.[0].charCodeAt(0);
    if (surrogate === undefined) return;
    const detail = `Surrogate characters are not allowed: U+${surrogate.toString(16).toUpperCase()}.`;
    throw invalid(attr, detail, "surrogate_characters_not_allowed");
  }
}

/** A form's single value where the endpoint takes nothing but a list is a list of one. */
function withLists(
  schema: Endpoint["body"],
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const issues = schema?.safeParse(fields).error?.issues ?? [];
  const lists = new Set(
    issues
      .filter((issue) => issue.code === "invalid_type" && issue.expected === "array" && issue.path.length === 1)
      .map(({ path }) => String(path[0])),
  );
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, lists.has(name) ? [value] : value]));
}

/** JSON is the one representation so far; files are what they are. */
function assertAcceptable(endpoint: Endpoint, url: URL, accept: string): void {
  if (Object.values(endpoint.responses).includes(bytes)) return;
  const format = url.searchParams.get("format");
  const accepted =
    format === null
      ? accept.split(",").some((type) => /^\s*(?:\*\/\*|application\/(?:\*|json))\s*(?:;|$)/.test(type))
      : format === "json";
  if (accepted) return;
  const detail = "Could not satisfy the request Accept header.";
  throw new Refusal(406, [{ code: "not_acceptable", detail, attr: null }]);
}

function answerOf(endpoint: Endpoint, result: unknown): Response {
  if (result === notModified) return new Response(null, { status: 304 });
  const status = successStatus(endpoint);
  if (result instanceof FileAnswer) {
    const headers = { ...result.headers, "Content-Length": String(result.content.byteLength) };
    return new Response(new Uint8Array(result.content), { status, headers });
  }
  if (endpoint.responses[status] === nothing) return new Response(null, { status });
  return new Response(JSON.stringify(result), { status, headers: { "Content-Type": "application/json" } });
}

function successStatus(endpoint: Endpoint): number {
  return (
    Object.keys(endpoint.responses)
      .map(Number)
      .find((status) => status < 300) ?? 200
  );
}
