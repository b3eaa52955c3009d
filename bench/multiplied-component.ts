import { createServer, request as forward, type IncomingHttpHeaders } from "node:http";
import type { ServiceUnderTest } from "../test/support/service-api.ts";

/** A service in front of another one: what it says of one component, it says of as many as anybody asks for. */
export interface MultipliedComponent extends AsyncDisposable {
  readonly url: string;
  /** What was asked since the last `clear`. */
  readonly requests: readonly string[];
  /** Bytes of all answers since then. */
  bytes(): number;
  clear(): void;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/**
 * A thousand components take a service hours to make, and the client the same time whether a service made them: what is measured is
 * the client, on answers of the embedded service word for word.
 * @param original path of the component that there is, `demo/part`; others are called `demo/part-0002` and so on
 */
export async function multiplyComponent(service: ServiceUnderTest, original: string): Promise<MultipliedComponent> {
  const known = new Map<string, Promise<Answer>>();
  const requests: string[] = [];
  let bytes = 0;
  const copies = new RegExp(`(?<=/)${original}-\\d+(?=/|$)`);
  const server = createServer((incoming, answer) => {
    const { method = "GET", url = "/", headers } = incoming;
    requests.push(`${method} ${url}`);
    const name = copies.exec(url)?.[0] ?? original;
    const asked = url.replace(copies, original);
    const fetched = (name === original ? undefined : known.get(asked)) ?? ask(service.url, method, asked, headers);
    if (name !== original) known.set(asked, fetched);
    void fetched.then(({ status, type, body }) => {
      const said = body.replaceAll(`${original}/`, `${name}/`);
      bytes += said.length;
      answer.writeHead(status, { "content-type": type });
      answer.end(said);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    url: `http://127.0.0.1:${String(address.port)}`,
    requests,
    bytes: () => bytes,
    clear: () => {
      requests.length = 0;
      bytes = 0;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function ask(
  service: string,
  method: string,
  path: string,
  { authorization = "", host = "" }: IncomingHttpHeaders,
): Promise<Answer> {
  const { hostname, port } = new URL(service);
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const asked = forward({ hostname, port, method, path, headers: { authorization, host } }, (response) => {
    let body = "";
    response.setEncoding("utf8");
    response.on("data", (chunk: string) => (body += chunk));
    response.on("end", () => {
      resolve({ status: response.statusCode ?? 502, type: response.headers["content-type"] ?? "", body });
    });
  });
  asked.on("error", reject);
  asked.end();
  return promise;
}
