import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";

/** A proxy as companies have it in front of the internet: tunnels by CONNECT, to people it knows. */
export interface ForwardProxy extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`, with user and password where it wants them. */
  readonly url: string;
  /** `host:port` of every tunnel that was asked for, refused ones too. */
  readonly asked: readonly string[];
}

export interface ForwardProxyOptions {
  /** `user:password`; to everybody else it answers 407. */
  readonly credentials?: string;
  /** Ports on loopback that stand for hosts; no other host is reached. */
  readonly hosts: Readonly<Record<string, number>>;
}

export async function startForwardProxy({ credentials, hosts }: ForwardProxyOptions): Promise<ForwardProxy> {
  const asked: string[] = [];
  const open = new Set<Duplex>();
  const wanted = credentials && `Basic ${Buffer.from(credentials).toString("base64")}`;
  const server = createServer((_request, response) => {
    response.writeHead(501).end();
  });
  server.on("connect", (request, client: Duplex, head: Buffer) => {
    const target = request.url ?? "";
    asked.push(target);
    client.on("error", () => undefined);
    if (wanted !== undefined && request.headers["proxy-authorization"] !== wanted) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="proxy"\r\n\r\n');
      return;
    }
    const port = hosts[target.replace(/:\d+$/, "")];
    if (port === undefined) {
      client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
      return;
    }
    const upstream = connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    for (const side of [client, upstream]) {
      open.add(side);
      side.on("close", () => open.delete(side));
    }
    upstream.on("error", () => client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  return {
    url: `http://${credentials === undefined ? "" : `${credentials}@`}127.0.0.1:${String(address.port)}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      for (const side of open) side.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
