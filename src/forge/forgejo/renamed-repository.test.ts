import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../core/clock.ts";
import { silentLogger } from "../../core/logger.ts";
import { connect, type ForgejoRepository } from "./connection.ts";
import { currentName } from "./current-name.ts";

interface Server extends AsyncDisposable {
  readonly url: string;
  /** Method, path and what came with it. */
  readonly requests: string[];
}

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { authorization = "" } = request.headers;
      requests.push(
        `${request.method ?? ""} ${request.url ?? ""} ${authorization} ${Buffer.concat(chunks).toString()}`,
      );
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${String(address.port)}`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function redirect(response: ServerResponse, status: number, location: string): void {
  response.writeHead(status, { location }).end();
}

function at(url: string): ForgejoRepository {
  return connect({
    token: "secret",
    apiUrl: `${url}/api/v1`,
    serverUrl: url,
    repository: "acme/old",
    logger: silentLogger,
    clock: systemClock,
    second: 1,
  });
}

describe.concurrent("the connection to Forgejo and Gitea", () => {
  it.each([
    ["GET", 301],
    ["GET", 302],
    ["GET", 307],
    ["POST", 307],
    ["POST", 308],
  ] as const)("follows a renamed repository: %s with %i", async (method, status) => {
    await using server = await serve((request, response) => {
      if (request.url?.includes("/old/") === true) redirect(response, status, "/api/v1/repos/acme/new/pulls?page=2");
      else response.end('{"number":7}');
    });
    const body = method === "POST" ? { title: "T" } : undefined;

    const answer = await at(server.url).request({ method, path: "/pulls", repeatable: false, ...(body && { body }) });

    expect(answer).toMatchObject({ status: 200, body: { number: 7 } });
    const sent = body === undefined ? "" : JSON.stringify(body);
    expect(server.requests).toEqual([
      `${method} /api/v1/repos/acme/old/pulls token secret ${sent}`,
      `${method} /api/v1/repos/acme/new/pulls?page=2 token secret ${sent}`,
    ]);
  });

  it("goes to no other server, and makes of no write a read", async () => {
    await using other = await serve((_request, response) => response.end("[]"));
    await using server = await serve((request, response) => {
      if (request.method === "POST") redirect(response, 302, "/api/v1/repos/acme/new/pulls");
      else redirect(response, 307, `${other.url}/api/v1/repos/acme/new/pulls`);
    });
    const forgejo = at(server.url);

    const elsewhere = await forgejo.request({ method: "GET", path: "/pulls", repeatable: true });
    const written = await forgejo.request({ method: "POST", path: "/pulls", body: {}, repeatable: false });

    expect(elsewhere).toMatchObject({
      status: 307,
      message: `it redirects to ${other.url}/api/v1/repos/acme/new/pulls`,
    });
    expect(written.status).toBe(302);
    expect(other.requests).toEqual([]);
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    ["the name that the server gives", 200, '{"full_name":"acme/new"}', "acme/new"],
    ["its own, where only letters differ", 200, '{"full_name":"Acme/Old"}', "acme/old"],
    ["its own, where the server does not say", 404, '{"message":"Not Found"}', "acme/old"],
    ["its own, where the server says nonsense", 200, '{"full_name":"../etc/x"}', "acme/old"],
  ])("a renamed repository has %s", async (_, status, said, expected) => {
    await using server = await serve((request, response) => {
      if (request.url?.endsWith("/acme/old") === true) redirect(response, 301, "/api/v1/repos/acme/new");
      else response.writeHead(status).end(said);
    });

    const place = { serverUrl: server.url, repository: "acme/old" };
    expect(await currentName(place, "secret", silentLogger)).toBe(expected);
  });

  it("does not go round in circles", async () => {
    await using server = await serve((request, response) => redirect(response, 307, request.url ?? "/"));

    const answer = await at(server.url).request({ method: "GET", path: "/pulls", repeatable: true });

    expect(answer.status).toBe(307);
    expect(server.requests.length).toBeLessThan(10);
  });
});
