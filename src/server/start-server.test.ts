import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { silentLogger } from "../core/logger.ts";
import { startServer } from "./start-server.ts";

describe("startServer", () => {
  it("shows the administrator's and the bot's token once, and keeps its data", async () => {
    await using folder = await temporaryDirectory();
    const data = join(folder.path, "data");
    const first = await startServer({ data, project: "demo" });
    const { adminToken, botToken } = first;
    await first.close();

    await using second = await startServer({ data, project: "demo" });

    expect([adminToken?.slice(0, 4), botToken?.slice(0, 4)]).toEqual(["svu_", "svp_"]);
    expect([second.adminToken, second.botToken]).toEqual([undefined, undefined]);
    const answer = await fetch(`${second.api}projects/demo/`, {
      headers: { authorization: `Token ${String(botToken)}` },
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ url: `${second.url}/api/projects/demo/` });
  });

  it("gives the administrator another token on demand", async () => {
    await using folder = await temporaryDirectory();
    const data = join(folder.path, "data");
    await (await startServer({ data })).close();

    await using server = await startServer({ data, newAdminToken: true });

    const answer = await fetch(server.api, { headers: { authorization: `Bearer ${String(server.adminToken)}` } });
    expect(answer.status).toBe(200);
  });

  it("listens on this machine alone", async () => {
    await using folder = await temporaryDirectory();
    await using server = await startServer({ data: join(folder.path, "data") });

    expect(server.host).toBe("127.0.0.1");
  });

  it("says so when the port is taken, and does not hold the folder then", async () => {
    await using folder = await temporaryDirectory();
    await using running = await startServer({ data: join(folder.path, "one") });
    const data = join(folder.path, "two");

    await expect(startServer({ data, port: running.port })).rejects.toMatchObject({ code: "IL-E02" });

    await using free = await startServer({ data });
    expect(free.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it("closes while clients keep their connections", async () => {
    await using folder = await temporaryDirectory();
    const server = await startServer({ data: join(folder.path, "data") });
    const socket = connect(server.port, "127.0.0.1");
    socket.write("GET /api/ HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(socket, "data");
    const left = once(socket, "end");

    await server.close();

    expect(await left).toEqual([]);
  });

  it("answers what is no request of a client's library, and takes nothing of it for a fault of its own", async () => {
    await using folder = await temporaryDirectory();
    const faults: string[] = [];
    const logger = { ...silentLogger, error: (message: string) => void faults.push(message) };
    await using server = await startServer({ data: join(folder.path, "data"), logger });
    const authorization = `Authorization: Token ${String(server.adminToken)}`;
    const ask = (...lines: readonly string[]) => statusOf(server.port, `${lines.join("\r\n")}\r\n\r\n`);

    expect(await ask("GET /api/ HTTP/1.1", "Host: a b")).toBe(400);
    expect(await ask("GET /api/ HTTP/1.1", "Host: ")).toBe(400);
    expect(await ask("GET /api/ HTTP/1.1", "Host: [::1")).toBe(400);
    expect(await ask("GET //api/ HTTP/1.1", "Host: x")).toBe(404);
    expect(await ask("GET //evil.example/ HTTP/1.1", "Host: x")).toBe(404);
    expect(await ask("PROPFIND /api/ HTTP/1.1", "Host: x", authorization)).toBe(405);
    expect(await ask("GET /api/ HTTP/1.1", "Host: x", `Authorization: Token ${"a".repeat(20_000)}`)).toBe(401);
    expect(await ask("GET /api/ HTTP/1.1", "Host: x", "Authorization: \u00ff\u00fe")).toBe(200);
    expect(await ask("GET /api/ HTTP/1.1", "Host: x", `X-Long: ${"a".repeat(70_000)}`)).toBe(431);
    const broken = ["Host: x", authorization, "Content-Type: application/json", "Content-Length: 20", "", '{"name'];
    expect(await statusOf(server.port, `POST /api/projects/ HTTP/1.1\r\n${broken.join("\r\n")}`, "ends")).toBe(400);
    expect(faults).toEqual([]);
  });
});

/** Sends bytes, and reads the status; 0: none came. Who ends its side is answered only where the server was quicker. */
async function statusOf(port: number, request: string, then: "waits" | "ends" = "waits"): Promise<number> {
  const socket = connect(port, "127.0.0.1");
  socket.write(Buffer.from(request, "latin1"));
  if (then === "ends") socket.end();
  let answer = "";
  for await (const chunk of socket.setEncoding("latin1")) {
    answer += String(chunk);
    if (answer.includes("\r\n")) break;
  }
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
}
