import process from "node:process";
import { keepHeapSmall } from "../core/small-heap.ts";
import { VERSION } from "../core/version.ts";
import { memorySettings } from "../server/memory-settings.ts";
import { asksForVersion } from "./version-words.ts";

const args = process.argv.slice(2);

// `interlinear stats | head`: the reader has seen enough.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

if (args.length === 1 && asksForVersion(args[0])) {
  // Scripts ask this often: nothing else is read for it.
  process.stdout.write(`${VERSION}\n`);
} else {
  if (servesTranslations(args)) startWithMemorySettings();
  const [{ runCli }, { signalled }] = await Promise.all([import("./run-cli.ts"), import("./signalled.ts")]);
  process.exitCode = await runCli(args, {
    environment: process.env,
    directory: process.cwd(),
    stdout: process.stdout,
    stderr: process.stderr,
    untilEnding: signalled,
    keepHeapSmall,
    liveLong: async (service) => (await import("../server/long-life.ts")).liveLong(service),
    // In this order: looking at the input opens it.
    ask: process.stdout.isTTY && process.stdin.isTTY ? (await import("./ask.ts")).ask : undefined,
  });
}

function servesTranslations([name, ...others]: readonly string[]): boolean {
  return name === "serve" && others[0] !== "admin" && (others.includes("--service") || !others.includes("--bot"));
}

/** The same process begins anew, with the same number, if it has begun without them: there is no other way to have them read. */
function startWithMemorySettings(): void {
  const environment = memorySettings(process.platform, process.env);
  // Whoever started it with a channel to it would lose that.
  if (environment === undefined || process.connected) return;
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], environment);
}
