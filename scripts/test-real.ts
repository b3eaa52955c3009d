/** `npm run test:real`: the scenarios again, against a real service that is installed for them. See test/real/. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { passedOnce, root, runStage, skippedOnce, testStage } from "./stage.ts";
import { addTallies, emptyTally, tallyLine, type Tally } from "./tally.ts";

const MINUTE = 60_000;
const INSTALL_LIMIT = 12 * MINUTE;
const START_LIMIT = 5 * MINUTE;

/** Readable by the database's own user, which a home folder is not. What is installed there is kept for the next run. */
const folder = join(tmpdir(), `interlinear-real-service-${String(userInfo().uid)}`);
const program = join(root, "test", "real", "real-service");

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return address === null || typeof address === "string" ? "0" : String(address.port);
}

const environment: Record<string, string> = {
  WEBLATE_LAB: folder,
  WEBLATE_PORT: await freePort(),
  WEBLATE_PG_PORT: await freePort(),
  WEBLATE_REDIS_PORT: await freePort(),
};

interface Answer {
  readonly exitCode: number;
  readonly output: string;
}

/** Runs one subcommand of `real-service`; the time limit ends it with everything it started. */
function realService(subcommand: string, limit: number): Promise<Answer> {
  return new Promise((resolve) => {
    const child = spawn("bash", [program, subcommand], {
      detached: true,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString("utf8");
      });
    }
    const timer = setTimeout(() => {
      output += `\nnot done after ${String(limit / MINUTE)} minutes`;
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    }, limit);
    child.on("error", (error) => {
      clearTimeout(timer);
      resolve({ exitCode: 1, output: error.message });
    });
    // `exit`, not `close`: what it leaves running keeps its streams open.
    child.on("exit", (code) => {
      clearTimeout(timer);
      resolve({ exitCode: code ?? 1, output });
    });
  });
}

/** Why this machine cannot have a real service; undefined when it is up. */
async function bringUp(): Promise<string | undefined> {
  if (process.platform !== "linux") return `it is installed on Debian's Linux only, this is ${process.platform}`;
  if (!existsSync("/usr/bin/apt-get")) return "there is no apt-get to install it with";
  if (userInfo().uid !== 0) return "installing its database and cache needs root";
  await startAfresh();
  for (const [subcommand, limit] of [
    ["install", INSTALL_LIMIT],
    ["start", START_LIMIT],
  ] as const) {
    const { exitCode, output } = await realService(subcommand, limit);
    if (exitCode !== 0) return `${subcommand} failed: ${lastLine(output)}`;
  }
  return undefined;
}

/** Every run has a service of its own: what an earlier one left, also where it was interrupted, must not show. */
async function startAfresh(): Promise<void> {
  await mkdir(folder, { recursive: true });
  await realService("stop", MINUTE);
  const used = ["data", "env", "pg", "redis", "repo.git", "tokens"];
  await Promise.all(used.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}

async function testAgainstIt(): Promise<Tally> {
  const seeded = await runStage({
    name: "seed",
    run: async () => {
      const { exitCode, output } = await realService("seed", START_LIMIT);
      return { tally: exitCode === 0 ? passedOnce : { ...emptyTally, failed: 1 }, output };
    },
  });
  if (seeded.failed > 0) return seeded;
  for (const line of (await readFile(join(folder, "env"), "utf8")).split("\n")) {
    const [name = "", ...value] = line.split("=");
    if (name !== "") process.env[name] = value.join("=");
  }
  const reports = await mkdtemp(join(tmpdir(), "interlinear-real-"));
  const tested = await runStage(testStage("real service", ["--project", "real"], join(reports, "real.json")));
  await rm(reports, { recursive: true, force: true });
  return addTallies(seeded, tested);
}

console.log("Testing against a real service; the first time it is installed, which takes some minutes");
let missing: string | undefined;
const up = await runStage({
  name: "real service up",
  run: async () => {
    missing = await bringUp();
    return missing === undefined
      ? { tally: passedOnce, output: "", note: `at 127.0.0.1:${String(environment.WEBLATE_PORT)}` }
      : { tally: skippedOnce, output: missing, note: `skipped: ${missing}` };
  },
});
let total = up;
try {
  if (missing === undefined) total = addTallies(up, await testAgainstIt());
} finally {
  await realService("stop", MINUTE);
}
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`\n${tallyLine(total)}`);
// What the service leaves of its streams must not hold this process.
process.exit();
