import type { Body, PathParameters, Query, Response as ContractResponse } from "../../http-api/endpoint.ts";
import { addressOf, type Endpoint } from "../../contract/endpoint.ts";
import type { Caller } from "../identity/permissions.ts";
import type { Service } from "../service.ts";
import { repeatedFields, type RequestBody, type UploadedFile } from "./request-body.ts";
import type { Answer, Route } from "./route.ts";

/** What is sent to an endpoint. */
export interface InProcessRequest<E extends Endpoint> {
  readonly query?: Query<E> | Readonly<Record<string, string>>;
  readonly body?: Body<E> | Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, UploadedFile | undefined>> | undefined;
}

/** Asks the API for something with somebody's rights, without HTTP. @throws the refusal that the API would answer with */
export type Perform = <E extends Endpoint>(
  endpoint: E,
  parameters: PathParameters<E>,
  sent?: InProcessRequest<E>,
) => Promise<ContractResponse<E>>;

/** Pages change and read what the API does, by the API's own routes: nobody may more here than there. */
export function performerOf(service: Service, routes: readonly Route[], caller: Caller, origin: string): Perform {
  return async (endpoint, parameters, sent = {}) => {
    const route = routes.find((each) => each.endpoint.id === endpoint.id);
    if (route === undefined) throw new Error(`Nobody answers ${endpoint.id}.`);
    const request = requestFor(`${origin}${addressOf(endpoint, parameters)}`, endpoint.method, sent);
    const answer = await route.answer({ service, caller, request, parameters, sent: formOf(sent) });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route was made for this endpoint
    return (await valueIn(answer)) as ContractResponse<typeof endpoint>;
  };
}

function requestFor(address: string, method: string, { query, body, files }: InProcessRequest<Endpoint>): Request {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (typeof value === "string") fields.append(name, value);
  const url = `${address}?${fields.toString()}`;
  if (method === "GET" || body === undefined || files !== undefined) return new Request(url, { method });
  return new Request(url, { method, body: JSON.stringify(body), headers: { "content-type": "application/json" } });
}

/** What a form with files would say; the files stay where they are. */
function formOf({ body, files }: InProcessRequest<Endpoint>): RequestBody | undefined {
  if (files === undefined) return undefined;
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(body ?? {})) {
    for (const each of Array.isArray(value) ? value : [value]) fields.append(name, String(each));
  }
  const sent = Object.entries(files).flatMap(([name, file]) => (file === undefined ? [] : [[name, file] as const]));
  return { fields: repeatedFields(fields), files: new Map(sent), isForm: true };
}

async function valueIn({ body }: Answer): Promise<unknown> {
  if (body === undefined) return undefined;
  if ("page" in body) return body.page.whole();
  return "value" in body ? body.value : body.bytes;
}
