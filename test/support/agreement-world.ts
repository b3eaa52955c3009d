import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createForgejoForge } from "../../src/forge/forgejo/forgejo-forge.ts";
import { createGitHubForge } from "../../src/forge/github/github-forge.ts";
import { createLocalForge } from "../../src/forge/local/local-forge.ts";
import { silentLogger } from "../../src/core/logger.ts";
import { exitCodeOf, type RunOptions, type RunResult } from "../../src/sync/index.ts";
import { openWorkspace, type Workspace } from "../../src/workspace/open-workspace.ts";
import { linesAtCommit } from "../../src/workspace/forge-links.ts";
import { checkedOutBase, synchronise } from "../../src/workspace/synchronise.ts";
import type { Target } from "../../src/workspace/target.ts";
import { PROPOSED_COMMIT, type Withdrawal, type Delivery, type Forge } from "../../src/forge/forge.ts";
import { healClones, type Healing } from "../../src/sync/healing/heal-clones.ts";
import { output } from "./command.ts";
import { startCli, type RunningCli } from "./cli.ts";
import { startForgejo, type Forgejo } from "./forgejo/forgejo.ts";
import { createGitHub, type GitHub } from "./github-host.ts";
import { startProxy, type RecordingProxy } from "./proxy.ts";
import { createRepository, gitEnvironment, isSameBranch, type Files, type TestRepository } from "./repository.ts";
import { serveRepositories } from "./served-repositories.ts";
import { callService, createComponent, saveTranslation, unitsOf } from "./service-api.ts";
import { temporaryDirectory } from "./temporary-directory.ts";
import { leapingClock } from "./test-clock.ts";
import type { Site } from "./world.ts";

/**
 * A repository, its service and a server of ours between the two, all in this process but git: what people do on each
 * side, and runs at any time. The service writes files its own way, as real ones do: other indentation, its own PO header.
 */
export interface AgreementWorld extends PlayedWorld {
  readonly site: Site;
  /** The developer's clone. */
  readonly repository: TestRepository;
  /** Where the repository is on it. */
  readonly github: GitHub | undefined;
  readonly forgejo: { readonly standIn: Forgejo; readonly proxy: RecordingProxy } | undefined;
  /** Everything that is kept in files besides the service's own. */
  readonly folders: readonly string[];
  /** A run in a process of its own, from the command line. */
  startRun(): Promise<RunningCli>;
}

/** What people and runs do in such a world, and what is seen of it from outside. */
export interface PlayedWorld extends AsyncDisposable {
  /** One run in a clone of its own, which is where upstream is. */
  run(command?: RunOptions["command"]): Promise<RunSeen>;
  /**
   * A run that ends at a boundary, as one that is killed: after so many requests to the service and writes to the remote
   * nothing that it does has an effect any more.
   */
  /** What is seen of it where it was through before. */
  runKilled(boundary: number): Promise<RunSeen | undefined>;
  heal(): Promise<Healing>;
  /** A translator saves a text in the JSON component. */
  save(language: string, key: string, text: string): Promise<void>;
  /** A developer changes a JSON file and pushes; `undefined` removes the key. */
  edit(path: string, changes: Readonly<Record<string, string | undefined>>): Promise<void>;
  /** A developer gives a key another name in the source and, as a tool does, in the translations that have it. */
  rename(from: string, to: string, source: string): Promise<void>;
  /** A translator begins a language, or an administrator of the service removes one. */
  addLanguage(language: string): Promise<void>;
  removeLanguage(language: string): Promise<void>;
  /** A developer takes back the newest commit of main; whether it could be. */
  revert(): Promise<boolean>;
  /** A developer throws away the newest commits of main, all but the first. */
  forcePush(commits: number): Promise<void>;
  deleteBranch(): Promise<void>;
  /** Somebody closes the pull request and leaves its branch; where the forge has none, they delete the branch. */
  close(): Promise<void>;
  /** Somebody commits to the pull request's branch: texts, or a file of their own; false without one. */
  commitOnBranch(path?: string, changes?: Readonly<Record<string, string>>): Promise<boolean>;
  /** The forge's button; it does nothing where the branch is in conflict with its base. */
  merge(method: MergeMethod): Promise<"merged" | "nothing-open" | "in-conflict">;
  /** What all pull requests say, of those too that are closed or merged. */
  saidInProposals(): Promise<string>;
  /** None where there is no such file, or no such language on the service. */
  inGit(path: string): Promise<Readonly<Record<string, string>>>;
  onService(language: string): Promise<Readonly<Record<string, string>>>;
  /** The file on the pull request's branch; undefined without one. */
  proposed(path: string): Promise<Readonly<Record<string, string>> | undefined>;
  /** Of the component on the service, and of its clone. */
  status(): Promise<{ readonly isLocked: boolean; readonly needsMerge: boolean; readonly needsCommit: boolean }>;
}

/**
 * `squash`: with the commit's own message. `titled`: with the pull request's title alone. `edited`: by somebody who kept some
 * of our lines and not others.
 */
export type MergeMethod = "merge" | "squash" | "titled" | "edited" | "rebase";

export interface RunSeen {
  readonly exitCode: number;
  readonly result: RunResult;
  readonly deliveries: readonly Delivery[];
  readonly withdrawals: readonly Withdrawal[];
  /** Places at which a kill would have left another state behind. */
  readonly boundaries: number;
}

export interface AgreementOptions {
  readonly reads?: "this repository" | "its own repository";
  readonly conflicts?: "service" | "repository" | "fail";
  /** A plain remote knows branches alone, and no pull request that was closed; on Forgejo nobody merges or closes one. */
  readonly forge?: "plain" | "github" | "forgejo";
  readonly slug?: string;
  /** The service is a real one: it fetches by HTTP, writes as it likes, and may do its work after its answer. */
  readonly isReal?: boolean;
  /** The remote takes no record beside the branches. */
  readonly refusesRecord?: boolean;
  /** Further lines of the mapping. */
  readonly settings?: string;
}

type Texts = Readonly<Record<string, string | undefined>>;

/** Counts what leaves the process; from a boundary on nothing does. */
export class Death {
  readonly #controller = new AbortController();
  passed = 0;
  #left: number;

  constructor(boundary: number) {
    this.#left = boundary;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** @throws {Error} for what a dead process would do */
  pass(): void {
    this.passed += 1;
    this.#left -= 1;
    if (this.#left <= 0) this.#controller.abort();
    if (this.#left < 0) throw new Error("the run was killed");
  }
}

/** The same port, of which those methods are boundaries. */
export function mortal<Port extends object>(port: Port, methods: readonly (keyof Port)[], death: Death): Port {
  const changed = { ...port };
  for (const name of methods) {
    const method = port[name];
    if (typeof method !== "function") continue;
    const passing = async (...args: readonly unknown[]): Promise<unknown> => {
      death.pass();
      return await Reflect.apply(method, port, args);
    };
    Object.assign(changed, { [name]: passing });
  }
  return changed;
}

/** It has the language already, or not; or an earlier run was killed while it held the lock. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof Error && /answered 40[034]/.test(error.message))) throw error;
}

/** As a developer's formatter writes it. */
export function json(texts: Texts): string {
  return `${JSON.stringify(texts, undefined, 2)}\n`;
}

/** Begins the keys of strings that nobody touches. */
export const UNTOUCHED = "still.";

export const firstTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "locales/en.json": { title: "Hello", about: "About us", save: "Save", cancel: "Cancel" },
  "locales/cs.json": { title: "Ahoj", save: "Uložit" },
  "locales/de.json": { title: "Hallo", save: "Speichern", cancel: "Abbrechen" },
};

export async function createAgreementWorld(site: Site, options: AgreementOptions = {}): Promise<AgreementWorld> {
  const { reads = "this repository", slug = "web", conflicts, settings = "", forge: kind = "plain", isReal } = options;
  await using resources = new AsyncDisposableStack();
  const files: Files = {
    ...Object.fromEntries(Object.entries(firstTexts).map(([path, texts]) => [path, json(texts)])),
    ".github/interlinear.yml": `version: 1
service: ${site.proxy.url}
project: ${site.project}
components:
  - component: ${slug}
    source: locales/en.json
    translations: "locales/{language}.json"
${conflicts === undefined ? "" : `conflicts: ${conflicts}\n`}${settings}`,
  };
  const repository = resources.use(await createRepository(files));
  const upstream = reads === "this repository" ? repository : resources.use(await createRepository(files));
  const served = isReal === true ? resources.use(await serveRepositories()) : undefined;
  const addressOf = ({ remotePath, remoteUrl }: TestRepository): string => served?.add(remotePath) ?? remoteUrl;
  const origin = addressOf(repository);
  await createComponent(site.service, site.project, {
    name: slug,
    slug,
    repo: upstream === repository ? origin : addressOf(upstream),
    branch: "main",
    file_format: "json",
    filemask: "locales/*.json",
    template: "locales/en.json",
    // What other components of the project have is no matter of this one.
    ...(isReal === true ? { allow_translation_propagation: false } : {}),
  });
  if (isReal !== true) {
    await callService(site.service, "PATCH", `/api/components/${site.project}/${slug}/`, {
      body: { file_format_params: { json_indent: 4 } },
    });
  }
  const github = kind === "github" ? resources.use(await createGitHub(repository)) : undefined;
  const forgejo = kind === "forgejo" ? await forgejoBefore(resources, repository) : undefined;
  const server = resources.use(await temporaryDirectory());
  const runnerGit = (...args: readonly string[]): Promise<string> =>
    output("git", args, { cwd: server.path, env: gitEnvironment() });
  await runnerGit("clone", "--quiet", origin, ".");
  const component = `${site.project}/${slug}`;
  for (const language of ["cs", "de"]) {
    // As long as it takes: the runner has a limit for what hangs.
    while ((await unitsOf(site.service, component, language).catch(() => [])).length < 4) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  const branch = "interlinear/main";
  if (options.refusesRecord === true) await repository.remoteGit("config", "receive.hideRefs", "refs/interlinear");
  const owned = resources.move();

  /** "" where it is gone. */
  const branchTip = (): Promise<string> => repository.remoteGit("rev-parse", branch).catch(() => "");
  const latest = async (): Promise<void> => {
    await repository.git("fetch", "--quiet", "--prune", "origin");
    await repository.git("reset", "--quiet", "--hard", "origin/main");
  };
  /** Before a commit onto main: processes of git cost more than all of a run, and where main is, two files tell. */
  const latestMain = async (): Promise<void> => {
    if (!(await isSameBranch("main", repository.remotePath, join(repository.path, ".git")))) await latest();
  };
  const forgeOf = (): Forge => {
    const logger = silentLogger;
    if (forgejo !== undefined) {
      const { repository: name, token } = forgejo.standIn;
      const serverUrl = forgejo.proxy.url;
      return createForgejoForge({ directory: server.path, repository: name, serverUrl, token, logger, second: 1 });
    }
    if (github === undefined) return createLocalForge({ directory: server.path, logger });
    const { repository: name, apiUrl, serverUrl, token } = github;
    return createGitHubForge({
      repository: name,
      apiUrl,
      serverUrl,
      token,
      logger,
      tempo: { spaced: false, second: 1 },
    });
  };
  const openPull = (): { state: string; mergedAt?: string | undefined; closedAt?: string | undefined } | undefined =>
    github?.world.pulls.find(({ state, head }) => state === "open" && head === branch);

  const latestOfServer = async (): Promise<void> => {
    if (await isSameBranch("main", repository.remotePath, join(server.path, ".git"))) return;
    await runnerGit("fetch", "--quiet", "origin");
    await runnerGit("reset", "--quiet", "--hard", "origin/main");
  };
  const clock = leapingClock();
  const opened = async (death: Death): Promise<Workspace> => {
    await latestOfServer();
    const workspace = await openWorkspace({
      directory: server.path,
      mappingPath: ".github/interlinear.yml",
      token: site.botToken,
      logger: silentLogger,
      signal: death.signal,
      onRequest: () => {
        death.pass();
      },
    });
    return { ...workspace, git: mortal(workspace.git, ["writeRecord"], death), clock };
  };

  const runOnce = async (command: RunOptions["command"], death = new Death(Infinity)): Promise<RunSeen> => {
    await using workspace = await opened(death);
    const repositoryUrls = (): Promise<readonly string[]> => workspace.git.remoteUrls();
    const forge = { ...mortal(forgeOf(), ["propose", "withdraw"], death), repositoryUrls };
    const target = { forge, base: await checkedOutBase(workspace), context: linksTo({ github, forgejo }) };
    const done = await synchronise(workspace, target, { command, dryRun: false, allowRemovals: true });
    const { deliveries, withdrawals } = done;
    const { result } = done.run;
    return { exitCode: exitCodeOf(result), result, deliveries, withdrawals, boundaries: death.passed };
  };

  return {
    site,
    repository,
    github,
    forgejo,
    folders: [...new Set([repository, upstream])]
      .flatMap(({ path, remotePath }) => [path, remotePath])
      .concat(server.path),
    run: (command = "sync") => runOnce(command),
    runKilled: async (boundary) => {
      const seen = await runOnce("sync", new Death(boundary)).catch(() => undefined);
      clock.leap();
      return seen;
    },
    startRun: async () => {
      await latestOfServer();
      const onGitHub = github && {
        GITHUB_TOKEN: github.token,
        GITHUB_API_URL: github.apiUrl,
        GITHUB_SERVER_URL: github.serverUrl,
        GITHUB_REPOSITORY: github.repository,
      };
      const onForgejo = forgejo && {
        FORGEJO_TOKEN: forgejo.standIn.token,
        FORGEJO_SERVER_URL: forgejo.proxy.url,
        FORGEJO_REPOSITORY: forgejo.standIn.repository,
      };
      return startCli(["sync", "--allow-removals", ...(kind === "plain" ? [] : ["--forge", kind])], {
        cwd: server.path,
        environment: { INTERLINEAR_TOKEN: site.botToken, ...onGitHub, ...onForgejo },
      });
    },
    heal: async () => {
      await using workspace = await opened(new Death(Infinity));
      const { service, git, mapping } = workspace;
      const dependencies = { service, git, clock, repositoryUrls: () => git.remoteUrls() };
      return await healClones(dependencies, mapping, { ...(await checkedOutBase(workspace)), dryRun: false });
    },
    save: (language, unit, text) =>
      saveTranslation(site.service, site.translator.token, { component, language, unit }, [text]),
    edit: async (path, changes) => {
      await latestMain();
      const before: Texts = JSON.parse(await repository.read(path).catch(() => "{}"));
      await repository.write({ [path]: json({ ...before, ...changes }) });
      await repository.publish(`Change ${path}`);
    },
    rename: async (from, to, source) => {
      await latestMain();
      for (const path of (await repository.git("ls-files", "locales")).split("\n")) {
        const { [from]: text, ...others }: Texts = JSON.parse(await repository.read(path));
        const renamed = path.endsWith("en.json") ? source : text;
        if (renamed !== undefined) await repository.write({ [path]: json({ ...others, [to]: renamed }) });
      }
      await repository.publish(`Call ${from} ${to}`);
    },
    addLanguage: async (language) => {
      await callService(site.service, "POST", `/api/components/${component}/translations/`, {
        body: { language_code: language },
      }).catch(unlessRefused);
    },
    removeLanguage: async (language) => {
      await callService(site.service, "DELETE", `/api/translations/${component}/${language}/`).catch(unlessRefused);
    },
    revert: async () => {
      await latest();
      const parents = (await repository.git("log", "-1", "--format=%P", "HEAD")).split(" ").filter((id) => id !== "");
      if (parents.length === 0) return false;
      try {
        await repository.git("revert", "--no-edit", ...(parents.length > 1 ? ["--mainline", "1"] : []), "HEAD");
      } catch {
        await repository.git("reset", "--quiet", "--hard", "origin/main");
        return false;
      }
      await repository.git("push", "--quiet", "origin", "HEAD:main");
      return true;
    },
    forcePush: async (commits) => {
      await latest();
      const known = Number(await repository.git("rev-list", "--count", "--first-parent", "HEAD"));
      await repository.git("reset", "--quiet", "--hard", `HEAD~${String(Math.min(commits, known - 1))}`);
      await repository.git("push", "--quiet", "--force", "origin", "HEAD:main");
    },
    deleteBranch: async () => {
      if ((await branchTip()) === "") return;
      const pull = openPull();
      if (pull !== undefined) Object.assign(pull, { state: "closed", closedAt: await branchTip() });
      await repository.git("push", "--quiet", "origin", "--delete", branch);
    },
    close: async () => {
      const pull = openPull();
      if (pull !== undefined) Object.assign(pull, { state: "closed", closedAt: await branchTip() });
      if (github === undefined && (await branchTip()) !== "") {
        await repository.git("push", "--quiet", "origin", "--delete", branch);
      }
    },
    commitOnBranch: async (path, changes) => {
      if ((await branchTip()) === "") return false;
      await latest();
      await repository.git("checkout", "--quiet", "--detach", `origin/${branch}`);
      if (path === undefined) await repository.write({ "NOTES.md": "Looks good.\n" });
      else await repository.write({ [path]: json({ ...JSON.parse(await repository.read(path)), ...changes }) });
      await repository.git("add", "--all");
      await repository.git("commit", "--quiet", "--allow-empty", "--message", "Add notes");
      await repository.git("push", "--quiet", "origin", `HEAD:${branch}`);
      await repository.git("checkout", "--quiet", "main");
      return true;
    },
    merge: async (method) => {
      const tip = await branchTip();
      if (tip === "" || (github !== undefined && openPull() === undefined)) return "nothing-open";
      await latest();
      const trial = await repository
        .git("merge-tree", "--write-tree", "origin/main", `origin/${branch}`)
        .catch(() => undefined);
      if (trial === undefined) return "in-conflict";
      switch (method) {
        case "merge":
          await repository.git("merge", "--quiet", "--no-ff", "--no-edit", `origin/${branch}`);
          break;
        case "rebase":
          await repository.git("rebase", "--quiet", "--no-keep-empty", "main", `origin/${branch}`);
          await repository.git("checkout", "--quiet", "-B", "main");
          break;
        case "squash":
        case "edited":
        case "titled": {
          const own = method === "titled" ? "" : await repository.git("log", "-1", "--format=%B", tip);
          const kept = own.replaceAll(/^Interlinear-(?:Service|Merged): .*$/gm, "");
          const message = { squash: own, edited: `Translations\n\n${kept}`, titled: "Translations (#1)" }[method];
          await repository.git("merge", "--quiet", "--squash", `origin/${branch}`);
          await repository.git("commit", "--quiet", "--message", message);
          break;
        }
      }
      const pull = openPull();
      if (pull !== undefined) Object.assign(pull, { state: "closed", mergedAt: "2026-01-02T00:00:00Z", closedAt: tip });
      await repository.git("push", "--quiet", "origin", "HEAD:main", `:${branch}`);
      return "merged";
    },
    proposed: async (path) => {
      if ((await branchTip()) === "") return undefined;
      return JSON.parse(await repository.remoteGit("show", `${branch}:${path}`));
    },
    saidInProposals: async () => {
      const texts = join(server.path, ".git/interlinear");
      const names = await readdir(texts).catch(() => []);
      const local = await Promise.all(names.map((name) => readFile(join(texts, name), "utf8")));
      return [...local, ...(github?.world.pulls.map(({ body }) => body) ?? [])].join("\n");
    },
    inGit: async (path) => JSON.parse(await repository.remoteGit("show", `main:${path}`).catch(() => "{}")),
    onService: async (language) => {
      const units = await unitsOf(site.service, component, language).catch((error: unknown) => {
        if (error instanceof Error && error.message.includes("answered 404")) return [];
        throw error;
      });
      return Object.fromEntries(
        units.flatMap(({ context, target }) => (target[0] === "" ? [] : [[context, target[0] ?? ""]])),
      );
    },
    status: async () => {
      const [lock, state] = await Promise.all([
        callService<{ locked: boolean }>(site.service, "GET", `/api/components/${component}/lock/`),
        callService<{ needs_merge: boolean; needs_commit: boolean }>(
          site.service,
          "GET",
          `/api/components/${component}/repository/`,
        ),
      ]);
      return { isLocked: lock.locked, needsMerge: state.needs_merge, needsCommit: state.needs_commit };
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

/** As the command line gives it. */
function linksTo({ github, forgejo }: Pick<AgreementWorld, "github" | "forgejo">): Target["context"] {
  const forge = github === undefined ? "forgejo" : "github";
  const serverUrl = github?.serverUrl ?? forgejo?.proxy.url;
  const repository = github?.repository ?? forgejo?.standIn.repository;
  if (serverUrl === undefined || repository === undefined) return {};
  return { linkTo: linesAtCommit(forge, serverUrl, repository, PROPOSED_COMMIT), forge };
}

async function forgejoBefore(
  resources: AsyncDisposableStack,
  { remotePath }: TestRepository,
): Promise<NonNullable<AgreementWorld["forgejo"]>> {
  const standIn = resources.use(await startForgejo({ repository: "acme/app", bareRepository: remotePath }));
  return { standIn, proxy: resources.use(await startProxy(standIn.url)) };
}
