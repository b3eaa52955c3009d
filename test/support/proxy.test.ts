import { createServer } from "node:http";
import { expect, test } from "vitest";
import { requestLines, startProxy, writesOf } from "./proxy.ts";

async function echoServer(): Promise<{ url: string; seen: string[] } & AsyncDisposable> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${String(request.method)} ${String(request.headers.host)}`);
    response.end("hello");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${String(address.port)}`,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("requests pass through with the proxy's host and are written down", async () => {
  await using server = await echoServer();
  await using proxy = await startProxy(server.url);

  await fetch(`${proxy.url}/api/?page=1`);
  await fetch(`${proxy.url}/api/x/`, { method: "POST", body: "12345" });

  expect(requestLines(proxy.requests)).toEqual(["GET /api/", "POST /api/x/"]);
  expect(writesOf(proxy.requests)).toEqual(["POST /api/x/"]);
  expect(proxy.requests.map((each) => [each.status, each.requestBody.length, each.responseBytes])).toEqual([
    [200, 0, 5],
    [200, 5, 5],
  ]);
  expect(server.seen[0]).toBe(`GET ${new URL(proxy.url).host}`);
});

test("a refused request never reaches the server, a lost one does", async () => {
  await using server = await echoServer();
  await using proxy = await startProxy(server.url);

  proxy.decide((_request, ordinal) => (ordinal === 1 ? "refuse" : "lose"));
  await expect(fetch(`${proxy.url}/a`)).rejects.toThrow();
  expect(server.seen).toHaveLength(0);
  await expect(fetch(`${proxy.url}/b`)).rejects.toThrow();
  expect(server.seen).toHaveLength(1);
});
