import { sourceOf } from "./checks/check.ts";
import { runChecks, type CheckedText, type CheckFinding } from "./checks/index.ts";
import { parseFlags, type Flags } from "./flags.ts";
import { findLanguage } from "./languages.ts";
import { pluralCategories } from "./plural-categories.ts";
import { styleFlags } from "./source-styles.ts";
import { isEmpty } from "./texts.ts";
import { unitStates, type Catalogue, type Unit } from "./unit.ts";

/** What the texts of one translation file are judged by. */
export interface JudgeInput {
  /** The file's catalogue as the service has it: says format and number of plural forms. */
  readonly catalogue: Pick<Catalogue, "format" | "pluralForms">;
  readonly sourceLanguage: string;
  readonly language: string;
  /** The source file of a monolingual format; a bilingual unit brings its source. */
  readonly template?: Catalogue;
}

/** Why a text would break the app. */
export interface Judgement {
  /** One element per plural form of the source. */
  readonly source: readonly string[];
  /** Breaking findings only; never empty. */
  readonly findings: readonly CheckFinding[];
}

export type Judge = (unit: Unit, current: Unit | undefined) => Judgement | undefined;

/**
 * Judges texts that are to replace others: whether one breaks the app. Markup in another order does not. A text that waits for an editor is not in use yet;
 * one without a source is nobody's to judge; one that is broken just as the present text is makes nothing worse.
 * @returns undefined where nothing speaks against the text
 */
export function judgeOf({ catalogue, sourceLanguage, language, template }: JudgeInput): Judge {
  const sources = new Map(template?.units.map((unit) => [unit.key, unit.target]));
  const pluralForms = catalogue.pluralForms ?? pluralCategories(language, []).length;
  const flagsOf = memoized(parseFlags);

  const breaking = (unit: Unit, source: readonly string[]): readonly CheckFinding[] => {
    if (unit.state === unitStates.needsEditing || isEmpty(unit.target)) return [];
    const { target, state } = unit;
    const own = flagsOf(unit.flags);
    const flags = new Map([...styleFlags(source, target, catalogue.format, own), ...own]);
    const text: CheckedText = {
      source,
      target,
      state,
      flags,
      sourceLanguage,
      language,
      pluralForms,
      isSource: false,
      format: catalogue.format,
    };
    return runChecks(text).filter(
      (finding) => finding.severity === "breaks" && !isRearranged(text, finding) && !isUnknownForm(text, finding),
    );
  };

  return (unit, current) => {
    const source = isEmpty(unit.source) ? sources.get(unit.key) : unit.source;
    if (source === undefined || isEmpty(source)) return undefined;
    const findings = breaking(unit, source);
    if (findings.length === 0) return undefined;
    const known = new Set(current === undefined ? [] : breaking(current, source).map(wordsOf));
    return findings.every((finding) => known.has(wordsOf(finding))) ? undefined : { source, findings };
  };
}

/**
 * A file may count otherwise than is known of its language (Hebrew with a dual). Which of its forms are for one number
 * alone, and may say it in words, nobody can tell then; the last one is for any number.
 */
function isUnknownForm({ language, target }: CheckedText, { form }: CheckFinding): boolean {
  return target.length > 1 && form < target.length - 1 && findLanguage(language)?.plural.number !== target.length;
}

/** The same elements in another order, or with other attributes, as sentences of another language need them. */
function isRearranged(text: CheckedText, { check, form }: CheckFinding): boolean {
  return check === "xml-tags" && elementsOf(sourceOf(text, form)) === elementsOf(text.target[form] ?? "");
}

function elementsOf(text: string): string {
  return Array.from(text.matchAll(/<\/?[^\s<>/]+/g), ([element]) => element)
    .toSorted(compareText)
    .join("");
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function wordsOf({ check, form, message }: CheckFinding): string {
  return JSON.stringify([check, form, message]);
}

function memoized(read: (text: string) => Flags): (text: string) => Flags {
  const known = new Map<string, Flags>();
  return (text) => {
    const flags = known.get(text) ?? read(text);
    known.set(text, flags);
    return flags;
  };
}
