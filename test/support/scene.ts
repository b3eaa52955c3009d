import { runCli, startCli, type CliOptions, type RunningCli } from "./cli.ts";
import { createRepository, type Files, type TestRepository } from "./repository.ts";
import { sampleFiles } from "./sample-files.ts";
import { callService, createComponent, saveTranslation, unitOf, unitsOf, type ApiUnit } from "./service-api.ts";
import type { Site } from "./world.ts";

/** A component of the service together with its row of the mapping. */
export interface SceneComponent {
  readonly slug: string;
  readonly format: string;
  /** Path of the source file: the template of a monolingual component, the base of new languages of a bilingual one. */
  readonly source: string;
  /** `locales/*.json` */
  readonly mask: string;
  readonly isBilingual?: boolean;
}

export const webComponent: SceneComponent = {
  slug: "web",
  format: "json-nested",
  source: "locales/en.json",
  mask: "locales/*.json",
};

export const serverComponent: SceneComponent = {
  slug: "server",
  format: "po",
  source: "po/server.pot",
  mask: "po/*.po",
  isBilingual: true,
};

export interface SceneOptions {
  readonly components: readonly SceneComponent[];
  /** Whether the service follows a repository of its own, or the very one that the developer works in. */
  readonly reads?: "its own repository" | "this repository";
  /** Keeps this scene's components apart from others in the same project. */
  readonly prefix?: string;
  /** The sample's, without this. */
  readonly files?: Files;
  /** Further lines of the mapping. */
  readonly settings?: string;
}

/** A repository and a service, and a developer who keeps them in step from the command line. */
export interface Scene extends AsyncDisposable {
  readonly site: Site;
  readonly repository: TestRepository;
  sync(): Promise<{ readonly exitCode: number | null; readonly output: string }>;
  /** A run that the scenario ends, if it likes, before it is done. */
  startSync(): RunningCli;
  plan(): Promise<{ readonly exitCode: number | null; readonly output: string }>;
  /** A translator saves a text. */
  translate(slug: string, language: string, unit: string, ...target: readonly string[]): Promise<void>;
  textOf(slug: string, language: string, unit: string): Promise<readonly string[]>;
  units(slug: string, language: string): Promise<readonly ApiUnit[]>;
  /** Changes settings of a component on the service. */
  configure(slug: string, settings: Readonly<Record<string, unknown>>): Promise<void>;
  /** A file as the pull request's branch has it. */
  proposed(path: string): Promise<string>;
  /** The pull request is merged. */
  merge(): Promise<void>;
}

function mappingOf(site: Site, { components, prefix = "", settings = "" }: SceneOptions): string {
  const rows = components.map(
    ({ slug, source, mask }) => `  - component: ${prefix}${slug}
    source: ${source}
    translations: "${mask.replace("*", "{language}")}"
`,
  );
  return `version: 1\nservice: ${site.proxy.url}\nproject: ${site.project}\ncomponents:\n${rows.join("")}${settings}`;
}

export async function createScene(site: Site, options: SceneOptions): Promise<Scene> {
  const { components, prefix = "", files = sampleFiles } = options;
  await using resources = new AsyncDisposableStack();
  const repository = resources.use(
    await createRepository({ ...files, ".github/interlinear.yml": mappingOf(site, options) }),
  );
  const upstream = options.reads === "this repository" ? repository : resources.use(await createRepository(files));
  for (const { slug, format, source, mask, isBilingual = false } of components) {
    await createComponent(site.service, site.project, {
      name: `${prefix}${slug}`,
      slug: `${prefix}${slug}`,
      repo: upstream.remoteUrl,
      branch: upstream.branch,
      file_format: format,
      filemask: mask,
      ...(isBilingual ? { new_base: source } : { template: source }),
    });
  }
  site.proxy.clear();
  const addressOf = (slug: string): string => `${site.project}/${prefix}${slug}`;
  const commandLine: CliOptions = { cwd: repository.path, environment: { INTERLINEAR_TOKEN: site.botToken } };
  const owned = resources.move();
  return {
    site,
    repository,
    sync: () => runCli(["sync"], commandLine),
    startSync: () => startCli(["sync"], commandLine),
    plan: () => runCli(["plan"], commandLine),
    translate: (slug, language, unit, ...target) =>
      saveTranslation(site.service, site.translator.token, { component: addressOf(slug), language, unit }, target),
    textOf: async (slug, language, unit) => (await unitOf(site.service, addressOf(slug), language, unit)).target,
    units: (slug, language) => unitsOf(site.service, addressOf(slug), language),
    configure: async (slug, settings) => {
      await callService(site.service, "PATCH", `/api/components/${addressOf(slug)}/`, { body: settings });
    },
    proposed: (path) => repository.remoteGit("show", `interlinear/main:${path}`),
    merge: async () => {
      await repository.git("fetch", "--quiet", "origin");
      await repository.git("merge", "--quiet", "--no-edit", "origin/interlinear/main");
      await repository.git("push", "--quiet", "origin", "HEAD");
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}
