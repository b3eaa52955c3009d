import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
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
    await (await fetch(server.api)).text();
    const start = Date.now();

    await server.close();

    expect(Date.now() - start).toBeLessThan(3000);
  });
});
