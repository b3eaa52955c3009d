import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, it } from "vitest";
import { command } from "../../../test/support/command.ts";
import { compiledCode } from "../../../test/support/compiled-code.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { LocalError } from "../../core/errors.ts";
import { silentLogger } from "../../core/logger.ts";
import type { SeenRequest } from "../../network/seen-request.ts";
import { defaultSettings } from "../../records/settings/settings.ts";
import type { JobObserver, RequestedJob } from "../jobs/requested-job.ts";
import { JOB_LIMITS, JobProcesses, type JobLimits } from "./job-processes.ts";

/** A forge that does with a request what the test wants, and a job that begins with asking it. */
async function openScene(answer: (response: ServerResponse) => void, limits: Partial<JobLimits> = {}) {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryDirectory());
  mkdirSync(join(folder.path, "objects", "pack"), { recursive: true });
  const processes = resources.use(new JobProcesses(compiledCode, { ...JOB_LIMITS, ...limits }));
  const server = createServer((_request, response) => {
    answer(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  resources.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const base = { branch: "main", commit: "a".repeat(40) };
  const head = { branch: "topic", commit: "b".repeat(40), repository: "eve/app" };
  const requested: RequestedJob = {
    job: { kind: "review", access: "full", pullRequest: { number: 1, body: "", isMerged: false, base, head } },
    settings: {
      ...defaultSettings,
      forges: {
        codeberg: {
          kind: "forgejo",
          serverUrl: `http://127.0.0.1:${String(port)}`,
          token: "token-of-forgejo",
          webhookSecret: "",
          repositories: ["acme/*"],
        },
      },
    },
    repository: { forge: "codeberg", name: "acme/app", number: 1, defaultBranch: "main" },
    clone: folder.path,
    branch: "main",
    token: "token-of-forgejo",
  };
  const seen: SeenRequest[] = [];
  const [closing, ending] = [new AbortController(), new AbortController()];
  const observer: JobObserver = {
    logger: silentLogger,
    closing: closing.signal,
    signal: ending.signal,
    onRequest: (request) => void seen.push(request),
    onSecret: () => undefined,
    forgetToken: () => undefined,
  };
  const owned = resources.move();
  return {
    seen,
    closing,
    ending,
    clone: folder.path,
    perform: () => processes.perform(requested, observer),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Ids of the processes that do jobs for this one. */
function jobProcesses(): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const [, parent] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, "utf8")) ?? [];
        const isOurs = Number(parent) === process.pid;
        return isOurs && readFileSync(`/proc/${name}/cmdline`, "utf8").includes("job-process");
      } catch {
        // It ended meanwhile.
        return false;
      }
    })
    .map(Number);
}

function refuse(response: ServerResponse): void {
  response.writeHead(401, { "content-type": "application/json" }).end("{}");
}

describe("a job in a process of its own", () => {
  it("ends as it would here, tells of its requests, and the process is used again", async () => {
    await using scene = await openScene(refuse);

    const first = await scene.perform();
    const processes = jobProcesses();
    const second = await scene.perform();

    expect([first, second]).toMatchObject([{ failure: { code: "IL-F01" } }, { failure: { code: "IL-F01" } }]);
    expect(scene.seen).toMatchObject([
      { service: "forgejo", status: 401 },
      { service: "forgejo", status: 401 },
    ]);
    expect(processes).toHaveLength(1);
    expect(jobProcesses()).toEqual(processes);
  });

  it("waits for no other try when the bot is about to end", async () => {
    const asked = Promise.withResolvers<void>();
    await using scene = await openScene((response) => {
      asked.resolve();
      response.writeHead(503, { "retry-after": "180" }).end();
    });
    const performed = scene.perform();
    await Promise.race([asked.promise, performed]);

    scene.closing.abort(new LocalError("the bot was stopped in the middle of the run", { code: "IL-B02" }));

    expect(await performed).toMatchObject({
      failure: { code: "IL-B02", message: "the bot was stopped in the middle of the run" },
    });
    expect(scene.seen).toHaveLength(1);
  });

  it("that takes more memory than it may is ended, and not tried again", async () => {
    await using scene = await openScene(() => undefined, { megabytes: 10 });

    const end = await scene.perform();

    expect(end).toMatchObject({
      failure: { code: "IL-B03", message: "it took more than 10 MB of memory" },
      report: { state: "failed", isWorthAnotherTry: false },
    });
    expect(jobProcesses()).toEqual([]);
  });

  it("whose JavaScript takes more memory than it may ends itself alone", async () => {
    await using scene = await openScene(() => undefined, { heapMegabytes: 8 });

    expect(await scene.perform()).toMatchObject({
      failure: { code: "IL-B03", message: "it took more than 8 MB of memory" },
    });
  });

  it("that a stranger can cause is ended when it takes more of a processor than it may", async () => {
    await using scene = await openScene(() => undefined, { strangersSeconds: 0 });

    expect(await scene.perform()).toMatchObject({
      failure: { code: "IL-B03", message: "it took more than 0 seconds of a processor" },
    });
  });

  it("that a stranger can cause is ended when it puts more on the disk than it may", async () => {
    await using scene = await openScene(
      () => {
        writeFileSync(join(scene.clone, "objects", "pack", "tmp_pack_a"), Buffer.alloc(2_000_000));
      },
      { strangersMegabytesOfDisk: 1 },
    );

    expect(await scene.perform()).toMatchObject({
      failure: { code: "IL-B03", message: "it took more than 1 MB of disk" },
    });
  });

  it("whose process is killed says so, and is tried again", async () => {
    await using scene = await openScene(() => {
      for (const id of jobProcesses()) process.kill(id, "SIGKILL");
    });

    expect(await scene.perform()).toMatchObject({
      failure: { code: "IL-B04", message: "the process of the run ended with SIGKILL" },
      report: { isWorthAnotherTry: true },
    });
  });

  it("leaves a process that is waited for when the bot ends, though it keeps nobody alive while it rests", async () => {
    const module = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);
    const program = `
      import { JobProcesses } from ${module("job-processes.ts")};
      import { silentLogger } from ${module("../../core/logger.ts")};
      const never = new AbortController().signal;
      const processes = new JobProcesses(${JSON.stringify(compiledCode)});
      const { failure } = await processes.perform({ job: {} }, { logger: silentLogger, closing: never, signal: never });
      await processes[Symbol.asyncDispose]();
      console.log(failure !== undefined);`;
    const env = { ...process.env, NODE_COMPILE_CACHE: compiledCode };

    const ended = await command(process.execPath, ["--input-type=module", "--eval", program], { env });

    expect(ended).toMatchObject({ exitCode: 0, stdout: "true\n" });
  });

  it("does not go to a process that was killed while it had nothing to do", async () => {
    await using scene = await openScene(refuse);
    await scene.perform();
    const killed = jobProcesses();
    for (const id of killed) process.kill(id, "SIGKILL");
    // Node has heard of the end when the system forgets the process.
    const isKnown = (): boolean => killed.some((id) => existsSync(`/proc/${String(id)}`));
    await expect.poll(isKnown).toBe(false);

    expect(await scene.perform()).toMatchObject({ failure: { code: "IL-F01" } });

    expect(jobProcesses()).toHaveLength(1);
    expect(jobProcesses()).not.toEqual(killed);
  });

  it("ends with the reason for which it is told to, though it waits for somebody who never answers", async () => {
    const asked = Promise.withResolvers<undefined>();
    await using scene = await openScene(() => {
      asked.resolve(undefined);
    });
    const performed = scene.perform();
    await asked.promise;

    scene.ending.abort(new LocalError("the bot was stopped", { code: "IL-B02" }));

    expect(await performed).toMatchObject({ failure: { code: "IL-B02", message: "the bot was stopped" } });
    expect(jobProcesses()).toEqual([]);
  });
});
