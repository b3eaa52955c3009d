import { createLocalForge } from "../../src/forge/local/local-forge.ts";
import { silentLogger } from "../../src/core/logger.ts";
import { exitCodeOf, type RunOptions, type RunResult } from "../../src/sync/index.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { checkedOutBase, synchronise } from "../../src/workspace/synchronise.ts";
import type { Withdrawal, Delivery } from "../../src/forge/forge.ts";
import { output } from "./command.ts";
import { createRepository, gitEnvironment, type Files, type TestRepository } from "./repository.ts";
import { callService, createComponent, saveTranslation, unitsOf } from "./service-api.ts";
import { temporaryDirectory } from "./temporary-directory.ts";
import type { Site } from "./world.ts";

/**
 * A repository, its service and a server of ours between the two, all in this process but git: what people do on each
 * side, and runs at any time. The service writes files its own way, as real ones do: other indentation, its own PO header.
 */
export interface AgreementWorld extends AsyncDisposable {
  readonly site: Site;
  /** The developer's clone. */
  readonly repository: TestRepository;
  /** One run in a clone of its own, which is where upstream is. */
  run(command?: RunOptions["command"]): Promise<RunSeen>;
  /** A run that loses its service for good after so many requests, as one that is killed. */
  runKilled(requests: number): Promise<void>;
  /** A translator saves a text in the JSON component. */
  save(language: string, key: string, text: string): Promise<void>;
  /** A developer changes a JSON file and pushes; `undefined` removes the key. */
  edit(path: string, changes: Readonly<Record<string, string | undefined>>): Promise<void>;
  /** A developer gives a key another name in the source and, as a tool does, in the translations that have it. */
  rename(from: string, to: string, source: string): Promise<void>;
  deleteBranch(): Promise<void>;
  /** Somebody commits a file of their own to the pull request's branch; nothing without one. */
  commitOnBranch(): Promise<void>;
  /** The forge's button; it does nothing where the branch is in conflict with its base. */
  merge(method: MergeMethod): Promise<"merged" | "nothing-open" | "in-conflict">;
  /** The file on the pull request's branch; undefined without one. */
  proposed(path: string): Promise<Readonly<Record<string, string>> | undefined>;
  inGit(path: string): Promise<Readonly<Record<string, string>>>;
  onService(language: string): Promise<Readonly<Record<string, string>>>;
  status(): Promise<{ readonly isLocked: boolean; readonly needsMerge: boolean; readonly needsCommit: boolean }>;
}

/** `squash`: with the commit's own message. `titled`: with the pull request's title alone. */
export type MergeMethod = "merge" | "squash" | "titled" | "rebase";

export interface RunSeen {
  readonly exitCode: number;
  readonly result: RunResult;
  readonly deliveries: readonly Delivery[];
  readonly withdrawals: readonly Withdrawal[];
}

export interface AgreementOptions {
  readonly reads?: "this repository" | "its own repository";
  readonly conflicts?: "service" | "repository" | "fail";
  readonly slug?: string;
  /** Further lines of the mapping. */
  readonly settings?: string;
}

type Texts = Readonly<Record<string, string | undefined>>;

/** As a developer's formatter writes it. */
function json(texts: Texts): string {
  return `${JSON.stringify(texts, undefined, 2)}\n`;
}

export const firstTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "locales/en.json": { title: "Hello", about: "About us", save: "Save", cancel: "Cancel" },
  "locales/cs.json": { title: "Ahoj", save: "Uložit" },
  "locales/de.json": { title: "Hallo", save: "Speichern", cancel: "Abbrechen" },
};

export async function createAgreementWorld(site: Site, options: AgreementOptions = {}): Promise<AgreementWorld> {
  const { reads = "this repository", slug = "web", conflicts, settings = "" } = options;
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
  await createComponent(site.service, site.project, {
    name: slug,
    slug,
    repo: upstream.remoteUrl,
    branch: "main",
    file_format: "json",
    filemask: "locales/*.json",
    template: "locales/en.json",
  });
  await callService(site.service, "PATCH", `/api/components/${site.project}/${slug}/`, {
    body: { file_format_params: { json_indent: 4 } },
  });
  const server = resources.use(await temporaryDirectory());
  const runnerGit = (...args: readonly string[]): Promise<string> =>
    output("git", args, { cwd: server.path, env: gitEnvironment() });
  await runnerGit("clone", "--quiet", repository.remoteUrl, ".");
  const component = `${site.project}/${slug}`;
  const branch = "interlinear/main";
  const owned = resources.move();

  const branchTip = async (): Promise<string> =>
    repository.remoteGit("for-each-ref", "--format=%(objectname)", `refs/heads/${branch}`);
  const latest = async (): Promise<void> => {
    await repository.git("fetch", "--quiet", "--prune", "origin");
    await repository.git("reset", "--quiet", "--hard", "origin/main");
  };

  const runOnce = async (command: RunOptions["command"], killAfter = Infinity): Promise<RunSeen> => {
    await runnerGit("fetch", "--quiet", "origin");
    await runnerGit("reset", "--quiet", "--hard", "origin/main");
    const death = new AbortController();
    let asked = 0;
    await using workspace = await openWorkspace({
      directory: server.path,
      mappingPath: ".github/interlinear.yml",
      token: site.botToken,
      logger: silentLogger,
      signal: death.signal,
      onRequest: () => {
        asked += 1;
        if (asked >= killAfter) death.abort();
      },
    });
    const forge = createLocalForge({ directory: server.path, logger: silentLogger });
    const target = { forge, base: await checkedOutBase(workspace), context: {} };
    const done = await synchronise(workspace, target, { command, dryRun: false, allowRemovals: true });
    const { deliveries, withdrawals } = done;
    return { exitCode: exitCodeOf(done.run.result), result: done.run.result, deliveries, withdrawals };
  };

  return {
    site,
    repository,
    run: (command = "sync") => runOnce(command),
    runKilled: async (requests) => {
      await runOnce("sync", requests).catch(() => undefined);
    },
    save: (language, unit, text) =>
      saveTranslation(site.service, site.translator.token, { component, language, unit }, [text]),
    edit: async (path, changes) => {
      await latest();
      const before: Texts = JSON.parse(await repository.read(path));
      await repository.write({ [path]: json({ ...before, ...changes }) });
      await repository.publish(`Change ${path}`);
    },
    rename: async (from, to, source) => {
      await latest();
      for (const path of Object.keys(firstTexts)) {
        const { [from]: text, ...others }: Texts = JSON.parse(await repository.read(path));
        const renamed = path.endsWith("en.json") ? source : text;
        if (renamed !== undefined) await repository.write({ [path]: json({ ...others, [to]: renamed }) });
      }
      await repository.publish(`Call ${from} ${to}`);
    },
    deleteBranch: async () => {
      if ((await branchTip()) !== "") await repository.git("push", "--quiet", "origin", "--delete", branch);
    },
    commitOnBranch: async () => {
      if ((await branchTip()) === "") return;
      await latest();
      await repository.git("checkout", "--quiet", "--detach", `origin/${branch}`);
      await repository.write({ "NOTES.md": "Looks good.\n" });
      await repository.git("add", "--all");
      await repository.git("commit", "--quiet", "--allow-empty", "--message", "Add notes");
      await repository.git("push", "--quiet", "origin", `HEAD:${branch}`);
      await repository.git("checkout", "--quiet", "main");
    },
    merge: async (method) => {
      const tip = await branchTip();
      if (tip === "") return "nothing-open";
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
          await repository.git("cherry-pick", `main..origin/${branch}`);
          break;
        case "squash":
        case "titled": {
          const message =
            method === "squash" ? await repository.git("log", "-1", "--format=%B", tip) : "Translations (#1)";
          await repository.git("merge", "--quiet", "--squash", `origin/${branch}`);
          await repository.git("commit", "--quiet", "--message", message);
          break;
        }
      }
      await repository.git("push", "--quiet", "origin", "HEAD:main");
      await repository.git("push", "--quiet", "origin", "--delete", branch);
      return "merged";
    },
    proposed: async (path) => {
      if ((await branchTip()) === "") return undefined;
      return JSON.parse(await repository.remoteGit("show", `${branch}:${path}`));
    },
    inGit: async (path) => JSON.parse(await repository.remoteGit("show", `main:${path}`)),
    onService: async (language) => {
      const units = await unitsOf(site.service, component, language);
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
