import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../scripts/stage.ts";
import { command } from "../test/support/command.ts";
import { startForgejo } from "../test/support/forgejo/forgejo.ts";
import { createRepository } from "../test/support/repository.ts";
import { temporaryDirectory } from "../test/support/temporary-directory.ts";
import type { Measurement } from "./row.ts";

const MOST_SECONDS = 60;
const WAIT = 600_000;
/** A repository of two kinds of files with two languages each, as `up` is shown on. */
const files = {
  "web/locales/en.json": '{ "shop": { "title": "Shop", "cart": "Cart" } }\n',
  "web/locales/de.json": '{ "shop": { "title": "Laden" } }\n',
  "web/locales/pt-BR.json": '{ "shop": { "title": "Loja" } }\n',
  "android/res/values/strings.xml": '<resources>\n    <string name="title">Shop</string>\n</resources>\n',
  "android/res/values-de/strings.xml": '<resources>\n    <string name="title">Laden</string>\n</resources>\n',
};

interface Spent {
  readonly seconds: number;
  readonly processorSeconds: number;
}

/**
 * From a packed tarball to the first pull request, as somebody does it who has nothing yet: install, start a service, `up`, one
 * translation, `sync`. The forge is a stand-in; the registry's answers are npm's cache, where it has them.
 */
export async function firstPullRequest(): Promise<readonly Measurement[]> {
  await using folder = await temporaryDirectory();
  await using repository = await createRepository(files);
  await using forgejo = await startForgejo({ repository: "acme/shop", bareRepository: repository.remotePath });
  await repository.git("remote", "add", "forgejo", `${forgejo.url}/acme/shop.git`);
  const packed = await command("npm", ["pack", "--silent", "--pack-destination", folder.path], { cwd: root });
  const tarball = join(folder.path, packed.stdout.trim().split("\n").at(-1) ?? "");
  await writeFile(join(folder.path, "package.json"), '{ "private": true }');
  const home = join(folder.path, "home");
  await mkdir(home);
  const program = join(folder.path, "node_modules", "interlinear", "bin", "interlinear.mjs");
  const node = process.execPath;
  const environment = { ...process.env, INTERLINEAR_DEBUG: "" };

  const install = await timed(["npm", "install", "--silent", "--prefer-offline", tarball], folder.path, environment);
  const service = startService([node, program, "serve", "--port", "0", "--project", "shop", "--json"], home);
  const { url, botToken } = await service.ready;
  const own = { ...environment, INTERLINEAR_TOKEN: botToken, FORGEJO_TOKEN: forgejo.token };
  const upOptions = ["--yes", "--service", url, "--repository", "none", "--forge", "forgejo"];
  const up = await timed([node, program, "up", ...upOptions], repository.path, own);
  await repository.publish("Set up translations");
  const added = await fetch(`${url}/api/translations/shop/web/de/file/`, {
    method: "POST",
    headers: { authorization: `Token ${botToken}` },
    body: translation(),
  });
  if (!added.ok) throw new Error(await added.text());
  const sync = await timed([node, program, "sync", "--forge", "forgejo"], repository.path, own);
  const served = await service.end();
  const [pull] = forgejo.world.pulls;
  if (pull === undefined) throw new Error("no pull request was opened");

  const parts = { install, serve: served.start, up, sync };
  const all = Object.values(parts).reduce((sum, { seconds }) => sum + seconds, 0);
  const worked = [install, up, sync, served.all].reduce((sum, { processorSeconds }) => sum + processorSeconds, 0);
  const row = (name: string, ours: number, goal?: Measurement["goal"]): Measurement => ({
    name,
    unit: "s",
    ours: Number(ours.toFixed(1)),
    peer: undefined,
    ...(goal !== undefined && { goal }),
  });
  return [
    row("from the tarball to the first pull request", all, { atMost: MOST_SECONDS }),
    ...Object.entries(parts).map(([name, { seconds }]) => row(`of it ${name}`, seconds)),
    row("processor time of all of it, the service included", worked),
  ];
}

function translation(): FormData {
  const form = new FormData();
  form.append("file", new Blob(['{ "shop": { "title": "Laden", "cart": "Warenkorb" } }\n']), "de.json");
  form.append("method", "translate");
  return form;
}

/** What bash says of a command and the processes that it started: seconds by the clock, as a user, as the system. */
const TIMED = 'trap : INT; TIMEFORMAT="%R %U %S"; time "$@"';

async function timed(program: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Spent> {
  const result = await command("bash", ["-c", TIMED, "timed", ...program], { cwd, env, timeoutMilliseconds: WAIT });
  if (result.exitCode !== 0) throw new Error(result.output);
  return spentOf(result.stderr);
}

function spentOf(stderr: string): Spent {
  const [seconds = 0, user = 0, system = 0] = (stderr.trimEnd().split("\n").at(-1) ?? "").split(" ").map(Number);
  return { seconds, processorSeconds: user + system };
}

interface Announced {
  readonly url: string;
  readonly botToken: string;
}

/** A service that runs until it is ended: how long it took to be there, and what it worked in all. */
function startService(program: readonly string[], cwd: string) {
  const begin = performance.now();
  let start = 0;
  const child = spawn("bash", ["-c", TIMED, "timed", ...program], { cwd, detached: true });
  let [stdout, stderr] = ["", ""];
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  const ready = new Promise<Announced>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
      if (!stdout.trimEnd().endsWith("}")) return;
      start = (performance.now() - begin) / 1000;
      resolve(JSON.parse(stdout));
    });
    child.on("exit", () => reject(new Error(stderr)));
  });
  const end = async (): Promise<{ readonly start: Spent; readonly all: Spent }> => {
    const ended = new Promise((resolve) => child.on("close", resolve));
    process.kill(-(child.pid ?? 0), "SIGINT");
    await ended;
    return { start: { seconds: start, processorSeconds: 0 }, all: spentOf(stderr) };
  };
  return { ready, end };
}
