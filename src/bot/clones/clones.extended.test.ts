import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { systemClock, type Clock } from "../../core/clock.ts";
import { defined } from "../../core/defined.ts";
import { silentLogger } from "../../core/logger.ts";
import { httpsRemote } from "../../forge/https-remote.ts";
import { gitText, runGit } from "../../git/run.ts";
import { serveGit } from "../../../test/support/forgejo/git-http.ts";
import { createRepository, type TestRepository } from "../../../test/support/repository.ts";
import { gitCommandsOf } from "../../../test/support/started-git-commands.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { manualClock } from "../../../test/support/test-clock.ts";
import { Clones } from "./clones.ts";

const TOKEN = "s3cret-token";
const NUMBER = 7;

interface Server extends AsyncDisposable {
  readonly url: string;
  /** Method, path and credentials of every request. */
  readonly requests: { readonly path: string; readonly authorization: string | undefined }[];
  /** Takes over an answer. */
  answer: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
}

/** Serves one repository under whatever name. */
async function serve(repository: TestRepository): Promise<Server> {
  const requests: Server["requests"] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://localhost");
    requests.push({ path: url.pathname, authorization: request.headers.authorization });
    if (served.answer?.(request, response) === true) return;
    const path = url.pathname.replace(/^\/[^/]+\/[^/]+\.git/, "");
    void serveGit(request, response, {
      repository: repository.remotePath,
      path,
      query: url.search.slice(1),
      user: "bot",
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const served: Server = {
    url: `http://127.0.0.1:${String(address.port)}`,
    requests,
    answer: undefined,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return served;
}

async function stage(clock: Clock = systemClock, mostGrowth?: number) {
  const resources = new AsyncDisposableStack();
  const repository = resources.use(await createRepository({ "a.txt": "one\n" }));
  const server = resources.use(await serve(repository));
  const folder = resources.use(await temporaryDirectory());
  const clones = new Clones({ folder: folder.path, clock, logger: silentLogger, ...defined({ mostGrowth }) });
  return {
    repository,
    server,
    folder: folder.path,
    root: join(folder.path, `${String(NUMBER)}.git`),
    clones,
    remote: httpsRemote(server.url, "acme/app", TOKEN),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

function tip(root: string, branch = "main"): Promise<string> {
  return gitText(["rev-parse", `refs/heads/${branch}`], { cwd: root });
}

async function blobsIn(root: string): Promise<string> {
  const { stdout } = await runGit(["cat-file", "--batch-all-objects", "--batch-check=%(objecttype)"], { cwd: root });
  return stdout.toString("utf8");
}

describe("the clone of a repository", () => {
  it("holds the newest commits of all branches, and no file's content", async () => {
    await using scene = await stage();
    const { clones, remote, repository } = scene;

    const root = await clones.upToDate(NUMBER, remote);

    expect(await tip(root)).toBe(await repository.git("rev-parse", "HEAD"));
    expect(await blobsIn(root)).not.toContain("blob");
  });

  it("costs one process to be brought up to date, and none to be tidied where there is little", async () => {
    await using scene = await stage();
    const { clones, remote } = scene;
    await clones.upToDate(NUMBER, remote);

    expect(
      await gitCommandsOf(async () => {
        await clones.upToDate(NUMBER, remote);
        await clones.maintain(NUMBER);
      }),
    ).toEqual(["fetch"]);
  });

  it("follows the forge: what was pushed comes, and branches that are gone go", async () => {
    await using scene = await stage();
    const { clones, remote, repository } = scene;
    await repository.git("push", "--quiet", "origin", "HEAD:refs/heads/topic");
    const root = await clones.upToDate(NUMBER, remote);
    await repository.git("push", "--quiet", "origin", ":refs/heads/topic", "HEAD:refs/heads/topic/below");
    await repository.write({ "a.txt": "two\n" });
    const pushed = await repository.publish("Change it");

    await clones.upToDate(NUMBER, remote);

    expect(await tip(root)).toBe(pushed);
    expect(await gitText(["for-each-ref", "--format=%(refname)"], { cwd: root })).toBe(
      "refs/heads/main\nrefs/heads/topic/below",
    );
  });

  it("learns the default branch from the forge", async () => {
    await using scene = await stage();
    const { clones, remote } = scene;

    expect(await clones.defaultBranch(remote)).toBe("main");
  });

  it("shows the token to the server and writes it to no file", async () => {
    await using scene = await stage();
    const { clones, remote, server, root } = scene;

    await clones.upToDate(NUMBER, remote);

    const basic = `Basic ${Buffer.from(`x-access-token:${TOKEN}`).toString("base64")}`;
    expect(new Set(server.requests.map(({ authorization }) => authorization))).toEqual(new Set([basic]));
    expect(await readFile(join(root, "config"), "utf8")).not.toContain(TOKEN);
    const files = (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    for (const { parentPath, name } of files) {
      const content = await readFile(join(parentPath, name), "latin1");
      expect(content).not.toContain(TOKEN);
      expect(content).not.toContain(basic.slice(6));
    }
  });

  it("takes nothing by another way than HTTP, whatever an address says", async () => {
    await using scene = await stage();
    const { clones, repository } = scene;

    const work = clones.upToDate(NUMBER, { address: repository.remoteUrl, environment: {} });

    await expect(work).rejects.toThrow(/transport 'file' not allowed/);
  });

  it("keeps its objects under a new address where the repository was renamed", async () => {
    await using scene = await stage();
    const { clones, remote, server, root } = scene;
    await clones.upToDate(NUMBER, remote);
    server.requests.length = 0;

    await clones.upToDate(NUMBER, httpsRemote(server.url, "acme/renamed", TOKEN));

    expect(new Set(server.requests.map(({ path }) => path.split("/")[2]))).toEqual(new Set(["renamed.git"]));
    expect(await gitText(["config", "remote.origin.url"], { cwd: root })).toBe(`${server.url}/acme/renamed.git`);
  });
});

describe("a clone that a process has left behind", () => {
  it("is whole again after a fetch was killed in its midst", async () => {
    await using scene = await stage();
    const { clones, remote, server, repository, root } = scene;
    await clones.upToDate(NUMBER, remote);
    await repository.write({ "a.txt": "two\n" });
    const pushed = await repository.publish("Change it");
    const asked = Promise.withResolvers<void>();
    let posts = 0;
    server.answer = (request, response) => {
      // The first one asks for the branches.
      if (request.method !== "POST" || (posts += 1) < 2) return false;
      asked.resolve();
      response.writeHead(200, { "content-type": "application/x-git-upload-pack-result" }).write("0008");
      return true;
    };
    const fetching = spawn("git", ["fetch", "--quiet", "origin"], {
      cwd: root,
      env: { ...process.env, ...remote.environment },
      stdio: "ignore",
      detached: true,
    });
    await asked.promise;
    process.kill(-fetching.pid!, "SIGKILL");
    await once(fetching, "exit");
    server.answer = undefined;
    await writeFile(join(root, "objects", "pack", "tmp_pack_left"), "half");
    await leftLock(join(root, "refs", "heads", "main.lock"));
    await leftLock(join(root, "packed-refs.lock"));

    await clones.upToDate(NUMBER, remote);

    expect(await tip(root)).toBe(pushed);
    expect((await readdir(join(root, "refs", "heads"))).filter((name) => name.endsWith(".lock"))).toEqual([]);
  });

  it("lets a git that still lives finish what it holds a lock for", async () => {
    const clock = manualClock();
    await using scene = await stage(clock);
    const { clones, remote, root } = scene;
    await clones.upToDate(NUMBER, remote);
    const lock = join(root, "refs", "heads", "main.lock");
    await writeFile(lock, "");

    const work = clones.upToDate(NUMBER, remote);
    await expect.poll(() => clock.sleepers()).toBe(1);
    await rm(lock);
    clock.advance(250);
    await work;

    expect(clock.sleeps).toEqual([250]);
  });

  it.each<[string, (root: string) => Promise<void>]>([
    ["has no HEAD", (root) => rm(join(root, "HEAD"))],
    [
      "is an empty folder",
      (root) =>
        rm(root, { recursive: true })
          .then(() => mkdir(root))
          .then(() => undefined),
    ],
    ["has a branch without a commit", (root) => writeFile(join(root, "refs", "heads", "main"), `${"1".repeat(40)}\n`)],
    ["has a pack that breaks off", breakPack],
    ["has settings that git cannot read", (root) => writeFile(join(root, "config"), "[core\n")],
  ])("is made anew, or put right, where it %s", async (_, damage) => {
    await using scene = await stage();
    const { clones, remote, repository, root } = scene;
    await clones.upToDate(NUMBER, remote);
    await rm(join(root, "packed-refs"), { force: true });
    await damage(root);
    await repository.write({ "a.txt": "two\n" });
    const pushed = await repository.publish("Change it");

    await clones.upToDate(NUMBER, remote);

    expect(await gitText(["log", "--format=%s", "refs/heads/main"], { cwd: root })).toMatch(/^Change it\n/);
    expect(await tip(root)).toBe(pushed);
  });

  it("stays as it is where the forge does not answer", async () => {
    await using scene = await stage();
    const { clones, remote, server, root } = scene;
    await clones.upToDate(NUMBER, remote);
    const before = await stat(root);
    server.answer = (_, response) => {
      response.writeHead(503).end();
      return true;
    };

    await expect(clones.upToDate(NUMBER, remote)).rejects.toThrow(/503/);

    expect((await stat(root)).ino).toBe(before.ino);
  });

  it("ends with the signal, and says its reason", async () => {
    await using scene = await stage();
    const { clones, remote, server } = scene;
    const controller = new AbortController();
    server.answer = () => {
      controller.abort(new Error("The run took too long."));
      return true;
    };

    await expect(clones.upToDate(NUMBER, remote, controller.signal)).rejects.toThrow("The run took too long.");
  });

  it("goes after git failed in it where it lacks what it should have, and stays where it is whole", async () => {
    await using scene = await stage();
    const { clones, remote, root } = scene;
    await clones.upToDate(NUMBER, remote);
    await clones.discardIfDamaged(NUMBER);
    const wasWhole = (await readdir(root)).length > 0;
    await breakPack(root);

    await clones.discardIfDamaged(NUMBER);

    expect(wasWhole).toBe(true);
    await expect(readdir(root)).rejects.toThrow("ENOENT");
  });
});

describe("the folder of the clones", () => {
  it("keeps those of repositories that are there, and nothing that somebody left half done long ago", async () => {
    await using scene = await stage();
    const { clones, remote, folder } = scene;
    for (const number of [1, 2]) await clones.upToDate(number, remote);
    await mkdir(join(folder, "passing-old"));
    await utimes(join(folder, "passing-old"), 1_000, 1_000);
    await mkdir(join(folder, "passing-of-another-process"));

    await clones.keepOnly(new Set([2]));

    expect((await readdir(folder)).toSorted()).toEqual(["2.git", "passing-of-another-process"]);
  });

  it("holds what pull requests bring for so long as that is little, and nothing of what a fetch has left that was ended", async () => {
    await using scene = await stage(systemClock, 100_000);
    const { clones, remote, root } = scene;
    await clones.upToDate(NUMBER, remote);
    const packs = join(root, "objects", "pack");
    await writeFile(join(packs, "tmp_pack_Xy12ab"), "x".repeat(200_000));
    await clones.maintain(NUMBER);
    expect((await readdir(packs)).filter((name) => name.startsWith("tmp_"))).toEqual([]);

    await writeFile(join(packs, "pack-of-a-pull-request.pack"), "x".repeat(99_000));
    await clones.maintain(NUMBER);
    expect(await readdir(scene.folder)).toContain(`${String(NUMBER)}.git`);
    await writeFile(join(packs, "pack-of-another.pack"), "x".repeat(2_000));
    await clones.maintain(NUMBER);
    expect(await readdir(scene.folder)).toEqual([]);

    await clones.upToDate(NUMBER, remote);
    expect(await tip(root)).toBe(await scene.repository.git("rev-parse", "HEAD"));
  });

  it("is packed where git finds it worth the while, and still of use then", async () => {
    await using scene = await stage();
    const { clones, remote, repository, root } = scene;
    await clones.upToDate(NUMBER, remote);
    for (let at = 0; at < 51; at += 1) {
      const name = join(root, "objects", "pack", `pack-${String(at).padStart(40, "0")}`);
      const [pack = ""] = await packsIn(root);
      for (const end of ["pack", "idx", "promisor"]) {
        await writeFile(`${name}.${end}`, await readFile(pack.replace(/pack$/, end)).catch(() => ""));
      }
    }

    await clones.maintain(NUMBER);

    expect((await packsIn(root)).length).toBeLessThan(3);
    await clones.upToDate(NUMBER, remote);
    expect(await tip(root)).toBe(await repository.git("rev-parse", "HEAD"));
    expect(await blobsIn(root)).not.toContain("blob");
  });
});

/** As old as one that nobody holds. */
async function leftLock(path: string): Promise<void> {
  await writeFile(path, "");
  await utimes(path, 1_000, 1_000);
}

async function packsIn(root: string): Promise<readonly string[]> {
  const names = await readdir(join(root, "objects", "pack"));
  return names.filter((name) => name.endsWith(".pack")).map((name) => join(root, "objects", "pack", name));
}

async function breakPack(root: string): Promise<void> {
  for (const pack of await packsIn(root)) {
    const bytes = await readFile(pack);
    await rm(pack);
    await writeFile(pack, bytes.subarray(0, 40));
  }
}
