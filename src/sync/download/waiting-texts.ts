import { equalTexts, isEmpty } from "../../catalog/texts.ts";
import { bilingualKey, type Catalogue, type Unit } from "../../catalog/unit.ts";
import { RemoteError } from "../../core/errors.ts";
import type { Format } from "../../formats/format.ts";
import type { TranslationService, UnitTexts } from "../../service-client/translation-service.ts";
import type { Arrived } from "./download.ts";
import type { ComponentObservation, TranslationObservation } from "../observe/observation.ts";
import { translationRefusals } from "../refusals.ts";
import type { Finding } from "../plan.ts";

/** Texts of one file that nobody approved yet, or why nothing of the file may come. */
export type Waiting = { readonly texts: readonly UnitTexts[] } | { readonly finding: Finding };

/** An arrived file that approved texts alone are taken of. */
export interface ReviewedFile extends Arrived {
  readonly component: ComponentObservation;
  readonly translation: TranslationObservation;
}

/** Translated, in need of editing, or anything between; what is read-only is nobody's to approve. */
const NOT_APPROVED = "state:>=needs-editing AND state:<approved";

/** By path; asked for after the files have arrived, so that a text saved meanwhile is no surprise. One request a file. */
export async function readWaiting(
  service: TranslationService,
  files: readonly ReviewedFile[],
): Promise<ReadonlyMap<string, Waiting>> {
  const projects = new Set(files.map(({ component }) => component.binding.component.project));
  const reviews = new Map(
    await Promise.all(Array.from(projects, async (slug) => [slug, await hasReviews(service, slug)] as const)),
  );
  const waiting = files.map(async (file): Promise<readonly [string, Waiting]> => {
    const { step, component, translation } = file;
    if (reviews.get(component.binding.component.project) === false) {
      return [step.path, { finding: withoutReviews(file) }];
    }
    try {
      return [step.path, { texts: await service.units(translation.translation, NOT_APPROVED) }];
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      return [step.path, { finding: unknown(file, error.message) }];
    }
  });
  return new Map(await Promise.all(waiting));
}

/** Where the service does not say, the units do. */
async function hasReviews(service: TranslationService, project: string): Promise<boolean> {
  try {
    return (await service.hasReviews(project)) ?? true;
  } catch (error) {
    if (error instanceof RemoteError) return true;
    throw error;
  }
}

function withoutReviews({ step, component }: ReviewedFile): Finding {
  return {
    kind: "blocked",
    component: step.component,
    language: step.language,
    path: step.path,
    ...translationRefusals.reviewsOff(component.binding.component.project),
  };
}

function unknown({ step: { component, language, path } }: ReviewedFile, reason: string): Finding {
  return {
    kind: "blocked",
    component,
    language,
    path,
    ...translationRefusals.approvalUnknown(reason),
  };
}

/** `12 translations wait for a review`, and what becomes of them. */
export function waitingFinding({ component, language, path }: Arrived["step"], count: number): Finding {
  return {
    kind: "skipped",
    component,
    language,
    path,
    message: count === 1 ? "1 translation waits for a review" : `${String(count)} translations wait for a review`,
    waiting: count,
    remedy: `${count === 1 ? "It comes" : "They come"} once approved on the service.`,
  };
}

/**
 * Keeps texts out that wait for a review, and counts them. Names of units differ between this reader and the service's in
 * some formats: a waiting text without its name in the file is known by itself.
 */
export class ReviewCheck {
  readonly #isWaiting: (unit: Unit) => boolean;
  #count = 0;

  constructor({ kind }: Pick<Format, "kind">, file: Catalogue, texts: readonly UnitTexts[] = []) {
    const nameOf = ({ context, source }: Omit<UnitTexts, "target">): string =>
      kind === "monolingual" ? context : bilingualKey(context, source[0] ?? "");
    const named = new Set(file.units.map(nameOf));
    const names = new Set(texts.map(nameOf));
    const others = texts.filter((text) => !named.has(nameOf(text)));
    this.#isWaiting = (unit) =>
      !isEmpty(unit.target) &&
      (names.has(nameOf(unit)) || others.some(({ target }) => equalTexts(target, unit.target)));
  }

  /** Absent: none. */
  get found(): { readonly waiting?: number } {
    return this.#count === 0 ? {} : { waiting: this.#count };
  }

  refuses(unit: Unit): boolean {
    const isWaiting = this.#isWaiting(unit);
    if (isWaiting) this.#count += 1;
    return isWaiting;
  }
}
