import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { startForwardProxy } from "../../test/support/forward-proxy.ts";
import { fetchOf, openConnections } from "./connections.ts";

/** Answers each path as it is told. */
async function startServer(
  listener: RequestListener,
): Promise<AsyncDisposable & { readonly url: string; readonly port: number }> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    url: `http://127.0.0.1:${String(address.port)}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Says which host it was asked for, and what came with the request. */
const startEcho = () =>
  startServer((request, response) => {
    response.end(JSON.stringify({ host: request.headers.host, proxy: request.headers["proxy-authorization"] ?? "" }));
  });

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
  expect(await text(body)).toContain("forge.test");
  expect(proxy.asked).toEqual(["forge.test:80"]);
  await connections.destroy();
});

test.each(["http://forge.test", "https://forge.test"])(
  "a proxy that wants a password, knows no such host or hangs up is told of: %s",
  async (origin) => {
    await using strict = await startForwardProxy({ credentials: "dana:hunter2", hosts: {} });
    await using ignorant = await startForwardProxy({ hosts: {} });
    const silent = createServer().on("connect", (_request, socket) => socket.destroy());
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    const address = silent.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const ask = async (proxy: string) => {
      const connections = openConnections(origin, { environment: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } });
      try {
        return await connections.request({ origin, path: "/", method: "GET" }).catch((error: unknown) => error);
      } finally {
        await connections.destroy();
      }
    };

    expect(await ask(strict.url.replace("dana:hunter2@", ""))).toMatchObject({
      code: "PROXY_REFUSED",
      message: expect.stringContaining("407"),
    });
    expect(await ask(ignorant.url)).toMatchObject({ code: "PROXY_REFUSED", message: expect.stringContaining("502") });
    expect(await ask(`http://127.0.0.1:${port}`)).toMatchObject({ code: "PROXY_CLOSED" });
    await new Promise((resolve) => silent.close(resolve));
  },
);

test("what NO_PROXY excludes and what is on loopback goes the direct way", async () => {
  await using echo = await startEcho();
  await using proxy = await startForwardProxy({ hosts: {} });
  const direct = echo.url;

  const excluded = fetchOf("http://forge.test", { HTTP_PROXY: proxy.url, NO_PROXY: "test" });
  await expect(excluded("http://forge.test/")).rejects.toThrow("ENOTFOUND");
  const response = await fetchOf(direct, { HTTP_PROXY: proxy.url })(direct);

  expect(response.status).toBe(200);
  expect(proxy.asked).toEqual([]);
});

test("a repository that was renamed is found where the server says, with method and body", async () => {
  await using server = await startServer((request, response) => {
    if (request.url === "/repos/acme/old?page=2") response.writeHead(307, { location: "/repositories/1?page=2" }).end();
    else request.pipe(response.writeHead(200, { "x-seen": `${request.method ?? ""} ${request.url ?? ""}` }));
  });

  const response = await fetchOf(server.url, {})(`${server.url}/repos/acme/old?page=2`, { method: "POST", body: "x" });

  expect(response.headers?.get("x-seen")).toBe("POST /repositories/1?page=2");
  expect(await response.text()).toBe("x");
});

test("a server that leads to another one leads no token there, and one that leads in a circle is left", async () => {
  const seen: (string | undefined)[] = [];
  await using other = await startServer((request, response) => {
    seen.push(request.headers.authorization);
    response.end();
  });
  await using server = await startServer((request, response) => {
    response.writeHead(301, { location: request.url === "/circle" ? "/circle" : other.url }).end();
  });
  const send = fetchOf(server.url, {});

  expect((await send(`${server.url}/away`, { headers: { authorization: "token secret" } })).status).toBe(200);
  await expect(send(`${server.url}/circle`)).rejects.toThrow("in a circle");
  expect(seen).toEqual([undefined]);
});

test("packed answers are unpacked, and one that is cut off is an error", async () => {
  await using server = await startServer((request, response) => {
    const packed = gzipSync(JSON.stringify({ asked: request.headers["accept-encoding"] }));
    const bytes = request.url === "/cut" ? packed.subarray(0, 10) : packed;
    response.writeHead(200, { "content-encoding": "gzip" }).end(bytes);
  });
  const send = fetchOf(server.url, {});

  expect(await (await send(`${server.url}/whole`)).text()).toBe('{"asked":"gzip"}');
  await expect(send(`${server.url}/cut`)).rejects.toThrow("unexpected end of file");
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
