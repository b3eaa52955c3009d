import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { zipSync } from "fflate";
import { InterlinearError, RemoteError } from "../../core/errors.ts";
import type { Git } from "../../git/git.ts";
import { componentName, type ResolvedMapping } from "../../mapping/binding.ts";
import type { ServiceSetUp } from "../../service-client/service-set-up.ts";
import type { TranslationService } from "../../service-client/translation-service.ts";
import { archivePath } from "./component-settings.ts";
import type { ArchivedFile, FileToWrite, SetUpStep } from "./plan.ts";

export interface SetUpMeans {
  readonly git: Git;
  readonly setUp: ServiceSetUp;
  readonly service: TranslationService;
}

/** What became of a step. */
export type StepResult =
  | { readonly kind: "done"; readonly note?: string }
  | { readonly kind: "failed"; readonly error: InterlinearError; readonly who?: string }
  /** What it needs was not done. */
  | { readonly kind: "left-out"; readonly because: string };

/**
 * Does what a plan says. A step that fails stops those that need it, and no other.
 * @param told after every step
 */
export async function applySetUp(
  means: SetUpMeans,
  steps: readonly SetUpStep[],
  told: (step: SetUpStep, result: StepResult) => void,
): Promise<ReadonlyMap<SetUpStep, StepResult>> {
  const results = new Map<SetUpStep, StepResult>();
  const missing = new Set<string>();
  for (const step of steps) {
    if (step.kind === "send-translations") continue;
    const project = step.kind === "create-component" ? step.component.project : undefined;
    const result: StepResult =
      project !== undefined && missing.has(project)
        ? { kind: "left-out", because: `there is no project ${project}` }
        : await attempt(means, step);
    if (step.kind === "create-project" && result.kind !== "done") missing.add(step.slug);
    results.set(step, result);
    told(step, result);
  }
  return results;
}

async function attempt(means: SetUpMeans, step: SetUpStep): Promise<StepResult> {
  try {
    return await perform(means, step);
  } catch (error) {
    if (!(error instanceof InterlinearError)) throw error;
    const who = whoCan(step, error);
    return { kind: "failed", error, ...(who === undefined ? {} : { who }) };
  }
}

async function perform({ git, setUp, service }: SetUpMeans, step: SetUpStep): Promise<StepResult> {
  switch (step.kind) {
    case "write-mapping":
    case "write-workflow": {
      await writeInto(git.root, step.file);
      return { kind: "done" };
    }
    case "create-project": {
      return createProject(setUp, step);
    }
    case "create-component": {
      return createComponent({ git, setUp, service }, step);
    }
    case "send-translations": {
      // The engine does it, with everything that it knows of conflicts and broken texts.
      return { kind: "done" };
    }
    default: {
      return step satisfies never;
    }
  }
}

/** Stands for a web site that the service takes where it refuses the real one: private addresses are prohibited there. */
const NO_WEB_SITE = "https://example.org/";

async function createProject(
  setUp: ServiceSetUp,
  { slug, web, languageAliases }: Extract<SetUpStep, { kind: "create-project" }>,
): Promise<StepResult> {
  const project = { slug, name: slug, languageAliases };
  try {
    await setUp.createProject({ ...project, web });
    return { kind: "done" };
  } catch (error) {
    const isWebRefused = error instanceof RemoteError && error.status === 400 && /“web: /.test(error.message);
    if (!isWebRefused || web === NO_WEB_SITE) throw error;
    await setUp.createProject({ ...project, web: NO_WEB_SITE });
    return {
      kind: "done",
      note: `the service refuses ${web} as its web site: it says ${NO_WEB_SITE} until you correct it`,
    };
  }
}

type CreateComponent = Extract<SetUpStep, { kind: "create-component" }>;

async function createComponent(means: SetUpMeans, step: CreateComponent): Promise<StepResult> {
  const { setUp, service } = means;
  const { component, settings, from } = step;
  const create = async (files?: readonly ArchivedFile[]): Promise<void> => {
    const origin =
      from.kind === "repository"
        ? from
        : { kind: "archive" as const, content: await archiveOf(means.git, files ?? from.files) };
    await setUp.createComponent(component, settings, origin);
  };
  try {
    await create();
  } catch (error) {
    const first = from.kind === "files" ? withoutMost(from.files) : undefined;
    if (first !== undefined && error instanceof RemoteError && (error.status ?? 0) >= 500) {
      return createInParts(means, step, () => create(first));
    }
    // The answer was lost, or somebody was quicker: what is there is looked at.
    if (!(error instanceof RemoteError) || error.status !== undefined) throw error;
    await service.component(component);
  }
  await service.settled(component);
  return { kind: "done" };
}

/** The source alone, whose other languages are sent one by one; undefined where the service could add none of them. */
function withoutMost(files: readonly ArchivedFile[]): readonly ArchivedFile[] | undefined {
  const [source, ...others] = files;
  return source === undefined || others.length === 0 || source.binding.source === undefined ? undefined : [source];
}

/** Services of 2025 fail at archives of some forty languages: what such a failure left is taken, or made with fewer files. */
async function createInParts(
  { service }: SetUpMeans,
  { component }: CreateComponent,
  createFirst: () => Promise<void>,
): Promise<StepResult> {
  const isThere = await service.component(component).then(
    () => true,
    (error: unknown) => {
      if (error instanceof RemoteError && error.status === 404) return false;
      throw error;
    },
  );
  if (!isThere) await createFirst();
  await service.settled(component);
  return { kind: "done", note: "the service failed at all languages at once: they are sent one by one" };
}

async function archiveOf(git: Git, files: readonly ArchivedFile[]): Promise<Uint8Array> {
  await git.prefetch(files.map(({ file }) => file.blob));
  const members: Record<string, Uint8Array> = {};
  for (const { binding, file } of files) {
    members[archivePath(binding, file.path, file.language ?? "")] = await git.read(file.blob);
  }
  return zipSync(members);
}

async function writeInto(root: string, { path, text }: FileToWrite): Promise<void> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Which person can do what the token's user may not. */
function whoCan(step: SetUpStep, error: InterlinearError): string | undefined {
  if (!(error instanceof RemoteError) || error.status !== 403) return undefined;
  if (step.kind === "create-project") {
    return `An administrator of the service creates the project "${step.slug}" there, or gives the token's user the role "Add new projects". Then run this command again, with a token of that project.`;
  }
  if (step.kind === "create-component") {
    const { project } = step.component;
    return `An administrator of the project "${project}" gives the token's user the team "Administration" of that project, or runs this command with a token of their own. Then run it again.`;
  }
  return undefined;
}

/** A mapping with which a push takes along the languages that the service lacks, whatever the mapping says of it. */
export function withTranslations(mapping: ResolvedMapping, components: ReadonlySet<string>): ResolvedMapping {
  return {
    ...mapping,
    bindings: mapping.bindings.map((binding) =>
      components.has(componentName(binding.component)) && binding.push.translations === "never"
        ? { ...binding, push: { ...binding.push, translations: "missing" } }
        : binding,
    ),
  };
}
