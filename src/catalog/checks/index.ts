import { unitStates } from "../unit.ts";
import { checkTable, type CheckId } from "./check-table.ts";
import type { CheckedText, CheckFinding, Finders } from "./check.ts";
import { braceStyles } from "./braces.ts";
import { customFinders } from "./custom.ts";
import { fluentFinders } from "./fluent.ts";
import { icuFinders } from "./icu.ts";
import { lengthFinders } from "./length.ts";
import { markdownFinders } from "./markdown.ts";
import { markupFinders } from "./markup.ts";
import { placeholderFinders, type PlaceholderStyles } from "./placeholders.ts";
import { pluralFinders } from "./plurals.ts";
import { printfStyles } from "./printf.ts";
import { punctuationFinders } from "./punctuation.ts";
import { rstFinders } from "./rst.ts";
import { sourceFinders } from "./source.ts";
import { whitespaceFinders } from "./whitespace.ts";
import { wordFinders } from "./words.ts";

export type { CheckedText, CheckFinding } from "./check.ts";
export type { CheckId } from "./check-table.ts";
export { categoryOfKey } from "./plural-match.ts";

/** A check as it is offered: its id, what it says, and when it is looked at. */
export interface CheckDefinition {
  readonly id: CheckId;
  readonly name: string;
  readonly description: string;
  /** Usual severity; a finding may be milder. */
  readonly severity: CheckFinding["severity"];
  readonly onByDefault: boolean;
  readonly onSource: boolean;
  /** One unit alone does not tell: `runChecks` never reports it. */
  readonly elsewhere: boolean;
}

const SOURCE_CHECKS_OF_SEVERAL: ReadonlySet<string> = new Set(["multiple_failures", "long_untranslated"]);

/** Every check the service knows (facts §1.7). */
export const checkDefinitions: readonly CheckDefinition[] = Object.keys(checkTable)
  .filter(isCheckId)
  .map((id) => {
    const { looksAt, ...facts } = checkTable[id];
    return {
      id,
      ...facts,
      onSource: looksAt === "source" || SOURCE_CHECKS_OF_SEVERAL.has(id),
      elsewhere: looksAt === "elsewhere",
    };
  });

export function isCheckId(id: string): id is CheckId {
  return Object.hasOwn(checkTable, id);
}

/** How each family of placeholders is read. */
export const placeholderStyles: PlaceholderStyles = { ...printfStyles, ...braceStyles };

const finders: Finders = {
  ...whitespaceFinders,
  ...punctuationFinders,
  ...wordFinders,
  ...pluralFinders,
  ...lengthFinders,
  ...placeholderFinders(placeholderStyles),
  ...icuFinders,
  ...markupFinders,
  ...markdownFinders,
  ...rstFinders,
  ...fluentFinders,
  ...customFinders,
  ...sourceFinders,
};

/** Flags that say what a text is written in, and by that switch checks on. */
const LANGUAGE_FLAGS: Partial<Readonly<Record<CheckId, string>>> = {
  bbcode: "bbcode-text",
  "md-link": "md-text",
  "md-reflink": "md-text",
  "md-syntax": "md-text",
  "asciidoc-markup": "asciidoc-text",
  icu_message_format_syntax: "icu-message-format",
};

/** Flags that leave it to the source whether a check is on. */
const LIKELY: Partial<Readonly<Record<CheckId, readonly [flag: string, pattern: RegExp]>>> = {
  java_format: ["auto-java-messageformat", /\{\d+[,}]/],
  "safe-html": ["auto-safe-html", /<\/?[a-z][^<>]*>/i],
};

const runnable = checkDefinitions.flatMap((definition) => {
  const find = finders[definition.id];
  const flag = flagOf(definition.id);
  if (find === undefined) return [];
  return [
    { ...definition, find, flag, ignoreFlag: `ignore-${flag}`, languageFlag: LANGUAGE_FLAGS[definition.id] ?? flag },
  ];
});
const runnableOnSource = runnable.filter(({ onSource }) => onSource);
const runnableOnTranslation = runnable.filter(({ onSource }) => !onSource);
const breakingOnSource = runnableOnSource.filter(({ severity }) => severity === "breaks");
const breakingOnTranslation = runnableOnTranslation.filter(({ severity }) => severity === "breaks");
/** Of texts without flags, which most are. */
const breakingAnyTranslation = breakingOnTranslation.filter(({ onByDefault }) => onByDefault);

export interface RunOptions {
  /** Only checks that can find what breaks the program are run, and only that is told. */
  readonly severity?: "breaks";
}

/**
 * What is wrong with a unit. A source string is looked at by the checks of source strings; a translation as soon as it
 * has text, also while it needs editing, but not when it is read-only. Never throws, whatever texts and flags say.
 */
export function runChecks(text: CheckedText, { severity }: RunOptions = {}): readonly CheckFinding[] {
  const { flags, state, isSource } = text;
  const onlyBreaking = severity === "breaks";
  if (flags.has("ignore-all-checks")) return [];
  if (!isSource && (state < unitStates.needsEditing || state === unitStates.readOnly)) return [];
  const findings: CheckFinding[] = [];
  const all = isSource ? runnableOnSource : runnableOnTranslation;
  const onTranslation = flags.size === 0 ? breakingAnyTranslation : breakingOnTranslation;
  const breaking = isSource ? breakingOnSource : onTranslation;
  for (const check of onlyBreaking ? breaking : all) {
    if (!isOn(check, text)) continue;
    for (const problem of check.find(text)) {
      if (onlyBreaking && problem.severity === "looks-wrong") continue;
      findings.push({ check: check.id, severity: check.severity, ...problem });
    }
  }
  return inOrder(findings);
}

/** What breaks the program before what looks wrong; else as the checks are listed. */
function inOrder(findings: readonly CheckFinding[]): readonly CheckFinding[] {
  const rank = ({ severity }: CheckFinding): number => (severity === "breaks" ? 0 : 1);
  return findings.toSorted((one, other) => rank(one) - rank(other));
}

/** The families of placeholders that texts like this one are read by. */
export function placeholderChecksOn(text: CheckedText): readonly CheckId[] {
  return runnable.filter((check) => check.id in placeholderStyles && isOn(check, text)).map(({ id }) => id);
}

function isOn(check: (typeof runnable)[number], text: CheckedText): boolean {
  const { id, onByDefault, flag, ignoreFlag, languageFlag } = check;
  if (text.flags.has(ignoreFlag)) return false;
  return onByDefault || text.flags.has(flag) || text.flags.has(languageFlag) || isLikely(id, text);
}

function isLikely(check: CheckId, { flags, source }: CheckedText): boolean {
  const [flag, pattern] = LIKELY[check] ?? [];
  return flag !== undefined && pattern !== undefined && flags.has(flag) && source.some((text) => pattern.test(text));
}

/** The flag that switches a check on; with `ignore-` before it, off. */
export function flagOf(check: CheckId): string {
  return check.replaceAll("_", "-");
}
