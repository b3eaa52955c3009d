import { createServer, type IncomingHttpHeaders } from "node:http";

export interface ReceivedHook {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Parsed. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A server on loopback that takes webhooks. */
export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string;
  readonly received: ReceivedHook[];
  /** Answered to each of them. */
  status: number;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      receiver.received.push({ headers: request.headers, body, payload: JSON.parse(body) });
      response.writeHead(receiver.status).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the receiver has no port");
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${String(address.port)}/`,
    received: [],
    status: 202,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
