import { readFileSync } from "node:fs";
import { mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { signIn } from "../test/support/admin-client.ts";
import { createBotGitHubApp } from "../test/support/bot-github-app.ts";
import { BotProcess } from "../test/support/bot-process.ts";
import { freePort } from "../test/support/free-port.ts";
import { openDeliveries } from "../test/support/bot-world.ts";
import { output } from "../test/support/command.ts";
import { embeddedSite } from "../test/support/embedded-site.ts";
import { startGitHubHost } from "../test/support/github/host.ts";
import { createRepository, type Files, type TestRepository } from "../test/support/repository.ts";
import { createComponent } from "../test/support/service-api.ts";
import { temporaryDirectory } from "../test/support/temporary-directory.ts";

export interface ManySize {
  readonly repositories: number;
  /** Of each repository. */
  readonly components: number;
  readonly languages: number;
  readonly strings: number;
}

export interface ManyResult {
  readonly runs: number;
  /** Of those that were asked for, 1 where all were done in time. */
  readonly share: number;
  readonly runsPerMinute: number;
  /** Requests for each run: to GitHub's API with those for tokens, and to the service. */
  readonly requests: { readonly gitHub: number; readonly service: number };
  /** Undefined where the system does not tell. */
  readonly cost: ManyCost | undefined;
  /** Bytes of the data folder: of the clones for each repository, and of the database. */
  readonly cloneBytes: number;
  readonly databaseBytes: number;
}

/** What the bot took, without the servers that it spoke to. */
interface ManyCost {
  /** Most memory of the process that takes webhooks, in bytes. */
  readonly peakBytes: number;
  /** Most memory of a process that does jobs. */
  readonly jobPeakBytes: number;
  /** Milliseconds of a processor for each run, of the process that takes webhooks, with the one that starts git for it. */
  readonly server: number;
  /** The same of the processes that do jobs. */
  readonly jobs: number;
  /** The same of all git that these started, also of what still runs; a process that did jobs and has ended counts here, too. */
  readonly git: number;
  /** The same of this process, and of what it started and saw end: the stand-ins for GitHub and the service, on the same cores. */
  readonly standIns: number;
}

const LANGUAGES = ["cs", "de", "es", "fr", "it", "ja", "nl", "pl"];
/** What is not done then is left out: a machine that does other things as well is no reason to wait for hours. */
const MOST_SECONDS = 150;
const SAY_MILLISECONDS = 10_000;
const LOOK_MILLISECONDS = 100;
/** To ask what processes took costs a part of what they take. */
const COST_MILLISECONDS = 1_000;
/** A service allows 5,000 requests an hour, which is less than this many repositories need within the measurement. */
const UNLIMITED = { requests: undefined, windowSeconds: 1 } as const;

/**
 * Every repository is pushed to, and synced by order, once, or as many as can be within two and a half minutes. The repositories hold the same files, bound to the same components
 * of one embedded service; GitHub is the stand-in.
 */
export async function measureMany(size: ManySize): Promise<ManyResult> {
  await using resources = new AsyncDisposableStack();
  const site = resources.use(
    await embeddedSite({ settings: { rateLimits: { anonymous: UNLIMITED, user: UNLIMITED } } }),
  );
  const folder = resources.use(await temporaryDirectory());
  const say = (what: string): void => {
    console.error(`${String(size.repositories)} repositories: ${what}`);
  };
  say("filling");
  const template = resources.use(await createRepository(filesOf(size, site.proxy.url)));
  for (let at = 0; at < size.components; at += 1) await addComponent(site.service, template, at);
  const pushed = await pushedCommit(template);
  const names = Array.from({ length: size.repositories }, (_, at) => `acme/app-${String(at)}`);
  const paths = names.map((_, at) => join(folder.path, `${String(at)}.git`));
  for (const path of paths) await output("git", ["clone", "--quiet", "--bare", template.remotePath, path]);
  const gitHubApp = createBotGitHubApp();
  const port = await freePort();
  const address = `http://127.0.0.1:${String(port)}`;
  const host = resources.use(
    await startGitHubHost({
      basePath: "/api/v3",
      app: gitHubApp.app,
      repositories: names.map((repository, at) => ({ repository, bareRepository: paths[at] ?? "" })),
      hook: { url: `${address}/webhooks/github/github`, secret: gitHubApp.webhookSecret, events: ["push"] },
    }),
  );
  const data = join(folder.path, "bot");
  await mkdir(data);
  const bot = resources.use(
    new BotProcess({
      isProcess: true,
      data,
      port,
      environment: {
        ...gitHubApp.environment(host.serverUrl),
        INTERLINEAR_BOT_REPOSITORIES: "acme/*",
        INTERLINEAR_SERVICE_URL: site.proxy.url,
        INTERLINEAR_TOKEN: site.botToken,
      },
    }),
  );
  await bot.start();
  const before = costOf(bot.pid);
  const began = performance.now();
  const meter = { cost: before, looked: began, said: began, service: 0 };
  const gitHubBefore = host.requests.length;
  site.proxy.clear();
  const isOver = (): boolean => performance.now() - began > MOST_SECONDS * 1_000;
  const done = async (): Promise<void> => {
    while (openDeliveries(bot) > 0 && !isOver()) {
      await setTimeout(LOOK_MILLISECONDS);
      meter.service += site.proxy.requests.length;
      site.proxy.clear();
      if (performance.now() - meter.looked < COST_MILLISECONDS) continue;
      meter.looked = performance.now();
      meter.cost = costOf(bot.pid) ?? meter.cost;
      if (performance.now() - meter.said < SAY_MILLISECONDS) continue;
      meter.said = performance.now();
      say(`${String(ended().length)} runs in ${((meter.said - began) / 1_000).toFixed(0)} s`);
    }
    meter.cost = costOf(bot.pid) ?? meter.cost;
  };
  const ended = () => bot.rows("select state from run where state <> 'running'");
  say("every one is pushed to");
  for (const [at, name] of names.entries()) {
    await output("git", ["--git-dir", paths[at] ?? "", "update-ref", "refs/heads/main", pushed]);
    await host.notice(name);
  }
  await host.hook.sender.idle();
  await done();
  if (!isOver()) {
    say("every one is synced");
    await orderRuns(bot);
    await done();
  }
  const minutes = (performance.now() - began) / 60_000;
  const runs = ended();
  const failed = runs.filter(({ state }) => state !== "done").length;
  if (failed > 0) throw new Error(`${String(runs.length)} runs, ${String(failed)} of them failed`);
  const { cost } = meter;
  const perRun = (of: "server" | "jobs" | "git" | "standIns"): number =>
    ((cost?.[of] ?? 0) - (before?.[of] ?? 0)) / runs.length;
  return {
    runs: runs.length,
    share: runs.length / (2 * size.repositories),
    runsPerMinute: runs.length / minutes,
    requests: {
      gitHub: host.requests.slice(gitHubBefore).filter(isOfApi).length / runs.length,
      service: (meter.service + site.proxy.requests.length) / runs.length,
    },
    cloneBytes: (await bytesBelow(join(data, "repositories"))) / size.repositories,
    databaseBytes: await databaseBytes(data),
    cost: cost &&
      before && {
        ...cost,
        server: perRun("server"),
        jobs: perRun("jobs"),
        git: perRun("git"),
        standIns: perRun("standIns"),
      },
  };
}

/** Pushes are recorded, too. */
function isOfApi({ operation }: { readonly operation: string }): boolean {
  return /^[A-Z]+ \//.test(operation);
}

/** As somebody does who presses the button on each repository's page. */
async function orderRuns(bot: BotProcess): Promise<void> {
  const { login = 0, password = "" } = bot.administrator ?? {};
  const admin = await signIn(bot.url, String(login), password);
  for (const { id } of bot.rows("select id from repository"))
    await admin.press(`repositories/${String(id)}/run`, { what: "sync" });
}

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => (await stat(join(parentPath, name)).catch(() => undefined))?.size ?? 0);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** With what was not yet written into the file itself. */
async function databaseBytes(data: string): Promise<number> {
  const files = ["bot.sqlite", "bot.sqlite-wal"].map((name) => stat(join(data, name)).catch(() => undefined));
  return (await Promise.all(files)).reduce((sum, file) => sum + (file?.size ?? 0), 0);
}

function slugOf(at: number): string {
  return `part-${String(at).padStart(2, "0")}`;
}

function filesOf({ components, languages, strings }: ManySize, service: string): Files {
  const files: Record<string, string> = {
    ".github/interlinear.yml": [
      "version: 1",
      `service: ${service}`,
      "project: acme",
      "components:",
      '  - component: "{package}"',
      "    source: packages/{package}/en.json",
      "    translations: packages/{package}/{language}.json",
      "",
    ].join("\n"),
  };
  for (let at = 0; at < components; at += 1) {
    for (const language of ["en", ...LANGUAGES.slice(0, languages)]) {
      const entries = Array.from({ length: strings }, (_, key) => [`key_${String(key)}`, `${language} ${String(key)}`]);
      files[`packages/${slugOf(at)}/${language}.json`] =
        `${JSON.stringify(Object.fromEntries(entries), undefined, 4)}\n`;
    }
  }
  return files;
}

async function addComponent(
  service: Parameters<typeof createComponent>[0],
  { remoteUrl, branch }: TestRepository,
  at: number,
): Promise<void> {
  const slug = slugOf(at);
  await createComponent(service, "acme", {
    name: slug,
    slug,
    repo: remoteUrl,
    branch,
    file_format: "json",
    filemask: `packages/${slug}/*.json`,
    template: `packages/${slug}/en.json`,
  });
}

/** A commit beside the base branch, which each repository has and moves to later. */
async function pushedCommit(template: TestRepository): Promise<string> {
  await template.git("checkout", "--quiet", "-b", "next");
  await template.write({ "README.md": "# Changed\n" });
  await template.git("add", "--all");
  await template.git("commit", "--quiet", "--message", "Change the README");
  await template.git("push", "--quiet", "origin", "HEAD:refs/heads/next");
  return template.git("rev-parse", "HEAD");
}

/** Linux counts in hundredths of a second. */
const TICK_MILLISECONDS = 10;

/**
 * So far, of a bot and the processes that it started; undefined where the system does not tell. Source: proc(5). The system makes these
 * texts as they are read: what asks for them takes of the same cores as what is measured, so only the bot's own processes are asked for,
 * and no other thread is.
 */
function costOf(bot: number): ManyCost | undefined {
  const own = fieldsOf(bot);
  if (own.length === 1) return undefined;
  const family = (pid: number): readonly ProcessFields[] =>
    childrenOf(pid).flatMap((child) => [{ pid: child, fields: fieldsOf(child) }, ...family(child)]);
  const children = childrenOf(bot).map((pid) => ({ pid, fields: fieldsOf(pid) }));
  const further = children.flatMap(({ pid }) => family(pid));
  const jobs = children.filter(({ pid }) => doesJobs(pid));
  const starters = children.filter((child) => !jobs.includes(child));
  const server = { pid: bot, fields: own };
  const sum = (processes: readonly ProcessFields[], of: (fields: readonly string[]) => number): number =>
    processes.reduce((total, { fields }) => total + of(fields), 0);
  const { user, system } = process.cpuUsage();
  return {
    peakBytes: peakOf(bot),
    jobPeakBytes: Math.max(0, ...jobs.map(({ pid }) => peakOf(pid))),
    server: sum([server, ...starters], ownTime),
    jobs: sum(jobs, ownTime),
    git: sum([server, ...children, ...further], timeOfEnded) + sum(further, ownTime),
    standIns: (user + system) / 1_000 + timeOfEnded(fieldsOf("self")),
  };
}

interface ProcessFields {
  readonly pid: number;
  readonly fields: readonly string[];
}

/** Processes are started by the first thread, in Node as in git. */
function childrenOf(pid: number): readonly number[] {
  return processFile(pid, `task/${String(pid)}/children`)
    .split(" ")
    .filter(Boolean)
    .map(Number);
}

function doesJobs(pid: number): boolean {
  return processFile(pid, "cmdline").includes("job-process");
}

/** Milliseconds of a processor that a process took. */
function ownTime([, , , , , , , , , , , user, system]: readonly string[]): number {
  return (Number(user) + Number(system)) * TICK_MILLISECONDS;
}

/** The same of those that it started and saw end. */
function timeOfEnded([, , , , , , , , , , , , , user, system]: readonly string[]): number {
  return (Number(user) + Number(system)) * TICK_MILLISECONDS;
}

/** Of `/proc/PID/stat`, from the state on. */
function fieldsOf(pid: number | "self"): readonly string[] {
  const text = processFile(pid, "stat");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

function peakOf(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(processFile(pid, "status"))?.[1] ?? 0) * 1_024;
}

/** "" for a process that ended, and where the system does not tell. */
function processFile(pid: number | "self", name: string): string {
  try {
    return readFileSync(`/proc/${String(pid)}/${name}`, "utf8");
  } catch {
    return "";
  }
}
