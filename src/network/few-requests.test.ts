import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { createServer as createSocketServer, type Server, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createPrivateCertificate } from "../../test/support/private-certificate.ts";
import { openConnections } from "./connections.ts";
import type { Connections, HttpRequest } from "./http-request.ts";

/** By how many come before it: a request goes another way then, and nobody may notice. */
const ways = [
  ["the first request", 0],
  ["the second request", 1],
  ["a later request", 4],
] as const;

interface Place extends AsyncDisposable {
  readonly origin: string;
}

async function listening(server: Server, scheme = "http"): Promise<Place> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    origin: `${scheme}://127.0.0.1:${String(address.port)}`,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

const answering = (listener: RequestListener): Promise<Place> =>
  listening(
    createServer((request, response) => {
      if (request.url === "/before") response.end();
      else listener(request, response);
    }),
  );

/** Connections whose next request comes after so many. */
async function connectionsAfter(before: number, origin: string): Promise<Connections> {
  const connections = openConnections(origin, { environment: {} });
  for (let left = before; left > 0; left -= 1) {
    const asked = connections.request({ origin, path: "/before", method: "GET" });
    await asked.then(({ body }) => buffer(body)).catch(() => undefined);
  }
  return connections;
}

interface Told {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: Buffer;
  /** What it failed with. */
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly reason?: unknown;
}

async function told(
  before: number,
  origin: string,
  more: Partial<HttpRequest> = {},
  meanwhile: (connections: Connections) => void = () => undefined,
): Promise<Told> {
  const connections = await connectionsAfter(before, origin);
  try {
    const asked = connections.request({ origin, path: "/asked", method: "GET", ...more });
    meanwhile(connections);
    const { statusCode: status, headers, body } = await asked;
    return { status, headers, body: await buffer(body) };
  } catch (error) {
    const { code, syscall }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
    return { code, syscall, reason: error };
  } finally {
    await connections.destroy();
  }
}

test.each(ways)("%s brings status, headers and bytes as they were sent, whatever they are", async (_, before) => {
  const packed = gzipSync("packed");
  await using server = await answering((request, response) => {
    if (request.headers.authorization !== "Token secret") response.writeHead(401).end();
    else if (request.url === "/moved") response.writeHead(302, { location: "https://elsewhere.test/" }).end("moved");
    else if (request.url === "/busy") response.writeHead(429, { "retry-after": "7", "x-ratelimit-limit": "5" }).end();
    else response.writeHead(200, { "content-encoding": "gzip" }).end(packed);
  });
  const headers = { authorization: "Token secret", "accept-encoding": "gzip" };

  expect(await told(before, server.origin, { headers })).toMatchObject({ status: 200, body: packed });
  expect(await told(before, server.origin, { headers, path: "/moved" })).toMatchObject({
    status: 302,
    headers: { location: "https://elsewhere.test/" },
    body: Buffer.from("moved"),
  });
  expect(await told(before, server.origin, { headers, path: "/busy" })).toMatchObject({
    status: 429,
    headers: { "retry-after": "7", "x-ratelimit-limit": "5" },
  });
  expect(await told(before, server.origin)).toMatchObject({ status: 401 });
});

test.each(ways)("%s that nobody can have received is known by its code", async (_, before) => {
  const server = await answering(() => undefined);
  const { origin } = server;
  await server[Symbol.asyncDispose]();

  expect(await told(before, origin)).toMatchObject({ code: "ECONNREFUSED", syscall: "connect" });
  expect(await told(before, "http://nowhere.invalid")).toMatchObject({
    code: expect.stringMatching(/^(?:ENOTFOUND|EAI_AGAIN)$/),
    syscall: "getaddrinfo",
  });
});

/** Those that are asked for again. */
const CUT = expect.stringMatching(/^(?:ECONNRESET|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/);

test.each(ways)(
  "%s that is cut, before the answer or in it, is one that may go better the next time",
  async (_, before) => {
    await using server = await answering((request, response) => {
      if (request.url === "/asked") request.socket.destroy();
      else response.writeHead(200, { "content-length": "10" }).write("half", () => request.socket.destroy());
    });

    expect(await told(before, server.origin)).toMatchObject({ code: CUT });
    expect(await told(before, server.origin, { path: "/half" })).toMatchObject({ code: CUT });
  },
);

test.each(ways)("%s waits for an answer, and for its parts, as long as it was told", async (_, before) => {
  await using server = await answering((request, response) => {
    if (request.url !== "/asked") response.writeHead(200).write("begun");
  });
  const LONG = 600_000;

  expect(await told(before, server.origin, { headersTimeout: 100, bodyTimeout: LONG })).toMatchObject({
    code: "UND_ERR_HEADERS_TIMEOUT",
  });
  expect(await told(before, server.origin, { headersTimeout: LONG, bodyTimeout: 100, path: "/begun" })).toMatchObject({
    code: "UND_ERR_BODY_TIMEOUT",
  });
});

test.each(ways)("%s ends with the reason of whoever stops it, before the answer and in it", async (_, before) => {
  const seen = Promise.withResolvers<undefined>();
  await using server = await answering((request, response) => {
    if (request.url !== "/asked") response.writeHead(200).write("begun");
    seen.resolve(undefined);
  });
  const why = new Error("stopped");
  for (const path of ["/asked", "/begun"]) {
    const stop = new AbortController();
    const asked = told(before, server.origin, { path, signal: stop.signal });
    await seen.promise;
    stop.abort(why);
    expect(await asked).toMatchObject({ reason: why });
  }

  expect(await told(before, server.origin, { signal: AbortSignal.abort(why) })).toMatchObject({ reason: why });
});

test.each(ways)("%s ends when the connections are closed, and none is sent after that", async (_, before) => {
  let asked = 0;
  await using server = await answering(() => {
    asked += 1;
  });
  const connections = await connectionsAfter(before, server.origin);
  const ask = () => connections.request({ origin: server.origin, path: "/asked", method: "GET" });
  const hanging = ask();
  await expect.poll(() => asked).toBe(1);

  await connections.destroy();

  await expect(hanging).rejects.toMatchObject({ code: "UND_ERR_DESTROYED" });
  await expect(ask()).rejects.toMatchObject({ code: "UND_ERR_DESTROYED" });
});

test.each(ways)("%s to what is no web server, or to one that nobody trusts, is refused", async (_, before) => {
  await using other = await listening(createSocketServer((socket) => socket.end("220 mail.test ESMTP\r\n")));
  await using certificate = await createPrivateCertificate("127.0.0.1");
  if (certificate === undefined) return;
  const { key, certificate: cert } = certificate;
  await using secure = await listening(createSecureServer({ key, cert }), "https");

  expect(await told(before, other.origin)).toMatchObject({ code: expect.stringMatching(/^HPE_/) });
  expect(await told(before, secure.origin)).toMatchObject({ code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" });
  expect(await told(before, secure.origin.replace("https", "http"))).toMatchObject({ code: expect.any(String) });
  expect(await told(before, other.origin.replace("http", "https"))).toMatchObject({
    code: "ERR_SSL_WRONG_VERSION_NUMBER",
  });
});

test.each(ways)("%s whose answer nobody reads may be let go", async (_, before) => {
  await using server = await answering((_request, response) => {
    response.writeHead(200).write("begun");
  });
  const connections = await connectionsAfter(before, server.origin);

  const { body } = await connections.request({ origin: server.origin, path: "/begun", method: "GET" });
  body.on("error", () => undefined).destroy();
  await connections.destroy();

  expect(body.destroyed).toBe(true);
});
