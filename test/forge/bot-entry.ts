import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { silentLogger } from "../../src/core/logger.ts";
import { forgejoSetUp } from "../../src/forge/forgejo/set-up.ts";
import { signIn } from "../support/admin-client.ts";
import { BotProcess } from "../support/bot-process.ts";
import { freePort } from "../support/free-port.ts";
import { lookingAt, openDeliveries } from "../support/bot-world.ts";
import { installServiceWebhook, signingSecret } from "../support/service-webhook.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import type { Entry, EntryPlace } from "./entry.ts";
import { forge, tokenWith } from "./lab.ts";

/** A bot with an account of its own, and the webhook that `init --forge` makes. */
export async function botEntry({ name, site, clock, token, options }: EntryPlace): Promise<Entry> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryDirectory());
  const port = await freePort();
  const address = `http://127.0.0.1:${String(port)}`;
  const hook = { url: `${address}/webhooks/forgejo/forgejo`, secret: randomBytes(20).toString("hex") };
  const secret = signingSecret();
  if (options.serviceTells !== false) {
    await installServiceWebhook(site.service, site.project, { url: `${address}/webhooks/service/service`, secret });
  }
  const data = join(folder.path, "bot");
  await mkdir(data);
  const bot = resources.use(
    new BotProcess({
      data,
      port,
      clock,
      isProcess: options.isProcess === true,
      environment: {
        INTERLINEAR_BOT_FORGEJO_URL: forge.url,
        INTERLINEAR_BOT_FORGEJO_TOKEN: token,
        INTERLINEAR_BOT_FORGEJO_WEBHOOK_SECRET: hook.secret,
        INTERLINEAR_BOT_PUBLIC_URL: address,
        INTERLINEAR_BOT_REPOSITORIES: "dev/*",
        INTERLINEAR_SERVICE_URL: site.proxy.url,
        INTERLINEAR_TOKEN: site.botToken,
        INTERLINEAR_BOT_SERVICE_WEBHOOK_SECRET: secret,
      },
    }),
  );
  await bot.start();
  const place = { serverUrl: forge.url, repository: name, logger: silentLogger };
  await forgejoSetUp({ ...place, token: await tokenWith(["write:repository", "write:issue"], "dev") }).addHook(hook);
  const until = lookingAt(bot, { isAtRest: () => site.service.isAtRest() });
  const quiet = async (): Promise<void> => {
    // Twice: what it does may be told of again. The server tells within a second.
    for (let seen = 0; seen < 2; seen += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await until("all deliveries are done", () => openDeliveries(bot) === 0);
    }
  };
  const admin = () => {
    const { login = 0, password = "" } = bot.administrator ?? {};
    return signIn(bot.url, String(login), password);
  };
  const byHand = (): number => bot.rows("select id from delivery where source = 'person'").length;
  const bySchedule = (): number => bot.rows("select id from delivery where source = 'schedule'").length;
  const owned = resources.move();
  return {
    quiet,
    askForRun: async () => {
      // However slow the machine is: what it was pushed may not have reached the bot yet.
      await until("the bot knows the repository", () => bot.rows("select id from repository").length > 0);
      const [repository] = bot.rows("select id from repository");
      const before = byHand();
      await (await admin()).press(`repositories/${String(repository?.["id"])}/run`, { what: "sync" });
      await until("the run was asked for", () => byHand() > before);
    },
    scheduleComes: async () => {
      const client = await admin();
      await client.change({ schedules: { default: "* * * * *" } });
      await until("it is the time of the schedule", () => bySchedule() > 0);
      await client.change({ schedules: { default: "" } });
      await quiet();
    },
    lastRun: async (kind) => {
      const runs = bot.rows("select kind, state, outcome, summary from run order by id desc");
      const run = runs.find((one) => kind === undefined || one["kind"] === kind);
      const [repository] = bot.rows("select problem from repository");
      const words = [run?.["outcome"], run?.["summary"], repository?.["problem"]].join("\n");
      return { isGood: run?.["state"] === "done", words };
    },
    approve: quiet,
    isAtWork: async () => bot.rows("select id from run where state = 'running'").length > 0,
    kill: async () => {
      await bot.kill9();
      await bot.start();
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}
