import { describe, expect, it } from "vitest";
import { rsaKey } from "../../../test/support/management-samples.ts";
import { startScriptedService } from "../../../test/support/scripted-service.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { readSettings, writeSettings } from "../../records/settings/current-settings.ts";
import type { Settings } from "../../records/settings/settings.ts";
import { startBot } from "../../server/start-bot.ts";
import { clockTrial, type Trial } from "./trial.ts";
import { SettingsTrials } from "./trials.ts";

const KEY = Buffer.from("0123456789abcdef01234567").toString("base64");

async function scene() {
  const folder = await temporaryDirectory();
  const bot = await startBot({ data: folder.path, service: { project: "demo" } });
  return {
    bot,
    trials: new SettingsTrials(bot.records),
    set: async (change: Partial<Settings>): Promise<void> => {
      const { settings } = await readSettings(bot.records.database, bot.records.seal);
      await writeSettings(bot.records.database, bot.records.seal, { ...settings, publicUrl: bot.url, ...change });
    },
    [Symbol.asyncDispose]: async () => {
      await bot.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

function said(results: readonly Trial[]): readonly string[] {
  return results.map(({ state, what, words }) => `${state} ${what}: ${words}`);
}

describe("trying what the settings name", () => {
  it("says of a service who the token speaks as, what it may do, and that a signed message came back", async () => {
    await using there = await scene();
    const { bot, set, trials } = there;
    const token = bot.service?.botToken ?? "";
    await set({ services: { main: { url: bot.url, token, webhookSecret: KEY, repositories: ["*"] } } });

    expect(said(await trials.service("main"))).toEqual([
      expect.stringMatching(/^good Token: It is valid: it speaks as bot-demo/),
      expect.stringMatching(/^good Rights: It may upload, download and commit in demo\b/),
      "good Clock: This machine's clock and theirs agree.",
      `good Webhook: A signed message to ${bot.url}/webhooks/service/main came back to this bot.`,
    ]);
  });

  it("says at once that a token is invented, and shows no secret", async () => {
    await using there = await scene();
    const { bot, set, trials } = there;
    const token = "tttttttttttttttttttt";
    await set({ services: { main: { url: bot.url, token, webhookSecret: "", repositories: ["*"] } } });

    const words = said(await trials.service("main"));

    expect(words).toEqual([
      expect.stringMatching(/^bad Token: The service refused to show the token's user \(401\)/),
      "attention Webhook: There is no webhook secret: translations come by the schedule alone.",
    ]);
    expect(words.join()).not.toContain(token);
  });

  it("says of a Forgejo who the token speaks as, where it may write, and how wrong the clock is", async () => {
    await using there = await scene();
    const { bot, set, trials } = there;
    await using server = await startScriptedService(({ target, headers }) => (response) => {
      const date = new Date(Date.now() - 90_000).toUTCString();
      const isKnown = headers.authorization === "token good-token";
      const body = target.endsWith("/user")
        ? { login: "robot" }
        : { permissions: { push: target.endsWith("/acme/app") } };
      response.writeHead(isKnown ? 200 : 401, { date, "content-type": "application/json" }).end(JSON.stringify(body));
    });
    for (const name of ["acme/app", "acme/site"]) {
      await bot.records.database
        .insertInto("repository")
        .values({
          forge: "forge",
          name,
          default_branch: "main",
          state: "active",
          problem: "",
          created: "2026-01-01T00:00:00.000Z",
        })
        .execute();
    }
    const forge = {
      kind: "forgejo",
      serverUrl: server.url,
      token: "good-token",
      webhookSecret: "a secret of the hook",
      repositories: ["*"],
    } as const;
    await set({ forges: { forge } });

    expect(said(await trials.forge("forge")).toSorted()).toEqual([
      expect.stringMatching(/^bad Clock: This machine's clock is (?:89|90|91) s ahead of theirs/),
      "bad Rights: acme/site: It may only read there: give the bot's account write access.",
      "good Rights: acme/app: It may write there.",
      "good Token: It is valid: it speaks as robot.",
      `good Webhook: A signed message to ${bot.url}/webhooks/forgejo/forge came back to this bot.`,
    ]);
    await set({ forges: { forge: { ...forge, token: "invented" } } });
    expect(said(await trials.forge("forge"))[0]).toMatch(/^bad Token: The server refuses it/);
  });

  it("tries before a change what it shows to a server anew, and tells a refusal from a server that is away", async () => {
    await using there = await scene();
    const { bot, trials } = there;
    const token = bot.service?.botToken ?? "";
    const main = { url: bot.url, token, webhookSecret: "", repositories: ["*"] };
    const { settings: before } = await readSettings(bot.records.database, bot.records.seal);
    const tried = async (services: Settings["services"], kept: Settings["services"] = {}) =>
      (await trials.credentials({ before: { ...before, services: kept }, after: { ...before, services } })).map(
        ({ field, state, isRefused }) => `${state} ${field}${isRefused ? " refused" : ""}`,
      );

    const away = { ...main, url: "http://127.0.0.1:9" };
    const invented = { ...main, token: "tttttttttttttttttttt" };
    expect(await tried({ main, away, invented, empty: { ...main, token: "" } })).toEqual([
      ...Array<string>(3).fill("good services.main"),
      "bad services.away",
      "bad services.invented.token refused",
    ]);
    expect(await tried({ main: { ...main, repositories: ["acme/*"] }, invented }, { main, invented })).toEqual([]);
    expect(await tried({ main: { ...main, url: "http://127.0.0.1:9" } }, { main })).toEqual(["bad services.main"]);
  });

  it("says of a GitHub that its key is none of an App's", async () => {
    await using there = await scene();
    await using server = await startScriptedService(() => (response) => {
      response
        .writeHead(401, { "content-type": "application/json" })
        .end('{"message":"A JSON web token could not be decoded"}');
    });
    const github = {
      kind: "github",
      serverUrl: server.url,
      apiUrl: server.url,
      appId: "1",
      privateKey: rsaKey(),
      webhookSecret: "",
    } as const;
    await there.set({ forges: { github } });

    const [key] = said(await there.trials.forge("github"));
    expect(key).toMatch(/^bad Key: GitHub refused to say which App it is \(401\)/);
  });

  it("says that the public address leads elsewhere", async () => {
    await using there = await scene();
    await using elsewhere = await startScriptedService(() => (response) => {
      response.writeHead(404).end("no such page");
    });
    const { bot, set, trials } = there;
    const main = { url: bot.url, token: bot.service?.botToken ?? "", webhookSecret: KEY, repositories: ["*"] };
    await set({ publicUrl: elsewhere.url, services: { main } });
    expect(said(await trials.service("main")).at(-1)).toBe(
      `bad Webhook: ${elsewhere.url}/webhooks/service/main answered 404. The proxy does not pass /webhooks on, or the address leads elsewhere.`,
    );
  });

  it.each([
    [0, "good"],
    [29, "good"],
    [31, "bad"],
    [-31, "bad"],
  ])("takes a clock that is %i s ahead for %s", (seconds, state) => {
    const ours = new Date("2026-01-01T12:00:00Z");
    const theirs = new Date(ours.getTime() - seconds * 1_000).toUTCString();
    expect(clockTrial(theirs, ours)[0]?.state).toBe(state);
  });
});
