import { countWords } from "../catalog/statistics.ts";
import { equalTexts, isEmpty } from "../catalog/texts.ts";
import { unitStates, type Catalogue, type Unit } from "../catalog/unit.ts";
import type { LanguageReview, SourceChange } from "./review.ts";
import { sourceTexts, type Sources } from "./source-changes.ts";
import type { Versions } from "./touched-components.ts";

/** What became of one string's translation. `same`: translated or not, as before. */
type Fate = "same" | "missing" | "outdated" | "lost" | "brought";

interface Outcome {
  readonly fate: Fate;
  /** Whether the translation counts as there. */
  readonly isTranslated: boolean;
}

/** What the change does to one language of a component. */
export function reviewLanguage(
  language: string,
  sources: Sources,
  changes: readonly SourceChange[],
  translations: Versions<Catalogue>,
): LanguageReview {
  const before = unitsByKey(translations.before);
  const after = unitsByKey(translations.after);
  const byKey = new Map(changes.map((change) => [change.key, change]));
  const counts = { missing: 0, outdated: 0, lost: 0, brought: 0 };
  let translated = 0;
  let words = 0;
  for (const unit of sources.after?.units ?? []) {
    const change = byKey.get(unit.key);
    const { fate, isTranslated } = outcomeOf(unit.key, change, before, after);
    if (isTranslated) translated += 1;
    // A language that goes lacks nothing of what comes.
    if (fate === "same" || (fate === "missing" && translations.after === undefined)) continue;
    counts[fate] += 1;
    if (fate !== "brought") words += countWords(sourceTexts(unit, sources.kind), sources.language);
  }
  const removed = changes.filter(({ kind, key }) => kind === "removed" && isDone(before.get(key))).length;
  return {
    language,
    before:
      sources.before === undefined || translations.before === undefined
        ? undefined
        : {
            translated: sources.before.units.filter(({ key }) => isDone(before.get(key))).length,
            total: sources.before.units.length,
          },
    after:
      sources.after === undefined || translations.after === undefined
        ? undefined
        : { translated, total: sources.after.units.length },
    ...counts,
    removed,
    words,
  };
}

type UnitsByKey = ReadonlyMap<string, Unit>;

function outcomeOf(key: string, change: SourceChange | undefined, before: UnitsByKey, after: UnitsByKey): Outcome {
  const previousKey = change?.previousKey ?? key;
  const old = change?.kind === "added" ? undefined : before.get(previousKey);
  const now = after.get(key);
  const [was, is] = [isDone(old), isDone(now)];
  switch (change?.kind) {
    case "added":
      return { fate: is ? "brought" : "missing", isTranslated: is };
    case "changed":
      if (is && !(was && key === previousKey && isSame(old, now))) return { fate: "brought", isTranslated: true };
      return { fate: was ? "outdated" : "same", isTranslated: false };
    case "renamed":
      // The service gives the new key the translations of the old one.
      return { fate: is && !isSame(old, now) ? "brought" : "same", isTranslated: is || was };
    case "removed":
    case undefined:
      if (was && !is) return { fate: "lost", isTranslated: false };
      return { fate: is && !isSame(old, now) ? "brought" : "same", isTranslated: is };
  }
}

function isDone(unit: Unit | undefined): boolean {
  return unit !== undefined && unit.state >= unitStates.translated && !isEmpty(unit.target);
}

function isSame(old: Unit | undefined, now: Unit | undefined): boolean {
  return old !== undefined && now !== undefined && isDone(old) && equalTexts(old.target, now.target);
}

function unitsByKey(catalogue: Catalogue | undefined): UnitsByKey {
  return new Map(catalogue?.units.map((unit) => [unit.key, unit]));
}
