import type { Readable } from "node:stream";

export type HttpMethod = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface HttpRequest {
  readonly origin: string;
  /** With the query. */
  readonly path: string;
  readonly method: HttpMethod;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | null;
  /** Milliseconds for the answer to begin; default: five minutes. */
  readonly headersTimeout?: number;
  /** Milliseconds between its parts; default: five minutes. */
  readonly bodyTimeout?: number;
  readonly signal?: AbortSignal;
}

export interface HttpAnswer {
  readonly statusCode: number;
  /** Several where one came several times. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readable;
}

/** Ways to one origin. */
export interface Connections {
  request(request: HttpRequest): Promise<HttpAnswer>;
  /** Ends what is still under way. */
  destroy(): Promise<void>;
}
