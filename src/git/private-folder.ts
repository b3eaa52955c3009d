import { existsSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** A folder that only this user may look into, gone when `use` is through and when the process ends before. */
export async function withPrivateFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "interlinear-private-"));
  // Where another program removes a file meanwhile, as gpg's agent does at its end, Node takes the missing file for a missing
  // folder, leaves the rest, and says nothing.
  const remove = (): void => {
    do rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
    while (existsSync(folder));
  };
  const end = (signal: NodeJS.Signals): void => {
    remove();
    process.off(signal, end);
    // Nobody else wants to know: the signal does what it would have done without us.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  process.on("exit", remove);
  for (const signal of SIGNALS) process.on(signal, end);
  try {
    return await use(folder);
  } finally {
    process.off("exit", remove);
    for (const signal of SIGNALS) process.off(signal, end);
    remove();
  }
}
