import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { systemClock, type TimerClock } from "../core/clock.ts";
import { defined } from "../core/defined.ts";
import { UserError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import { once } from "../core/once.ts";
import { beginMuch } from "../core/small-heap.ts";
import { openRepository, type OpenOptions } from "../git/git-repository.ts";
import type { Git } from "../git/git.ts";
import type { ResolvedMapping } from "../mapping/binding.ts";
import { editDistance } from "../mapping/nearest.ts";
import type { ParsedMapping } from "../mapping/load.ts";
import { HttpTranslationService } from "../service-client/index.ts";
import type { RequestObserver } from "../network/seen-request.ts";
import type { TranslationService } from "../service-client/translation-service.ts";
import type { RunDependencies } from "../sync/index.ts";
import { VERSION } from "../core/version.ts";
import { throughCatalogues } from "./catalogues.ts";
import { keepMapping, keptMapping } from "./kept-mapping.ts";

export interface WorkspaceOptions {
  /** A folder of the working tree; a bare repository will do for `files` of `mappingCommit`, and for `commit`. */
  readonly directory: string;
  /** Stands on this commit, whatever is checked out: mapping and files are its own. */
  readonly commit?: string;
  /** As `openRepository` takes it. */
  readonly fetched?: OpenOptions["fetched"];
  /** What git needs besides to reach the remote of a clone that lacks objects. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Repository path of the mapping. */
  readonly mappingPath: string;
  /**
   * A commit to read the mapping from instead of the working tree: the token goes where the mapping says, so a pull
   * request's own version of it is not to be trusted.
   */
  readonly mappingCommit?: string;
  /** Whose files the mapping is bound to: those of git's index (the default), or of `mappingCommit`. */
  readonly files?: "index" | "mapping-commit";
  /**
   * "" where there is none; or the one for the service that the mapping names, with the reason to give to whoever needs one
   * where there is none.
   */
  readonly token: string | ((service: string) => string | UserError);
  /** Without a token, ask the service as anybody may ask it: statistics of public projects. */
  readonly anonymous?: boolean;
  readonly logger: Logger;
  /** Ends what is under way with the service. */
  readonly signal?: AbortSignal;
  /** Takes nothing from an earlier run. */
  readonly full?: boolean;
  /** For a rate limit of the service to be over; default: as long as a run may take. */
  readonly longestWaitMs?: number;
  /** What is waited by before a request is sent again, and a run tells how old something is; default: the system's. */
  readonly clock?: TimerClock;
  /** Told of every request to the service. */
  readonly onRequest?: RequestObserver;
  /** Told the names of components right before a run locks them: see {@link RunDependencies.onLocked}. */
  readonly onLocked?: NonNullable<RunDependencies["onLocked"]>;
}

/** Bytes: some ten thousand files. Among fewer a run that finds nothing moved is over before a small heap is worth anything. */
const LARGE_INDEX = 1_000_000;

type PathTest = Parameters<Git["index"]>[0];

/** A repository with its mapping and its service: what every run needs. */
export interface Workspace extends AsyncDisposable {
  readonly git: Git;
  readonly mapping: ResolvedMapping;
  /** The mapping as it is written, to be bound to other versions of the files. */
  readonly parsed: () => Promise<ParsedMapping>;
  /** Those of the index that the mapping is bound to. */
  readonly boundFiles: NonNullable<RunDependencies["boundFiles"]>;
  readonly service: TranslationService;
  /** Tells paths that cannot be bound, for `Git.index`. */
  readonly isBindable: PathTest;
  /** Whether the service is asked without a token. */
  readonly isAnonymous: boolean;
  readonly logger: Logger;
  readonly onLocked?: NonNullable<RunDependencies["onLocked"]>;
  /** Default: the system's. */
  readonly clock?: TimerClock;
}

/** @throws {MappingError}; {UserError} `IL-M01` without a mapping, `IL-W01` without a token, `IL-W04` */
export async function openWorkspace(given: WorkspaceOptions): Promise<Workspace> {
  const { environment, commit, fetched } = given;
  const options = commit === undefined ? given : { ...given, mappingCommit: commit };
  const repository = seenOnce(
    await openRepository(options.directory, {
      mayBeBare: options.files === "mapping-commit",
      ...defined({ environment, commit, fetched }),
    }),
  );
  if (hasManyFiles(repository)) beginMuch();
  const { mapping, isBindable, parsed, boundFiles } = await boundMapping(repository, options);
  const token = tokenFor(mapping.service, options);
  const git = seenOnce(await throughCatalogues(repository, mapping.bindings));
  const service = new HttpTranslationService({
    url: mapping.service,
    token,
    version: VERSION,
    logger: options.logger,
    ...defined({
      signal: options.signal,
      longestWaitMs: options.longestWaitMs,
      onRequest: options.onRequest,
      clock: options.clock,
    }),
  });
  return {
    git,
    mapping,
    parsed,
    service,
    isBindable,
    boundFiles,
    isAnonymous: token === undefined,
    logger: options.logger,
    ...defined({ onLocked: options.onLocked, clock: options.clock }),
    [Symbol.asyncDispose]: () => service.close(),
  };
}

function hasManyFiles({ folder }: Git): boolean {
  if (folder === undefined) return false;
  return (statSync(join(folder, "index"), { throwIfNoEntry: false })?.size ?? 0) > LARGE_INDEX;
}

/** As an earlier run bound it in this clone, or anew: then it is kept as soon as somebody wants to know which files are its own. */
async function boundMapping(
  git: Git,
  options: WorkspaceOptions,
): Promise<Pick<Workspace, "mapping" | "isBindable" | "parsed" | "boundFiles">> {
  const { mappingPath: path, mappingCommit, full, clock = systemClock } = options;
  const text = await mappingText(git, options);
  const written = { path, text, version: VERSION, day: clock.now().toISOString().slice(0, 10) };
  const isOfIndex = mappingCommit === undefined && options.files !== "mapping-commit";
  const kept = isOfIndex && full !== true ? await keptMapping(git, written) : undefined;
  if (kept !== undefined) {
    const { filesAmong, ...bound } = kept;
    return {
      ...bound,
      parsed: once(async () => (await import("./bind-mapping.ts")).readMapping(written)),
      boundFiles: async (entries, mapping) =>
        mapping === bound.mapping
          ? filesAmong(entries)
          : (await import("../sync/unmoved/bound-files.ts")).boundFiles(entries, mapping.bindings),
    };
  }
  const [{ readMapping, bindMapping }, { boundFiles }] = await Promise.all([
    import("./bind-mapping.ts"),
    import("../sync/unmoved/bound-files.ts"),
  ]);
  const parsed = await readMapping(written);
  const bound = await bindMapping(parsed, (isWanted) => filesOf(git, options, isWanted));
  return {
    mapping: bound.mapping,
    isBindable: bound.isBindable,
    parsed: () => Promise.resolve(parsed),
    boundFiles: async (entries, mapping) => {
      const files = boundFiles(entries, mapping.bindings);
      if (isOfIndex && mapping === bound.mapping) await keepMapping(git, written, bound, { entries, files });
      return files;
    },
  };
}

/** Stands for no test of paths. */
const ALL_PATHS: NonNullable<PathTest> = () => true;

/** Nothing of ours moves HEAD or the index: one look at each serves a whole run, which then stands on one state of them. */
function seenOnce(git: Git): Git {
  // Who looks for a few paths, with a test of its own, keeps nothing for the rest of the run.
  const seen = new WeakMap<NonNullable<PathTest>, ReturnType<Git["index"]>>();
  const index: Git["index"] = (isWanted) => {
    const known = seen.get(isWanted ?? ALL_PATHS) ?? git.index(isWanted);
    seen.set(isWanted ?? ALL_PATHS, known);
    return known;
  };
  return { ...git, index, head: once(() => git.head()), branch: once(() => git.branch()) };
}

/** @throws {UserError} `IL-W01`, or what the caller says, where there is none and one is needed */
function tokenFor(service: string, { token, anonymous }: WorkspaceOptions): string | undefined {
  const found = typeof token === "string" ? token : token(service);
  if (typeof found === "string" && found.trim() !== "") return found;
  if (anonymous === true) return undefined;
  if (typeof found !== "string") throw found;
  throw new UserError("there is no token for the service", {
    code: "IL-W01",
    hint: `Set the environment variable INTERLINEAR_TOKEN (in the action: the input "token") to a token of ${service}.`,
  });
}

/** What the engine asks for; `repositoryUrls` comes from the forge where there is one. */
export function runDependencies(
  { git, service, isBindable, boundFiles, logger, onLocked, clock = systemClock }: Workspace,
  repositoryUrls: () => Promise<readonly string[]> = () => git.remoteUrls(),
): RunDependencies {
  return {
    git: { ...git, index: (isWanted = isBindable) => git.index(isWanted) },
    service,
    boundFiles,
    logger,
    clock,
    repositoryUrls,
    ...defined({ onLocked }),
  };
}

function filesOf(git: Git, { files, mappingCommit }: WorkspaceOptions, isWanted: PathTest): ReturnType<Git["index"]> {
  return files === "mapping-commit" && mappingCommit !== undefined ? git.files(mappingCommit) : git.index(isWanted);
}

/** @throws {UserError} `IL-M01` */
export async function mappingText(
  git: Git,
  { mappingPath, mappingCommit }: Pick<WorkspaceOptions, "mappingPath" | "mappingCommit">,
): Promise<string> {
  if (mappingCommit !== undefined) return mappingAt(git, mappingPath, mappingCommit);
  try {
    return await readFile(resolve(git.root, mappingPath), "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EISDIR") throw noMapping(mappingPath, "it is a folder");
    if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
    throw noMapping(mappingPath, undefined, misplacedMapping(git.root, mappingPath));
  }
}

/** Another path that people give a mapping, where there is a file. */
export function misplacedMapping(root: string, mappingPath: string): string | undefined {
  const there = (path: string): boolean => path !== mappingPath && existsSync(resolve(root, path));
  return OTHER_PLACES.find(there) ?? misspeltIn(root, mappingPath) ?? WORKFLOWS.find((path) => isMapping(root, path));
}

/** A file beside the wanted one, or in the root, whose name is nearly that of a mapping. */
function misspeltIn(root: string, mappingPath: string): string | undefined {
  for (const folder of new Set([dirname(mappingPath), "."])) {
    if (!existsSync(resolve(root, folder))) continue;
    for (const name of readdirSync(resolve(root, folder), { withFileTypes: true })) {
      if (!name.isFile() || !/\.ya?ml$/i.test(name.name)) continue;
      const path = join(folder, name.name);
      if (path !== mappingPath && editDistance(name.name.toLowerCase(), "interlinear.yml", MOST_SLIPS) <= MOST_SLIPS) {
        return path;
      }
    }
  }
  return undefined;
}

/** Letters that a misspelt name may have otherwise. */
const MOST_SLIPS = 3;
/** Where the workflow belongs, and where some put the mapping instead. */
const WORKFLOWS = [".github/workflows/interlinear.yml", ".github/workflows/interlinear.yaml"];

function isMapping(root: string, path: string): boolean {
  const file = resolve(root, path);
  return existsSync(file) && /^components\s*:/m.test(readFileSync(file, "utf8"));
}

/** Where people put a mapping that belongs in `.github/interlinear.yml`. */
const OTHER_PLACES = [
  ".github/interlinear.yaml",
  "interlinear.yml",
  "interlinear.yaml",
  ".interlinear.yml",
  ".interlinear.yaml",
  ".github/workflows/interlinear.mapping.yml",
];

async function mappingAt(git: Git, path: string, commit: string): Promise<string> {
  const blob = await git.blobAt(commit, path);
  if (blob === undefined) throw noMapping(`${path} at ${commit}`);
  return Buffer.from(await git.read(blob)).toString("utf8");
}

function noMapping(path: string, why?: string, near?: string): UserError {
  return new UserError(`there is no mapping: ${path}${why === undefined ? "" : ` (${why})`}`, {
    code: "IL-M01",
    hint:
      near !== undefined
        ? `${near} is there: move it to ${path}, or say --mapping ${near}.`
        : "Run `interlinear init` to write one, or name its path (--mapping, the action's input `mapping`).",
  });
}
