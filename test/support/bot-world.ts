import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "../../src/core/clock.ts";
import { defined } from "../../src/core/defined.ts";
import { signIn, type AdminClient } from "./admin-client.ts";
import { createBotGitHubApp } from "./bot-github-app.ts";
import { BotProcess } from "./bot-process.ts";
import { freePort } from "./free-port.ts";
import { embeddedSite } from "./embedded-site.ts";
import { createFork, type Fork } from "./fork.ts";
import { startGitHubHost, type GitHubHost } from "./github/host.ts";
import type { PullRequest, World as HostedWorld } from "./github/world.ts";
import type { Manner } from "./hook-sender.ts";
import { startProxy, type RecordingProxy } from "./proxy.ts";
import { createRepository, isSameBranch, type Files, type TestRepository } from "./repository.ts";
import { createComponents, serverComponent, webComponent, type SceneComponent } from "./sample-components.ts";
import { sampleFiles, sampleMapping } from "./sample-files.ts";
import { callService, saveTranslation } from "./service-api.ts";
import { installServiceWebhook, signingSecret } from "./service-webhook.ts";
import { temporaryDirectory } from "./temporary-directory.ts";
import { SkippingClock } from "./test-clock.ts";
import type { Site } from "./world.ts";

/** Name of GitHub and of the service in the bot's settings. */
export const FORGE = "github";
export const SERVICE = "service";

export interface BotWorldOptions {
  /** Where the service is another than the embedded one; its owner disposes of it. */
  readonly site?: Site;
  /** Keeps this world's components apart from others in the same project. */
  readonly prefix?: string;
  /** `owner/name`; default one, `acme/app`. */
  readonly repositories?: readonly string[];
  /** Default true; otherwise a scenario starts the bot itself. */
  readonly starts?: boolean;
  /** Whether the App is installed where the repositories are; default true. */
  readonly installed?: boolean;
  /** How the service gets the sources: default uploaded to components that follow a repository of their own. */
  readonly reads?: "its own repository" | "this repository";
  /** Codes of the changes that the service tells of; default those that documentation names. */
  readonly changes?: readonly number[];
  readonly components?: readonly SceneComponent[];
  /** Files of one repository beside or instead of the sample's. */
  readonly files?: (repository: string) => Files;
  /** The mapping in place of the sample's; undefined: the sample's. */
  readonly mapping?: (repository: string, service: string) => string | undefined;
  readonly manner?: Partial<Manner>;
  /** Whether the service tells of translations; default true. */
  readonly serviceTells?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  /** PostgreSQL; default SQLite in the data folder. */
  readonly databaseUrl?: string;
  /** Whether the bot is a process of its own, which can be killed; default: it is played in this one, but in `test:full`. */
  readonly isProcess?: boolean;
  /** Whether the jobs of a bot that is played here have processes of their own; default: they are played here, too. */
  readonly hasJobProcesses?: boolean;
  /** A limit for what hangs, in seconds, where the runner's is another than usual. */
  readonly hangingSeconds?: number;
}

/** A repository that the bot serves. */
export interface BotRepository {
  /** `owner/name` */
  readonly name: string;
  readonly repository: TestRepository;
  /** `project/component` */
  readonly web: string;
  readonly server: string;
  /** What GitHub knows of it. */
  readonly hosted: HostedWorld;
  /** Its fork, `eve/name`: a bare repository, and a clone to work in. */
  readonly fork: Fork;
  /** Commits and pushes to the base branch, and GitHub tells of it. */
  push(files: Files, message?: string): Promise<string>;
  /** Commits and pushes a branch of the repository or of its fork. */
  branch(name: string, files: Files, where?: "here" | "fork"): Promise<string>;
  /** A translator saves a text. */
  translate(language: string, unit: string, ...target: readonly string[]): Promise<void>;
  /** Open pull requests that bring translations. */
  ours(): readonly PullRequest[];
}

/** The bot between a GitHub and a service, all on loopback. */
export interface BotWorld extends AsyncDisposable {
  readonly site: Site;
  readonly host: GitHubHost;
  /** What the service told the bot. */
  readonly told: RecordingProxy;
  readonly bot: BotProcess;
  /** Data folder of the bot. */
  readonly data: string;
  readonly repositories: readonly BotRepository[];
  /** The first one. */
  readonly app: BotRepository;
  /** Everything that no output may show. */
  readonly secrets: readonly string[];
  signIn(): Promise<AdminClient>;
  /**
   * Looks again and again until it holds, however slow the machine is. Where nobody is at anything, the time of the bot's next
   * timer has come: nobody waits for timers.
   * @throws when it hangs, with what the bot said
   */
  until(words: string, holds: () => boolean | Promise<boolean>): Promise<void>;
  /** So long nothing is asked of anybody. */
  passes(seconds: number): Promise<void>;
  /** Resolves when everything that was sent is done. */
  settled(): Promise<void>;
}

const EVENTS = ["push", "pull_request", "issue_comment", "check_run", "delete", "merge_group", "repository"];

export async function createBotWorld(options: BotWorldOptions = {}): Promise<BotWorld> {
  await using resources = new AsyncDisposableStack();
  // One time for all of them. What has a clock of its own goes by that.
  const canSkip = options.site === undefined && options.databaseUrl === undefined;
  const clock = canSkip ? new SkippingClock() : undefined;
  const embedded = canSkip ? resources.use(await embeddedSite(defined({ clock }))) : undefined;
  const site = options.site ?? embedded ?? resources.use(await embeddedSite());
  const folder = resources.use(await temporaryDirectory());
  const port = await freePort();
  const gitHubApp = createBotGitHubApp(options.installed === false ? "no" : "yes");
  const { privateKey: pem, webhookSecret: hookSecret } = gitHubApp;
  const names = options.repositories ?? ["acme/app"];
  const stages = await Promise.all(names.map((name, at) => createStage(resources, site, options, name, at)));
  const address = `http://127.0.0.1:${String(port)}`;
  const host = resources.use(
    await startGitHubHost({
      basePath: "/api/v3",
      app: { ...gitHubApp.app, ...defined({ clock }) },
      repositories: stages.map(({ name, repository, fork }) => ({
        repository: name,
        bareRepository: repository.remotePath,
        fork: { repository: forkName(name), bareRepository: fork.remotePath },
        settings: { collaborators: { dana: "write", ana: "admin", eve: "read" } },
      })),
      hook: { url: `${address}/webhooks/github/${FORGE}`, secret: hookSecret, events: EVENTS },
      // No machine is too slow to answer.
      manner: { timeoutMilliseconds: HANGING_MILLISECONDS, ...options.manner },
    }),
  );
  for (const { name, prefix, repository } of options.reads === "this repository" ? stages : []) {
    const { branch } = repository;
    const remoteUrl = host.serverUrl.replace("://", `://service:${host.token}@`) + `/${name}.git`;
    await createComponents(site, { remoteUrl, branch }, options.components ?? [webComponent, serverComponent], prefix);
  }
  const secret = signingSecret();
  const told = resources.use(await startProxy(address));
  const webhook = { url: `${told.url}/webhooks/service/${SERVICE}`, secret, events: options.changes };
  if (options.serviceTells !== false) {
    resources.use(await installServiceWebhook(site.service, site.project, webhook));
  }
  const data = join(folder.path, "bot");
  await mkdir(data, { recursive: true });
  const bot = resources.use(
    new BotProcess({
      data,
      port,
      ...defined({ isProcess: options.isProcess }),
      hasJobProcesses: options.hasJobProcesses ?? false,
      clock,
      environment: {
        ...gitHubApp.environment(host.serverUrl),
        INTERLINEAR_BOT_PUBLIC_URL: address,
        INTERLINEAR_BOT_REPOSITORIES: "acme/*,other/*",
        INTERLINEAR_SERVICE_URL: site.proxy.url,
        INTERLINEAR_TOKEN: site.botToken,
        INTERLINEAR_BOT_SERVICE_WEBHOOK_SECRET: secret,
        ...(options.databaseUrl !== undefined && { DATABASE_URL: options.databaseUrl }),
        ...options.environment,
      },
    }),
  );
  if (options.starts !== false) await bot.start();
  const repositories = stages.map((stage) => served(site, host, stage));
  const [app] = repositories;
  if (app === undefined) throw new Error("the world has no repository");
  const owned = resources.move();
  const isAtRest = (): boolean => host.hook.sender.isIdle && embedded?.service.isAtRest() === true;
  const until = lookingAt(bot, { isAtRest, ...defined({ seconds: options.hangingSeconds }) });
  return {
    site,
    host,
    told,
    bot,
    data,
    repositories,
    app,
    secrets: [site.botToken, site.service.adminToken, pem, ...pemLines(pem), hookSecret, secret],
    signIn: () => {
      const { login = 0, password = "" } = bot.administrator ?? {};
      return signIn(bot.url, String(login), password);
    },
    until,
    passes: async (seconds) => {
      const now = (): number => (bot.clock ?? systemClock).now().getTime();
      const end = now() + seconds * 1_000;
      await until(`${String(seconds)} s are over`, () => now() >= end);
    },
    settled: async () => {
      await host.hook.sender.idle();
      await until("all deliveries are done", () => openDeliveries(bot) === 0);
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

/** Deliveries that are neither done nor given up. */
export function openDeliveries(bot: BotProcess): number {
  return bot.rows("select id from delivery where state in ('waiting', 'running')").length;
}

/** A limit for what hangs, just below the runner's, which says less: what is waited for may take as long as it likes. */
const HANGING_MILLISECONDS = 570_000;
/** Whoever was at rest for so long of the bot's own time, which no machine is too slow for, does nothing more. */
const LONGEST_REST = 3 * 3_600_000;

export interface LookingOptions {
  /** A limit for what hangs, in seconds. */
  readonly seconds?: number;
  /** Whether nobody but the bot is at anything; default: nobody knows, and no timer is skipped. */
  readonly isAtRest?: () => boolean;
}

/** Looks again and again until it holds; where nobody is at anything, it is the time of the bot's next timer. */
export function lookingAt(bot: BotProcess, options: LookingOptions = {}): BotWorld["until"] {
  const { seconds = HANGING_MILLISECONDS / 1_000, isAtRest = () => false } = options;
  return async (words, holds) => {
    const end = Date.now() + seconds * 1_000;
    const { clock } = bot;
    const skipped = clock?.skipped ?? 0;
    while (!(await holds())) {
      if (Date.now() > end) throw new Error(`Not within ${String(seconds)} s: ${words}.\n${tellOf(bot)}`);
      if (clock !== undefined && isAtRest() && bot.isAtRest()) {
        if (clock.skipped - skipped > LONGEST_REST) throw new Error(`Nothing happens: ${words}.\n${tellOf(bot)}`);
        await clock.skipToNext();
      } else {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };
}

/** What is of use where something did not happen. */
function tellOf(bot: BotProcess): string {
  const rows = (query: string): string => {
    try {
      return bot
        .rows(query)
        .map((row) => JSON.stringify(row))
        .join("\n");
    } catch (error) {
      return String(error);
    }
  };
  return [
    rows(
      "select id, source, event, action, repository_id, state, attempts, reason, due from delivery order by id desc limit 12",
    ),
    rows("select id, kind, cause, state, outcome from run order by id desc limit 12"),
    rows("select level, component, message, details from event order by id desc limit 12"),
    bot.output().slice(-3_000),
  ].join("\n\n");
}

/** Each line of the key on its own: a log may break it. */
function pemLines(pem: string): readonly string[] {
  return pem.split("\n").filter((line) => line.length === 64);
}

interface Stage {
  readonly name: string;
  readonly prefix: string;
  readonly repository: TestRepository;
  readonly fork: Fork;
}

function forkName(name: string): string {
  return `eve/${name.split("/")[1] ?? ""}`;
}

async function createStage(
  resources: AsyncDisposableStack,
  site: Site,
  options: BotWorldOptions,
  name: string,
  at: number,
): Promise<Stage> {
  const prefix = `${options.prefix ?? ""}${at === 0 ? "" : `r${String(at)}-`}`;
  const { components = [webComponent, serverComponent] } = options;
  const files = { ...sampleFiles, ...options.files?.(name) };
  const mapping =
    options.mapping?.(name, site.proxy.url) ??
    mappingOf(sampleMapping(site.proxy.url, site.project, prefix), components);
  const repository = resources.use(await createRepository({ ...files, ".github/interlinear.yml": mapping }));
  const fork = resources.use(await createFork(repository));
  if (options.reads !== "this repository") {
    await createComponents(site, resources.use(await createRepository(files)), components, prefix);
  }
  return { name, prefix, repository, fork };
}

/** The sample's mapping without the components that are not there. */
function mappingOf(mapping: string, components: readonly SceneComponent[]): string {
  const [head = "", ...entries] = mapping.split(/(?=^ {2}- component: )/m);
  const wanted = entries.filter((entry) =>
    components.some(({ slug }) => entry.split("\n")[0]?.endsWith(slug) === true),
  );
  return [head, ...wanted].join("");
}

function served(site: Site, host: GitHubHost, { name, prefix, repository, fork }: Stage): BotRepository {
  const hosted = host.worldOf(name);
  const web = `${site.project}/${prefix}web`;
  const current = (): string => `${hosted.owner}/${hosted.repo}`;
  return {
    name,
    repository,
    fork,
    web,
    server: `${site.project}/${prefix}server`,
    hosted,
    push: async (files, message = "Change strings") => {
      const { branch, path, remotePath } = repository;
      if (!(await isSameBranch(branch, remotePath, join(path, ".git")))) {
        await repository.git("fetch", "--quiet", "origin");
        await repository.git("reset", "--quiet", "--hard", `origin/${branch}`);
      }
      await repository.write(files);
      const commit = await repository.publish(message);
      await host.notice(current());
      return commit;
    },
    branch: async (branch, files, where = "here") => {
      const names = [`refs/heads/${branch}`];
      const commit =
        where === "here"
          ? await repository.publishElsewhere(files, "A change", names)
          : await fork.publish(files, "A change", names);
      await host.notice(current(), where === "here" ? "dana" : "eve");
      return commit;
    },
    translate: (language, unit, ...target) =>
      saveTranslation(site.service, site.translator.token, { component: web, language, unit }, target),
    ours: () => hosted.pulls.filter(({ head, state }) => head.startsWith("interlinear/") && state === "open"),
  };
}

/** Text of the source string of that key, as the service has it. */
export async function sourceOnService({ service }: Site, component: string, key: string): Promise<string | undefined> {
  const path = `/api/translations/${component}/en/units/?page_size=100`;
  const { results } = await callService<{
    readonly results: readonly { readonly context: string; readonly source: readonly string[] }[];
  }>(service, "GET", path);
  return results.find(({ context }) => context === key)?.source[0];
}
