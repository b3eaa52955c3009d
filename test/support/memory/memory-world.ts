import { defined } from "../../../src/core/defined.ts";
import { silentLogger } from "../../../src/core/logger.ts";
import type { Git } from "../../../src/git/git.ts";
import { loadMapping } from "../../../src/mapping/load.ts";
import { resolveMapping } from "../../../src/mapping/resolve.ts";
import type { TranslationService } from "../../../src/service-client/translation-service.ts";
import { healClones } from "../../../src/sync/healing/heal-clones.ts";
import { exitCodeOf, type RunOptions } from "../../../src/sync/index.ts";
import { readerOf } from "../../../src/sync/observe/reader-of.ts";
import { boundFiles } from "../../../src/sync/unmoved/bound-files.ts";
import { checkedOutBase, synchronise } from "../../../src/workspace/synchronise.ts";
import type { Workspace } from "../../../src/workspace/open-workspace.ts";
import { Death, firstTexts, json, mortal, UNTOUCHED, type PlayedWorld, type RunSeen } from "../agreement-world.ts";
import { leapingClock } from "../test-clock.ts";
import { MemoryForge } from "./memory-forge.ts";
import { MemoryRepository } from "./memory-repository.ts";
import { MemoryService } from "./memory-service.ts";

export interface MemoryWorldOptions {
  readonly reads: "this repository" | "its own repository";
  readonly conflicts: "service" | "repository" | "fail";
  readonly forge: "plain" | "github";
  readonly service: "real" | "embedded";
  /**
   * How the strings of a file stand: `close`, so that git, which merges lines, sees a conflict in changes of any two; `far`, with strings
   * between them that nobody touches, where git merges whatever is not the same string.
   */
  readonly lines?: "close" | "far";
  /** The remote takes no record beside the branches. */
  readonly refusesRecord?: boolean;
  /** The service's database fails at the first file that is replaced. */
  readonly firstReplaceFails?: boolean;
  /** Further lines of the mapping. */
  readonly settings?: string;
}

type Texts = Readonly<Record<string, string | undefined>>;

/** Of the port to the service, what is a request with an answer. */
const REQUESTS = [
  "components",
  "component",
  "translations",
  "projectRepository",
  "componentRepository",
  "operateProject",
  "operateComponent",
  "isLocked",
  "setLock",
  "download",
  "downloadAll",
  "upload",
  "addLanguage",
  "user",
] as const satisfies readonly (keyof TranslationService)[];

const BRANCH = "interlinear/main";

/** So many strings that nobody touches stand after each other one. */
const BETWEEN = 4;

/** With strings between them, translated as the others. */
function spread(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const keys = Object.keys(firstTexts["locales/en.json"] ?? {});
  const entries = keys.flatMap((key, at) => [
    ...(texts[key] === undefined ? [] : [[key, texts[key]] as const]),
    ...Array.from({ length: BETWEEN }, (_, index) => {
      const name = `${UNTOUCHED}${String(at)}.${String(index)}`;
      return [name, `${name} of ${texts["title"] ?? ""}`] as const;
    }),
  ]);
  return Object.fromEntries(entries);
}

/**
 * Repository, service, forge and runs between them without a process, a file or a connection: a step takes milliseconds, so that thousands of
 * histories are played. The engine, its mapping, and all decisions of the forges' adapters are the product's own.
 */
export async function createMemoryWorld(options: MemoryWorldOptions): Promise<PlayedWorld> {
  const { reads, conflicts, forge: kind, lines = "close", settings = "", refusesRecord = false } = options;
  const repository = new MemoryRepository("https://forge.test/acme/web.git");
  /** As a developer's formatter writes it; where git is to merge what the service wrote, with the service's indentation. */
  const print = (texts: Texts): string => (lines === "far" ? `${JSON.stringify(texts, undefined, 4)}\n` : json(texts));
  const begin = (place: MemoryRepository): void => {
    const files = Object.entries(firstTexts).map(
      ([path, texts]) => [path, place.store(print(lines === "far" ? spread(texts) : texts))] as const,
    );
    place.point("main", place.commit(new Map(files), [], "Start"));
  };
  begin(repository);
  const upstream = reads === "this repository" ? repository : new MemoryRepository("https://forge.test/acme/texts.git");
  if (upstream !== repository) begin(upstream);
  const format = await readerOf({ fileFormat: "json", template: "" });
  if (format === undefined) throw new Error("JSON has no reader");
  const service = new MemoryService({
    upstream,
    project: "acme",
    component: "web",
    kind: options.service,
    json: format,
    ...defined({ firstReplaceFails: options.firstReplaceFails }),
  });
  const forge = new MemoryForge(repository, kind === "github");
  const parsed = loadMapping(
    `version: 1
service: https://service.test
project: acme
components:
  - component: web
    source: locales/en.json
    translations: "locales/{language}.json"
conflicts: ${conflicts}
${settings}`,
    ".github/interlinear.yml",
  );

  const tip = (): string => repository.tip("main") ?? "";
  const files = (): ReadonlyMap<string, string> => repository.at(tip()).files;
  const textsAt = (path: string, commit = tip()): Readonly<Record<string, string>> => {
    const blob = repository.at(commit).files.get(path);
    return blob === undefined ? {} : JSON.parse(Buffer.from(repository.read(blob)).toString("utf8"));
  };
  /** Far from each other, strings keep their places: those of the source's, which a new one gets too. */
  const inPlace = (texts: Texts): Texts => {
    if (lines === "close") return texts;
    const order = [...new Set([...Object.keys(textsAt("locales/en.json")), ...Object.keys(texts)])];
    return Object.fromEntries(order.flatMap((key) => (key in texts ? [[key, texts[key]]] : [])));
  };
  const publish = (changed: ReadonlyMap<string, string>, message: string): void => {
    repository.point("main", repository.commit(changed, [tip()], message));
  };
  const clock = leapingClock();
  const opened = (death: Death): Workspace => {
    const clone = repository.clone("main");
    const git: Git = refusesRecord
      ? { ...clone, writeRecord: async () => ({ kind: "refused", reason: "deny updating a hidden ref" }) }
      : mortal(clone, ["writeRecord"], death);
    return {
      git,
      parsed: () => Promise.resolve(parsed),
      boundFiles: (entries, { bindings }) => boundFiles(entries, bindings),
      mapping: resolveMapping(parsed, [...files().keys()]),
      service: mortal(service.port(), REQUESTS, death),
      isBindable: undefined,
      isAnonymous: false,
      logger: silentLogger,
      clock,
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  };
  const runOnce = async (command: RunOptions["command"], death = new Death(Infinity)): Promise<RunSeen> => {
    const workspace = opened(death);
    const base = await checkedOutBase(workspace);
    const port = forge.port(() => {
      death.pass();
    });
    const done = await synchronise(
      workspace,
      { forge: port, base, context: {} },
      { command, dryRun: false, allowRemovals: true },
    );
    const { deliveries, withdrawals } = done;
    const { result } = done.run;
    return { exitCode: exitCodeOf(result), result, deliveries, withdrawals, boundaries: death.passed };
  };
  const close = (): void => {
    const open = forge.open(BRANCH);
    if (open !== undefined) open.state = "closed";
  };

  return {
    run: (command = "sync") => runOnce(command),
    runKilled: async (boundary) => {
      const seen = await runOnce("sync", new Death(boundary)).catch(() => undefined);
      clock.leap();
      return seen;
    },
    heal: async () => {
      const { service: port, git, mapping } = opened(new Death(Infinity));
      const urls = async (): Promise<readonly string[]> => [repository.url];
      const dependencies = { service: port, git, clock, repositoryUrls: urls };
      return healClones(dependencies, mapping, { branch: "main", commit: tip(), dryRun: false });
    },
    save: async (language, key, text) => {
      service.save(language, key, text);
    },
    edit: async (path, changes) => {
      const changed = repository.store(print(inPlace({ ...textsAt(path), ...changes })));
      if (files().get(path) !== changed) publish(new Map(files()).set(path, changed), `Change ${path}`);
    },
    rename: async (from, to, source) => {
      const after = new Map(files());
      for (const path of [...files().keys()].filter((name) => name.startsWith("locales/"))) {
        const { [from]: text, ...others }: Texts = textsAt(path);
        const renamed = path.endsWith("en.json") ? source : text;
        if (renamed === undefined) continue;
        const entries = Object.entries(textsAt(path)).map(([key, each]) =>
          key === from ? [to, renamed] : [key, each],
        );
        const texts = lines === "far" ? Object.fromEntries(entries) : { ...others, [to]: renamed };
        after.set(path, repository.store(print(texts)));
      }
      publish(after, `Call ${from} ${to}`);
    },
    addLanguage: async (language) => {
      unlessRefused(() => {
        service.addLanguage(language);
      });
    },
    removeLanguage: async (language) => {
      unlessRefused(() => {
        service.removeLanguage(language);
      });
    },
    revert: async () => {
      const [parent] = repository.at(tip()).parents;
      if (parent === undefined) return false;
      publish(repository.at(parent).files, "Revert");
      return true;
    },
    forcePush: async (commits) => {
      let at = tip();
      for (let left = commits; left > 0; left -= 1) at = repository.at(at).parents[0] ?? at;
      repository.point("main", at);
    },
    deleteBranch: async () => {
      if (repository.tip(BRANCH) === undefined) return;
      if (kind === "github") close();
      repository.point(BRANCH, undefined);
    },
    close: async () => {
      if (kind === "github") close();
      else repository.point(BRANCH, undefined);
    },
    commitOnBranch: async (path, changes) => {
      const at = repository.tip(BRANCH);
      if (at === undefined) return false;
      const [name, content] =
        path === undefined
          ? ["NOTES.md", "Looks good.\n"]
          : [path, print(inPlace({ ...textsAt(path, at), ...changes }))];
      const after = new Map(repository.at(at).files).set(name, repository.store(content));
      repository.point(BRANCH, repository.commit(after, [at], "Add notes"));
      return true;
    },
    merge: async (method) => {
      const at = repository.tip(BRANCH);
      const open = forge.open(BRANCH);
      if (at === undefined || (kind === "github" && open === undefined)) return "nothing-open";
      const base = repository.mergeBase(tip(), at);
      const treeAt = (commit: string | undefined): ReadonlyMap<string, string> =>
        commit === undefined ? new Map() : repository.at(commit).files;
      const merged = repository.merged(treeAt(base), files(), repository.at(at).files);
      // Lines that both sides added for one key, at two places: git sees no conflict, and a reviewer that the file has it twice.
      if (merged === undefined || [...merged.values()].some((blob) => hasKeyTwice(repository.read(blob)))) {
        return "in-conflict";
      }
      const own = repository.at(at).message;
      const kept = own.replaceAll(/^Interlinear-(?:Service|Merged): .*$/gm, "");
      switch (method) {
        case "merge":
          repository.point("main", repository.commit(merged, [tip(), at], "Merge"));
          break;
        case "rebase":
          for (const commit of repository.between(tip(), at).toReversed()) {
            const after = repository.merged(treeAt(commit.parents[0]), files(), commit.files);
            if (after === undefined) return "in-conflict";
            repository.point("main", repository.commit(after, [tip()], commit.message, commit.author));
          }
          break;
        case "squash":
          publish(merged, own);
          break;
        case "edited":
          publish(merged, `Translations\n\n${kept}`);
          break;
        case "titled":
          publish(merged, "Translations (#1)");
          break;
      }
      if (open !== undefined) open.state = "merged";
      repository.point(BRANCH, undefined);
      return "merged";
    },
    saidInProposals: async () => forge.pulls.map(({ body }) => body).join("\n"),
    inGit: async (path) => textsAt(path),
    onService: async (language) => service.texts(language),
    proposed: async (path) => {
      const at = repository.tip(BRANCH);
      return at === undefined ? undefined : textsAt(path, at);
    },
    status: async () => {
      const { needsMerge, needsCommit } = service.status();
      return { isLocked: service.isLocked, needsMerge, needsCommit };
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

function hasKeyTwice(content: Uint8Array): boolean {
  const keys = Buffer.from(content)
    .toString("utf8")
    .match(/^ +"[^"]+":/gm);
  return keys !== null && new Set(keys).size < keys.length;
}

function unlessRefused(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof Error && /answered 40[034]/.test(error.message))) throw error;
  }
}
