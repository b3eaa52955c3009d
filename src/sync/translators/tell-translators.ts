import { RemoteError } from "../../core/errors.ts";
import type { Logger } from "../../core/logger.ts";
import type { ServiceTranslation, ServiceUnit, TranslationService } from "../../service-client/translation-service.ts";
import { translationOf, type Observation } from "../observe/observation.ts";
import type { BrokenText } from "../plan.ts";
import { unitQuery } from "./unit-address.ts";

export interface TellingDependencies {
  readonly service: TranslationService;
  readonly logger: Logger;
}

/** What translators were told. */
export interface Told {
  readonly comments: number;
  /** Why the rest was not; for people. */
  readonly refusal?: string;
}

/** So many strings are looked at in one run: who has more has another problem than a forgotten placeholder. */
const MOST = 100;
const LONGEST_COMMENT = 1_000;

/**
 * Comments on the strings on the service whose texts were held back, so that whoever translated them learns why. Said
 * once: a string that holds our very words, or on an older service (no list of comments before 5.15) any comment, gets no
 * other. A service that refuses ends it; nothing of the run depends on it.
 */
export async function tellTranslators(
  { service, logger }: TellingDependencies,
  broken: readonly BrokenText[],
  observation: Pick<Observation, "components">,
): Promise<Told> {
  let comments = 0;
  const held = broken.filter(({ isHeldBack }) => isHeldBack).slice(0, MOST);
  for (const text of held) {
    const translation = translationOf(observation, text);
    if (translation === undefined) continue;
    try {
      comments += await tell(service, translation, text);
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      logger.warning(`Translators were not told of texts that were held back: ${error.message}`);
      return { comments, refusal: error.message };
    }
  }
  if (comments > 0) logger.info(`Translators were told of ${String(comments)} texts that were held back.`);
  return { comments };
}

async function tell(service: TranslationService, translation: ServiceTranslation, text: BrokenText): Promise<0 | 1> {
  const units = await service.units(translation, unitQuery(text));
  const unit = units.find((candidate) => holdsText(candidate, text));
  if (unit === undefined) return 0;
  const comment = commentOn(text);
  const there = unit.hasComment ? await service.comments(unit) : [];
  if (there === undefined || there.some((each) => each.trim() === comment)) return 0;
  await service.comment(unit, comment);
  return 1;
}

/** The text was changed meanwhile, or the query found another string of like name. */
function holdsText({ context, source, target }: ServiceUnit, text: BrokenText): boolean {
  const isSame = (one: readonly string[], other: readonly string[]): boolean =>
    one.length === other.length && one.every((form, at) => form === other[at]);
  return context === text.context && isSame(source, text.source) && isSame(target, text.service);
}

/** Pure. Says what is wrong in the words of the check; foreign words stay out of Markdown's way. */
export function commentOn({ findings }: Pick<BrokenText, "findings">): string {
  const reasons = [...new Set(findings.map(({ message }) => message))].map((message) => `- ${plain(message)}`);
  const text = [
    "This translation is held back from the repository: it would break the app.",
    "",
    ...reasons,
    "",
    "It goes in as soon as it is mended here; until then the old text stays.",
  ].join("\n");
  return text.length <= LONGEST_COMMENT ? text : `${text.slice(0, LONGEST_COMMENT - 1)}…`;
}

/** The service reads `@name` as a mention. */
function plain(message: string): string {
  return message.replaceAll("@", "@\u200b").replaceAll(/[\r\n]+/g, " ");
}
