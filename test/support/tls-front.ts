import { once } from "node:events";
import { connect } from "node:net";
import { createServer, type TLSSocket } from "node:tls";

/** Speaks TLS in front of a server on loopback that speaks plain HTTP. */
export async function startTlsFront(
  target: string,
  { key, certificate }: { readonly key: string; readonly certificate: string },
): Promise<AsyncDisposable & { readonly port: number }> {
  const open = new Set<TLSSocket>();
  const server = createServer({ key, cert: certificate }, (client) => {
    const upstream = connect(Number(new URL(target).port), "127.0.0.1");
    open.add(client);
    client.on("close", () => {
      open.delete(client);
      upstream.destroy();
    });
    client.on("error", () => upstream.destroy());
    upstream.on("error", () => client.destroy());
    upstream.pipe(client).pipe(upstream);
  });
  server.on("tlsClientError", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    port: address.port,
    [Symbol.asyncDispose]: async () => {
      for (const client of open) client.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
