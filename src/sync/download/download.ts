import { RemoteError } from "../../core/errors.ts";
import type { ServiceTranslation } from "../../service-client/translation-service.ts";
import type { Listings } from "../observe/listings.ts";
import type { ApplyDependencies } from "../settle/apply.ts";
import { componentNamed, type ComponentObservation, type Observation } from "../observe/observation.ts";
import type { DownloadStep, StepOutcome } from "../plan.ts";
import { timed, type Done } from "../timed-step.ts";

interface DownloadDependencies extends ApplyDependencies {
  /** Components that are known already, in this run or before. */
  readonly listings?: Pick<Listings, "inProject">;
}

export interface Arrived {
  readonly step: DownloadStep;
  readonly content: Uint8Array;
}

/**
 * Downloads side by side, of a component that lacks many files all at once; every file is checked against its announced
 * revision. One that fails does not stop the others.
 */
export async function download(
  dependencies: DownloadDependencies,
  steps: readonly DownloadStep[],
  observation: Observation,
): Promise<{ readonly arrived: readonly Arrived[]; readonly outcomes: readonly StepOutcome[] }> {
  const { git, logger, clock } = dependencies;
  const wanted = steps.map((step) => ({ step, ...locate(observation, step) }));
  const archives = fetchArchives(dependencies, wanted);
  const arrived: Arrived[] = [];
  let done = 0;
  const outcomes = await Promise.all(
    wanted.map(async ({ step, component, translation }) => {
      const outcome = await timed(clock, step, async () => {
        const inArchive = (await archives.get(step.component))?.(step, translation);
        const content =
          inArchive !== undefined && git.hash(inArchive) === step.to
            ? inArchive
            : await downloadChecked(dependencies, component, translation);
        arrived.push({ step, content });
        return { outcome: "done", detail: "", bytes: content.length } satisfies Done;
      });
      done += 1;
      logger.progress("download", done, steps.length, step.language);
      return outcome;
    }),
  );
  return { arrived: arrived.toSorted((a, b) => compareText(a.step.path, b.step.path)), outcomes };
}

interface WantedFile {
  readonly step: DownloadStep;
  readonly component: ComponentObservation;
  readonly translation: ServiceTranslation;
}

function locate(observation: Observation, step: DownloadStep): Omit<WantedFile, "step"> {
  const component = componentNamed(observation, step.component);
  const found = component?.translations.find(({ translation }) => translation.language === step.language);
  if (component === undefined || found === undefined)
    throw new Error(`a step names ${step.path}, which was not observed`);
  return { component, translation: found.translation };
}

/** Fewer files are asked for one by one, side by side: as quick as an archive, and it may hold twice as much. */
const WORTH_AN_ARCHIVE = 4;

/** Whether all files of a component, or of a project, are asked for at once. @param all how many the archive would hold */
export function isWorthAnArchive(wanted: number, all: number): boolean {
  return wanted >= WORTH_AN_ARCHIVE && wanted * 2 >= all;
}

/** Of one component there is an archive of its own; of so many, at least half of all that the project has need to be wanted. */
const WORTH_A_PROJECT = 2;
/** More files in one answer take more memory than the requests take time. */
const MOST_FILES = 5_000;

/** Finds what is announced in an archive; undefined where it lacks it. */
type Archive = (step: DownloadStep, translation: ServiceTranslation) => Uint8Array | undefined;

/** By component. What an archive lacks, and what moved on while the service made it, is downloaded by itself. */
function fetchArchives(
  dependencies: DownloadDependencies,
  wanted: readonly WantedFile[],
): ReadonlyMap<string, Promise<Archive | undefined>> {
  const groups = [...Map.groupBy(wanted, ({ step }) => step.component)].flatMap(([name, files]) => {
    const component = files[0]?.component;
    return component === undefined
      ? []
      : [{ name, component, translations: files.map(({ translation }) => translation) }];
  });
  const archives = new Map<string, Promise<Archive | undefined>>();
  for (const [project, components] of Map.groupBy(groups, ({ component }) => component.binding.component.project)) {
    const files = components.flatMap(({ translations }) => translations);
    const served = components.reduce((sum, { component }) => sum + component.served, 0);
    const mayBeWhole = components.length >= WORTH_A_PROJECT && files.length <= MOST_FILES;
    const whole =
      mayBeWhole && isWorthAnArchive(files.length, served)
        ? fetchProject(dependencies, project, { files, most: components.length * 2 })
        : Promise.resolve(undefined);
    for (const { name, component, translations } of components) {
      const own = async (): Promise<Archive | undefined> =>
        isWorthAnArchive(translations.length, component.served)
          ? fetchComponent(dependencies, component, translations)
          : undefined;
      archives.set(
        name,
        whole.then((archive) => archive ?? own()),
      );
    }
  }
  return archives;
}

async function fetchProject(
  { service, listings, git, logger }: DownloadDependencies,
  project: string,
  { files, most }: { readonly files: readonly ServiceTranslation[]; readonly most: number },
): Promise<Archive | undefined> {
  try {
    // Others may have hundreds of components in the same project.
    const components = await (listings?.inProject(project) ?? service.components(project));
    if (components.length > most) return undefined;
    const found = await service.downloadProject(project, files);
    const contents = new Map(found.map((content) => [git.hash(content), content]));
    return ({ to }) => contents.get(to);
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    logger.debug(`${project}: no archive, so each component by itself: ${error.message}`);
    return undefined;
  }
}

async function fetchComponent(
  { service, logger }: ApplyDependencies,
  { name, binding }: ComponentObservation,
  translations: readonly ServiceTranslation[],
): Promise<Archive> {
  try {
    const contents = await service.downloadAll(binding.component, translations);
    return (_, { filename }) => contents.get(filename);
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    logger.debug(`${name}: no archive, so each file by itself: ${error.message}`);
    return () => undefined;
  }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const DOWNLOAD_ATTEMPTS = 3;

/**
 * A download makes the service commit what a translator saved a moment ago (probe §2): then the announced revision is
 * read anew and has to fit. A body that fits no announcement is not used.
 */
async function downloadChecked(
  { service, git }: ApplyDependencies,
  component: ComponentObservation,
  translation: ServiceTranslation,
): Promise<Uint8Array> {
  let announced = translation;
  for (let attempt = 1; ; attempt += 1) {
    const content = await service.download(announced);
    const blob = git.hash(content);
    if (blob === announced.revision) return content;
    const path = component.binding.component;
    await service.settled(path);
    const fresh = (await service.translations(path)).find((candidate) => candidate.language === translation.language);
    if (fresh?.revision === blob) return content;
    if (fresh === undefined || attempt === DOWNLOAD_ATTEMPTS) {
      throw new RemoteError(
        `the file that arrived (${blob.slice(0, 10)}) is not the one announced (${announced.revision.slice(0, 10)})`,
        {
          code: "IL-P03",
          hint: "Run it again; if it stays, ask for `file-scan` on the service.",
        },
      );
    }
    announced = fresh;
  }
}
