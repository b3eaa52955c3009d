import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { InterlinearError, RemoteError } from "../../core/errors.ts";
import type { Git } from "../../git/git.ts";
import { componentName, type ResolvedMapping } from "../../mapping/binding.ts";
import type { ServiceSetUp } from "../../service-client/service-set-up.ts";
import { creationEnd } from "./after-creation.ts";
import { createComponent, isRefusedFor, type CreationMeans, type TooSlow } from "./create-component.ts";
import type { FileToWrite, SetUpStep } from "./plan.ts";

export interface SetUpMeans extends CreationMeans {
  readonly git: CreationMeans["git"] & Pick<Git, "root">;
  readonly setUp: Pick<ServiceSetUp, "createProject" | "createComponent">;
}

/** What became of a step. */
export type StepResult =
  | { readonly kind: "done"; readonly note?: string }
  | { readonly kind: "failed"; readonly error: InterlinearError; readonly remedy?: string }
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
  const tooSlow: TooSlow = { languages: Number.POSITIVE_INFINITY };
  for (const step of steps) {
    if (step.kind === "send-translations") continue;
    const project = step.kind === "create-component" ? step.component.project : undefined;
    const result: StepResult =
      project !== undefined && missing.has(project)
        ? { kind: "left-out", because: `there is no project ${project}` }
        : await attempt(means, step, tooSlow);
    if (step.kind === "create-project" && result.kind !== "done") missing.add(step.slug);
    results.set(step, result);
    told(step, result);
  }
  return results;
}

async function attempt(means: SetUpMeans, step: SetUpStep, tooSlow: TooSlow): Promise<StepResult> {
  try {
    return await perform(means, step, tooSlow);
  } catch (error) {
    if (!(error instanceof InterlinearError)) throw error;
    const remedy = remedyOf(step, error);
    return { kind: "failed", error, ...(remedy !== undefined && { remedy }) };
  }
}

async function perform(means: SetUpMeans, step: SetUpStep, tooSlow: TooSlow): Promise<StepResult> {
  switch (step.kind) {
    case "write-mapping":
    case "write-workflow": {
      await writeInto(means.git.root, step.file);
      return { kind: "done" };
    }
    case "create-project": {
      return createProject(means.setUp, step);
    }
    case "create-component": {
      const note = await createComponent(means, step, tooSlow);
      return { kind: "done", ...(note !== undefined && { note }) };
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
  setUp: SetUpMeans["setUp"],
  { slug, web, languageAliases }: Extract<SetUpStep, { kind: "create-project" }>,
): Promise<StepResult> {
  const project = { slug, name: slug, languageAliases };
  try {
    await setUp.createProject({ ...project, web });
    return { kind: "done" };
  } catch (error) {
    if (!isRefusedFor("web", error) || web === NO_WEB_SITE) throw error;
    await setUp.createProject({ ...project, web: NO_WEB_SITE });
    return {
      kind: "done",
      note: `the service refuses ${web} as its web site: it says ${NO_WEB_SITE} until you correct it`,
    };
  }
}

async function writeInto(root: string, { path, text }: FileToWrite): Promise<void> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Waiting does not mend an address: the error's own hint does. */
const LEFT_THE_SERVICE = "IL-S02";

/** What to do about a refusal that is known: which person can do what the token's user may not, or what to mend here. */
function remedyOf(step: SetUpStep, error: InterlinearError): string | undefined {
  if (!(error instanceof RemoteError)) return undefined;
  if (step.kind === "create-project" && error.status === 403) {
    return `An administrator of the service creates the project "${step.slug}" there, or gives the token's user the role "Add new projects". Then run this command again, with a token of that project.`;
  }
  if (step.kind !== "create-component") return undefined;
  const end = creationEnd(error);
  if (error.code === LEFT_THE_SERVICE || end === "unsent") return undefined;
  if (error.status === undefined || end === "unanswered") {
    return "The service may still be making it. Run the same command again in some minutes: it goes on with what is there by then.";
  }
  const { project } = step.component;
  if (error.status === 403) {
    return `An administrator of the project "${project}" gives the token's user the team "Administration" of that project, or runs this command with a token of their own. Then run it again.`;
  }
  if (error.status !== 400) return undefined;
  if (/more than one file for/.test(error.message)) {
    return "The service takes the files named for one language. If the source is in another language, say which: `--source-language de`. Else leave one of them out in the mapping, `exclude: [path]`. Then run this again.";
  }
  // Seen on 2026.10 where the run before was killed while the service made this very component.
  if (/No such file or directory/.test(error.message)) {
    return "The service may still be at work on an earlier try. Run the same command again in a minute.";
  }
  const source = step.from.kind === "files" ? step.from.files[0]?.file.path : undefined;
  if (/“(?:template|new_base|filemask|zipfile): /.test(error.message) && source !== undefined) {
    return `The service cannot use the file, for the reason it gives. Mend ${source}, commit it, and run this again; or remove its entry from the mapping.`;
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
