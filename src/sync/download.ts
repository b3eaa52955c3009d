import { RemoteError } from "../core/errors.ts";
import type { Git } from "../git/git.ts";
import type { ServiceTranslation, TranslationService } from "../service-client/translation-service.ts";
import type { ApplyDependencies } from "./apply.ts";
import type { ComponentObservation, Observation } from "./observation.ts";
import type { DownloadStep, StepOutcome } from "./plan.ts";
import { timed, type Done } from "./timed-step.ts";

export interface Arrived {
  readonly step: DownloadStep;
  readonly content: Uint8Array;
}

/** Downloads side by side; every file is checked against its announced revision. One that fails does not stop the others. */
export async function download(
  { service, git, logger, clock }: ApplyDependencies,
  steps: readonly DownloadStep[],
  observation: Observation,
): Promise<{ readonly arrived: readonly Arrived[]; readonly outcomes: readonly StepOutcome[] }> {
  const components = new Map(observation.components.map((component) => [component.name, component]));
  const arrived: Arrived[] = [];
  let done = 0;
  const outcomes = await Promise.all(
    steps.map(async (step) => {
      const outcome = await timed(clock, step, async () => {
        const component = components.get(step.component);
        const translation = component?.translations.find(
          (observed) => observed.translation.language === step.language,
        )?.translation;
        if (component === undefined || translation === undefined)
          throw new Error(`a step names ${step.path}, which was not observed`);
        const content = await downloadChecked(service, git, component, translation);
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

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const DOWNLOAD_ATTEMPTS = 3;

/**
 * A download makes the service commit what a translator saved a moment ago (probe §2): then the announced revision is
 * read anew and has to fit. A body that fits no announcement is not used.
 */
async function downloadChecked(
  service: TranslationService,
  git: Git,
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
