import { spawn as spawnNow } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitEnvironment } from "../repository.ts";
import { temporaryDirectory } from "../temporary-directory.ts";
import { spawnHere } from "./started-git.ts";

/** Node's own, and what the product has in tests: the same, but for `npm run test:full`. */
const spawns = [
  ["this process", spawnHere],
  ["the small process", spawnNow],
] as const;

interface Ending {
  readonly events: readonly string[];
  readonly stdout: string;
  readonly stderr: string;
}

function ending(child: ReturnType<typeof spawnNow>): Promise<Ending> {
  const events: string[] = [];
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.on("data", (chunk) => {
      texts[name] += String(chunk);
    });
  }
  child.stdin?.on("error", () => undefined);
  child.on("spawn", () => events.push("spawn"));
  child.on("error", (error: NodeJS.ErrnoException) => events.push(`error ${error.code ?? ""}: ${error.message}`));
  child.on("exit", (code, signal) => events.push(`exit ${String(code)} ${String(signal)}`));
  return new Promise((resolve) => {
    child.on("close", (code, signal) => {
      resolve({ events: [...events, `close ${String(code)} ${String(signal)}`], ...texts });
    });
  });
}

test.each(spawns)(
  "git started by %s has its input, environment and folder, and its answers come whole",
  async (_, spawn) => {
    await using folder = await temporaryDirectory();
    const env = { ...gitEnvironment(), GIT_AUTHOR_NAME: "Zo\u00EB\u2028Z" };
    const run = (...args: string[]): ReturnType<typeof spawn> => spawn("git", args, { cwd: folder.path, env });
    const made = await ending(run("init", "--quiet", "."));
    const hashing = run("hash-object", "--stdin");
    hashing.stdin?.end("Konec\n".repeat(100_000));

    const hashed = await ending(hashing);
    const who = await ending(run("var", "GIT_AUTHOR_IDENT"));
    const refused = await ending(run("rev-parse", "--verify", "--quiet", "nothing"));
    const told = await ending(run("rev-parse", "nothing"));

    expect(made.events).toEqual(["spawn", "exit 0 null", "close 0 null"]);
    expect(hashed.stdout).toBe("1341e2756fac1931a3e92f33fdf076e2136b0d32\n");
    expect(who.stdout).toContain("Zo\u00EB\u2028Z <dana@example.org>");
    expect(refused).toMatchObject({ events: ["spawn", "exit 1 null", "close 1 null"], stdout: "", stderr: "" });
    expect(told.stderr).toContain("ambiguous argument 'nothing'");
  },
);

test.each(spawns)(
  "git that %s was to start in a folder that is not there is an error, and closes",
  async (_, spawn) => {
    await using folder = await temporaryDirectory();
    const cwd = join(folder.path, "nowhere");

    const { events } = await ending(spawn("git", ["version"], { cwd }));

    expect(events).toEqual(["error ENOENT: spawn git ENOENT", "close -2 null"]);
  },
);

test.each(spawns)("git that %s started ends by a signal, at once or when somebody aborts it", async (_, spawn) => {
  const killed = spawn("git", ["hash-object", "--stdin"], { stdio: ["pipe", "ignore", "ignore"] });
  const ofKilled = ending(killed);
  expect(killed.kill("SIGKILL")).toBe(true);
  const controller = new AbortController();
  const aborted = spawn("git", ["hash-object", "--stdin"], { signal: controller.signal });
  const ofAborted = ending(aborted);
  aborted.once("spawn", () => controller.abort());

  expect((await ofKilled).events.at(-1)).toBe("close null SIGKILL");
  expect((await ofAborted).events).toEqual([
    "spawn",
    "error ABORT_ERR: The operation was aborted",
    "exit null SIGTERM",
    "close null SIGTERM",
  ]);
  expect(killed.kill()).toBe(false);
});
