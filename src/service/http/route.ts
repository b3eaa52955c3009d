import {
  nothing,
  successStatusOf,
  type ParsedBody,
  type ParsedQuery,
  type PathParameters,
  type Response as ContractResponse,
} from "../../http-api/endpoint.ts";
import { isOpenToGuests, type Endpoint } from "../../contract/endpoint.ts";
import { Scratch } from "../files/archive.ts";
import type { Caller } from "../identity/permissions.ts";
import { LongPage, RequestUrl } from "./paging.ts";
import { notAuthenticated } from "./refusal.ts";
import { noBody, readBody, repeatedFields, type RequestBody, type UploadedFile } from "./request-body.ts";
import { readFields } from "./request-fields.ts";
import type { Service } from "../service.ts";

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
  /** What was sent, where it is read already. */
  readonly sent?: RequestBody | undefined;
  /** More rows are not shown at once, however many are asked for; default: as many as an endpoint has. */
  readonly mostRows?: number | undefined;
}

/** What an endpoint answers, before it is represented. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A value and a long page are represented as the caller wants it, bytes are what they are. */
  readonly body:
    | { readonly value: unknown }
    | { readonly page: LongPage<unknown> }
    | { readonly bytes: FileContent }
    | undefined;
}

/** A file, whole or in parts that are made while they are sent: how long it is may be known then. */
export type FileContent = Uint8Array | (AsyncIterable<Uint8Array<ArrayBuffer>> & { readonly byteLength?: number });

/** An endpoint of the contract with what answers it. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly answer: (raw: RawCall) => Promise<Answer>;
}

/** Bytes with their headers, where an endpoint's answer is a file. */
export class FileAnswer {
  readonly content: FileContent;
  readonly headers: Readonly<Record<string, string>>;

  constructor(content: FileContent, headers: Readonly<Record<string, string>>) {
    this.content = content;
    const { byteLength: length } = content;
    this.headers = { ...headers, ...(length !== undefined && { "Content-Length": String(length) }) };
  }
}

/** A value with a status or headers of its own, where an endpoint has several of them: 202 beside 200, `Location`. */
export class ValueAnswer<T> {
  readonly status: number;
  readonly value: T;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, value: T, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.value = value;
    this.headers = headers;
  }
}

/** 304: the caller has it already. */
export const notModified = Symbol("not modified");

type Handled<E extends Endpoint> =
  | ContractResponse<E>
  | ValueAnswer<ContractResponse<E>>
  | FileAnswer
  | LongPage<unknown>
  | typeof notModified;

/**
 * Joins an endpoint of the contract to its behaviour. Method, path, query and body come from the contract, so there is no
 * route without one.
 */
export function route<E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => Promise<Handled<E>>): Route {
  return {
    endpoint,
    answer: async (raw) => {
      await using scratch = new Scratch(raw.service);
      return answerOf(endpoint, await handle(await callOf(endpoint, raw, scratch)));
    },
  };
}

async function callOf<E extends Endpoint>(endpoint: E, raw: RawCall, scratch: Scratch): Promise<Call<E>> {
  const { service, caller, request } = raw;
  if (caller.user === undefined && !isOpenToGuests(endpoint)) throw notAuthenticated();
  const url = new RequestUrl(publicAddress(service, request.url), service.settings.pageSize, raw.mostRows);
  const takesBody = endpoint.body !== undefined || endpoint.files !== undefined;
  const { fields, files, isForm } = takesBody
    ? (raw.sent ?? (await readBody(request, endpoint.files ?? [], service.settings.uploadBytes, scratch)))
    : noBody;
  const call = {
    service,
    caller,
    origin: url.origin,
    url,
    headers: request.headers,
    parameters: raw.parameters,
    query: readFields(endpoint.query?.(), repeatedFields(url.searchParams), "form"),
    body: readFields(endpoint.body?.(), fields, isForm === true ? "form" : "json"),
    files,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schemas that were just applied are those the types are made of
  return call as unknown as Call<E>;
}

/** Behind a proxy a request names the host and protocol that the proxy used: people are shown those they reach. */
function publicAddress({ settings: { siteUrl } }: Pick<Service, "settings">, address: string): string {
  if (siteUrl === "") return address;
  const { pathname, search } = new URL(address);
  return `${siteUrl}${pathname}${search}`;
}

function answerOf(endpoint: Endpoint, result: unknown): Answer {
  if (result === notModified) return { status: 304, headers: {}, body: undefined };
  const status = successStatusOf(endpoint);
  if (result instanceof FileAnswer) return { status, headers: result.headers, body: { bytes: result.content } };
  if (result instanceof LongPage) return { status, headers: {}, body: { page: result } };
  if (result instanceof ValueAnswer) {
    const { value, headers } = result;
    return { status: result.status, headers, body: value === undefined ? undefined : { value } };
  }
  return { status, headers: {}, body: endpoint.responses[status] === nothing ? undefined : { value: result } };
}
