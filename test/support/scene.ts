import { runCli, startCli, type CliOptions, type RunningCli } from "./cli.ts";
import { createRepository, type Files, type TestRepository } from "./repository.ts";
import { sampleFiles } from "./sample-files.ts";
import { createComponents, type SceneComponent } from "./sample-components.ts";
import { callService, saveTranslation, unitOf, unitsOf, type ApiUnit } from "./service-api.ts";
import type { Site } from "./world.ts";

export { serverComponent, webComponent, type SceneComponent } from "./sample-components.ts";

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
  /** Any command of the command line, with the bot's token. */
  run(...args: readonly string[]): ReturnType<typeof runCli>;
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
  await createComponents(site, upstream, components, prefix);
  site.proxy.clear();
  const addressOf = (slug: string): string => `${site.project}/${prefix}${slug}`;
  const commandLine: CliOptions = { cwd: repository.path, environment: { INTERLINEAR_TOKEN: site.botToken } };
  const owned = resources.move();
  return {
    site,
    repository,
    run: (...args) => runCli(args, commandLine),
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
