import { once } from "node:events";
import { createServer } from "node:http";
import { afterEach, expect, test, vi } from "vitest";
import { startForwardProxy } from "../../../test/support/forward-proxy.ts";
import { systemClock } from "../../core/clock.ts";
import { silentLogger } from "../../core/logger.ts";
import type { SeenRequest } from "../../network/seen-request.ts";
import { connect } from "./connection.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

test("a server that only the proxy can reach is asked through it, with the token for the server alone", async () => {
  const seen: (string | undefined)[] = [];
  const told: SeenRequest[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url, request.headers.authorization, request.headers["proxy-authorization"]);
    response.end('{"full_name":"acme/app"}');
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  await using proxy = await startForwardProxy({ credentials: "dana:pass", hosts: { "forge.test": address.port } });
  vi.stubEnv("http_proxy", proxy.url);
  vi.stubEnv("no_proxy", "");

  const forge = connect({
    token: "secret-token",
    apiUrl: "http://forge.test/api/v1",
    serverUrl: "http://forge.test",
    repository: "acme/app",
    logger: silentLogger,
    clock: systemClock,
    second: 1,
    onRequest: (request) => void told.push(request),
  });
  const answer = await forge.request({ method: "GET", path: "", repeatable: true });

  expect(answer).toMatchObject({ status: 200, body: { full_name: "acme/app" } });
  expect(seen).toEqual(["/api/v1/repos/acme/app", "token secret-token", undefined]);
  const endpoint = "/repos/{owner}/{repo}";
  expect(told).toEqual([
    { service: "forgejo", method: "GET", endpoint, status: 200, milliseconds: expect.any(Number) },
  ]);
  expect(proxy.asked).toEqual(["forge.test:80"]);
  server.closeAllConnections();
  server.close();
});
