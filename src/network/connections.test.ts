import { once } from "node:events";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { startForwardProxy } from "../../test/support/forward-proxy.ts";
import { fetchOf, openConnections } from "./connections.ts";

/** Says which host it was asked for, and what came with the request. */
async function startEcho(): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer((request, response) => {
    response.end(JSON.stringify({ host: request.headers.host, proxy: request.headers["proxy-authorization"] ?? "" }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("a host that only the proxy can reach is reached, and never sees the proxy's password", async () => {
  await using echo = await startEcho();
  await using proxy = await startForwardProxy({ credentials: "dana:hunter2", hosts: { "api.forge.test": echo.port } });

  const send = fetchOf("http://api.forge.test/v3", { HTTP_PROXY: proxy.url });
  const response = await send("http://api.forge.test/v3/user", { method: "GET" });

  expect(JSON.parse(await response.text())).toEqual({ host: "api.forge.test", proxy: "" });
  expect(proxy.asked).toEqual(["api.forge.test:80"]);
});

test("connections to an origin go through the proxy too", async () => {
  await using echo = await startEcho();
  await using proxy = await startForwardProxy({ hosts: { "forge.test": echo.port } });
  const origin = "http://forge.test";
  const connections = openConnections(`${origin}/base`, { connections: 2, environment: { http_proxy: proxy.url } });

  const { statusCode, body } = await connections.request({ origin, path: "/api", method: "GET" });

  expect(statusCode).toBe(200);
  expect(await body.text()).toContain("forge.test");
  expect(proxy.asked).toEqual(["forge.test:80"]);
  await connections.destroy();
});

test("what NO_PROXY excludes and what is on loopback goes the direct way", async () => {
  await using echo = await startEcho();
  await using proxy = await startForwardProxy({ hosts: {} });
  const direct = `http://127.0.0.1:${String(echo.port)}`;

  expect(fetchOf("http://forge.test", { HTTP_PROXY: proxy.url, NO_PROXY: "test" })).toBe(fetch);
  const response = await fetchOf(direct, { HTTP_PROXY: proxy.url })(direct);

  expect(response.status).toBe(200);
  expect(proxy.asked).toEqual([]);
});

test("a proxy that wants another password is known by its answer, not by what it was sent", async () => {
  await using proxy = await startForwardProxy({ credentials: "dana:right", hosts: {} });
  const wrong = proxy.url.replace("right", "hunter2");

  const refused: unknown = await fetchOf("http://forge.test", { HTTP_PROXY: wrong })("http://forge.test/").catch(
    (error: unknown) => error,
  );

  const cause = refused instanceof Error ? refused.cause : undefined;
  expect(String(cause)).toBe("Error: the proxy answered 407; check user and password in its variable");
  expect(`${String(refused)} ${String(cause)} ${JSON.stringify(cause)}`).not.toContain("hunter2");
});
