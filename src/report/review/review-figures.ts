import { percent } from "../../catalog/statistics.ts";
import type {
  BrokenTranslation,
  ComponentReview,
  LanguageReview,
  Progress,
  Review,
  SourceChange,
} from "../../review/index.ts";
import { counted, number } from "../words/words.ts";

const KINDS = ["added", "changed", "renamed", "removed"] as const;

/** How many source strings came, changed, got another name, went. */
export type StringCounts = Readonly<Record<(typeof KINDS)[number], number>>;

export function stringCounts(strings: readonly SourceChange[]): StringCounts {
  const of = (wanted: SourceChange["kind"]): number => strings.filter(({ kind }) => kind === wanted).length;
  return { added: of("added"), changed: of("changed"), renamed: of("renamed"), removed: of("removed") };
}

export function allStrings({ components }: Review): readonly SourceChange[] {
  return components.flatMap(({ strings }) => strings);
}

/** Work for translators. */
export interface Stale {
  readonly translations: number;
  readonly languages: number;
  readonly words: number;
}

export function staleOf(languages: readonly LanguageReview[]): Stale {
  const stale = languages.filter((each) => staleStrings(each) > 0);
  return {
    translations: stale.reduce((sum, each) => sum + staleStrings(each), 0),
    languages: stale.length,
    words: stale.reduce((sum, { words }) => sum + words, 0),
  };
}

export function staleStrings({ missing, outdated, lost }: LanguageReview): number {
  return missing + outdated + lost;
}

/** Texts that the change itself broke; the others wait for their translators. */
export function brokenBy(
  { broken }: Pick<Review, "broken">,
  cause: BrokenTranslation["cause"],
): readonly BrokenTranslation[] {
  return broken.filter((text) => text.cause === cause);
}

/** A changed source string, and the languages whose translations no longer fit it. */
export interface UnfitString {
  /** `acme/website` */
  readonly component: string;
  readonly key: string;
  /** Where the source string stands. */
  readonly path: string;
  readonly line: number;
  readonly languages: readonly string[];
  /** What is wrong in the first of them. */
  readonly reason: string;
}

export function unfitStrings(review: Review): readonly UnfitString[] {
  const places = new Map(
    review.components.flatMap(({ component, source, strings }) =>
      strings.map(({ key, line }) => [JSON.stringify([component, key]), { path: source, line }] as const),
    ),
  );
  const texts = Map.groupBy(brokenBy(review, "source"), ({ component, key }) => JSON.stringify([component, key]));
  return [...texts].flatMap(([id, [first, ...others]]): UnfitString[] => {
    if (first === undefined) return [];
    const { component, key, path, line, language, findings } = first;
    return [
      {
        component,
        key,
        ...(places.get(id) ?? { path, line }),
        languages: [language, ...others.map((text) => text.language)],
        reason: findings.map(({ message }) => message).join(" "),
      },
    ];
  });
}

/** `94.9 %`, rounded down; of nothing everything is translated. */
export function progressText({ translated, total }: Progress): string {
  return `${String(percentOf({ translated, total }))} %`;
}

/** Rounded down to one decimal: 100 only where nothing is missing. */
export function percentOf({ translated, total }: Progress): number {
  return total === 0 ? 100 : percent(translated, total);
}

/** `▾ 1.5`: percentage points between two commits; "" where nothing moved. */
export function driftText(before: Progress | undefined, after: Progress | undefined): string {
  if (before === undefined || after === undefined) return "";
  const tenths = Math.round((percentOf(after) - percentOf(before)) * 10);
  if (tenths === 0) return "";
  return `${tenths > 0 ? "▴" : "▾"} ${String(Math.abs(tenths) / 10)}`;
}

/** Furthest behind first; those that nothing is known of at the end. */
export function worstFirst(languages: readonly LanguageReview[]): readonly LanguageReview[] {
  const rank = ({ after }: LanguageReview): number => (after === undefined ? 101 : percentOf(after));
  return languages.toSorted((one, other) => rank(one) - rank(other) || (one.language < other.language ? -1 : 1));
}

/** What happened, in one line of plain text: `3 strings added, 1 changed`. */
export function reviewHeadline(review: Review): string {
  const counts = stringCounts(allStrings(review));
  const strings = KINDS.filter((kind) => counts[kind] > 0).map((kind, index) =>
    index === 0 ? `${counted(counts[kind], "string")} ${kind}` : `${number(counts[kind])} ${kind}`,
  );
  const parts = strings.length > 0 ? strings : otherNews(review);
  return parts.length > 0 ? parts.join(", ") : "no strings touched";
}

function otherNews(review: Review): readonly string[] {
  const { unreadable, flaws, unknownKeys, strayKeys, mistakes, languages, components } = review;
  const broken = brokenBy(review, "translation").length;
  const brought = languages.reduce((sum, each) => sum + each.brought, 0);
  const lost = languages.reduce((sum, each) => sum + each.lost, 0);
  const opaque = components.filter(({ kind }) => kind === "opaque").length;
  return [
    unreadable.length === 0 ? "" : `${counted(unreadable.length, "file")} cannot be read`,
    flaws.length === 0 ? "" : `${counted(flaws.length, "mistake")} in files`,
    mistakes.length === 0 ? "" : `${counted(mistakes.length, "mistake")} in the mapping`,
    broken === 0 ? "" : `${counted(broken, "translation")} would break the app`,
    unknownKeys.length === 0
      ? ""
      : `${counted(unknownKeys.length, "key")} used before ${unknownKeys.length === 1 ? "it exists" : "they exist"}`,
    strayKeys.length === 0 ? "" : `${counted(strayKeys.length, "key")} that no source has`,
    lost === 0 ? "" : `${counted(lost, "translation")} taken out`,
    brought === 0 ? "" : `${counted(brought, "translation")} brought`,
    opaque === 0 ? "" : `${counted(opaque, "source file")} changed`,
  ].filter((part) => part !== "");
}

/** Source strings that a freeze keeps out. */
export function frozenStrings(review: Review): readonly (SourceChange & Pick<ComponentReview, "source">)[] {
  if (review.frozen === undefined) return [];
  return review.components.flatMap(({ strings, source }) =>
    strings.filter(({ kind }) => kind === "added" || kind === "changed").map((change) => ({ ...change, source })),
  );
}

/** Whether there is anything that somebody who wrote the change should know. */
export function isWorthTelling(review: Review): boolean {
  return (
    allStrings(review).length > 0 ||
    review.broken.length > 0 ||
    review.unreadable.length > 0 ||
    review.flaws.length > 0 ||
    review.unknownKeys.length > 0 ||
    review.strayKeys.length > 0 ||
    review.mistakes.length > 0 ||
    review.languages.some(({ lost }) => lost > 0)
  );
}
