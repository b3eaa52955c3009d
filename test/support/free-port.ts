import { randomInt } from "node:crypto";
import { createServer } from "node:net";

const LOWEST_PORT = 15_000;
const PORTS = 15_000;

/**
 * A port of loopback that is free now: addresses of webhooks name it, and it stays the same over restarts. It is none of
 * those that systems give to whoever asks for any, so that nobody has it by the time it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST_PORT + randomInt(PORTS);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => {
      resolve(false);
    });
    server.listen(port, "127.0.0.1", () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}
