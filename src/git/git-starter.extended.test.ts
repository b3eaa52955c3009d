import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { command } from "../../test/support/command.ts";
import { compiledCode } from "../../test/support/compiled-code.ts";
import { createRepository, type TestRepository } from "../../test/support/repository.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { startGitFromSmallProcess, type GitStarter } from "./git-starter.ts";
import { ObjectReader } from "./object-reader.ts";
import { runGit } from "./run.ts";

let repository: TestRepository;
let small: GitStarter;

beforeAll(async () => {
  repository = await createRepository({ "a.txt": "Dobr\u00FD den\n" });
  small = startGitFromSmallProcess();
  await small.ready;
});

afterAll(async () => {
  small[Symbol.dispose]();
  await repository[Symbol.asyncDispose]();
});

/** Of a process: those that it started, and whose command line holds a word. */
function childrenOf(pid: number, word: string): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const [, parent] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, "utf8")) ?? [];
        return Number(parent) === pid && readFileSync(`/proc/${name}/cmdline`, "utf8").includes(word);
      } catch {
        // It ended meanwhile.
        return false;
      }
    })
    .map(Number);
}

const starters = (): readonly number[] => childrenOf(process.pid, "starter-process");
const isThere = (pid: number): boolean => existsSync(`/proc/${String(pid)}`);

/** Says that it has begun, and goes on until it is ended. */
const WAIT = ["-c", "alias.wait=!echo begun; exec sleep 600", "wait"];

describe("git that a small process starts", () => {
  it("has its input, its folder and its environment, and answers with every byte", async () => {
    const every = Buffer.from(Array.from({ length: 256 }, (_, at) => at));
    const bytes = Buffer.alloc(5_000_000, every);
    const cwd = repository.path;

    const stored = await runGit(["hash-object", "-w", "--stdin"], {
      cwd,
      input: [bytes.subarray(0, 7), bytes.subarray(7)],
    });
    const read = await runGit(["cat-file", "blob", stored.stdout.toString("utf8").trim()], { cwd });
    const env = { GIT_AUTHOR_NAME: "Zo\u00EB\u2028Z", GIT_AUTHOR_EMAIL: "zoe@example.org" };
    const who = await runGit(["var", "GIT_AUTHOR_IDENT"], { cwd, env });

    expect(read.stdout.equals(bytes)).toBe(true);
    expect(who.stdout.toString("utf8")).toContain("Zo\u00EB\u2028Z <");
    expect(starters()).toHaveLength(1);
  });

  it("fails as it does without one, also where it cannot be started at all", async () => {
    const cwd = repository.path;

    await expect(runGit(["rev-parse", "--verify", "nowhere"], { cwd })).rejects.toThrow(
      /^git rev-parse failed \(128\): fatal: Needed a single revision/,
    );
    await expect(runGit(["version"], { cwd: join(cwd, "nowhere") })).rejects.toMatchObject({
      code: "IL-G01",
      message: "git could not be started: spawn git ENOENT",
    });
    await expect(runGit(["log", "a\0b"], { cwd })).rejects.toMatchObject({
      code: "IL-G01",
      message: expect.stringContaining("without null bytes"),
    });
    await expect(runGit(["-c", "alias.die=!kill -TERM $PPID", "die"], { cwd })).rejects.toMatchObject({
      message: "git die was ended by SIGTERM",
    });
  });

  it("may end without reading its input", async () => {
    const input = Array.from({ length: 80 }, () => Buffer.alloc(65_536));

    expect(await runGit(["version"], { cwd: repository.path, input })).toMatchObject({ code: 0 });
  });

  it("is ended when it is called off, and not begun where nobody waits for it", async () => {
    const controller = new AbortController();
    let pids: readonly number[] = [];
    const waiting = runGit(WAIT, {
      cwd: repository.path,
      signal: controller.signal,
      onOutput: () => {
        pids = starters().flatMap((pid) => childrenOf(pid, "wait"));
        controller.abort();
      },
    });

    await expect(waiting).rejects.toMatchObject({ code: "IL-G01", message: "git wait was called off" });

    expect(pids).toHaveLength(1);
    await expect.poll(() => pids.filter(isThere)).toEqual([]);
    const tooLate = runGit(["init"], { cwd: join(repository.path, "nowhere"), signal: controller.signal });
    await expect(tooLate).rejects.toMatchObject({ message: "git init was called off" });
  });

  it("runs thirty times at once, each with its own answer", async () => {
    const cwd = repository.path;
    const words = Array.from({ length: 30 }, (_, at) => `word ${String(at)}`);

    const answers = await Promise.all(words.map((input) => runGit(["stripspace"], { cwd, input })));

    expect(answers.map(({ stdout }) => stdout.toString("utf8").trim())).toEqual(words);
  });

  it("reads objects one after the other, as they are asked for", async () => {
    const reader = new ObjectReader(repository.path);

    const first = await reader.read("HEAD:a.txt");
    await expect(reader.read("HEAD:b.txt")).rejects.toMatchObject({ code: "IL-G04" });

    expect(Buffer.from(first.content).toString("utf8")).toBe("Dobr\u00FD den\n");
    expect(await reader.read("HEAD:a.txt")).toEqual(first);
  });

  it("fails with a reason when the small process dies, does not go on, and runs again in another", async () => {
    const cwd = repository.path;
    const begun = Promise.withResolvers<void>();
    const waiting = runGit(WAIT, { cwd, onOutput: () => begun.resolve() });
    await begun.promise;
    const [starter = 0] = starters();
    const [git = 0] = childrenOf(starter, "wait");

    process.kill(starter, "SIGKILL");

    await expect(waiting).rejects.toMatchObject({
      code: "IL-G01",
      message: "the process that starts git has ended, and git with it",
    });
    expect(git).toBeGreaterThan(0);
    expect(isThere(git)).toBe(false);
    expect(await runGit(["version"], { cwd })).toMatchObject({ code: 0 });
    await small.ready;
    expect(await runGit(["version"], { cwd })).toMatchObject({ code: 0 });
    expect(starters()).not.toContain(starter);
  });

  it("is started by the server itself where small processes end again and again", async () => {
    const cwd = repository.path;
    for (let life = 2; life <= 5; life += 1) {
      await expect.poll(starters).toHaveLength(1);
      await small.ready;
      const [starter] = starters();
      if (starter === undefined) throw new Error("it ended by itself");
      process.kill(starter, "SIGKILL");
      await expect.poll(starters).not.toContain(starter);
    }

    const version = (): Promise<number> =>
      runGit(["version"], { cwd }).then(
        ({ code }) => code,
        () => -1,
      );
    await expect.poll(version).toBe(0);
    expect(starters()).toEqual([]);
    expect(await version()).toBe(0);
  });
});

it("the small process ends with the one that it serves, however that ends, and keeps nobody alive", async () => {
  await using folder = await temporaryDirectory();
  const module = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);
  const program = join(folder.path, "large.ts");
  writeFileSync(
    program,
    `import { readFileSync } from "node:fs";
    import { startGitFromSmallProcess, type GitStarter } from ${module("git-starter.ts")};
    import { runGit } from ${module("run.ts")};
    const alive = setInterval(() => undefined, 1_000);
    await startGitFromSmallProcess().ready;
    clearInterval(alive);
    await runGit(["version"], { cwd: "." });
    process.stdout.write(readFileSync(\`/proc/self/task/\${String(process.pid)}/children\`, "utf8"));
    if (process.argv[2] === "killed") process.kill(process.pid, "SIGKILL");
    `,
  );
  const env = { ...process.env, NODE_COMPILE_CACHE: compiledCode };

  for (const end of ["killed", "done"]) {
    const { stdout } = await command(process.execPath, [program, end], { cwd: folder.path, env });
    const pid = Number(stdout.trim());
    expect(pid).toBeGreaterThan(0);
    await expect.poll(() => isThere(pid)).toBe(false);
  }
});
