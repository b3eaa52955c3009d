import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { UnitChange } from "../../src/catalog/unit-change.ts";
import type { Format } from "../../src/formats/format.ts";
import type { RunResult } from "../../src/sync/index.ts";
import { runCli } from "./cli.ts";
import { formatFiles, type FormatFiles, type Texts } from "./format-files.ts";
import { createRepository, type TestRepository } from "./repository.ts";
import { createComponent, saveTranslation, unitOf, type ApiUnit } from "./service-api.ts";
import type { Site } from "./world.ts";

/** One format's files in the repository, and its component. */
export interface Player {
  readonly id: string;
  readonly files: FormatFiles;
  readonly isBilingual: boolean;
  /** `project/component`. */
  readonly component: string;
  path(language: string): string;
  /** A file's texts by the name of the string. */
  texts(language: string): Promise<ReadonlyMap<string, readonly string[]>>;
  bytes(language: string): Promise<Buffer>;
  patched(bytes: Uint8Array, language: string, ...changes: readonly UnitChange[]): Uint8Array;
  /** A translator saves a text. */
  translate(language: string, name: string, ...target: readonly string[]): Promise<void>;
  stored(language: string, name: string): Promise<ApiUnit>;
}

export interface FinishedRun {
  readonly exitCode: number;
  readonly output: string;
  readonly result: RunResult;
}

/** A repository with files of every format, and a component for each of them. */
export interface FormatStage extends AsyncDisposable {
  readonly repository: TestRepository;
  readonly players: readonly Player[];
  sync(): Promise<FinishedRun>;
  /** Merges the pull request's branch, as a person does. */
  merge(): Promise<void>;
}

export interface FormatStageOptions {
  readonly formats: readonly Format[];
  /** Source texts by name, also of strings that only come later. */
  readonly english: Texts;
  /** What a format's files hold at the beginning, by language. */
  readonly texts: (files: FormatFiles) => Readonly<Record<string, Texts>>;
  readonly reads: "its own repository" | "this repository";
  /** Keeps the components of several stages apart. */
  readonly prefix: string;
}

export async function formatStage(site: Site, options: FormatStageOptions): Promise<FormatStage> {
  await using resources = new AsyncDisposableStack();
  const subjects = options.formats.map((format) => ({ format, files: formatFiles(format, options.english) }));
  const contents = Object.fromEntries(
    subjects.flatMap(({ format, files }) =>
      Object.entries(options.texts(files)).map(([language, texts]) => [
        pathOf(format, language),
        files.file(language, texts),
      ]),
    ),
  );
  const entries = subjects.map(
    ({ format }) =>
      `  - { component: "${options.prefix}${format.id}", source: ${pathOf(format, "en")}, translations: "${pathOf(format, "{language}")}" }\n`,
  );
  const mapping = `version: 1\nservice: ${site.proxy.url}\nproject: ${site.project}\ncomponents:\n${entries.join("")}`;
  const repository = resources.use(await createRepository({ ...contents, ".github/interlinear.yml": mapping }));
  const upstream = options.reads === "this repository" ? repository : resources.use(await createRepository(contents));
  const owner = `${options.prefix}${subjects[0]?.format.id ?? ""}`;
  for (const { format } of subjects) {
    const slug = `${options.prefix}${format.id}`;
    const source = pathOf(format, "en");
    await createComponent(site.service, site.project, {
      name: slug,
      slug,
      // Those that read one repository share its clone, as a service's users make them.
      ...(options.reads === "this repository" && slug !== owner
        ? { repo: `weblate://${site.project}/${owner}`, branch: "" }
        : { repo: upstream.remoteUrl, branch: upstream.branch }),
      file_format: format.id,
      filemask: pathOf(format, "*"),
      ...(format.kind === "monolingual" ? { template: source } : { new_base: source }),
      manage_units: true,
    });
  }
  const owned = resources.move();
  return {
    repository,
    players: subjects.map(({ files }) => playerOf(site, repository, files, options.prefix)),
    sync: async () => {
      const { exitCode, output, stdout } = await runCli(["sync", "--json"], {
        cwd: repository.path,
        environment: { INTERLINEAR_TOKEN: site.botToken },
      });
      const result: RunResult = JSON.parse(stdout);
      return { exitCode, output, result };
    },
    merge: async () => {
      await repository.git("fetch", "--quiet", "origin");
      await repository.git("merge", "--quiet", "--no-edit", "origin/interlinear/main");
      await repository.git("push", "--quiet", "origin", "HEAD");
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

function pathOf({ id, extensions }: FormatFiles["format"], language: string): string {
  return `${id}/${language}.${extensions[0] ?? ""}`;
}

function playerOf(site: Site, repository: TestRepository, files: FormatFiles, prefix: string): Player {
  const { format } = files;
  const component = `${site.project}/${prefix}${format.id}`;
  const bytes = (language: string): Promise<Buffer> => readFile(join(repository.path, pathOf(format, language)));
  return {
    id: format.id,
    files,
    isBilingual: format.kind === "bilingual",
    component,
    path: (language) => pathOf(format, language),
    bytes,
    texts: async (language) =>
      new Map(format.read(await bytes(language), { language }).units.map(({ key, target }) => [key, target])),
    patched: (content, language, ...changes) => format.patch(content, changes, { language }),
    translate: (language, name, ...target) =>
      saveTranslation(site.service, site.translator.token, { component, language, unit: files.keyOf(name) }, target),
    stored: (language, name) => unitOf(site.service, component, language, files.keyOf(name)),
  };
}
