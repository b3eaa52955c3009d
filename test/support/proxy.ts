import {
  createServer,
  request as forward,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { Clock } from "../../src/core/clock.ts";

/** One request as it went over the wire. */
export interface RecordedRequest {
  readonly method: string;
  /** Path with query, as sent. */
  readonly path: string;
  /** 0 when the connection was cut before an answer. */
  readonly status: number;
  readonly requestBody: Buffer;
  /** Bytes of the answer's body. */
  readonly responseBytes: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** What becomes of a request: `pass` it on, `refuse` it before the server sees it, `lose` its answer after the server acted. */
export type Fate = "pass" | "refuse" | "lose" | Disturbance;

/** What comes instead of the server's answer. */
export interface Disturbance {
  /** In its place, and the server never sees the request. */
  readonly instead?: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    /** What it says; default: that it is not now. */
    readonly message?: string;
    /** What it refuses, by field. */
    readonly errors?: readonly { readonly attr: string; readonly detail: string }[];
  };
  /** The server does what it was asked to, and this status is told in the place of its own. */
  readonly failsAfter?: number;
  /** What becomes of the answer's body: its second half is missing, or its length is said to be another; JSON may be changed. */
  readonly body?: "cut" | "wrong length" | "slow" | ((body: string) => string);
}

/** Stands between a client and a server, writes down every request, and breaks the connection on demand. */
export interface RecordingProxy extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`; the server behind sees this host and builds its links with it. */
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  /** Forgets what was recorded. */
  clear(): void;
  /** Changes JSON answers on their way, translation files excepted; undefined leaves them as they are. */
  rewrite(change: ((path: string, body: string) => string) | undefined): void;
  /** Answers are dated by it; undefined: by the server. */
  dateBy(clock: Pick<Clock, "now"> | undefined): void;
  /** Requests wait for what this returns before they are passed on; undefined: none waits. */
  hold(wait: ((request: { readonly method: string; readonly path: string }) => Promise<void>) | undefined): void;
  /** Decides about each request, `ordinal` counting from 1 since this call; undefined lets everything pass. */
  decide(
    fate: ((request: { readonly method: string; readonly path: string }, ordinal: number) => Fate) | undefined,
  ): void;
}

/** `GET /api/…` lines without the query, in the order of arrival: what a scenario asserts. */
export function requestLines(requests: readonly RecordedRequest[]): string[] {
  return requests.map((request) => `${request.method} ${request.path.replace(/\?.*$/s, "")}`);
}

/** Requests that may have changed something. */
export function writesOf(requests: readonly RecordedRequest[]): string[] {
  return requestLines(requests.filter((request) => !["GET", "HEAD", "OPTIONS"].includes(request.method)));
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Compressed answers could not be rewritten. */
function readable(headers: IncomingHttpHeaders, rewrites: unknown): IncomingHttpHeaders {
  return rewrites === undefined ? headers : { ...headers, "accept-encoding": "identity" };
}

/** A rewritten body has another length; a body that was sent in chunks keeps no length at all. */
function withLength(headers: IncomingHttpHeaders, length: number): IncomingHttpHeaders {
  return headers["content-length"] === undefined ? headers : { ...headers, "content-length": String(length) };
}

const SLOW_MS = 1_500;

function disturb(
  answer: ServerResponse,
  { statusCode = 502, headers }: IncomingMessage,
  body: Buffer,
  how: NonNullable<Disturbance["body"]>,
): void {
  const { "transfer-encoding": _, ...others } = headers;
  if (typeof how === "function") {
    const changed = Buffer.from(how(body.toString("utf8")));
    answer.writeHead(statusCode, { ...others, "content-length": String(changed.length) });
    answer.end(changed);
    return;
  }
  const isSlow = how === "slow";
  const length = how === "wrong length" ? body.length + 7 : body.length;
  answer.writeHead(statusCode, { ...others, "content-length": String(length) });
  const sent = how === "cut" ? body.subarray(0, Math.floor(body.length / 2)) : body;
  setTimeout(
    () => {
      if (isSlow) answer.end(sent);
      else answer.write(sent, () => answer.destroy());
    },
    isSlow ? SLOW_MS : 0,
  );
}

export async function startProxy(target: string): Promise<RecordingProxy> {
  const origin = new URL(target);
  const requests: RecordedRequest[] = [];
  let rewriteOf: Parameters<RecordingProxy["rewrite"]>[0];
  let fateOf: Parameters<RecordingProxy["decide"]>[0];
  let waitOf: Parameters<RecordingProxy["hold"]>[0];
  let clock: Parameters<RecordingProxy["dateBy"]>[0];
  let ordinal = 0;

  const server = createServer((incoming, answer) => {
    const method = incoming.method ?? "GET";
    const path = incoming.url ?? "/";
    ordinal += 1;
    const fate = fateOf?.({ method, path }, ordinal) ?? "pass";
    void (async () => {
      const requestBody = await bodyOf(incoming);
      await waitOf?.({ method, path });
      const record = (status: number, responseBytes: number): void => {
        requests.push({ method, path, status, requestBody, responseBytes, headers: incoming.headers });
      };
      const disturbed = typeof fate === "object" ? fate : {};
      const { instead } = disturbed;
      const changes = typeof disturbed.body === "function" ? disturbed.body : undefined;
      if (instead !== undefined) {
        record(instead.status, 0);
        answer.writeHead(instead.status, { "content-type": "application/json", ...instead.headers });
        // The service's name for it, and GitHub's.
        const said = instead.message ?? "Not now.";
        answer.end(
          JSON.stringify(instead.errors === undefined ? { detail: said, message: said } : { errors: instead.errors }),
        );
        return;
      }
      if (fate === "refuse") {
        record(0, 0);
        incoming.socket.destroy();
        return;
      }
      const outgoing = forward(
        {
          host: origin.hostname,
          port: origin.port,
          method,
          path,
          headers: readable(incoming.headers, changes ?? rewriteOf),
        },
        (response) => {
          if (clock !== undefined) response.headers.date = clock.now().toUTCString();
          void bodyOf(response).then((body) => {
            record(fate === "lose" ? 0 : (response.statusCode ?? 0), body.length);
            if (fate === "lose") {
              incoming.socket.destroy();
              return;
            }
            const isAnswer = /json/.test(response.headers["content-type"] ?? "") && !path.includes("/file/");
            if (disturbed.failsAfter !== undefined) {
              answer.writeHead(disturbed.failsAfter, { "content-type": "application/json" });
              answer.end(JSON.stringify({ detail: "Server Error" }));
              return;
            }
            if (disturbed.body !== undefined && (changes === undefined || isAnswer)) {
              disturb(answer, response, body, disturbed.body);
              return;
            }
            const content =
              rewriteOf === undefined || !isAnswer ? body : Buffer.from(rewriteOf(path, body.toString("utf8")));
            answer.writeHead(response.statusCode ?? 502, withLength(response.headers, content.length));
            answer.end(content);
          });
        },
      );
      outgoing.on("error", () => {
        record(0, 0);
        incoming.socket.destroy();
      });
      outgoing.end(requestBody);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");

  return {
    url: `http://127.0.0.1:${String(address.port)}`,
    requests,
    clear: () => {
      requests.length = 0;
    },
    rewrite: (change) => {
      rewriteOf = change;
    },
    dateBy: (given) => {
      clock = given;
    },
    hold: (wait) => {
      waitOf = wait;
    },
    decide: (fate) => {
      fateOf = fate;
      ordinal = 0;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
