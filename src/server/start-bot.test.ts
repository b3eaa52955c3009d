import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { currentSettings } from "../records/settings/current-settings.ts";
import { startBot } from "./start-bot.ts";

const forgejo = {
  kind: "forgejo",
  serverUrl: "https://codeberg.org",
  token: "token-of-forgejo",
  webhookSecret: "secret",
  repositories: ["acme/*"],
} as const;

describe("startBot", () => {
  it("shows the administrator's password once, and keeps its data", async () => {
    await using folder = await temporaryDirectory();
    const data = join(folder.path, "data");
    const first = await startBot({ data });
    const { administrator } = first;
    await first.close();

    await using second = await startBot({ data });

    expect(second.administrator).toBeUndefined();
    const answer = await fetch(`${second.adminUrl}api/login`, {
      headers: {
        authorization: `Basic ${btoa(`${String(administrator?.login)}:${String(administrator?.password)}`)}`,
      },
    });
    expect(answer.status).toBe(200);
    const [cookie = ""] = answer.headers.getSetCookie();
    const overview = await fetch(second.adminUrl, { headers: { cookie: cookie.split(";", 1).join("") } });
    expect([overview.status, overview.url]).toEqual([200, `${second.url}/admin`]);
  });

  it("leaves word in the log of which signal ended it", async () => {
    await using folder = await temporaryDirectory();
    const first = await startBot({ data: folder.path });
    await first.close("SIGTERM");

    await using second = await startBot({ data: folder.path });

    const rows = await second.records.database
      .selectFrom("event")
      .select("message")
      .where("component", "=", "process")
      .orderBy("id")
      .execute();
    expect(rows.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Started, version /),
      "Ended: SIGTERM asked it to end, and no run was left unfinished.",
      expect.stringMatching(/^Started, version /),
    ]);
  });

  it("answers how it is, and leads to its administration", async () => {
    await using folder = await temporaryDirectory();
    await using bot = await startBot({ data: folder.path });

    const health = await fetch(`${bot.url}/healthz`);
    const root = await fetch(bot.url);
    const administration = await fetch(bot.adminUrl);

    expect([health.status, await health.json()]).toEqual([200, { status: "ok" }]);
    expect([root.status, root.url]).toEqual([200, `${bot.adminUrl}sign-in`]);
    expect([administration.status, administration.url]).toEqual([200, `${bot.adminUrl}sign-in`]);
  });

  it("says that it is unwell when its database is gone, and no more", async () => {
    await using folder = await temporaryDirectory();
    await using bot = await startBot({ data: folder.path });
    const { database } = bot.records;
    await database.schema.dropTable("job").execute();

    const health = await fetch(`${bot.url}/healthz`);

    expect([health.status, await health.json()]).toEqual([
      503,
      { status: "unavailable", reason: "The database cannot be written to." },
    ]);
  });

  it("says that it is unwell while another program has its database to itself, and is well again after it", async () => {
    await using folder = await temporaryDirectory();
    await using bot = await startBot({ data: folder.path });
    const other = new DatabaseSync(join(folder.path, "bot.sqlite"));
    other.exec("begin exclusive");

    const health = await fetch(`${bot.url}/healthz`);

    expect([health.status, await health.json()]).toEqual([
      503,
      { status: "unavailable", reason: "The database does not answer in time." },
    ]);
    other.close();
    await expect.poll(async () => (await fetch(`${bot.url}/healthz`)).status).toBe(200);
  });

  it("answers what is too long without taking the connection from the next request", async () => {
    await using folder = await temporaryDirectory();
    await using bot = await startBot({ data: folder.path, settings: { forges: { codeberg: forgejo } } });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const asked: (number | undefined)[] = [];
    for (const [path, size] of [
      ["/admin/api/users", 3_000_000],
      ["/admin/sign-in", 1_500_000],
      ["/webhooks/forgejo/nobody", 5_000_000],
    ] as const) {
      asked.push(await statusOf(`${bot.url}${path}`, agent, size));
      asked.push(await statusOf(`${bot.url}/healthz`, agent, 0));
    }
    agent.destroy();

    expect(asked).toEqual([413, 200, 413, 200, 401, 200]);
  });

  it("takes webhooks of those alone whom the settings name", async () => {
    await using folder = await temporaryDirectory();
    await using bot = await startBot({ data: folder.path, settings: { forges: { codeberg: forgejo } } });

    const unknown = await fetch(`${bot.webhooksUrl}/forgejo/other`, { method: "POST", body: "{}" });
    const unsigned = await fetch(`${bot.webhooksUrl}/forgejo/codeberg`, { method: "POST", body: "{}" });

    expect([unknown.status, unsigned.status]).toEqual([401, 401]);
  });

  it("reads no endless bodies", async () => {
    await using folder = await temporaryDirectory();
    await using bot = await startBot({ data: folder.path });

    const answer = await fetch(`${bot.adminUrl}api/users`, { method: "POST", body: "x".repeat(3_000_000) });

    expect(answer.status).toBe(413);
  });

  it("has the embedded service on the same listener where that is wanted", async () => {
    await using folder = await temporaryDirectory();
    await using bot = await startBot({ data: folder.path, service: { project: "demo" } });

    const authorization = `Token ${String(bot.service?.botToken)}`;
    const project = await fetch(`${bot.url}/api/projects/demo/`, { headers: { authorization } });
    const root = await fetch(bot.url, { redirect: "manual", headers: { accept: "text/html" } });
    const health = await fetch(`${bot.url}/healthz`);

    expect(await project.json()).toMatchObject({ url: `${bot.url}/api/projects/demo/` });
    expect(root.headers.get("location")).not.toBe("/admin");
    expect(await health.json()).toEqual({ status: "ok" });
  });

  it("says so when the port is taken, and does not hold the folder then", async () => {
    await using folder = await temporaryDirectory();
    await using running = await startBot({ data: join(folder.path, "one") });
    const data = join(folder.path, "two");

    await expect(startBot({ data, port: running.port })).rejects.toMatchObject({ code: "IL-E02" });

    await using free = await startBot({ data });
    expect(free.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it("writes the settings it is given, and of the first ones only those that nobody made", async () => {
    await using folder = await temporaryDirectory();
    const data = folder.path;
    const first = await startBot({ data, settings: { publicUrl: "https://one.example.org" } });
    await first.close();

    await using second = await startBot({
      data,
      firstSettings: { publicUrl: "https://two.example.org", forges: { codeberg: forgejo } },
    });

    const settings = await currentSettings(second.records);
    expect(settings.publicUrl).toBe("https://one.example.org");
    expect(settings.forges).toEqual({ codeberg: forgejo });
  });

  it("does not start with settings that the administration would refuse, and names no secret", async () => {
    await using folder = await temporaryDirectory();
    const forges = { codeberg: { ...forgejo, serverUrl: "http://codeberg.org", token: "two words" } };

    const error: unknown = await startBot({ data: folder.path, settings: { forges } }).catch(
      (reason: unknown) => reason,
    );

    expect(error).toMatchObject({ code: "IL-E07", message: expect.stringContaining("forges.codeberg.server_url") });
    expect(String(error)).not.toContain("two words");
  });

  it("closes while clients keep their connections, and answers who had begun to ask", async () => {
    await using folder = await temporaryDirectory();
    const bot = await startBot({ data: folder.path });
    const socket = connect(bot.port, "127.0.0.1");
    await once(socket, "connect");
    socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n");
    // Who connects later is answered later: the bot has taken the other connection by now.
    await (await fetch(`${bot.url}/healthz`)).text();

    const closed = bot.close();
    socket.write("Connection: close\r\n\r\n");
    let answer = "";
    for await (const chunk of socket.setEncoding("latin1")) answer += String(chunk);
    await closed;

    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

/** Of a request over a connection that is kept; it throws where the connection was taken away. */
async function statusOf(url: string, agent: Agent, size: number): Promise<number | undefined> {
  const asking = request(url, {
    agent,
    method: size === 0 ? "GET" : "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", "content-length": String(size) },
  });
  asking.end(Buffer.alloc(size, "a"));
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    asking.once("response", resolve).once("error", reject);
  });
  answer.resume();
  await once(answer, "end");
  return answer.statusCode;
}
