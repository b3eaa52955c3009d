import type { ReviewSettings } from "../../mapping/binding.ts";
import { parseLanguage } from "../../mapping/language-code.ts";
import type { LanguageReview } from "../../review/index.ts";
import { percentOf } from "./review-figures.ts";

export type GateSettings = Pick<ReviewSettings, "failBelow" | "passAbove" | "languages">;

/** A language for which the change does not pass. Percentages as they are shown. */
export interface GateFailure {
  readonly language: string;
  readonly before: number;
  readonly after: number;
  /** What it would have to be. */
  readonly wanted: number;
  /** `fell`: below the limit now. `further`: it was below already. `again`: it failed before and is not out of it. */
  readonly why: "fell" | "further" | "again";
}

export interface Gate {
  /** Languages that are in failure now, whoever's doing it is; in the order of their codes. */
  readonly failing: readonly string[];
  /** Those that this change made worse. */
  readonly failures: readonly GateFailure[];
}

/**
 * Whether languages stay complete enough. A language fails below its `fail-below`, and passes again from `pass-above` on;
 * between the two it is what it was. A change does not pass where it makes a failing language worse: what others let
 * happen, and what it makes better, is not held against it.
 * @param failed languages that were in failure at the last report
 */
export function gateOf(languages: readonly LanguageReview[], settings: GateSettings, failed: readonly string[]): Gate {
  const known = new Set(failed);
  const failing = new Set(failed);
  const failures: GateFailure[] = [];
  for (const { language, before, after } of languages) {
    const { failBelow, passAbove } = limitsOf(language, settings);
    if (before === undefined || after === undefined || failBelow === 0) {
      failing.delete(language);
      continue;
    }
    const [was, is] = [before, after].map(({ translated, total }) => (total === 0 ? 100 : (translated / total) * 100));
    if (was === undefined || is === undefined) continue;
    const isFailing = known.has(language) ? is < Math.max(failBelow, passAbove) : is < failBelow;
    if (isFailing) failing.add(language);
    else failing.delete(language);
    if (!isFailing || is >= was) continue;
    failures.push({
      language,
      before: percentOf(before),
      after: percentOf(after),
      wanted: is < failBelow ? failBelow : passAbove,
      why: is >= failBelow ? "again" : was < failBelow ? "further" : "fell",
    });
  }
  return { failing: [...failing].toSorted(), failures };
}

/** A language with a limit of its own passes again as far above it as all others do above theirs. */
function limitsOf(
  language: string,
  { failBelow, passAbove, languages }: GateSettings,
): Omit<GateSettings, "languages"> {
  const own = languages[language] ?? Object.entries(languages).find(([code]) => isCodeOf(language, code))?.[1];
  if (own === undefined) return { failBelow, passAbove };
  return { failBelow: own, passAbove: Math.min(100, own + Math.max(0, passAbove - failBelow)) };
}

/** As the service has it, or as paths may have it. */
function isCodeOf(language: string, code: string): boolean {
  return parseLanguage(code) === language || parseLanguage(code, "android") === language;
}

const MEMORY = "failing:";
/** What a forge keeps of it. */
const LONGEST_MEMORY = 200;

/** Languages in failure, as a word that the next report is given: `failing:de,pt_BR`. Beyond 200 characters the last ones are left out. */
export function rememberFailing(languages: readonly string[]): string {
  let memory = MEMORY;
  for (const language of languages) {
    const longer = `${memory}${memory === MEMORY ? "" : ","}${language}`;
    if (longer.length > LONGEST_MEMORY) break;
    memory = longer;
  }
  return memory;
}

/** What is no memory of ours says nothing. */
export function recallFailing(memory: string | undefined): readonly string[] {
  const [, list = ""] = /^failing:([\w@,-]*)$/.exec(memory ?? "") ?? [];
  return list.split(",").filter((language) => language !== "");
}
