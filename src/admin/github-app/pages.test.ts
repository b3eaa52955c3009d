import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { currentSettings } from "../../records/settings/current-settings.ts";
import { startBot, type RunningBot } from "../../server/start-bot.ts";

const CODE = "a180b1a3d263c81bc6441d7b990bae27d4c10679";
const pem = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs1", format: "pem" });

let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let bot: RunningBot;
let cookie: string;
let gitHub: { readonly url: string; readonly close: () => void };

beforeAll(async () => {
  gitHub = await startGitHub();
  folder = await temporaryDirectory();
  bot = await startBot({ data: folder.path, settings: { publicUrl: "https://bot.example.org" } });
  cookie = await signIn(bot.administrator?.login ?? 0, bot.administrator?.password ?? "");
});
afterAll(async () => {
  await bot.close();
  gitHub.close();
  await folder[Symbol.asyncDispose]();
});

/** An Enterprise server that knows one code. */
async function startGitHub(): Promise<typeof gitHub> {
  const server = createServer((request, response) => {
    const isCode = request.url === `/api/v3/app-manifests/${CODE}/conversions` && request.method === "POST";
    const url = `http://${String(request.headers.host)}/apps/interlinear`;
    const made = { id: 17, slug: "interlinear", name: "Interlinear", html_url: url, pem, webhook_secret: "hook" };
    response.writeHead(isCode ? 201 : 404, { "content-type": "application/json" }).end(JSON.stringify(made));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${String(address.port)}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function signIn(login: number, password: string): Promise<string> {
  const authorization = `Basic ${btoa(`${String(login)}:${password}`)}`;
  const answer = await fetch(`${bot.adminUrl}api/login`, { headers: { authorization } });
  return (answer.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
}

async function page(path: string, headers: Readonly<Record<string, string>> = { cookie }) {
  const answer = await fetch(`${bot.adminUrl}${path}`, { headers, redirect: "manual" });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

async function stateOfOffer(query: Readonly<Record<string, string>>): Promise<string> {
  const { text } = await page(`github-app?${new URLSearchParams(query).toString()}`);
  return /settings\/apps\/new\?state=([\w-]+)"/.exec(text)?.[1] ?? "none";
}

describe("the page that makes the bot's GitHub App", () => {
  it("hands the manifest over to GitHub, and may send forms nowhere else", async () => {
    const { status, headers, text } = await page("github-app?organization=acme");

    expect(status).toBe(200);
    expect(headers.get("content-security-policy")).toContain("form-action 'self' https://github.com;");
    expect(text).toMatch(/action="https:\/\/github\.com\/organizations\/acme\/settings\/apps\/new\?state=[\w-]{32}"/);
    expect(text).toContain("https://bot.example.org/webhooks/github/github");
    expect((await page("settings")).headers.get("content-security-policy")).toContain("form-action 'self';");
  });

  it("goes on by itself when GitHub sends the person back without a session", async () => {
    const { status, headers } = await page(`github-app/created?code=${CODE}&state=s`, {});

    expect(status).toBe(200);
    expect(headers.get("refresh")).toBe(`0; url=/admin/github-app/take?code=${CODE}&state=s`);
    expect((await page("github-app/take?code=c&state=s", {})).status).toBe(303);
  });

  it("puts id, key and secret into the settings, once, and leads to where it is installed", async () => {
    const state = await stateOfOffer({ server: gitHub.url, forge: "work" });

    const taken = await page(`github-app/take?code=${CODE}&state=${state}`);
    const again = await page(`github-app/take?code=${CODE}&state=${state}`);

    expect([taken.status, again.status]).toEqual([200, 409]);
    expect(taken.text).toContain(`href="${gitHub.url}/apps/interlinear/installations/new"`);
    expect(taken.text).not.toContain("PRIVATE KEY");
    expect((await currentSettings(bot.records)).forges).toEqual({
      work: {
        kind: "github",
        serverUrl: gitHub.url,
        apiUrl: `${gitHub.url}/api/v3`,
        appId: "17",
        privateKey: pem,
        webhookSecret: "hook",
      },
    });
  });

  it("takes nothing in that nobody here began", async () => {
    const { status, text } = await page(`github-app/take?code=${CODE}&state=forged`);

    expect(status).toBe(409);
    expect(text).toContain("Nobody here began to make this App");
  });

  it("says so when GitHub does not know the code", async () => {
    const state = await stateOfOffer({ server: gitHub.url, forge: "other" });

    const { status, text } = await page(`github-app/take?code=wrong&state=${state}`);

    expect(status).toBe(409);
    expect(text).toContain("answered 404");
    expect((await currentSettings(bot.records)).forges).not.toHaveProperty("other");
  });

  it.each(["server=http://git.example.org", "organization=a/b", "forge=A%20B"])("refuses %s", async (query) => {
    expect((await page(`github-app?${query}`)).status).toBe(400);
  });

  it("is for administrators", async () => {
    const { database } = bot.records;
    await database.updateTable("operator").set({ role: "operator" }).where("login", "=", 1).execute();

    const statuses = [(await page("github-app")).status, (await page("github-app/take?code=c&state=s")).status];

    await database.updateTable("operator").set({ role: "administrator" }).where("login", "=", 1).execute();
    expect(statuses).toEqual([403, 403]);
  });
});
