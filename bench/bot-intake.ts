import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { BotProcess } from "../test/support/bot-process.ts";
import { freePort } from "../test/support/free-port.ts";
import { temporaryDirectory } from "../test/support/temporary-directory.ts";
import { fromGitHub } from "../test/support/webhooks.ts";

export interface IntakeSize {
  readonly deliveries: number;
  readonly repositories: number;
  /** On their way at the same time. */
  readonly sideBySide: number;
}

export interface IntakeResult {
  readonly perSecond: number;
  /** Of the answers, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Pushes of many repositories that come at once: signed, over HTTP, kept on SQLite while the bot already works on them. */
export async function measureIntake({ deliveries, repositories, sideBySide }: IntakeSize): Promise<IntakeResult> {
  await using folder = await temporaryDirectory();
  const data = join(folder.path, "bot");
  await mkdir(data);
  const secret = randomBytes(20).toString("hex");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  await using bot = new BotProcess({
    isProcess: true,
    data,
    port: await freePort(),
    environment: {
      INTERLINEAR_BOT_GITHUB_APP_ID: "1",
      INTERLINEAR_BOT_GITHUB_PRIVATE_KEY: privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
      INTERLINEAR_BOT_GITHUB_WEBHOOK_SECRET: secret,
      // Nobody is there: what is measured is how deliveries are taken, not what comes of them.
      INTERLINEAR_BOT_GITHUB_SERVER_URL: `http://127.0.0.1:${String(await freePort())}`,
    },
  });
  await bot.start();
  const times: number[] = [];
  let sent = 0;
  const sender = async (): Promise<void> => {
    while (sent < deliveries) {
      sent += 1;
      times.push(await deliver(bot.url, secret, sent % repositories));
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: sideBySide }, sender));
  const seconds = (performance.now() - began) / 1_000;
  const [kept] = bot.rows("select count(*) as kept from delivery");
  if (kept?.["kept"] !== deliveries) throw new Error(`${String(kept?.["kept"])} of ${String(deliveries)} were kept`);
  const sorted = times.toSorted((a, b) => a - b);
  const quantile = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { perSecond: deliveries / seconds, p50: quantile(0.5), p99: quantile(0.99) };
}

/** @returns milliseconds until the answer */
async function deliver(url: string, secret: string, repository: number): Promise<number> {
  const name = `acme/app-${String(repository)}`;
  const { path, headers, body } = fromGitHub("push", pushOf(name, repository + 1), { secret });
  const began = performance.now();
  const response = await fetch(`${url}/webhooks${path}`, { method: "POST", headers, body });
  await response.arrayBuffer();
  if (response.status !== 202) throw new Error(`The webhook was answered with ${String(response.status)}`);
  return performance.now() - began;
}

function pushOf(fullName: string, id: number): object {
  return {
    ref: "refs/heads/main",
    before: "1".repeat(40),
    after: randomBytes(20).toString("hex"),
    deleted: false,
    repository: { id, full_name: fullName, default_branch: "main" },
    installation: { id: 9 },
    sender: { login: "dana", type: "User" },
  };
}
