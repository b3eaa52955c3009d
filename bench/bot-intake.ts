import { execFile, spawn } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { BotProcess } from "../test/support/bot-process.ts";
import { freePort } from "../test/support/free-port.ts";
import { temporaryDirectory } from "../test/support/temporary-directory.ts";
import { fromGitHub, githubExample } from "../test/support/webhooks.ts";

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
  /** Milliseconds of a processor that the server's process worked for each; undefined where the system does not tell. */
  readonly processor: number | undefined;
}

/** Pushes of many repositories that come at once: signed, over HTTP, kept on SQLite while the bot already works on them. */
export async function measureIntake(size: IntakeSize): Promise<IntakeResult> {
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
  const result = await flood({ isInstalled: true, url: bot.url, pid: bot.pid, secret }, size);
  const [kept] = bot.rows("select count(*) as kept from delivery");
  if (kept?.["kept"] !== size.deliveries)
    throw new Error(`${String(kept?.["kept"])} of ${String(size.deliveries)} were kept`);
  return result;
}

/** GitHub gives up after ten seconds. */
const PATIENCE_MILLISECONDS = 10_000;
const PROBOT = "probot@14.3.2";

/**
 * The same webhooks at a server of probot's, whose handler does nothing: it checks the signature, and keeps nothing.
 * @returns undefined where it cannot be installed
 */
export async function measureProbot(size: IntakeSize): Promise<IntakeResult | undefined> {
  await using folder = await temporaryDirectory();
  await writeFile(join(folder.path, "package.json"), "{}");
  const install = ["install", "--silent", "--prefer-offline", "--no-audit", "--no-fund", PROBOT];
  try {
    await promisify(execFile)("npm", install, { cwd: folder.path });
  } catch {
    console.error(`No peer: ${PROBOT} cannot be installed.`);
    return undefined;
  }
  const secret = randomBytes(20).toString("hex");
  const program = join(import.meta.dirname, "probot-server.ts");
  const server = spawn(process.execPath, [program, folder.path], {
    env: { ...process.env, PROBOT_SECRET: secret, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = await once(createInterface(server.stdout), "line");
    return await flood({ isInstalled: false, url: String(line), pid: server.pid ?? 0, secret }, size);
  } finally {
    server.kill();
  }
}

interface Flooded {
  /** Whether events name an installation: the peer asks GitHub for a token of it before its handler runs. */
  readonly isInstalled: boolean;
  readonly url: string;
  readonly pid: number;
  readonly secret: string;
}

async function flood({ isInstalled, url, pid, secret }: Flooded, { deliveries, repositories, sideBySide }: IntakeSize) {
  const times: number[] = [];
  let sent = 0;
  const sender = async (): Promise<void> => {
    while (sent < deliveries) {
      sent += 1;
      times.push(await deliver({ url, secret, isInstalled }, sent % repositories));
    }
  };
  const before = await workedBy(pid);
  const began = performance.now();
  await Promise.all(Array.from({ length: sideBySide }, sender));
  const seconds = (performance.now() - began) / 1_000;
  const after = await workedBy(pid);
  const sorted = times.toSorted((a, b) => a - b);
  const quantile = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  const processor = before === undefined || after === undefined ? undefined : (after - before) / deliveries;
  return { perSecond: deliveries / seconds, p50: quantile(0.5), p99: quantile(0.99), processor };
}

/** Linux counts in hundredths of a second. */
const TICK_MILLISECONDS = 10;

/** Milliseconds that processors worked for a process, without its children. */
async function workedBy(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${String(pid)}/stat`, "utf8").catch(() => "");
  const [user, system] = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return user === undefined || system === undefined ? undefined : (user + system) * TICK_MILLISECONDS;
}

/** @returns milliseconds until the answer */
async function deliver({ url, secret, isInstalled }: Omit<Flooded, "pid">, repository: number): Promise<number> {
  const name = `acme/app-${String(repository)}`;
  const { path, headers, body } = fromGitHub("push", pushOf(name, repository + 1, isInstalled), { secret });
  const began = performance.now();
  const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS);
  const response = await fetch(`${url}/webhooks${path}`, { method: "POST", headers, body, signal });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`The webhook was answered with ${String(response.status)}`);
  return performance.now() - began;
}

/** As long as GitHub's are. */
const example = githubExample("push");

function pushOf(fullName: string, id: number, isInstalled: boolean): object {
  const { installation: _, ...others } = example;
  return {
    ...others,
    ref: "refs/heads/main",
    before: "1".repeat(40),
    after: randomBytes(20).toString("hex"),
    deleted: false,
    repository: { ...recordOf(example["repository"]), id, full_name: fullName, default_branch: "main" },
    ...(isInstalled ? { installation: { id: 9 } } : {}),
  };
}

function recordOf(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}
