import { categoryOfKey, runChecks, type CheckedText, type CheckFinding } from "./checks/index.ts";
import { flagParser } from "./flags.ts";
import { isPseudoLanguage } from "./pseudo-languages.ts";
import { pluralCategories } from "./plural-categories.ts";
import { withStyleFlags } from "./source-styles.ts";
import { isEmpty } from "./texts.ts";
import { unitStates, type Catalogue, type Unit } from "./unit.ts";

/** What the texts of one translation file are judged by. */
export interface JudgeInput {
  /** The file's catalogue as the service has it: says format, number of plural forms and their rule. */
  readonly catalogue: Pick<Catalogue, "format" | "pluralForms" | "pluralFormula">;
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
 * Judges texts that are to replace others: whether one breaks the app. A text that waits for an editor is not in use yet;
 * one without a source is nobody's to judge; one that is broken just as the present text is makes nothing worse; and
 * nobody reads those of a pseudo-language.
 * @returns undefined where nothing speaks against the text
 */
export function judgeOf({ catalogue, sourceLanguage, language, template }: JudgeInput): Judge {
  const facts = template === undefined ? undefined : factsOf(template);
  const sources = facts?.texts ?? NO_TEXTS;
  const pluralForms = catalogue.pluralForms ?? pluralCategories(language, []).length;
  const flagsOf = flagParser();
  if (isPseudoLanguage(language)) return () => undefined;

  const breaking = (unit: Unit, source: readonly string[]): readonly CheckFinding[] => {
    if (unit.state === unitStates.needsEditing || isEmpty(unit.target)) return [];
    const { target, state } = unit;
    const flags = withStyleFlags(source, target, catalogue.format, flagsOf(unit.flags));
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
      ...(catalogue.pluralFormula !== undefined && { pluralFormula: catalogue.pluralFormula }),
      ...formOfKey(unit, sources),
      ...(facts !== undefined && {
        isShared: facts.shared.has(source[0] ?? ""),
        isUsedElsewhere: (placeholder) => facts.used.has(placeholder),
      }),
    };
    return runChecks(text, { severity: "breaks" });
  };

  return (unit, current) => {
    const source = isEmpty(unit.source) ? sources.get(unit.key) : unit.source;
    if (source === undefined || isEmpty(source)) return undefined;
    const findings = [...emptiedForms(unit, current), ...breaking(unit, source)];
    if (findings.length === 0) return undefined;
    const known = new Set(current === undefined ? [] : breaking(current, source).map(wordsOf));
    return findings.every((finding) => known.has(wordsOf(finding))) ? undefined : { source, findings };
  };
}

/**
 * Forms that the present text has and the new one lacks, beside others that it has. Release 2026.10.1 counts one form more for pt_BR than
 * Rails' files have, takes `other` for `many`, and writes `other` empty once anything in the file changes.
 */
function emptiedForms({ target, state }: Unit, current: Unit | undefined): readonly CheckFinding[] {
  if (current === undefined || state === unitStates.needsEditing || isEmpty(target)) return [];
  if (target.length !== current.target.length) return [];
  return target.flatMap((text, form): readonly CheckFinding[] => {
    if (text !== "" || (current.target[form] ?? "") === "") return [];
    const message = `Plural form ${String(form + 1)} of ${String(target.length)} lost its text.`;
    return [{ check: "plurals", severity: "breaks", form, message }];
  });
}

/** Where each form of a plural is a string of its own, the key tells which one it is, and what the others say. */
export function formOfKey(
  { key, target }: Pick<Unit, "key" | "target">,
  sources: ReadonlyMap<string, readonly string[]>,
): Pick<CheckedText, "category" | "otherForms"> {
  const form = target.length === 1 ? categoryOfKey(key) : undefined;
  const other = form === undefined || form.category === "other" ? undefined : sources.get(`${form.base}other`);
  return form === undefined || other === undefined ? {} : { category: form.category, otherForms: other };
}

const NO_TEXTS: ReadonlyMap<string, readonly string[]> = new Map();

/** What the texts of the source file tell, for all languages that are judged by it. */
interface SourceFacts {
  /** Key → text. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  /** Placeholders of all texts. */
  readonly used: ReadonlySet<string>;
  /** Texts of many keys. */
  readonly shared: ReadonlySet<string>;
}

const sourceFacts = new WeakMap<Catalogue, SourceFacts>();
/** Two keys say the same by chance. */
const KEYS_OF_SHARED_TEXT = 4;

function factsOf(template: Catalogue): SourceFacts {
  const facts = sourceFacts.get(template) ?? readFacts(template);
  sourceFacts.set(template, facts);
  return facts;
}

function readFacts({ units }: Catalogue): SourceFacts {
  const keys = new Map<string, number>();
  for (const { target } of units) for (const text of target) keys.set(text, (keys.get(text) ?? 0) + 1);
  return {
    texts: new Map(units.map(({ key, target }) => [key, target])),
    used: new Set([...keys.keys()].flatMap((text) => text.match(/\{[^{}]*\}/g) ?? [])),
    shared: new Set([...keys].flatMap(([text, count]) => (count >= KEYS_OF_SHARED_TEXT ? [text] : []))),
  };
}

function wordsOf({ check, form, message }: CheckFinding): string {
  return JSON.stringify([check, form, message]);
}
