import type { EmbeddedService } from "../test/support/service.ts";
import { createComponent, createProject } from "../test/support/service-api.ts";
import { createRepository, type TestRepository } from "../test/support/repository.ts";

/** Fifty, as the service knows them. */
export const LANGUAGES =
  "ar az bg bn bs ca cs da de el es et fa fi fr gl he hi hr hu id is it ja ka kk ko lt lv mk nb nl pl pt ro ru sk sl sr sv ta te th tr uk ur uz vi cy eo".split(
    " ",
  );

export interface ProjectSize {
  readonly components: number;
  readonly languages: number;
  readonly strings: number;
}

export interface GeneratedProject extends AsyncDisposable {
  readonly slug: string;
  readonly repository: TestRepository;
}

/** A mapping of packages that all look alike. */
export function mappingOf(service: string, project: string): string {
  return [
    "version: 1",
    `service: ${service}`,
    `project: ${project}`,
    "components:",
    '  - component: "{package}"',
    "    source: packages/{package}/en.json",
    "    translations: packages/{package}/{language}.json",
    "",
  ].join("\n");
}

export function jsonFile(strings: number, text: (index: number) => string): string {
  const entries = Array.from({ length: strings }, (_, index) => [`key_${String(index)}`, text(index)] as const);
  return `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`;
}

/** On a machine that has other work to do, a service may still be at the component before. */
async function onceUnlocked(create: () => Promise<void>): Promise<void> {
  for (let triesLeft = 5; ; triesLeft -= 1) {
    try {
      await create();
      return;
    } catch (error) {
      if (triesLeft === 0 || !String(error).includes("423")) throw error;
    }
  }
}

/**
 * A repository and a project of the service, as large as asked for. They are in step, or the repository lacks all translations.
 */
export async function generateProject(
  service: EmbeddedService,
  size: ProjectSize,
  lacks: "nothing" | "translations" = "nothing",
): Promise<GeneratedProject> {
  if (size.languages > LANGUAGES.length) throw new Error(`There are only ${String(LANGUAGES.length)} languages.`);
  const slug = "generated";
  const files: Record<string, string> = {};
  const names = Array.from({ length: size.components }, (_, index) => `part-${String(index + 1).padStart(2, "0")}`);
  for (const name of names) {
    files[`packages/${name}/en.json`] = jsonFile(size.strings, (index) => `Text ${String(index)} of ${name}`);
    for (const language of LANGUAGES.slice(0, size.languages)) {
      files[`packages/${name}/${language}.json`] = jsonFile(
        size.strings,
        (index) => `${language}: ${String(index)} / ${name}`,
      );
    }
  }
  await using resources = new AsyncDisposableStack();
  const mapping = { ".github/interlinear.yml": mappingOf(service.proxy.url, slug) };
  const upstream = resources.use(await createRepository({ ...files, ...mapping }));
  const sources = Object.entries(files).filter(([path]) => path.endsWith("/en.json"));
  const repository =
    lacks === "nothing"
      ? upstream
      : resources.use(await createRepository({ ...Object.fromEntries(sources), ...mapping }));
  await createProject(service, slug);
  for (const name of names) {
    await onceUnlocked(() =>
      createComponent(service, slug, {
        name,
        slug: name,
        file_format: "json",
        filemask: `packages/${name}/*.json`,
        template: `packages/${name}/en.json`,
        repo: upstream.remoteUrl,
        branch: upstream.branch,
      }),
    );
  }
  const owned = resources.move();
  return { slug, repository, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
