import { defined } from "../core/defined.ts";
import { FormatError } from "../formats/format.ts";
import type { FileChange } from "../forge/forge.ts";
import type { Git, IndexEntry, PathVersion } from "../git/git.ts";
import { catalogueOf, fileOf, fileOfLanguage, languageFile } from "../mapping/catalogue-paths.ts";
import type { Binding } from "../mapping/binding.ts";
import type { Run } from "../sync/index.ts";
import { withFilesAs } from "./run-files.ts";

/** Further back nobody looks for what a language of a catalogue once was. */
const MOST_VERSIONS = 200;

/** The catalogues that some component binds, by their paths in git. */
export function boundCatalogues(bindings: readonly Pick<Binding, "source">[]): ReadonlySet<string> {
  return new Set(bindings.flatMap(({ source = "" }) => catalogueOf(source)?.catalogue ?? []));
}

/**
 * A repository in which every language of the bound catalogues is a file of its own, with its own blob ids and history. What
 * is made of such files comes back into the catalogue by {@link intoCatalogues}.
 */
export function throughCatalogues(git: Git, bindings: readonly Pick<Binding, "source">[]): Git {
  const catalogues = boundCatalogues(bindings);
  return catalogues.size === 0 ? git : new CatalogueViews(git, catalogues).git();
}

/** Path → blob id and bytes. */
type LanguageFiles = ReadonlyMap<string, string>;

const NO_FILES: LanguageFiles = new Map();

class CatalogueViews {
  readonly #git: Git;
  readonly #catalogues: ReadonlySet<string>;
  /** By their blob ids. */
  readonly #contents = new Map<string, Uint8Array>();
  /** By the blob ids of the catalogues, and their paths. */
  readonly #files = new Map<string, Promise<LanguageFiles>>();

  constructor(git: Git, catalogues: ReadonlySet<string>) {
    this.#git = git;
    this.#catalogues = catalogues;
  }

  git(): Git {
    const git = this.#git;
    return {
      ...git,
      index: async (isWanted) => this.#expanded(await git.index(isWanted)),
      files: async (commit, most) => this.#expanded(await git.files(commit, most)),
      read: async (blob) => this.#contents.get(blob) ?? git.read(blob),
      blobAt: async (commit, path) => {
        const file = this.#catalogueOf(path);
        const blob = await git.blobAt(commit, file ?? path);
        return file === undefined || blob === undefined ? blob : (await this.#older(file, blob)).get(path);
      },
      prefetch: (blobs) => git.prefetch(blobs.filter((blob) => !this.#contents.has(blob))),
      sizes: async (blobs) => {
        const own = blobs.flatMap((blob) => {
          const content = this.#contents.get(blob);
          return content === undefined ? [] : [[blob, content.length] as const];
        });
        return new Map([...(await git.sizes(blobs.filter((blob) => !this.#contents.has(blob)))), ...own]);
      },
      modified: async (paths) => {
        const found = new Set(await git.modified([...new Set(paths.map((path) => this.#catalogueOf(path) ?? path))]));
        return paths.filter((path) => found.has(this.#catalogueOf(path) ?? path));
      },
      history: async (paths, limit) => this.#history(paths, limit),
    };
  }

  #catalogueOf(path: string): string | undefined {
    const catalogue = catalogueOf(path)?.catalogue;
    return catalogue !== undefined && this.#catalogues.has(catalogue) ? catalogue : undefined;
  }

  /** @throws {FormatError} for a catalogue that does not parse: nothing could be said of any of its languages */
  async #expanded(entries: readonly IndexEntry[]): Promise<readonly IndexEntry[]> {
    const expanded: IndexEntry[] = [];
    for (const entry of entries) {
      if (this.#catalogueOf(entry.path) !== undefined) continue;
      expanded.push(entry);
      if (!this.#catalogues.has(entry.path) || !entry.mode.startsWith("100")) continue;
      for (const [path, blob] of await this.#filesOf(entry.path, entry.blob)) {
        expanded.push({ path, blob, mode: entry.mode });
      }
    }
    return expanded;
  }

  #filesOf(catalogue: string, blob: string): Promise<LanguageFiles> {
    const id = `${blob} ${catalogue}`;
    const known = this.#files.get(id) ?? this.#read(catalogue, blob);
    this.#files.set(id, known);
    return known;
  }

  async #read(catalogue: string, blob: string): Promise<LanguageFiles> {
    // Readers are loaded by those who have a catalogue.
    const [{ xcstrings }, { languageFileOf }] = await Promise.all([
      import("../formats/xcstrings/index.ts"),
      import("../formats/catalogue-language.ts"),
    ]);
    const bytes = await this.#git.read(blob);
    const [, ...languages] = xcstrings.languages?.(bytes, { path: catalogue }) ?? [];
    const files = new Map<string, string>();
    for (const language of [undefined, ...languages]) {
      const content = languageFileOf(bytes, language, catalogue);
      const id = this.#git.hash(content);
      this.#contents.set(id, content);
      files.set(language === undefined ? languageFile(catalogue) : fileOfLanguage(catalogue, language), id);
    }
    return files;
  }

  /** What does not parse says nothing of earlier times. */
  async #older(catalogue: string, blob: string): Promise<LanguageFiles> {
    try {
      return await this.#filesOf(catalogue, blob);
    } catch (error) {
      if (error instanceof FormatError) return NO_FILES;
      throw error;
    }
  }

  async #history(paths: readonly string[], limit: number): Promise<ReadonlyMap<string, readonly PathVersion[]>> {
    const found = await this.#git.history([...new Set(paths.map((path) => this.#catalogueOf(path) ?? path))], limit);
    const histories = new Map<string, readonly PathVersion[]>();
    for (const path of paths) {
      const catalogue = this.#catalogueOf(path);
      const versions = found.get(catalogue ?? path);
      if (versions === undefined) continue;
      histories.set(path, catalogue === undefined ? versions : await this.#versions(path, catalogue, versions));
    }
    return histories;
  }

  /** Those commits in which this language of the catalogue became another one. */
  async #versions(path: string, catalogue: string, all: readonly PathVersion[]): Promise<readonly PathVersion[]> {
    const versions: PathVersion[] = [];
    let older: string | undefined;
    for (const version of all.slice(0, MOST_VERSIONS).toReversed()) {
      const blob = version.blob === undefined ? undefined : (await this.#older(catalogue, version.blob)).get(path);
      if (blob !== older) versions.push({ ...version, blob });
      older = blob;
    }
    return versions.toReversed();
  }
}

/**
 * The same changes, with those of a catalogue's languages as one of the catalogue itself.
 * @param git as {@link throughCatalogues} shows it
 */
export async function intoCatalogues(
  git: Pick<Git, "index" | "read">,
  files: readonly FileChange[],
): Promise<readonly FileChange[]> {
  const byFile = Map.groupBy(files, ({ path }) => fileOf(path));
  if (byFile.size === files.length && [...byFile.keys()].every((path, at) => path === files[at]?.path)) return files;
  const { withLanguageFile } = await import("../formats/catalogue-language.ts");
  const entries = new Map((await git.index()).map((entry) => [entry.path, entry]));
  const folded: FileChange[] = [];
  for (const [path, changes] of byFile) {
    const entry = entries.get(path);
    const own = changes.flatMap((change) => {
      const name = catalogueOf(change.path)?.name;
      return name === undefined ? [] : [{ name, content: change.content }];
    });
    if (entry === undefined || own.length < changes.length) {
      for (const change of changes) folded.push(change);
      continue;
    }
    let content = await git.read(entry.blob);
    for (const { name, content: file } of own) content = withLanguageFile(content, name, file ?? undefined);
    folded.push({ path, content, mode: entry.mode === "100755" ? "100755" : "100644" });
  }
  return folded;
}

/** What goes by that path, out of the catalogue that it is in; undefined where it is in none. */
export async function languageIn(path: string, catalogue: Uint8Array): Promise<Uint8Array | undefined> {
  const own = catalogueOf(path);
  if (own === undefined) return undefined;
  const { languageFileOf } = await import("../formats/catalogue-language.ts");
  return languageFileOf(catalogue, own.name, own.catalogue);
}

/**
 * The run with the files of languages as they will be read out of their catalogues: agreement is about those.
 * @param git as {@link throughCatalogues} shows it
 */
export async function asInCatalogues(git: Git, run: Run, base?: string): Promise<Run> {
  if (run.files.every(({ path }) => catalogueOf(path) === undefined)) return run;
  return withFilesAs({ git, ...defined({ base }) }, run, async (file) => {
    const [folded] = await intoCatalogues(git, [file]);
    if (folded === undefined || folded === file || folded.content === null) return file;
    const content = await languageIn(file.path, folded.content);
    return content === undefined || Buffer.compare(content, file.content ?? content) === 0
      ? file
      : { ...file, content };
  });
}
