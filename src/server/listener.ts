import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer, type ServerType } from "@hono/node-server";
import { LocalError } from "../core/errors.ts";

/** Searches are part of the address, and may be long. */
const HEADER_BYTES = 65_536;
/** Who needs longer to say what is wanted only holds a connection. */
const HEADERS_MILLISECONDS = 20_000;
/** For a large file over a slow line. */
const REQUEST_MILLISECONDS = 300_000;
const GRACE_MILLISECONDS = 10_000;
const RELEASE_MILLISECONDS = 20;

export type Answer = Parameters<typeof createAdaptorServer>[0]["fetch"];

/** An HTTP server that takes requests. */
export interface Listener {
  /** `http://127.0.0.1:49152` */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** Takes no more requests, lets those under way end, and ends streams, which would never. */
  close(): Promise<void>;
}

/** @throws {LocalError} `IL-E02` where the port is taken, or the address is none of this machine */
export async function openListener(answer: Answer, host: string, port: number): Promise<Listener> {
  const server = createAdaptorServer({
    fetch: answer,
    // What nobody read is read to its end here: theirs ends the connection, and with it the request that comes next.
    autoCleanupIncoming: false,
    serverOptions: {
      maxHeaderSize: HEADER_BYTES,
      headersTimeout: HEADERS_MILLISECONDS,
      requestTimeout: REQUEST_MILLISECONDS,
    },
  });
  discardRests(server);
  const endStreams = followStreams(server);
  const address = await listen(server, host, port);
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${String(address.port)}`,
    host: address.address,
    port: address.port,
    close: async () => {
      const stopped = stop(server);
      endStreams();
      await stopped;
    },
  };
}

async function listen(server: ServerType, host: string, port: number): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => {
      reject(
        new LocalError(`The server could not listen on ${host}, port ${String(port)}: ${error.message}`, {
          code: "IL-E02",
          hint: "Choose another port, or 0 for any free one.",
          cause: error,
        }),
      );
    });
    server.listen(port, host, () => {
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A TCP server has an address.");
  return address;
}

/** Of a body that was refused unread, so much is read and thrown away at most, and for so long. */
const REST_BYTES = 67_108_864;
const REST_MILLISECONDS = 10_000;

/** Whoever was answered before all was sent goes on sending: the connection is good for the next request only after that. */
function discardRests(server: ServerType): void {
  server.on("request", (incoming: IncomingMessage, response: ServerResponse) => {
    response.once("finish", () => {
      if (!incoming.complete && !incoming.destroyed) discardRest(incoming);
    });
  });
}

function discardRest(incoming: IncomingMessage): void {
  let left = REST_BYTES;
  const late = setTimeout(() => incoming.destroy(), REST_MILLISECONDS);
  late.unref();
  incoming.once("close", () => clearTimeout(late)).once("end", () => clearTimeout(late));
  // Those who read before have their answer, and would pause it.
  incoming.removeAllListeners("data");
  incoming.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) incoming.destroy();
  });
  incoming.resume();
}

/** Pages that follow a run keep their answer open for as long as somebody looks at them. @returns ends these answers */
function followStreams(server: ServerType): () => void {
  const answers = new Set<ServerResponse>();
  server.on("request", (_request: IncomingMessage, response: ServerResponse) => {
    answers.add(response);
    response.once("close", () => answers.delete(response));
  });
  return () => {
    for (const answer of answers) {
      if (String(answer.getHeader("content-type")).startsWith("text/event-stream")) answer.destroy();
    }
  };
}

async function stop(server: ServerType): Promise<void> {
  await new Promise<void>((resolve) => {
    const force = setTimeout(() => {
      if ("closeAllConnections" in server) server.closeAllConnections();
    }, GRACE_MILLISECONDS);
    // Clients keep connections; each is closed as soon as its last answer is out.
    const release = setInterval(() => {
      if ("closeIdleConnections" in server) server.closeIdleConnections();
    }, RELEASE_MILLISECONDS);
    server.close(() => {
      clearTimeout(force);
      clearInterval(release);
      resolve();
    });
  });
}
