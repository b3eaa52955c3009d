import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";

/** One request as it came over the wire. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query, exactly as sent. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export type Reply = (response: ServerResponse, request: SeenRequest) => void | Promise<void>;

/** A real HTTP server on a free port of loopback that answers by script. */
export interface ScriptedService extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** The most requests that were being answered at the same time. */
  mostAtOnce(): number;
}

/** `script` chooses the reply; requests are counted from 0. */
export async function startScriptedService(
  script: (request: SeenRequest, count: number) => Reply,
): Promise<ScriptedService> {
  const requests: SeenRequest[] = [];
  let running = 0;
  let most = 0;
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("error", () => undefined);
    incoming.on("end", () => {
      const request = {
        method: incoming.method ?? "",
        target: incoming.url ?? "",
        headers: incoming.headers,
        body: Buffer.concat(chunks),
      };
      running += 1;
      most = Math.max(most, running);
      response.on("close", () => (running -= 1));
      void script(request, requests.push(request) - 1)(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    url: `http://127.0.0.1:${String(address.port)}`,
    requests,
    mostAtOnce: () => most,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** These replies one after the other; a request beyond them gets status 599. */
export function inTurn(...replies: readonly Reply[]): (request: SeenRequest, count: number) => Reply {
  return (_, count) => replies[count] ?? text(599, "The script is over.");
}

export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Reply {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}

export function text(
  status: number,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = { "content-type": "text/plain" },
): Reply {
  return (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

/** The connection is cut without an answer. */
export const hangUp: Reply = (response) => {
  response.socket?.destroy();
};

/** Announces the whole body and sends half of it. */
export function cutShort(body: string): Reply {
  return (response) => {
    response.writeHead(200, { "content-length": String(body.length), "content-type": "application/json" });
    response.write(body.slice(0, body.length / 2), () => response.socket?.destroy());
  };
}

/** Takes the request and never answers. */
export const silence: Reply = () => undefined;
